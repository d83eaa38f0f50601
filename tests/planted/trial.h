/* trial.h - a change is planted, the question why is asked, and the answer is known. */

#ifndef TESTS_PLANTED_TRIAL_H
#define TESTS_PLANTED_TRIAL_H

#include "analysis/compare/difference_rows.h"
#include "planted/background.h"

/* What a range says against the rest, as `flarescope diff` would. */
struct asked {
	struct tree *tree;
	struct bits which;
	struct flame subject, all;
	struct comparison comparison;
	struct difference_rows rows;
};

/* From and to are ns on the recording's clock; KEYS_BY: why, of everything. Never fails. */
void asked_open(struct asked *a, const struct profile *p, uint64_t from, uint64_t to,
		enum keys_by by, bool self);
void asked_close(struct asked *a);

/* Sums over trials. */
struct trials {
	uint32_t count;
	uint32_t first;	  /* the row of what was planted was the first */
	uint32_t certain; /* its change was certain */
	uint64_t others;  /* rows that were certain as well */
};

/*
 * Plant in a random stretch of this length (ns) and ask. `from_start`: in the first such
 * stretch, as what happens at start-up does.
 */
struct setting {
	enum plant plant;
	uint32_t strength, run; /* as of struct planting */
	uint64_t length;
};
void trial_run(struct trials *sum, const struct profile *p, const struct setting *s,
	       uint64_t seed);

/*
 * In noise: in which tables is anything certain in a second of it, or in one of its bursts? Of
 * functions, by all their samples or by their own, and of everything, as W has it.
 */
enum false_of { FALSE_FUNCTIONS, FALSE_SELF, FALSE_ALL, FALSE_TABLES };
void trial_count_false(uint32_t seen[static FALSE_TABLES], const struct noise *n,
		       uint64_t seed);

#endif
