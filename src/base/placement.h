/* placement.h - a file that is written under a temporary name, then renamed to its final one. */

#ifndef BASE_PLACEMENT_H
#define BASE_PLACEMENT_H

#include <limits.h>

#include "base/error.h"
#include "base/text.h"

/*
 * All files that flarescope writes are created here; tools/check-writes finds exceptions. The
 * directory is opened once, and all operations are relative to it: renaming it, or replacing it
 * with a link, redirects nothing. A file is created with O_EXCL, and a link at its name is not
 * followed. In world-writable directories, links and pipes of other users are refused, as they are
 * by the kernel with fs.protected_symlinks and fs.protected_fifos. World-writable directories
 * without the sticky bit are refused, because other users could replace our file with theirs.
 */
struct placement {
	int directory; /* owned; -1: the file is written directly and not renamed */
	char name[NAME_MAX + 1];
	char temporary[NAME_MAX + 1]; /* "": none */
	bool overwrite;
	bool settles; /* the directory is synced after the rename */
};

enum placement_how {
	PLACEMENT_NEW = 0,
	PLACEMENT_REPLACE = 1, /* replace an existing file */
	/* mode 0600, as for a recording: readable by its owner only */
	PLACEMENT_PRIVATE = 2,
};

/*
 * Open a temporary file that will become the file at `path`, for writing and reading,
 * close-on-exec; -1 and an error on failure. An existing file or link is refused without
 * PLACEMENT_REPLACE; with it, a link is replaced, never followed. A character device or a FIFO is
 * opened directly, without waiting for a reader, and checked again once it is open, because a file
 * or link may have taken its name in the meantime. "/dev/stdout", "/dev/stderr", "/dev/fd/N" and
 * "/proc/self/fd/N" refer to descriptors that the program inherited.
 */
int placement_begin(struct placement *p, const char *path, unsigned how,
		    struct error *err);

/*
 * Like placement_begin(), for a name from a process that a hostile file may have taken over.
 * Creates a new file or, with PLACEMENT_REPLACE, replaces a regular file whose first bytes
 * `is_ours` accepts. Refuses places where programs look for their settings: system directories such
 * as /etc and /usr, and hidden directories and files.
 */
#define PLACEMENT_HEAD 1024
int placement_begin_guarded(struct placement *p, const char *path, unsigned how,
			    bool (*is_ours)(const char *path, struct text head),
			    struct error *err);

/*
 * Like placement_begin(), for a private file of flarescope in an open directory, but without its
 * checks. The descriptor of the directory is duplicated. Does not wait for the disk.
 */
int placement_begin_in(struct placement *p, int directory, const char *name, unsigned how,
		       struct error *err);

/*
 * Rename the file to its final name. Without PLACEMENT_REPLACE, this fails if the name has been
 * taken in the meantime. Ends the placement in any case; `path` is for messages.
 */
bool placement_commit(struct placement *p, const char *path, struct error *err);

/* Like placement_commit(), with another name in the same directory. */
bool placement_commit_as(struct placement *p, const char *name, struct error *err);

/*
 * The PID of the process that writes a file with this temporary name; 0 if it is not a temporary
 * name.
 */
int placement_writer(const char *temporary);

/* Remove the temporary file. May be called after the placement has ended. */
void placement_abandon(struct placement *p);

/*
 * Open a directory that belongs to us and is not world-writable, and create it if it is missing. -1
 * and an error on failure. The caller closes it.
 */
int placement_directory(const char *path, struct error *err);

/* Open an existing directory of any user, if others cannot replace our files in it. */
int placement_open_directory(const char *path, struct error *err);

/*
 * Open a directory without following links of other users: under sudo, $HOME may be theirs. With
 * `make`, create missing directories with mode 0700 where no other user can replace them. -1 and
 * errno on failure. The caller closes it.
 */
int placement_own_directory(const char *path, bool make);

/* ---- files written by another program ---- */

/*
 * An empty, private directory next to the final file. The program that writes the file (perf)
 * writes it here, under its final name, and may write other files too. An existing file, or a
 * recording that is a directory, is kept as perf keeps it, with ".old" appended to its name;
 * anything else is refused.
 */
struct placement_room {
	struct placement at;
	int inside; /* owned; -1: none */
};

bool placement_room_begin(struct placement_room *r, const char *path, struct error *err);

/*
 * Create the file in that directory, for callers that write it themselves; -1 and errno on failure.
 */
int placement_room_file(const struct placement_room *r);

/*
 * Rename the contents to their final names. Ends the placement; on failure the error message names
 * the directory that contains them.
 */
bool placement_room_commit(struct placement_room *r, const char *path, struct error *err);

/* Remove the directory and its contents. May be called after the placement has ended. */
void placement_room_abandon(struct placement_room *r);

#endif
