/* annotating.h - the open file is read again for the instructions of a function. */

#ifndef SESSION_LOADER_ANNOTATING_H
#define SESSION_LOADER_ANNOTATING_H

#include "profile/code.h"
#include "session/loader/loading.h"
#include "session/loader/rereading.h"

/*
 * Zero to begin; release with loading_release(). First for the instructions alone, then for the lines they
 * were compiled from as well, because that can take long.
 */
struct annotating {
	struct loading loading;
	bool with_lines;
};

static inline bool annotating_is_under_way(const struct annotating *a)
{
	return loading_is_under_way(&a->loading);
}

/* Why it cannot be read for that; NULL: it can. `partial`: not all of it is on the screen, and
 * `coming`: but it will be. */
const char *annotating_refusal(const struct file_mark *mark, const char *path,
			       const struct reading_options *reading, bool partial,
			       bool coming);

/* The function of a frame of this name: with --lines they have a line as well. */
struct text annotating_function(struct text name, bool has_lines);

/*
 * Read it for this function, one of the profile on the screen, whatever it was read for before. The
 * name is copied.
 */
bool annotating_begin(struct annotating *a, const char *path,
		      const struct reading_options *reading, const struct profile *shown,
		      struct text function, bool with_lines, struct error *err);

/*
 * What has come: true when something has, and reading is over; then `*code` is the caller's, unless
 * `err` says why there is none. It has to be of the same samples as `shown`.
 */
bool annotating_take(struct annotating *a, const struct file_mark *mark,
		     const struct profile *shown, struct code_reading *code,
		     struct error *err);

/* Of a profile of so many samples. */
void annotating_meter(const struct annotating *a, uint64_t samples, int width,
		      struct meter *m);

#endif
