/* saving.h - the graph on the screen, written to a file. */

#ifndef WORKSPACE_SAVING_H
#define WORKSPACE_SAVING_H

#include "workspace/open_profile.h"

/* All of it or nothing. A file that is there is replaced only if it is one to overwrite. */
bool saving_write(const struct open_profile *o, const struct notation *notation,
		  const char *path, bool overwrite, struct error *err);

#endif
