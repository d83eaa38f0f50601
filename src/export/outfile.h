/* outfile.h - a file that appears whole under its name, or not at all. */

#ifndef EXPORT_OUTFILE_H
#define EXPORT_OUTFILE_H

#include <stdio.h>

#include "base/error.h"

/*
 * Written under a temporary name in the same directory, and given its own name at the
 * end: a full disk or an interruption leaves what was there before. A device or a FIFO is
 * written directly; base/placement.h says what else a name may be. NULL and an error when
 * the file exists and `overwrite` is false (looked at again at the end, so that nobody's file
 * is lost). End with outfile_commit() or outfile_abandon().
 */
struct outfile;
struct helper;
struct placement;

struct outfile *outfile_open(const char *path, bool overwrite, struct error *err);

/* The same where this process cannot make files itself: `h` does it, of what it may make. */
struct outfile *outfile_open_by(struct helper *h, const char *path, bool overwrite,
				struct error *err);

FILE *outfile_stream(struct outfile *o); /* borrowed */

/*
 * What is left to be done at the end, for a helper that is told to do it; NULL: nothing. From
 * outfile_entrust() on it does. Borrowed, until then.
 */
struct placement *outfile_placement(struct outfile *o);
void outfile_entrust(struct outfile *o, struct helper *h);

/* False and an error when anything could not be written; released in any case. */
bool outfile_commit(struct outfile *o, struct error *err);
void outfile_abandon(struct outfile *o); /* NULL is fine */

#endif
