/* sample_keys.h - the keys by which samples are counted: functions, threads, modules ... */

#ifndef ANALYSIS_COMPARE_SAMPLE_KEYS_H
#define ANALYSIS_COMPARE_SAMPLE_KEYS_H

#include "analysis/compare/comparison.h"
#include "analysis/compare/variation.h"
#include "base/intern.h"

/*
 * A key is a name: functions of the same name are one, in all modules, as in the stacks of
 * other tools. Functions, modules, kinds and modes are part of the stack, so a sample has several;
 * it has one thread, process and CPU.
 */
enum keys_by {
	KEYS_FUNCTION,
	KEYS_THREAD,  /* "comm-PID/TID"; for two files "comm", as their ids differ */
	KEYS_PROCESS, /* "comm-PID"; "comm" */
	KEYS_CPU,     /* "CPU 3" */
	KEYS_HOST,    /* if there are several hosts */
	KEYS_MODULE,
	KEYS_KIND, /* see frame_kind_names */
	KEYS_MODE, /* see frame_mode_names */
	/* for threads' time: the cause of a wait and the waiting thread: see wait_keys.h */
	KEYS_WAIT,
	KEYS_BY
};

/* "function", "thread", ... */
extern const char *const keys_by_names[KEYS_BY];

enum { SIDE_SUBJECT, SIDE_BASELINE, SIDES };

struct sample_keys {
	enum keys_by by;
	/* an upper bound of keys; 0, the empty name, may be unused */
	uint32_t count;
	struct intern *names; /* owned: by key */
	/* One of the next three members is set, depending on the kind of key. */
	/* owned: by node of the comparison's tree; KEY_NONE for groups */
	uint32_t *of_node;
	/* owned: see sample_keys_outermost(); goes with `of_node` */
	struct bits outermost;
	/* owned: by context of the side's profile; the same array if both sides are one file */
	uint32_t *of_context[SIDES];
	/* owned: by sample; KEY_NONE: it has none; NULL for a side without keys of this kind */
	uint32_t *of_row[SIDES];
};

/* Do the sides have keys of this kind? Waits need threads' time. */
bool sample_keys_are_there(const struct comparison *c, enum keys_by by);

/* Release with sample_keys_release(). */
bool sample_keys_build(struct sample_keys *k, const struct comparison *c, enum keys_by by,
		       struct error *err);

/* The same, but threads and processes are known by their names alone, as always for two
 * files. */
bool sample_keys_by_name(struct sample_keys *k, const struct comparison *c,
			 enum keys_by by, struct error *err);
void sample_keys_release(struct sample_keys *k);

/*
 * Find the nodes whose key (less than `keys`) no node above them has. One pass over the tree.
 * Release with bits_release().
 */
bool sample_keys_outermost(struct bits *outermost, const struct tree *t,
			   const uint32_t *of_node, uint32_t keys, struct error *err);

/* A side's values by context of its profile. */
struct context_values {
	uint64_t *of[SIDES]; /* owned: by context */
};

/* One pass over the samples of both sides. Release with context_values_release(). */
bool context_values_build(struct context_values *v, const struct comparison *c,
			  struct error *err);
void context_values_release(struct context_values *v);

/*
 * The values of each key on both sides. For functions, modules, kinds and modes: all
 * samples that have the key, each once however often it is in the stack, and those in
 * which it is innermost. For other keys there is no `self`.
 */
struct key_counts {
	uint64_t *total[SIDES], *self[SIDES]; /* owned, by key */
};

/*
 * `v` is from the same comparison; it is needed for keys by context. One pass over nodes or
 * contexts.
 */
bool key_counts_build(struct key_counts *n, const struct sample_keys *k,
		      const struct comparison *c, const struct context_values *v,
		      struct error *err);
void key_counts_release(struct key_counts *n);

#endif
