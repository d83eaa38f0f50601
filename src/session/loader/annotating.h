/* annotating.h - reads the open file again for the instructions of a function. */

#ifndef SESSION_LOADER_ANNOTATING_H
#define SESSION_LOADER_ANNOTATING_H

#include "profile/code.h"
#include "session/loader/loading.h"
#include "session/loader/rereading.h"

/*
 * The file is read first for the instructions alone, and then for their source lines as well, which
 * can take long. Initialise it with zeroes; release with loading_release().
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
 * Why it cannot be read for this purpose; NULL if it can. `partial`: the file is incomplete;
 * `coming`: the rest is being read.
 */
const char *annotating_refusal(const struct file_mark *mark, const char *path,
			       const struct reading_options *reading, bool partial,
			       bool coming);

/* The function in the name of a frame, which with --lines also includes a line. */
struct text annotating_function(struct text name, bool has_lines);

/*
 * Start reading it for this function of the profile on the screen; an earlier reading is stopped.
 */
bool annotating_begin(struct annotating *a, const char *path,
		      const struct reading_options *reading, const struct profile *shown,
		      struct text function, bool with_lines, struct error *err);

/*
 * True when reading has ended; then `*code` belongs to the caller, or `err` explains why there is
 * none, for example because the samples differ from those in `shown`.
 */
bool annotating_take(struct annotating *a, const struct file_mark *mark,
		     const struct profile *shown, struct code_reading *code,
		     struct error *err);

/* The meter, for a profile with this many samples. */
void annotating_meter(const struct annotating *a, uint64_t samples, int width,
		      struct meter *m);

#endif
