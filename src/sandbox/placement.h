/* placement.h - a file that is written under a temporary name and then renamed to its own. */

#ifndef SANDBOX_PLACEMENT_H
#define SANDBOX_PLACEMENT_H

#include <limits.h>

#include "base/error.h"

/*
 * The directory is opened once, and everything is done relative to it: renaming it, or putting
 * a link in its place, redirects nothing. No link is followed at the name itself.
 */
struct placement {
	int directory; /* owned; -1: written to directly, there is nothing to rename */
	char name[NAME_MAX + 1];
	char temporary[NAME_MAX + 1]; /* "": there is none */
	bool overwrite;
};

/*
 * Open what is to become the file at `path`, close-on-exec; -1 and an error otherwise. A file
 * that is there is refused unless `overwrite`, a link too: it is never followed, but replaced.
 * A character device or a FIFO is opened itself; that it is one, and no file or link that has
 * taken its name meanwhile, is looked at again afterwards. "/dev/stdout", "/dev/stderr",
 * "/dev/fd/N" and "/proc/self/fd/N" are descriptors that somebody has given us.
 */
int placement_begin(struct placement *p, const char *path, bool overwrite,
		    struct error *err);

/*
 * The same for names that may come from a process that a file has taken over: a new file or,
 * with `overwrite`, in the place of a regular one, nothing else; and nowhere where programs
 * look for their settings (in /etc, /usr ..., in hidden directories and files).
 */
int placement_begin_guarded(struct placement *p, const char *path, bool overwrite,
			    struct error *err);

/*
 * Give the file its name. Without `overwrite` that fails when there is one by now. In any
 * case it is the end; `path` is for messages.
 */
bool placement_commit(struct placement *p, const char *path, struct error *err);

/* Remove what was written. May be called after the end. */
void placement_abandon(struct placement *p);

#endif
