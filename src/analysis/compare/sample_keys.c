#include "analysis/compare/sample_keys.h"

#include <inttypes.h>
#include <stdio.h>

#include "analysis/waiting/wait_keys.h"
#include "base/idmap.h"
#include "base/mem.h"
#include "profile/frame_mode.h"
#include "profile/hosts.h"
#include "profile/process_names.h"

const char *const keys_by_names[KEYS_BY] = {
    [KEYS_FUNCTION] = "function", [KEYS_THREAD] = "thread", [KEYS_PROCESS] = "process",
    [KEYS_CPU] = "cpu",		  [KEYS_HOST] = "host",	    [KEYS_MODULE] = "module",
    [KEYS_KIND] = "kind",	  [KEYS_MODE] = "mode",	    [KEYS_WAIT] = "wait",
};

/* ---- keys in stacks ---- */

/* `of_string` caches keys plus 1 by string, as many functions may share one; 0: not known yet. */
static bool key_of_frame(struct sample_keys *k, const struct profile *p,
			 uint32_t *of_string, uint32_t frame, uint32_t *key,
			 struct error *err)
{
	enum keys_by by = k->by;
	const struct frame *f = &p->frames[frame];
	uint32_t string = by == KEYS_FUNCTION ? f->name : f->module;
	struct text t = by == KEYS_FUNCTION ? profile_frame_name(p, frame)
					    : profile_frame_module(p, frame);

	if (by == KEYS_KIND)
		return intern_put(k->names, text_of(frame_kind_names[f->kind]), key, err);
	if (by == KEYS_MODE)
		return intern_put(
		    k->names,
		    text_of(
			frame_mode_names[frame_mode_of(p, frame, FRAME_MODE_UNKNOWN)]),
		    key, err);
	if (!of_string[string]) {
		if (!t.len)
			t = by == KEYS_MODULE ? TEXT("[no module]") : TEXT("[no name]");
		if (!intern_put(k->names, t, key, err))
			return false;
		of_string[string] = *key + 1;
	}
	*key = of_string[string] - 1;
	return true;
}

static bool name_frames(struct sample_keys *k, const struct profile *p,
			uint32_t *of_frame, struct error *err)
{
	uint32_t *of_string =
	    mem_array((size_t)p->strings.count + 1, sizeof *of_string, "names", err);
	bool ok = of_string != NULL;

	of_frame[0] = KEY_NONE; /* for groups */
	for (uint32_t i = 1; ok && i < p->frame_count; i++)
		ok = key_of_frame(k, p, of_string, i, &of_frame[i], err);
	mem_free(of_string);
	return ok;
}

#define FEW_KEYS 64 /* one bit per key */

bool sample_keys_outermost(struct bits *outermost, const struct tree *t,
			   const uint32_t *of_node, uint32_t keys, struct error *err)
{
	bool few = keys <= FEW_KEYS;
	uint64_t *above =
	    few ? mem_array(t->count, sizeof *above, "call paths", err) : NULL;
	uint32_t *open = few ? NULL : mem_array(keys, sizeof *open, "names", err);
	bool ok = (above || open) && bits_build(outermost, t->count, err);
	struct tree_walk at = {0};

	/* callers have lower numbers: `above` holds the set of keys on the path to each node */
	for (uint32_t i = 1; ok && few && i < t->count; i++) {
		uint64_t way = above[t->parent[i]];
		uint64_t key = of_node[i] == KEY_NONE ? 0 : UINT64_C(1) << of_node[i];

		if (key & ~way)
			bits_add(outermost, i);
		above[i] = way | key;
	}
	/*
	 * while walking the tree, `open` counts how often each key is on the path to the current
	 * node
	 */
	while (ok && !few && tree_walk_next(t, &at, true)) {
		uint32_t key = of_node[at.node];

		if (key == KEY_NONE)
			continue;
		if (at.leaving)
			open[key]--;
		else if (!open[key]++)
			bits_add(outermost, at.node);
	}
	mem_free(above);
	mem_free(open);
	return ok;
}

static bool name_nodes(struct sample_keys *k, const struct tree *t, struct error *err)
{
	uint32_t *of_frame = mem_array((size_t)t->profile->frame_count + 1,
				       sizeof *of_frame, "names", err);
	bool ok = of_frame && name_frames(k, t->profile, of_frame, err);

	if (ok)
		k->of_node = mem_array(t->count, sizeof *k->of_node, "call paths", err);
	for (uint32_t i = 0; k->of_node && i < t->count; i++) {
		uint32_t frame = t->frame[i], caller = k->of_node[t->parent[i]];
		/* an inlined function runs in the mode of its caller */
		bool as_caller = k->by == KEYS_MODE && frame &&
				 t->profile->frames[frame].kind == FRAME_INLINED &&
				 caller != KEY_NONE;

		k->of_node[i] = as_caller ? caller : of_frame[frame];
	}
	mem_free(of_frame);
	return ok && k->of_node &&
	       sample_keys_outermost(&k->outermost, t, k->of_node, intern_count(k->names),
				     err);
}

/* ---- keys of contexts ---- */

/* The profile whose contexts are named, and the names that differ on the other side. */
struct names_of {
	const struct profile *profile; /* borrowed */
	const struct renamed *renamed; /* borrowed; NULL: none */
};

static struct names_of names_of(const struct side *s)
{
	const struct joint_tree *j = s->joint.joint;
	bool second = j && s->flame->tree == j->of[JOINT_SECOND];

	return (struct names_of){s->flame->tree->profile, second ? &j->renamed : NULL};
}

#define LABEL_TAIL (40 + HOST_TAIL_MAX)

static bool name_thread(struct sample_keys *k, const struct names_of *of,
			const struct thread *t, uint32_t name, bool ids, uint32_t *key,
			struct error *err)
{
	const struct profile *p = of->profile;
	struct text comm =
	    renamed_is(of->renamed, RENAMED_PROGRAM, profile_string(p, name));
	struct text_buffer label = {0};
	char pid[16] = "?", tid[16] = "?", host[HOST_TAIL_MAX], tail[LABEL_TAIL] = "";
	const char *at = host_tail(p, host_of_thread(p, t), host);
	bool ok;

	if (host_pid(p, t) != PROFILE_NO_ID)
		snprintf(pid, sizeof pid, "%" PRId32, host_pid(p, t));
	if (host_tid(p, t) != PROFILE_NO_ID)
		snprintf(tid, sizeof tid, "%" PRId32, host_tid(p, t));
	if (ids && k->by == KEYS_THREAD)
		snprintf(tail, sizeof tail, "-%s/%s%s", pid, tid, at);
	else if (ids)
		snprintf(tail, sizeof tail, "-%s%s", pid, at);
	ok = text_buffer_add(&label, comm.len ? comm : TEXT("[no name]"), err) &&
	     text_buffer_add(&label, text_of(tail), err) &&
	     intern_put(k->names, text_buffer_text(&label), key, err);
	mem_free(label.at);
	return ok;
}

/* `known` caches keys of threads and processes; `processes` is filled in for KEYS_PROCESS only. */
static bool name_context(struct sample_keys *k, const struct names_of *of,
			 const struct process_names *processes, uint32_t context,
			 bool ids, struct idmap *known, uint32_t *key, struct error *err)
{
	const struct profile *p = of->profile;
	const struct context *c = &p->contexts[context];
	const struct thread *t = &p->threads[c->thread];
	uint32_t name = k->by == KEYS_PROCESS ? processes->of_thread[c->thread] : t->comm;
	/* contexts with the same name and id share a key */
	uint32_t id = k->by == KEYS_THREAD ? (uint32_t)t->tid : (uint32_t)t->pid;
	uint64_t who = idmap_pair(name, ids ? id : 0);
	bool apart = ids && k->by == KEYS_THREAD; /* the label includes the process */
	char cpu[16 + HOST_TAIL_MAX] = "CPU ?", host[HOST_TAIL_MAX];

	if (k->by == KEYS_CPU && c->cpu != PROFILE_NO_CPU)
		snprintf(cpu, sizeof cpu, "CPU %u%s", (unsigned)host_cpu(p, c->cpu),
			 host_tail(p, ids ? host_of_cpu(p, c->cpu) : HOST_NONE, host));
	if (k->by == KEYS_CPU)
		return intern_put(k->names, text_of(cpu), key, err);
	if (k->by == KEYS_HOST)
		return intern_put(k->names, host_called(p, host_of_thread(p, t)), key,
				  err);
	if (!apart && idmap_get(known, who, key))
		return true;
	return name_thread(k, of, t, name, ids, key, err) &&
	       (apart || idmap_put(known, who, *key, key, err));
}

static bool name_contexts(struct sample_keys *k, const struct names_of *of, bool ids,
			  uint32_t **of_context, struct error *err)
{
	const struct profile *p = of->profile;
	struct process_names processes = {0};
	struct idmap known = {0};
	bool ok;

	*of_context =
	    mem_array((size_t)p->context_count + 1, sizeof **of_context, "threads", err);
	if (!*of_context)
		return false;
	ok = k->by != KEYS_PROCESS || process_names_build(&processes, p, err);
	for (uint32_t i = 0; ok && i < p->context_count; i++)
		ok = name_context(k, of, &processes, i, ids, &known, &(*of_context)[i],
				  err);
	process_names_release(&processes);
	idmap_release(&known);
	return ok;
}

static bool name_both(struct sample_keys *k, const struct comparison *c, bool ids,
		      struct error *err)
{
	const struct names_of p = names_of(&c->subject), q = names_of(&c->baseline);
	bool same = p.profile == q.profile;

	if (!name_contexts(k, &p, ids && same && !c->by_names,
			   &k->of_context[SIDE_SUBJECT], err))
		return false;
	k->of_context[SIDE_BASELINE] = k->of_context[SIDE_SUBJECT];
	return same || name_contexts(k, &q, false, &k->of_context[SIDE_BASELINE], err);
}

/* ---- keys of waits ---- */

_Static_assert(WAIT_NO_KEY == KEY_NONE, "a wait without words has no key");

static const struct profile *profile_at(const struct comparison *c, int side)
{
	return side == SIDE_SUBJECT ? c->subject.flame->tree->profile
				    : c->baseline.flame->tree->profile;
}

static struct text called_here(const void *renamed, struct text comm)
{
	return renamed_is(renamed, RENAMED_PROGRAM, comm);
}

static bool name_waits(struct sample_keys *k, const struct comparison *c,
		       struct error *err)
{
	for (int i = 0; i < SIDES; i++) {
		const struct profile *p = profile_at(c, i);
		const struct wait_naming naming = {
		    called_here, names_of(i ? &c->baseline : &c->subject).renamed};

		if (i && p == profile_at(c, 0))
			k->of_row[i] = k->of_row[0];
		else if (wait_keys_are_known(p) &&
			 !(k->of_row[i] = wait_keys_of(p, &naming, k->names, err)))
			return false;
	}
	return true;
}

bool sample_keys_are_there(const struct comparison *c, enum keys_by by)
{
	if (by == KEYS_HOST)
		return !c->by_names && (hosts_are_several(profile_at(c, SIDE_SUBJECT)) ||
					hosts_are_several(profile_at(c, SIDE_BASELINE)));
	return by != KEYS_WAIT || wait_keys_are_known(profile_at(c, SIDE_SUBJECT)) ||
	       wait_keys_are_known(profile_at(c, SIDE_BASELINE));
}

static bool is_by_context(enum keys_by by)
{
	return by == KEYS_THREAD || by == KEYS_PROCESS || by == KEYS_CPU ||
	       by == KEYS_HOST;
}

static bool build_sample_keys(struct sample_keys *k, const struct comparison *c,
			      enum keys_by by, bool ids, struct error *err)
{
	*k = (struct sample_keys){.by = by, .names = intern_new(err)};
	if (k->names && (is_by_context(by) ? name_both(k, c, ids, err)
			 : by == KEYS_WAIT ? name_waits(k, c, err)
					   : name_nodes(k, c->tree, err))) {
		k->count = intern_count(k->names);
		return true;
	}
	sample_keys_release(k);
	return false;
}

bool sample_keys_build(struct sample_keys *k, const struct comparison *c, enum keys_by by,
		       struct error *err)
{
	return build_sample_keys(k, c, by, true, err);
}

bool sample_keys_by_name(struct sample_keys *k, const struct comparison *c,
			 enum keys_by by, struct error *err)
{
	return build_sample_keys(k, c, by, false, err);
}

void sample_keys_release(struct sample_keys *k)
{
	if (k->of_context[SIDE_BASELINE] != k->of_context[SIDE_SUBJECT])
		mem_free(k->of_context[SIDE_BASELINE]);
	mem_free(k->of_context[SIDE_SUBJECT]);
	if (k->of_row[SIDE_BASELINE] != k->of_row[SIDE_SUBJECT])
		mem_free(k->of_row[SIDE_BASELINE]);
	mem_free(k->of_row[SIDE_SUBJECT]);
	mem_free(k->of_node);
	bits_release(&k->outermost);
	intern_free(k->names);
	*k = (struct sample_keys){0};
}

/* ---- counting ---- */

static const struct side *side_at(const struct comparison *c, int side)
{
	return side == SIDE_SUBJECT ? &c->subject : &c->baseline;
}

static bool count_nodes(struct key_counts *n, const struct sample_keys *k,
			const struct comparison *c, struct error *err)
{
	for (int i = 0; i < SIDES; i++) {
		const struct side *s = side_at(c, i);

		n->self[i] = mem_array(k->count, sizeof *n->self[i], "names", err);
		if (!n->self[i])
			return false;
		for (uint32_t node = 0; node < c->tree->count; node++) {
			uint32_t key = k->of_node[node];

			if (key == KEY_NONE || !s->total[node])
				continue;
			n->self[i][key] += s->self[node];
			if (bits_has(&k->outermost, node))
				n->total[i][key] += s->total[node];
		}
	}
	return true;
}

/* Samples that count 1 each are many: they are counted as a set, without those of `less`. */
static void count_contexts(uint64_t *values, const struct side *s)
{
	const struct flame *f = s->flame, *less = s->less;
	const uint32_t *context = f->tree->profile->samples.context;

	if (flame_counts_ones(f) && less)
		flame_tally_rest(less, f->first, f->last, context, values);
	else if (flame_counts_ones(f))
		flame_tally(f, context, values);
	else
		for (uint64_t i = side_next(s, 0); i != UINT64_MAX;
		     i = side_next(s, i + 1))
			values[context[i]] += side_value(s, i);
}

bool context_values_build(struct context_values *v, const struct comparison *c,
			  struct error *err)
{
	*v = (struct context_values){0};
	for (int i = 0; i < SIDES; i++) {
		const struct side *s = side_at(c, i);

		v->of[i] = mem_array(s->flame->tree->profile->context_count,
				     sizeof *v->of[i], "threads", err);
		if (!v->of[i]) {
			context_values_release(v);
			return false;
		}
		count_contexts(v->of[i], s);
	}
	return true;
}

void context_values_release(struct context_values *v)
{
	for (int i = 0; i < SIDES; i++)
		mem_free(v->of[i]);
	*v = (struct context_values){0};
}

bool key_counts_build(struct key_counts *n, const struct sample_keys *k,
		      const struct comparison *c, const struct context_values *v,
		      struct error *err)
{
	*n = (struct key_counts){0};
	for (int i = 0; i < SIDES; i++) {
		n->total[i] = mem_array(k->count, sizeof *n->total[i], "names", err);
		if (!n->total[i]) {
			key_counts_release(n);
			return false;
		}
	}
	if (k->of_node && !count_nodes(n, k, c, err)) {
		key_counts_release(n);
		return false;
	}
	for (int i = 0; i < SIDES; i++) {
		const struct side *s = side_at(c, i);
		const uint32_t *of_row = k->of_row[i];
		uint64_t row =
		    k->by == KEYS_WAIT && of_row ? side_next(s, 0) : UINT64_MAX;

		for (; row != UINT64_MAX; row = side_next(s, row + 1))
			if (of_row[row] != KEY_NONE)
				n->total[i][of_row[row]] += side_value(s, row);
		if (!is_by_context(k->by))
			continue;
		for (uint32_t j = 0; j < s->flame->tree->profile->context_count; j++)
			n->total[i][k->of_context[i][j]] += v->of[i][j];
	}
	return true;
}

void key_counts_release(struct key_counts *n)
{
	for (int i = 0; i < SIDES; i++) {
		mem_free(n->total[i]);
		mem_free(n->self[i]);
	}
	*n = (struct key_counts){0};
}
