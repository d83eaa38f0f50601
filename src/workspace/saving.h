/* saving.h - saves the graph on the screen, or the records of a live recording, to a file. */

#ifndef WORKSPACE_SAVING_H
#define WORKSPACE_SAVING_H

#include "workspace/open_profile.h"

enum saving { SAVING_DONE, SAVING_FAILED, SAVING_EXISTS };

/*
 * Write the whole file or nothing. A comparison is written as drawn, if the format can store two
 * sides. From a live recording a .data file gets the records of the selected ranges, of all
 * processes and events. An existing file is replaced only with `overwrite`; else SAVING_EXISTS.
 * ERROR_NOTHING if an elided graph is empty. `words`: a message for the status line.
 */
#define SAVING_WORDS 480
enum saving saving_save(const struct open_profile *o, const char *path, bool overwrite,
			char words[SAVING_WORDS], struct error *err);

#endif
