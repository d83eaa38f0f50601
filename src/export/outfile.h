/* outfile.h - an output file that appears complete or not at all. */

#ifndef EXPORT_OUTFILE_H
#define EXPORT_OUTFILE_H

#include <stdio.h>

#include "base/error.h"

/*
 * The file is written under a temporary name in the same directory and renamed at the end, so a
 * full disk or an interruption leaves the old file intact. Devices and FIFOs are written
 * directly; base/placement.h lists the other cases. outfile_open() returns NULL and an error
 * when the file exists and `overwrite` is false; outfile_commit() checks this again, so that no
 * file of another process is lost. End with outfile_commit() or outfile_abandon().
 */
struct outfile;
struct helper;
struct placement;

struct outfile *outfile_open(const char *path, bool overwrite, struct error *err);

/*
 * The same for a process that may not create files: helper `h` creates the file, if it is allowed.
 */
struct outfile *outfile_open_by(struct helper *h, const char *path, bool overwrite,
				struct error *err);

FILE *outfile_stream(struct outfile *o); /* borrowed */

/*
 * The remaining steps, for a helper to perform; NULL: none. After outfile_entrust() the helper
 * performs them. Borrowed until then.
 */
struct placement *outfile_placement(struct outfile *o);
void outfile_entrust(struct outfile *o, struct helper *h);

/* Returns false and sets an error if writing failed. Always releases `o`. */
bool outfile_commit(struct outfile *o, struct error *err);
void outfile_abandon(struct outfile *o); /* accepts NULL */

#endif
