/* start_up.h - whether the first seconds of a profile differ from the rest of it, and how. */

#ifndef ANALYSIS_FIND_START_UP_H
#define ANALYSIS_FIND_START_UP_H

#include "analysis/compare/difference_rows.h"

/*
 * The first 1, 2, 5, 10 and 20 seconds are held against the rest as `diff` holds a range against
 * the rest: where functions stand out, which varied less between stretches of that length later,
 * that is a start, as long as the stretch with the most surprising function. Of a profile of less
 * than ten seconds it is tenths, hundredths ... of that; no start takes more than a fifth of the
 * profile. As several lengths are tried, each is allowed its part of the chance that something
 * stands out (Bonferroni).
 *
 * Of more than START_SAMPLES samples every second, third ... decides, which is enough, and all of
 * them are counted where something was found.
 */
#define START_SAMPLES UINT64_C(32768)
#define START_LENGTHS 5

struct start_up {
	bool is_there;
	bool
	    is_phase; /* the query's: rows may all be by chance, by how they vary later */
	uint32_t frame;	    /* the query's, where the phase is most of it; else 0 */
	struct range range; /* from 0, or of the phase */
	struct flame first,
	    all; /* owned, as the rest: what is compared; `all` is empty where
				    the query has it, which must last as long */
	struct comparison comparison;
	struct difference_rows rows; /* functions, as `diff --range` has them */
};

/* The samples of `which`, which are moments, weighed one by one. All borrowed. */
struct start_query {
	const struct tree *tree;
	const struct bits *which;
	const struct flame *all; /* of the whole profile, just so; NULL: to be counted */

	/* A mix that begins with a process (odd_moments.h), and its function. It is told where no longer start is
	 * found: what runs once, for seconds, has nothing to be compared with. Empty: none. */
	struct range phase;
	uint32_t frame;
};

/* Release with start_up_release(), also when it has failed. */
bool start_up_find(struct start_up *s, const struct start_query *q, struct error *err);
void start_up_release(struct start_up *s);

#endif
