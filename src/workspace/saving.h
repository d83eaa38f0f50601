/* saving.h - the graph on the screen, written to a file. */

#ifndef WORKSPACE_SAVING_H
#define WORKSPACE_SAVING_H

#include "workspace/open_profile.h"

enum saving { SAVING_DONE, SAVING_FAILED, SAVING_EXISTS };

/*
 * All of it or nothing: of two sides the graph that is drawn, as far as the notation has a place for it;
 * of a live recording, into a .data file, the records of the ranges on the screen, of all processes and
 * events. A file that is there is replaced only if it is one to overwrite: else SAVING_EXISTS.
 * ERROR_NOTHING where nothing is gone. `words`: what was saved, for the status line.
 */
#define SAVING_WORDS 480
enum saving saving_save(const struct open_profile *o, const char *path, bool overwrite,
			char words[SAVING_WORDS], struct error *err);

#endif
