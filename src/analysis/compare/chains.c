#include "analysis/compare/chains.h"

#include "base/mem.h"

/* Values of `caller` that are not keys. */
#define CALLER_SEVERAL (UINT32_MAX - 1)
#define CALLER_UNSEEN  (UINT32_MAX - 2)

/* How well a function names its chain. */
enum name_worth { NAME_UNKNOWN, NAME_ENTRY, NAME_OWN };

/* The state of a key while chains are linked. */
struct chain_link {
	uint32_t caller; /* the key that calls it, KEY_NONE at the root, or CALLER_* */
	uint32_t depth;	 /* in its chain */
	uint32_t best;	 /* for an outermost key: the best name of its chain so far */
	uint8_t worth;	 /* enum name_worth */
};

struct linking {
	struct chains *chains;
	const struct sample_keys *keys;
	const struct key_counts *counts;
	const struct comparison *of;
	struct chain_link *links; /* owned: by key */
};

/* Is it a file that every program starts in: libc, the dynamic linker, the vDSO? */
static bool is_entry_module(struct text path)
{
	static const char *const begins[] = {"libc.", "libc-", "ld-",	"libpthread",
					     "ld.so", "ld64",  "[vdso]"};

	for (size_t i = path.len; i > 0; i--)
		if (path.at[i - 1] == '/') {
			path = text_from(path, i);
			break;
		}
	for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
		if (text_starts(path, text_of(begins[i])))
			return true;
	return false;
}

enum { NOT_ASKED, IS_ENTRY, IS_OWN };

/* `asked` caches the result by string: functions share a path, which may be long. */
static uint8_t worth_of(const struct profile *p, uint32_t frame, uint8_t *asked)
{
	enum frame_kind kind = (enum frame_kind)p->frames[frame].kind;
	uint8_t *module = &asked[p->frames[frame].module];

	if (kind == FRAME_NAMELESS)
		return NAME_UNKNOWN;
	if (kind == FRAME_KERNEL || kind == FRAME_IDLE)
		return NAME_ENTRY;
	if (*module == NOT_ASKED)
		*module =
		    is_entry_module(profile_frame_module(p, frame)) ? IS_ENTRY : IS_OWN;
	return *module == IS_ENTRY ? NAME_ENTRY : NAME_OWN;
}

/* Find the best worth among the frames of each key. */
static bool find_worth(struct linking *l, struct error *err)
{
	const struct tree *t = l->of->tree;
	const struct profile *p = t->profile;
	uint8_t *of_frame = mem_array((size_t)p->frame_count + 1, 1, "functions", err);
	uint8_t *asked =
	    of_frame ? mem_array((size_t)p->strings.count + 1, 1, "names", err) : NULL;
	bool ok = asked != NULL;

	for (uint32_t i = 1; ok && i < p->frame_count; i++)
		of_frame[i] = worth_of(p, i, asked);
	for (uint32_t i = 1; ok && i < t->count; i++) {
		uint32_t key = l->keys->of_node[i];

		if (key != KEY_NONE && of_frame[t->frame[i]] > l->links[key].worth)
			l->links[key].worth = of_frame[t->frame[i]];
	}
	mem_free(of_frame);
	mem_free(asked);
	return ok;
}

static void find_callers(struct linking *l)
{
	const struct tree *t = l->of->tree;

	for (uint32_t i = 0; i < l->keys->count; i++)
		l->links[i].caller = CALLER_UNSEEN;
	for (uint32_t i = 1; i < t->count; i++) {
		uint32_t key = l->keys->of_node[i],
			 caller = l->keys->of_node[t->parent[i]];
		struct chain_link *link;

		if (key == KEY_NONE || caller == key ||
		    (!l->of->subject.total[i] && !l->of->baseline.total[i]))
			continue;
		link = &l->links[key];
		if (link->caller == CALLER_UNSEEN)
			link->caller = caller;
		else if (link->caller != caller)
			link->caller = CALLER_SEVERAL;
	}
}

/*
 * Follow `name` from caller to caller to the outermost key of a chain, and shorten the path
 * traversed, so that each key is followed only once. The loop ends because the outermost key of a
 * chain has no caller, or one outside the chain.
 */
static uint32_t find_outermost(struct linking *l, uint32_t key)
{
	uint32_t *name = l->chains->name, top = key, depth = 0;

	for (; name[top] != top; top = name[top])
		depth += l->links[top].depth;
	while (name[key] != key) {
		uint32_t next = name[key], below = l->links[key].depth;

		name[key] = top;
		l->links[key].depth = depth;
		depth -= below;
		key = next;
	}
	return top;
}

static void link_keys(struct linking *l)
{
	struct chains *chains = l->chains;
	const struct key_counts *n = l->counts;
	uint32_t count = l->keys->count;

	for (uint32_t i = 0; i < count; i++) {
		uint32_t caller = l->links[i].caller;
		bool belongs =
		    caller < count &&
		    n->total[SIDE_SUBJECT][i] == n->total[SIDE_SUBJECT][caller] &&
		    n->total[SIDE_BASELINE][i] == n->total[SIDE_BASELINE][caller];

		chains->name[i] = belongs ? caller : i;
		l->links[i].depth = belongs;
		l->links[i].best = i;
	}
	for (uint32_t i = 0; i < count; i++) {
		uint32_t top = find_outermost(l, i);
		const struct chain_link *link = &l->links[i],
					*best = &l->links[l->links[top].best];

		chains->with[top]++;
		if (link->worth != best->worth ? link->worth > best->worth
					       : link->depth > best->depth)
			l->links[top].best = i;
	}
	for (uint32_t i = 0; i < count; i++)
		chains->with[i] = chains->with[chains->name[i]];
	for (uint32_t i = 0; i < count; i++)
		chains->name[i] = l->links[chains->name[i]].best;
}

bool chains_build(struct chains *chains, const struct sample_keys *keys,
		  const struct key_counts *counts, const struct comparison *c,
		  struct error *err)
{
	struct linking l = {.chains = chains, .keys = keys, .counts = counts, .of = c};
	bool ok;

	*chains = (struct chains){0};
	chains->name = mem_array(keys->count, sizeof *chains->name, "names", err);
	if (chains->name)
		chains->with = mem_array(keys->count, sizeof *chains->with, "names", err);
	if (chains->with)
		l.links = mem_array(keys->count, sizeof *l.links, "names", err);
	ok = l.links && find_worth(&l, err);
	if (ok) {
		find_callers(&l);
		link_keys(&l);
	}
	mem_free(l.links);
	if (!ok)
		chains_release(chains);
	return ok;
}

void chains_release(struct chains *chains)
{
	mem_free(chains->name);
	mem_free(chains->with);
	*chains = (struct chains){0};
}
