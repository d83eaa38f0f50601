/* dtrace.h - stacks that DTrace scripts print, with times or as aggregates of counts. */

#ifndef INPUT_DTRACE_H
#define INPUT_DTRACE_H

#include "input/reading.h"

/* See struct format. doc/formats/dtrace.md tells what is read and what is counted. */
unsigned dtrace_probe(struct text head);
bool dtrace_read(struct reading *r, struct error *err);

#endif
