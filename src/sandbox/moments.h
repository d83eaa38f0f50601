/* moments.h - the files of the flight recorder: which names they have, and that they do not fill the disk. */

#ifndef SANDBOX_MOMENTS_H
#define SANDBOX_MOMENTS_H

#include <stdint.h>
#include <sys/types.h>

#include "base/placement.h"

#define MOMENT_NAME  80 /* room for a name */
#define MOMENT_STAMP 15 /* "20261128-083012" */

/*
 * "20261128-083012-busy.flare", or "-busy-2.flare" where that is there already. Only files of such
 * a name are made or removed, and only those of who runs this: what others have named in the same
 * way stays.
 */
struct moments {
	int directory;		  /* owned */
	uint64_t most;		  /* bytes of all of them; the oldest go */
	const char *const *kinds; /* borrowed: "busy", "search", up to NULL */
	struct placement begun;
	char name[MOMENT_NAME]; /* that it will have */
	uid_t owner;		/* of what is made there */
};

/*
 * False and an error: it is no directory, or others could replace what is in it. Close it, also
 * then.
 */
bool moments_open(struct moments *m, const char *directory, const char *const *kinds,
		  uint64_t most, struct error *err);
void moments_close(struct moments *m);

/*
 * What is to be the file of that name; close it before moments_commit(). -1 and an error. One at a
 * time.
 */
int moments_begin(struct moments *m, const char *name, struct error *err);

/* It is there, under a name that nobody had; the oldest go where all of them are too much. */
bool moments_commit(struct moments *m, struct error *err);
void moments_abandon(struct moments *m);

/* The oldest goes; false: there is none. */
bool moments_make_room(struct moments *m);

#endif
