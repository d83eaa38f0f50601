/* saving.h - the graph on the screen, written to a file. */

#ifndef WORKSPACE_SAVING_H
#define WORKSPACE_SAVING_H

#include "input/perf_records/kept_records.h"
#include "workspace/open_profile.h"

/* All of it or nothing. A file that is there is replaced only if it is one to overwrite. */
bool saving_write(const struct open_profile *o, const struct notation *notation,
		  const char *path, bool overwrite, struct error *err);

/*
 * Of what comes live: the records themselves of the ranges on the screen, of all processes and events,
 * as a perf.data.
 */
bool saving_write_records(const struct open_profile *o, const char *path, bool overwrite,
			  struct kept_written *done, struct error *err);

#endif
