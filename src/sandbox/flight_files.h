/* flight_files.h - the files of the flight recorder: their names, and a limit on their size. */

#ifndef SANDBOX_FLIGHT_FILES_H
#define SANDBOX_FLIGHT_FILES_H

#include <stdint.h>
#include <sys/types.h>

#include "base/placement.h"

#define FLIGHT_FILE_NAME 80 /* bytes of a name, including the NUL */
#define MOMENT_STAMP	 15 /* "20261128-083012" */

/*
 * Files are named "20261128-083012-busy.flare", or "-busy-2.flare" if that exists. Only files with
 * such names that belong to this user are created or removed: files of other users stay, whatever
 * their names.
 */
struct flight_files {
	int directory; /* owned */
	/* limit for all files, in bytes; the oldest are removed */
	uint64_t most;
	const char *const *kinds; /* borrowed: "busy", "search", ..., NULL */
	struct placement begun;
	char name[FLIGHT_FILE_NAME]; /* the final name */
	uid_t owner;		     /* of the created files */
};

/*
 * False and an error: it is not a directory, or others could replace its files. Close it even then.
 */
bool flight_files_open(struct flight_files *m, const char *directory,
		       const char *const *kinds, uint64_t most, struct error *err);
void flight_files_close(struct flight_files *m);

/*
 * A descriptor to write the file of that name; close it before flight_files_commit(). -1 and an
 * error on failure. One file at a time.
 */
int flight_files_begin(struct flight_files *m, const char *name, struct error *err);

/*
 * Publish the file under an unused name; the oldest files are removed if all together are too
 * large.
 */
bool flight_files_commit(struct flight_files *m, struct error *err);
void flight_files_abandon(struct flight_files *m);

/* Remove the oldest file; false: there is none. */
bool flight_files_make_room(struct flight_files *m);

#endif
