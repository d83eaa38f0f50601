/* placement.h - a file that is written under a temporary name and then renamed to its own. */

#ifndef BASE_PLACEMENT_H
#define BASE_PLACEMENT_H

#include <limits.h>

#include "base/error.h"
#include "base/text.h"

/*
 * All that flarescope writes is made here; tools/check-writes finds what is not. The directory is
 * opened once, and everything is done relative to it: renaming it, or putting a link in its place,
 * redirects nothing. A file is made new (O_EXCL), and a link at its name is not followed. Where
 * everybody may write, links and pipes of other users are refused, as the kernel does with
 * fs.protected_symlinks and fs.protected_fifos. A directory without the sticky bit is refused there
 * too: others could replace our file with one of theirs.
 */
struct placement {
	int directory; /* owned; -1: written to directly, there is nothing to rename */
	char name[NAME_MAX + 1];
	char temporary[NAME_MAX + 1]; /* "": there is none */
	bool overwrite;
	bool settles; /* its name waits for the disk */
};

enum placement_how {
	PLACEMENT_NEW = 0,
	PLACEMENT_REPLACE = 1, /* what is there is to be replaced */
	PLACEMENT_PRIVATE =
	    2, /* mode 0600, as of a recording: only its owner may read it */
};

/*
 * Open what is to become the file at `path`, to write and read, close-on-exec; -1 and an error
 * otherwise. An existing file or link is refused without PLACEMENT_REPLACE; with it, a link is
 * replaced, never followed. A character device or a FIFO is opened directly, without waiting for
 * a reader, and checked again once it is open, in case a file or link has taken its name
 * meanwhile. "/dev/stdout", "/dev/stderr", "/dev/fd/N" and "/proc/self/fd/N" are descriptors that
 * we were given.
 */
int placement_begin(struct placement *p, const char *path, unsigned how,
		    struct error *err);

/*
 * The same for names from a process that a hostile file may have taken over. It makes a new file
 * or, with PLACEMENT_REPLACE, replaces a regular one whose first bytes `is_ours` accepts. It
 * writes nothing where programs look for their settings: in /etc, /usr ..., in hidden directories
 * and files.
 */
#define PLACEMENT_HEAD 1024
int placement_begin_guarded(struct placement *p, const char *path, unsigned how,
			    bool (*is_ours)(const char *path, struct text head),
			    struct error *err);

/*
 * The same for a private file of the program's own in an open directory, which stays the caller's.
 * It does not wait for the disk.
 */
int placement_begin_in(struct placement *p, int directory, const char *name, unsigned how,
		       struct error *err);

/*
 * Give the file its name. Without PLACEMENT_REPLACE that fails when there is one by now. In any
 * case it is the end; `path` is for messages.
 */
bool placement_commit(struct placement *p, const char *path, struct error *err);

/* The same with another name in that directory, which is only known now. */
bool placement_commit_as(struct placement *p, const char *name, struct error *err);

/* Who writes the file of that temporary name: a PID; 0: it is no such name. */
int placement_writer(const char *temporary);

/* Remove what was written. May be called after the end. */
void placement_abandon(struct placement *p);

/*
 * Open a directory of one's own, where nobody else may write, and make it if there is none. -1 and
 * an error otherwise. Close it.
 */
int placement_directory(const char *path, struct error *err);

/* The same of one that is there, anybody's, where files can be made that others cannot replace. */
int placement_open_directory(const char *path, struct error *err);

/*
 * Open a directory without following links of other users: under sudo, $HOME may be theirs. With
 * `make`, missing directories are made, with mode 0700, in directories that root or we own. -1 and
 * errno on failure. Close it.
 */
int placement_own_directory(const char *path, bool make);

/* ---- where another program writes ---- */

/*
 * An empty directory beside the file, which only its owner may enter. The program that is to
 * write the file at `path` (perf) writes NAME in here, and may write more. Existing recordings,
 * files or directories, are kept as perf keeps them, with ".old" behind their names; anything
 * else is refused.
 */
struct placement_room {
	struct placement at;
	int inside; /* owned; -1: there is none */
};

bool placement_room_begin(struct placement_room *r, const char *path, struct error *err);

/* The file itself, new and private, for who writes it here; -1 and errno. */
int placement_room_file(const struct placement_room *r);

/* Give its contents their names. This is the end; if it fails, the error says where they are. */
bool placement_room_commit(struct placement_room *r, const char *path, struct error *err);

/* Remove it and what is in it. May be called after the end. */
void placement_room_abandon(struct placement_room *r);

#endif
