/* odd_windows.h - windows of a timeline with far more samples, or far fewer, than is usual. */

#ifndef ANALYSIS_FIND_ODD_WINDOWS_H
#define ANALYSIS_FIND_ODD_WINDOWS_H

#include "analysis/find/odd_measure.h"

/* Slices [from, to), with its score: positive hot, negative cold. */
struct odd_window {
	uint64_t from, to;
	uint64_t samples;
	double expected, score;
};

/*
 * Those that overlap are one, with the begin and the end that give the highest score. The
 * oddest first, then by time. At most ODD_WINDOWS_MAX; `left_out` says how many were more.
 */
#define ODD_WINDOWS_MAX 1000

struct odd_windows {
	struct odd_window *window; /* owned */
	size_t count, room;
	uint64_t left_out;
};

/* Which are looked for: too many samples, too few. */
#define ODD_HOT	 1u
#define ODD_COLD 2u

bool odd_windows_find(struct odd_windows *w, const struct odd_measure *m,
		      const struct timeline *t, unsigned sides, struct error *err);
void odd_windows_release(struct odd_windows *w);

/*
 * Those that are cold in the time that is left without `hot` (and lie in it between two of them),
 * judged by what is usual there: what comes and goes in the hot moments is no fluctuation of
 * the rest. Without any hot window `m` is what is usual.
 */
bool odd_windows_find_cold(struct odd_windows *w, const struct odd_windows *hot,
			   const struct odd_measure *m, const struct timeline *t,
			   double chance, struct error *err);

#endif
