/* loss_line.h - what was lost of a recording, in a line. */

#ifndef EXPORT_LOSS_LINE_H
#define EXPORT_LOSS_LINE_H

#include <stdio.h>

#include "profile/profile.h"

/*
 * "12 samples lost, first at line 5; 3 lines not understood, first at line 70": of a kind that
 * has several reasons all together. `kinds` is a set of LOSS_OF(). False, and nothing is written,
 * when nothing of them was lost.
 */
bool loss_line_write(const struct profile *p, unsigned kinds, FILE *out);

#endif
