/* rereading.h - may the open file be read again, and was it the same file then? */

#ifndef SESSION_LOADER_REREADING_H
#define SESSION_LOADER_REREADING_H

#include "input/reading.h"
#include "profile/profile.h"

/* What tells a file from itself after a change; all zero: it cannot be read again. */
struct file_mark {
	uint64_t device, inode;
	int64_t size, seconds;
	int64_t ns;
	const struct recordings
	    *together; /* borrowed: of all of these, in place of one file; or NULL */
};

/* Of the file as it is now, or of several: `together` may be NULL. */
void rereading_note(struct file_mark *m, const char *path,
		    const struct recordings *together);
bool rereading_has_changed(const struct file_mark *was, const char *path);

#define REREADING_CHANGED "the file has changed since it was opened: open it again"

/* What stands in the way of reading a recording again for its addresses. */
enum rereading {
	REREADING_CAN,
	REREADING_STDIN,
	REREADING_PARTIAL, /* not all of it is on the screen */
	REREADING_CHANGES,
	REREADING_PIPE,
	REREADING_NO_ADDRESSES, /* names were in the file: it is no recording */
	REREADING_NO_SYMBOLS,	/* by --no-symbols */
	REREADINGS
};
enum rereading rereading_obstacle(const struct file_mark *was, const char *path,
				  const struct reading_options *reading, bool partial);

/* Have two readings the same samples, row by row? */
bool rereading_is_the_same(const struct profile *a, const struct profile *b);

#endif
