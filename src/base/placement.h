/* placement.h - a file that is written under a temporary name and then renamed to its own. */

#ifndef BASE_PLACEMENT_H
#define BASE_PLACEMENT_H

#include <limits.h>

#include "base/error.h"
#include "base/text.h"

/*
 * All files that flarescope writes are made here; tools/check-writes finds exceptions. The
 * directory is opened once, and all operations are relative to it: renaming it, or replacing it
 * by a link, redirects nothing. A file is created with O_EXCL, and a link at its name is not
 * followed. In world-writable directories, links and pipes of other users are refused, as the
 * kernel does with fs.protected_symlinks and fs.protected_fifos. World-writable directories
 * without the sticky bit are refused, because other users could replace our file by theirs.
 */
struct placement {
	int directory; /* owned; -1: the file is written directly and not renamed */
	char name[NAME_MAX + 1];
	char temporary[NAME_MAX + 1]; /* "": none */
	bool overwrite;
	bool settles; /* it is renamed only after fsync() */
};

enum placement_how {
	PLACEMENT_NEW = 0,
	PLACEMENT_REPLACE = 1, /* replace an existing file */
	/* mode 0600, as for a recording: readable by its owner only */
	PLACEMENT_PRIVATE = 2,
};

/*
 * Open a temporary file that will become the file at `path`, for writing and reading,
 * close-on-exec; -1 and an error otherwise. An existing file or link is refused without
 * PLACEMENT_REPLACE; with it, a link is replaced, never followed. A character device or a FIFO is
 * opened directly, without waiting for a reader, and checked again once it is open, because a file
 * or link may have taken its name in the meantime. "/dev/stdout", "/dev/stderr", "/dev/fd/N" and
 * "/proc/self/fd/N" refer to descriptors that the program inherited.
 */
int placement_begin(struct placement *p, const char *path, unsigned how,
		    struct error *err);

/*
 * The same for names from a process that a hostile file may have taken over. It makes a new file
 * or, with PLACEMENT_REPLACE, replaces a regular one whose first bytes `is_ours` accepts. It
 * refuses places where programs look for their settings: /etc, /usr ..., hidden directories and
 * files.
 */
#define PLACEMENT_HEAD 1024
int placement_begin_guarded(struct placement *p, const char *path, unsigned how,
			    bool (*is_ours)(const char *path, struct text head),
			    struct error *err);

/*
 * The same for a private file of the program in an open directory, which still belongs to the
 * caller. Does not wait for the disk.
 */
int placement_begin_in(struct placement *p, int directory, const char *name, unsigned how,
		       struct error *err);

/*
 * Give the file its name. Fails without PLACEMENT_REPLACE if the name has been taken in the
 * meantime. Ends the placement in any case; `path` is for messages.
 */
bool placement_commit(struct placement *p, const char *path, struct error *err);

/* The same with another name in that directory. */
bool placement_commit_as(struct placement *p, const char *name, struct error *err);

/*
 * The PID of the process that writes a file with this temporary name; 0 if it is not a temporary
 * name.
 */
int placement_writer(const char *temporary);

/* Remove the temporary file. May be called after the end. */
void placement_abandon(struct placement *p);

/*
 * Open a private directory, where no other user may write, and create it if it is missing. -1 and
 * an error otherwise. The caller closes it.
 */
int placement_directory(const char *path, struct error *err);

/* The same for an existing directory of any user, in which others cannot replace our files. */
int placement_open_directory(const char *path, struct error *err);

/*
 * Open a directory without following links of other users: under sudo, $HOME may be theirs. With
 * `make`, missing directories are created, with mode 0700, in directories of root or ours. -1 and
 * errno on failure. The caller closes it.
 */
int placement_own_directory(const char *path, bool make);

/* ---- files written by another program ---- */

/*
 * An empty directory beside the file, which only its owner may enter. The program that will write
 * the file at `path` (perf) writes NAME in here, and may write other files. Existing recordings,
 * files or directories, are kept as perf keeps them, with ".old" appended to their names; anything
 * else is refused.
 */
struct placement_room {
	struct placement at;
	int inside; /* owned; -1: none */
};

bool placement_room_begin(struct placement_room *r, const char *path, struct error *err);

/*
 * Create the file itself, new and private, for writing it in this process; -1 and errno on
 * failure.
 */
int placement_room_file(const struct placement_room *r);

/*
 * Rename the contents to their final names. Ends the placement; on failure the error message names
 * the directory that contains them.
 */
bool placement_room_commit(struct placement_room *r, const char *path, struct error *err);

/* Remove the directory and its contents. May be called after the end. */
void placement_room_abandon(struct placement_room *r);

#endif
