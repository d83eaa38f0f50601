/* trial.h - plants a change and looks for it in the explanation, which is then known. */

#ifndef TESTS_PLANTED_TRIAL_H
#define TESTS_PLANTED_TRIAL_H

#include "analysis/compare/difference_rows.h"
#include "planted/background.h"

/* The differences between a range and the rest, as in `flarescope diff`. */
struct asked {
	struct tree *tree;
	struct bits which;
	struct flame subject, all;
	struct comparison comparison;
	struct difference_rows rows;
};

/*
 * From and to are ns on the recording's clock; KEYS_BY: all kinds of rows, as for W. Never fails.
 */
void asked_open(struct asked *a, const struct profile *p, uint64_t from, uint64_t to,
		enum keys_by by, bool self);
void asked_close(struct asked *a);

/* Sums over trials. */
struct trials {
	uint32_t count;
	uint32_t first;	  /* the row of the planted change was the first */
	uint32_t certain; /* its change was certain */
	uint64_t others;  /* other rows that were certain */
};

/*
 * Plant in a random stretch of this length (ns) and explain it. `from_start`: in the first stretch,
 * like something that happens at start-up.
 */
struct setting {
	enum plant plant;
	uint32_t strength, run; /* as in struct planting */
	uint64_t length;
};
void trial_run(struct trials *sum, const struct profile *p, const struct setting *s,
	       uint64_t seed);

/*
 * In noise: which tables have anything certain in a second of it, or in one of its bursts? Tables
 * of functions, by total or by self samples, and of everything, as for W.
 */
enum false_of { FALSE_FUNCTIONS, FALSE_SELF, FALSE_ALL, FALSE_TABLES };
void trial_count_false(uint32_t seen[static FALSE_TABLES], const struct noise *n,
		       uint64_t seed);

#endif
