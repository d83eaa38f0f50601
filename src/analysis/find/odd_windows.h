/* odd_windows.h - windows of a timeline with far more samples than is usual. */

#ifndef ANALYSIS_FIND_ODD_WINDOWS_H
#define ANALYSIS_FIND_ODD_WINDOWS_H

#include "analysis/find/odd_measure.h"

/* Slices [from, to), with its score. */
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

bool odd_windows_find(struct odd_windows *w, const struct odd_measure *m,
		      const struct timeline *t, struct error *err);
void odd_windows_release(struct odd_windows *w);

#endif
