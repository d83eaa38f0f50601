/* picture_chart.h - a picture with the charts of threads, one below the other. */

#ifndef SESSION_PICTURE_CHART_H
#define SESSION_PICTURE_CHART_H

#include "analysis/chart/chart.h"
#include "session/charting.h"
#include "session/picture.h"

#define CHARTED_MOST 16 /* maximum number of threads in one picture */

struct charted_threads {
	struct charting charting; /* owned */
	struct chart_threads all; /* owned: all threads of the range */
	struct thread_samples list[CHARTED_MOST];
	uint32_t row[CHARTED_MOST]; /* indices in all.list */
	uint32_t count;
};

/*
 * Find threads by `names` (see thread_choice_find()), or the only thread if `count` is 0. A thread
 * that is named twice is added once. Fails with ERROR_FORMAT if the samples have no times. Release
 * with charted_threads_release().
 */
bool charted_threads_find(struct charted_threads *c, const struct session *s,
			  const char *const *names, uint32_t count, struct error *err);
void charted_threads_release(struct charted_threads *c);

/* Like picture_heatmap(), for the charts of the threads, with one time axis. */
struct canvas *picture_chart(const struct session *s, const struct settings *settings,
			     const struct charted_threads *threads, int width,
			     struct error *err);

#endif
