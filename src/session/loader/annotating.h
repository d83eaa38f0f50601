/* annotating.h - reads the open file again to find the instructions of a function. */

#ifndef SESSION_LOADER_ANNOTATING_H
#define SESSION_LOADER_ANNOTATING_H

#include "profile/code.h"
#include "session/loader/loading.h"
#include "session/loader/rereading.h"

/*
 * The file is read first for instructions only, and then for source lines as well, which can take a
 * long time. Initialise with zeroes; release `loading` with loading_release().
 */
struct annotating {
	struct loading loading;
	bool with_lines;
};

static inline bool annotating_is_under_way(const struct annotating *a)
{
	return loading_is_under_way(&a->loading);
}

/*
 * Why instructions cannot be shown; NULL if they can. `partial`: only a part has been read;
 * `coming`: the rest is being read.
 */
const char *annotating_refusal(const struct file_mark *mark, const char *path,
			       const struct reading_options *reading, bool partial,
			       bool coming);

/* The function in the name of a frame. `has_lines`: names may end in a source line (--lines). */
struct text annotating_function(struct text name, bool has_lines);

/* Start reading for a function of `shown`, the profile on the screen; stops an earlier reading. */
bool annotating_begin(struct annotating *a, const char *path,
		      const struct reading_options *reading, const struct profile *shown,
		      struct text function, bool with_lines, struct error *err);

/*
 * True if reading has ended: either `*code` now belongs to the caller, or `err` is set, for example
 * because the samples differ from those in `shown`.
 */
bool annotating_take(struct annotating *a, const struct file_mark *mark,
		     const struct profile *shown, struct code_reading *code,
		     struct error *err);

/* The progress, for a profile with this many samples. */
void annotating_meter(const struct annotating *a, uint64_t samples, int width,
		      struct meter *m);

#endif
