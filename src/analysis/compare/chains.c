#include "analysis/compare/chains.h"

#include "base/mem.h"

#define SEVERAL (UINT32_MAX - 1) /* callers */
#define NOBODY	(UINT32_MAX - 2) /* called it so far */

/* How willingly a person would name a chain by it. */
enum { NAME_UNKNOWN, NAME_ENTRY, NAME_OWN };

struct linking {
	struct chains *chains;
	const struct sample_keys *keys;
	const struct key_counts *counts;
	const struct comparison *of;
	uint32_t *caller; /* owned: by key: the key that calls it; NO_KEY: none */
	uint32_t *depth;  /* owned: by key, in its chain */
	uint8_t *worth;	  /* owned: by key */
};

/* Through these every program goes. */
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

/* `asked` is by string what is known of it as a module: functions share a path, which may be long. */
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

static void note_caller(struct linking *l, uint32_t key, uint32_t caller)
{
	if (caller == key)
		return; /* itself */
	if (l->caller[key] == NOBODY)
		l->caller[key] = caller;
	else if (l->caller[key] != caller)
		l->caller[key] = SEVERAL;
}

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

		if (key != NO_KEY && of_frame[t->frame[i]] > l->worth[key])
			l->worth[key] = of_frame[t->frame[i]];
	}
	mem_free(of_frame);
	mem_free(asked);
	return ok;
}

static void find_callers(struct linking *l)
{
	const struct tree *t = l->of->tree;

	for (uint32_t i = 0; i < l->keys->count; i++)
		l->caller[i] = NOBODY;
	for (uint32_t i = 1; i < t->count; i++) {
		uint32_t key = l->keys->of_node[i];

		if (key != NO_KEY &&
		    (l->of->subject.total[i] || l->of->baseline.total[i]))
			note_caller(l, key, l->keys->of_node[t->parent[i]]);
	}
}

static bool belongs_to_caller(const struct linking *l, uint32_t key)
{
	uint32_t caller = l->caller[key];
	const struct key_counts *n = l->counts;

	return caller < l->keys->count &&
	       n->total[SIDE_SUBJECT][key] == n->total[SIDE_SUBJECT][caller] &&
	       n->total[SIDE_BASELINE][key] == n->total[SIDE_BASELINE][caller];
}

/*
 * `name` leads to the outermost of a chain, by the callers, each of which is asked for its own
 * once: the way is cut short behind. It ends: the outermost call of a chain has a caller that is
 * not of it, or none.
 */
static uint32_t outermost(struct linking *l, uint32_t key)
{
	uint32_t *name = l->chains->name, top = key, depth = 0;

	for (; name[top] != top; top = name[top])
		depth += l->depth[top];
	while (name[key] != key) {
		uint32_t next = name[key], below = l->depth[key];

		name[key] = top;
		l->depth[key] = depth;
		depth -= below;
		key = next;
	}
	return top;
}

static bool is_better(const struct linking *l, uint32_t key, uint32_t than)
{
	if (l->worth[key] != l->worth[than])
		return l->worth[key] > l->worth[than];
	return l->depth[key] > l->depth[than];
}

static void link_keys(struct linking *l, uint32_t *best)
{
	struct chains *chains = l->chains;
	uint32_t count = l->keys->count;

	for (uint32_t i = 0; i < count; i++) {
		bool belongs = belongs_to_caller(l, i);

		chains->name[i] = belongs ? l->caller[i] : i;
		l->depth[i] = belongs;
		best[i] = i;
	}
	for (uint32_t i = 0; i < count; i++) {
		uint32_t top = outermost(l, i);

		chains->with[top]++;
		if (is_better(l, i, best[top]))
			best[top] = i;
	}
	for (uint32_t i = 0; i < count; i++) {
		uint32_t top = chains->name[i];

		if (top != i)
			chains->with[i] = chains->with[top];
	}
	for (uint32_t i = 0; i < count; i++)
		chains->name[i] = best[chains->name[i]];
}

bool chains_build(struct chains *chains, const struct sample_keys *keys,
		  const struct key_counts *counts, const struct comparison *c,
		  struct error *err)
{
	struct linking l = {.chains = chains, .keys = keys, .counts = counts, .of = c};
	uint32_t *best = mem_array(keys->count, sizeof *best, "names", err);
	bool ok;

	*chains = (struct chains){0};
	chains->name =
	    best ? mem_array(keys->count, sizeof *chains->name, "names", err) : NULL;
	if (chains->name)
		chains->with = mem_array(keys->count, sizeof *chains->with, "names", err);
	if (chains->with)
		l.caller = mem_array(keys->count, sizeof *l.caller, "names", err);
	if (l.caller)
		l.depth = mem_array(keys->count, sizeof *l.depth, "names", err);
	if (l.depth)
		l.worth = mem_array(keys->count, sizeof *l.worth, "names", err);
	ok = l.worth && find_worth(&l, err);
	if (ok) {
		find_callers(&l);
		link_keys(&l, best);
	}
	mem_free(best);
	mem_free(l.caller);
	mem_free(l.depth);
	mem_free(l.worth);
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
