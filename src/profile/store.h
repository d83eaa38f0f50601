/* store.h - a profile as a file of its own, *.flare, that is used where it is mapped. */

#ifndef PROFILE_STORE_H
#define PROFILE_STORE_H

#include <stdio.h>

#include "base/error.h"
#include "profile/profile.h"

/*
 * Tables are in the file as they are in memory, so that a mapped file is a profile;
 * `struct profile` names an owner for that. Opening checks every table and its sum, and
 * the samples too; who reads facts only checks no more of these than times, for tallies
 * are all samples added up by context. Files are mapped when nobody but their reader and
 * root can write to them, and ours are replaced by renaming only; others' files are read
 * into memory, or they could change between check and use.
 */

/*
 * The format of the file is in flare(5). Files are untrusted: in what opens every id of
 * every table is valid. Only on little-endian machines; the others get ERROR_LIMIT.
 */

/* Does a file that begins like this have that format? */
bool store_recognise(struct text head);

/*
 * Write `p`, front to back, so that `out` may be a pipe. `origin` is kept in the file for
 * store_origin(). The file's name, and removing half a file, is up to the caller.
 */
bool store_write(const struct profile *p, struct text origin, FILE *out,
		 struct error *err);

/* About how many bytes store_write() would write; without the tallies. */
uint64_t store_size(const struct profile *p);

/*
 * Open such a file; `fd` stays the caller's and can be closed at once. It is mapped, and
 * analysed where it is, when only we (or root) can write to it; otherwise it
 * is read into memory, since it could change while it is used. Our own files are replaced
 * by renaming, never changed: truncating one while it is mapped ends the program with
 * SIGBUS. All has been checked but the samples, for which there is store_check(). NULL
 * and an error otherwise. Release with profile_free().
 */
struct profile *store_open(int fd, struct error *err);

/*
 * How long the whole file is that begins with these `len` bytes, at least STORE_FRONT if
 * it has so many, aligned as from base/mem.h. False and an error if they are damaged, or
 * of another version.
 */
#define STORE_FRONT 672
bool store_length(const void *front, size_t len, uint64_t *bytes, struct error *err);

/*
 * The same for the whole file in memory; `bytes`, from base/mem.h, is the profile's from
 * then on, or freed on failure.
 */
struct profile *store_open_bytes(void *bytes, size_t len, struct error *err);

/*
 * Are the samples of an opened file what was written, and all their ids in their tables?
 * To be called before any sample is used. Reads them once.
 */
bool store_check(const struct profile *p, struct error *err);

/* A smaller check, for callers that use only the tables and the first and last time. */
bool store_check_facts(const struct profile *p, struct error *err);

/* What store_write() was given; empty for a profile that was not opened here. Borrowed. */
struct text store_origin(const struct profile *p);

#endif
