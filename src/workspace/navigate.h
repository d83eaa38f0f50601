/* navigate.h - the commands that no view takes. */

#ifndef WORKSPACE_NAVIGATE_H
#define WORKSPACE_NAVIGATE_H

#include "workspace/parts.h"

/* False: it means nothing here. */
bool navigate_command(struct workspace *w, const struct input *in);

#endif
