/* store.h - a profile in a separate file, *.flare, which is used while it is mapped. */

#ifndef PROFILE_STORE_H
#define PROFILE_STORE_H

#include <stdio.h>

#include "base/error.h"
#include "profile/profile.h"

/*
 * The tables in a file are the same as in memory, so a mapped file is a profile; `struct profile`
 * has an owner for that purpose. Opening checks every table and its sum; store_check() checks the
 * samples too. Callers that read only facts check only the times of the samples, because tallies
 * hold the sums of all samples by context. Files are mapped if only their reader and root can write
 * to them, and our own files are replaced by renaming only; other files are read into memory,
 * because they could change between check and use.
 */

/*
 * The format of the file is described in flare(5). Files are untrusted: in an opened profile
 * every id of every table is valid. Only for little-endian machines; others get ERROR_LIMIT.
 */

/* Is this the beginning of a file of that format? */
bool store_recognise(struct text head);

/*
 * Write `p`, front to back, so `out` may be a pipe. `origin` is stored in the file for
 * store_origin(). The caller chooses the file's name, and removes the file after a failure.
 */
bool store_write(const struct profile *p, struct text origin, FILE *out,
		 struct error *err);

/* The approximate number of bytes that store_write() would write, without the tallies. */
uint64_t store_size(const struct profile *p);

/*
 * Open a .flare file; `fd` still belongs to the caller and can be closed immediately. The file is
 * mapped if only we (or root) can write to it; otherwise it is read into memory, because it could
 * change while it is used. Our own files are replaced by renaming, never changed: truncating a
 * mapped file would end the program with SIGBUS. Everything except the samples has been checked;
 * for these call store_check(). NULL and an error on failure. Release with profile_free().
 */
struct profile *store_open(int fd, struct error *err);

/*
 * The length of the whole file that begins with these `len` bytes, at least STORE_FRONT if the file
 * is that long, aligned as from base/mem.h. False and an error if they are damaged, or of another
 * version.
 */
#define STORE_FRONT 672
bool store_length(const void *front, size_t len, uint64_t *bytes, struct error *err);

/*
 * Open a whole file in memory, like store_open(); `bytes`, from base/mem.h, belongs to the
 * profile from then on, and is freed on failure.
 */
struct profile *store_open_bytes(void *bytes, size_t len, struct error *err);

/*
 * Do the samples of an opened file match their sums, and are all their ids valid? Call it before
 * using any sample. Reads them once.
 */
bool store_check(const struct profile *p, struct error *err);

/* A smaller check, for callers that use only the tables and the first and last time. */
bool store_check_facts(const struct profile *p, struct error *err);

/* The `origin` given to store_write(); empty for a profile that was not opened here. Borrowed. */
struct text store_origin(const struct profile *p);

#endif
