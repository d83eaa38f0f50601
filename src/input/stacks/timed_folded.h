/* timed_folded.h - folded stacks with times: "12.5 pid=7 nginx;main;work 1". */

#ifndef INPUT_TIMED_FOLDED_H
#define INPUT_TIMED_FOLDED_H

#include "input/reading.h"

/* See struct format. doc/formats/timed-folded.md defines it. */
unsigned timed_folded_probe(struct text head);
bool timed_folded_read(struct reading *r, struct error *err);

#endif
