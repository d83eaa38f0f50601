/* store.h - a profile stored in a .flare file, which is mapped and used in place. */

#ifndef PROFILE_STORE_H
#define PROFILE_STORE_H

#include <stdio.h>

#include "base/error.h"
#include "profile/profile.h"

/*
 * The tables in a file, except the losses, have the same form as in memory, so a mapped file can be
 * used as a profile; profile.owner then owns the mapping. Opening a file checks every table and its
 * checksum; store_check() checks the samples too. Callers that use no individual samples call
 * store_check_facts() instead; the tallies, which hold the sums over the samples of each context,
 * are enough for them.
 */

/*
 * The format of the file is described in flare(5). Files are untrusted: opening one checks that
 * every id of every table is valid. On big-endian machines, reading and writing fail with
 * ERROR_LIMIT.
 */

/* Is this the beginning of a .flare file? */
bool store_recognise(struct text head);

/*
 * Write `p`, front to back, so `out` may be a pipe. `origin` is stored in the file for
 * store_origin(). The caller chooses the file's name, and removes the file after a failure.
 */
bool store_write(const struct profile *p, struct text origin, FILE *out,
		 struct error *err);

/* The approximate size of the file, without the origin, the losses and the tallies. */
uint64_t store_size(const struct profile *p);

/*
 * Open a .flare file; `fd` still belongs to the caller and can be closed immediately. The file is
 * mapped if only we (or root) can write to it; otherwise it is read into memory, because it could
 * change while it is used. Our own files are replaced by renaming, never changed, because using a
 * mapped file after it was truncated can end the program with SIGBUS. The tables have been checked;
 * call store_check() to check the samples. NULL and an error on failure. Release with
 * profile_free().
 */
struct profile *store_open(int fd, struct error *err);

/*
 * Find the length of a whole file from its first `len` bytes: pass at least STORE_FRONT bytes if
 * the file is that long, aligned like memory from base/mem.h. False and an error if the bytes are
 * damaged, or of another version.
 */
#define STORE_FRONT 672
bool store_length(const void *front, size_t len, uint64_t *bytes, struct error *err);

/*
 * Open a whole file in memory, like store_open(); `bytes`, from base/mem.h, belongs to the
 * profile from then on, and is freed on failure.
 */
struct profile *store_open_bytes(void *bytes, size_t len, struct error *err);

/*
 * Do the samples of an opened file match their checksums, and are all their ids valid? Call this
 * before using any sample. It reads all samples.
 */
bool store_check(const struct profile *p, struct error *err);

/* Checks only the first and last time; for callers that use only these and the tables. */
bool store_check_facts(const struct profile *p, struct error *err);

/* The `origin` given to store_write(); empty for a profile that was not opened here. Borrowed. */
struct text store_origin(const struct profile *p);

#endif
