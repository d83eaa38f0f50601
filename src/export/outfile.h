/* outfile.h - an output file that appears complete or not at all. */

#ifndef EXPORT_OUTFILE_H
#define EXPORT_OUTFILE_H

#include <stdio.h>

#include "base/error.h"

/*
 * The file is written under a temporary name in the same directory and renamed at the end, so a
 * full disk or an interruption leaves the old file intact. Devices and FIFOs are written directly;
 * base/placement.h lists the other cases. Without `overwrite`, outfile_open() returns NULL and an
 * error if the file exists; outfile_commit() checks again, in case another process has created it.
 * End with outfile_commit() or outfile_abandon().
 */
struct outfile;
struct helper;
struct placement;

struct outfile *outfile_open(const char *path, bool overwrite, struct error *err);

/*
 * Like outfile_open(), for a process that may not create files: the helper creates the file. If no
 * helper is running, the process itself does.
 */
struct outfile *outfile_open_by(struct helper *h, const char *path, bool overwrite,
				struct error *err);

FILE *outfile_stream(struct outfile *o); /* borrowed */

/*
 * outfile_placement() returns the steps that outfile_commit() would perform, borrowed; NULL: none.
 * The caller passes them to a helper; after outfile_entrust(), only the helper performs them.
 */
struct placement *outfile_placement(struct outfile *o);
void outfile_entrust(struct outfile *o, struct helper *h);

/* Returns false and sets an error if anything failed. Always releases `o`. */
bool outfile_commit(struct outfile *o, struct error *err);
void outfile_abandon(struct outfile *o); /* accepts NULL */

#endif
