/* sample_keys.h - what samples are told apart by: functions, threads, modules ..., on two sides. */

#ifndef ANALYSIS_COMPARE_SAMPLE_KEYS_H
#define ANALYSIS_COMPARE_SAMPLE_KEYS_H

#include "analysis/compare/comparison.h"
#include "analysis/compare/variation.h"
#include "base/intern.h"

/*
 * A key is a name: functions of the same name are one, whatever their module, as in the stacks
 * of other tools. Functions, modules, kinds and modes stand in a stack, so that a sample has several;
 * of threads, processes and CPUs it has one each.
 */
enum keys_by {
	KEYS_FUNCTION,
	KEYS_THREAD,  /* "comm-PID/TID"; of two files "comm", as ids are others there */
	KEYS_PROCESS, /* "comm-PID"; "comm" */
	KEYS_CPU,     /* "CPU 3" */
	KEYS_HOST,    /* of several together */
	KEYS_MODULE,
	KEYS_KIND, /* see frame_kind_names */
	KEYS_MODE, /* see frame_mode_names */
	KEYS_WAIT, /* of threads' time what was waited for, and for whom: see wait_keys.h */
	KEYS_BY
};

/* "function", "thread", ... */
extern const char *const keys_by_names[KEYS_BY];

enum { SIDE_SUBJECT, SIDE_BASELINE, SIDES };

struct sample_keys {
	enum keys_by by;
	uint32_t count;	      /* keys are less; 0, the empty name, may be nobody's */
	struct intern *names; /* owned: by key */
	uint32_t
	    *of_node; /* owned: by node of the comparison's tree; groups have NO_KEY */
	struct bits outermost;	     /* owned: see below; where there is `of_node` */
	uint32_t *of_context[SIDES]; /* owned: by context of the side's profile; one of */
	/* these three members is not NULL. Equal for one file */
	uint32_t
	    *of_row[SIDES]; /* owned: by its sample; NO_KEY: it has none. Of a side of
				  * which nothing is known NULL */
};

/* Do the sides have keys of this kind? Of waits they must be threads' time. */
bool sample_keys_are_there(const struct comparison *c, enum keys_by by);

/* Release with sample_keys_release(). */
bool sample_keys_build(struct sample_keys *k, const struct comparison *c, enum keys_by by,
		       struct error *err);

/* The same of threads and processes by their names alone, as those of two files always are. */
bool sample_keys_by_name(struct sample_keys *k, const struct comparison *c,
			 enum keys_by by, struct error *err);
void sample_keys_release(struct sample_keys *k);

/*
 * The nodes with a key (less than `keys`) that no node above them has. One pass over the tree. Release with
 * bits_release().
 */
bool sample_keys_outermost(struct bits *outermost, const struct tree *t,
			   const uint32_t *of_node, uint32_t keys, struct error *err);

/* How much of a side's value each context of its profile has. */
struct context_values {
	uint64_t *of[SIDES]; /* owned: by context */
};

/* One pass over the samples of both sides. Release with context_values_release(). */
bool context_values_build(struct context_values *v, const struct comparison *c,
			  struct error *err);
void context_values_release(struct context_values *v);

/*
 * How much of the sides' values has each key: of functions, modules, kinds and modes in all, once a
 * stack however often they stand in it, and where they are the innermost; of the others both are
 * the same.
 */
struct key_counts {
	uint64_t *total[SIDES],
	    *self[SIDES]; /* owned, by key; by context `self` is NULL */
};

/* `v` of the same comparison, where keys are by context. One pass over the nodes, or contexts. */
bool key_counts_build(struct key_counts *n, const struct sample_keys *k,
		      const struct comparison *c, const struct context_values *v,
		      struct error *err);
void key_counts_release(struct key_counts *n);

#endif
