/* placement.h - a file that is written under a temporary name and then renamed to its own. */

#ifndef BASE_PLACEMENT_H
#define BASE_PLACEMENT_H

#include <limits.h>

#include "base/error.h"
#include "base/text.h"

/*
 * All that flarescope writes is made here; tools/check-writes finds what is not. The directory is
 * opened once, and everything is done relative to it: renaming it, or putting a link in its place,
 * redirects nothing. A file is made new (O_EXCL), and no link is followed at its name. Where
 * everybody may write, links and pipes of other users are refused, as by the kernel's
 * fs.protected_symlinks and fs.protected_fifos, and so is the directory unless it is sticky: others could
 * put a file of theirs in the place of ours.
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
 * otherwise. A file that is there is refused without PLACEMENT_REPLACE, a link too: it is never followed, but
 * replaced. A character device or a FIFO is opened itself, without waiting for a reader; that it is
 * one, and no file or link that has taken its name meanwhile, is looked at again afterwards. "/dev/stdout",
 * "/dev/stderr", "/dev/fd/N" and "/proc/self/fd/N" are descriptors that somebody has given us.
 */
int placement_begin(struct placement *p, const char *path, unsigned how,
		    struct error *err);

/*
 * The same for names that may come from a process that a file has taken over: a new file or,
 * with PLACEMENT_REPLACE, in the place of a regular one whose first bytes `is_ours` takes, nothing else; and
 * nowhere where programs look for their settings (in /etc, /usr ..., in hidden directories and files).
 */
#define PLACEMENT_HEAD 1024
int placement_begin_guarded(struct placement *p, const char *path, unsigned how,
			    bool (*is_ours)(const char *path, struct text head),
			    struct error *err);

/*
 * The same for a file of the program's own in a directory that is open, and stays the caller's: it is
 * private, and does not wait for the disk.
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
 * An open directory of one's own, where nobody else may write; made if there is none. -1 and an error
 * otherwise. Close it.
 */
int placement_directory(const char *path, struct error *err);

/* The same of one that is there, anybody's, where files can be made that others cannot replace. */
int placement_open_directory(const char *path, struct error *err);

/*
 * The same of one to which no link of another user leads: under sudo $HOME may be theirs. `make`: what is
 * missing is made, for nobody else, where root or we own what it is in. -1 and errno.
 */
int placement_own_directory(const char *path, bool make);

/* ---- where another program writes ---- */

/*
 * An empty directory beside the file, which only its owner may enter. Whoever is to write the file at
 * `path` (perf) writes NAME in here, and may write more. Files and directories of recordings that are there are
 * kept as perf keeps them, with ".old" behind their names, anything else is refused.
 */
struct placement_room {
	struct placement at;
	int inside; /* owned; -1: there is none */
};

bool placement_room_begin(struct placement_room *r, const char *path, struct error *err);

/* The file itself, new and private, for who writes it here; -1 and errno. */
int placement_room_file(const struct placement_room *r);

/* Give what is in it its names. It is the end; where that fails, an error says where all of it is. */
bool placement_room_commit(struct placement_room *r, const char *path, struct error *err);

/* Remove it and what is in it. May be called after the end. */
void placement_room_abandon(struct placement_room *r);

#endif
