/* loss_line.h - the losses of a recording in one line. */

#ifndef EXPORT_LOSS_LINE_H
#define EXPORT_LOSS_LINE_H

#include <stdio.h>

#include "profile/profile.h"

/*
 * "12 samples lost, first at line 5; 3 lines not understood, first at line 70". Losses of one kind
 * are added up, whatever their reason. `kinds` is a set of LOSS_OF(). Writes nothing and returns
 * false if there are no losses of these kinds.
 */
bool loss_line_write(const struct profile *p, unsigned kinds, FILE *out);

#endif
