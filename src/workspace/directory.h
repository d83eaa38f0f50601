/* directory.h - the files of a directory as a list to open one from. */

#ifndef WORKSPACE_DIRECTORY_H
#define WORKSPACE_DIRECTORY_H

#include "view/menu_view.h"

/*
 * Fill `menu` with the directories and files of `path` (dot files left out, sorted by name,
 * directories first): name, format, size and age; `key` is the path to open. `name` in the
 * details is the format's, or what the file seems to be. False and an error when it cannot
 * be read.
 */
bool directory_list(const char *path, struct menu_view *menu, struct error *err);

/* Is there a directory of this name, and not one that is a recording? */
bool directory_is(const char *path);

#endif
