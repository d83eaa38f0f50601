/* flight_files.h - the files of the flight recorder: their names, and a limit on their size. */

#ifndef SANDBOX_FLIGHT_FILES_H
#define SANDBOX_FLIGHT_FILES_H

#include <stdint.h>
#include <sys/types.h>

#include "base/placement.h"

#define FLIGHT_FILE_NAME 80 /* bytes of a name, including the NUL */
#define MOMENT_STAMP	 15 /* "20261128-083012" */

/*
 * Files are named like "20261128-083012-busy.flare" or "20261128-083012-busy-2.flare". Only files
 * with such names are created, and only those that belong to this user are removed.
 */
struct flight_files {
	int directory; /* owned */
	/* limit on the total size, in bytes; beyond it, the oldest are removed */
	uint64_t most;
	const char *const *kinds; /* borrowed: "busy", "search", ..., NULL */
	struct placement begun;
	char name[FLIGHT_FILE_NAME]; /* the final name */
	uid_t owner;		     /* of the created files */
};

/*
 * False and an error if `directory` cannot be opened, or if other users could replace files in it.
 * Call flight_files_close() even then.
 */
bool flight_files_open(struct flight_files *m, const char *directory,
		       const char *const *kinds, uint64_t most, struct error *err);
void flight_files_close(struct flight_files *m);

/*
 * Open a file that will get this name, for writing; close it before flight_files_commit(). -1 and
 * an error on failure. Abandons the previous file unless it has been committed.
 */
int flight_files_begin(struct flight_files *m, const char *name, struct error *err);

/*
 * Give the file its name, which must be unused, and remove the oldest other files while the total
 * size exceeds the limit.
 */
bool flight_files_commit(struct flight_files *m, struct error *err);
void flight_files_abandon(struct flight_files *m);

/* Remove the oldest file; false if there is no file, or it cannot be removed. */
bool flight_files_make_room(struct flight_files *m);

#endif
