/* sample_keys.h - the keys by which samples are counted: functions, threads, modules ... */

#ifndef ANALYSIS_COMPARE_SAMPLE_KEYS_H
#define ANALYSIS_COMPARE_SAMPLE_KEYS_H

#include "analysis/compare/comparison.h"
#include "analysis/compare/variation.h"
#include "base/intern.h"

/*
 * A key is a name. Functions with the same name share a key even if their modules differ, as in the
 * folded stacks of other tools. A sample may have several functions, modules, kinds of code and
 * modes, which are part of stacks, but at most one key of each other kind.
 */
enum keys_by {
	KEYS_FUNCTION,
	KEYS_THREAD,  /* "comm-PID/TID"; "comm" for two files, whose ids differ */
	KEYS_PROCESS, /* "comm-PID"; "comm" for two files */
	KEYS_CPU,     /* "CPU 3" */
	KEYS_HOST,    /* only if there are several hosts */
	KEYS_MODULE,
	KEYS_KIND, /* see frame_kind_names */
	KEYS_MODE, /* see frame_mode_names */
	/* with thread states, the cause of a wait and the waiting thread: see wait_keys.h */
	KEYS_WAIT,
	KEYS_BY
};

/* "function", "thread", ... */
extern const char *const keys_by_names[KEYS_BY];

enum { SIDE_SUBJECT, SIDE_BASELINE, SIDES };

struct sample_keys {
	enum keys_by by;
	/* all keys are less than this; key 0, the empty name, may be unused */
	uint32_t count;
	struct intern *names; /* owned, by key */
	/* One of of_node, of_context and of_row is set, depending on `by`. */
	/* owned, by node of comparison.tree; KEY_NONE for groups */
	uint32_t *of_node;
	/* owned, only with `of_node`: see sample_keys_outermost() */
	struct bits outermost;
	/*
	 * owned, by context of the profile of the side; the same array if the sides have the same
	 * profile
	 */
	uint32_t *of_context[SIDES];
	/* owned, by sample, also shared; KEY_NONE: no key; NULL: the side has no such keys */
	uint32_t *of_row[SIDES];
};

/* Does at least one side have keys of this kind? */
bool sample_keys_are_there(const struct comparison *c, enum keys_by by);

/* Release with sample_keys_release(). */
bool sample_keys_build(struct sample_keys *k, const struct comparison *c, enum keys_by by,
		       struct error *err);

/* Do the same, but with keys of threads and processes that have no ids, as for two files. */
bool sample_keys_by_name(struct sample_keys *k, const struct comparison *c,
			 enum keys_by by, struct error *err);
void sample_keys_release(struct sample_keys *k);

/*
 * Find the nodes whose key no ancestor has. `keys` is greater than all keys. Makes one pass over
 * the tree. Release with bits_release().
 */
bool sample_keys_outermost(struct bits *outermost, const struct tree *t,
			   const uint32_t *of_node, uint32_t keys, struct error *err);

/* The value of each context, on both sides. */
struct context_values {
	uint64_t *of[SIDES]; /* owned, by context of the profile of the side */
};

/* Makes one pass over the samples of both sides. Release with context_values_release(). */
bool context_values_build(struct context_values *v, const struct comparison *c,
			  struct error *err);
void context_values_release(struct context_values *v);

/*
 * The values of each key on both sides: of all samples that have the key, each counted once, and of
 * the samples in which it is innermost. `self` is NULL for keys that are not part of stacks.
 */
struct key_counts {
	uint64_t *total[SIDES], *self[SIDES]; /* owned, by key */
};

/*
 * Count the values. `v` has the values of the same comparison; it is needed only for keys by
 * context. Makes one pass over nodes or contexts, or over samples for KEYS_WAIT.
 */
bool key_counts_build(struct key_counts *n, const struct sample_keys *k,
		      const struct comparison *c, const struct context_values *v,
		      struct error *err);
void key_counts_release(struct key_counts *n);

#endif
