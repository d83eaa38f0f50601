/* rereading.h - checks whether the open file can be read again, and whether it has changed. */

#ifndef SESSION_LOADER_REREADING_H
#define SESSION_LOADER_REREADING_H

#include "input/reading.h"
#include "profile/profile.h"

/* Identifies a version of a file; `inode` 0: the file cannot be read again. */
struct file_mark {
	uint64_t device, inode;
	int64_t size, seconds;
	int64_t ns;
	/* borrowed: several files opened as one; or NULL */
	const struct recordings *together;
};

/* Identify the current version of a file or, if `together` is not NULL, of all its files. */
void rereading_note(struct file_mark *m, const char *path,
		    const struct recordings *together);
bool rereading_has_changed(const struct file_mark *was, const char *path);

#define REREADING_CHANGED "the file has changed since it was opened: open it again"

/* Why a recording cannot be read again to look up its addresses. */
enum rereading {
	REREADING_CAN,
	REREADING_STDIN,
	REREADING_PARTIAL, /* the file has not been read to its end */
	REREADING_CHANGES,
	REREADING_PIPE,
	REREADING_NO_ADDRESSES, /* the file has names, not addresses */
	REREADING_NO_SYMBOLS,	/* --no-symbols */
	REREADINGS
};
enum rereading rereading_obstacle(const struct file_mark *was, const char *path,
				  const struct reading_options *reading, bool partial);

/* Do two profiles seem the same: in the number and times of samples, and the number of events? */
bool rereading_is_the_same(const struct profile *a, const struct profile *b);

#endif
