/* saving.h - the graph on the screen, written to a file. */

#ifndef WORKSPACE_SAVING_H
#define WORKSPACE_SAVING_H

#include "input/perf_records/kept_records.h"
#include "workspace/open_profile.h"

/* What is saved of two sides. */
enum saved_sides {
	SAVED_ONE,	  /* the graph is of the range alone */
	SAVED_DIFFERENCE, /* what is drawn */
	SAVED_GONE,
	SAVED_RANGE /* the range alone, for the notation has no place for two */
};

enum saved_sides saving_sides(const struct open_profile *o,
			      const struct notation *notation);

/*
 * All of it or nothing: of two sides the graph that is drawn, as far as the notation has a place for it. A file
 * that is there is replaced only if it is one to overwrite. ERROR_NOTHING where nothing is gone.
 */
bool saving_write(const struct open_profile *o, const struct notation *notation,
		  const char *path, bool overwrite, struct error *err);

/*
 * Of what comes live: the records themselves of the ranges on the screen, of all processes and events,
 * as a perf.data.
 */
bool saving_write_records(const struct open_profile *o, const char *path, bool overwrite,
			  struct kept_written *done, struct error *err);

#endif
