/* folded_stacks.h - one line a stack with how often it was seen: "comm;main;work 42". */

#ifndef INPUT_FOLDED_STACKS_H
#define INPUT_FOLDED_STACKS_H

#include "input/reading.h"

/* See struct format. doc/formats/folded.md tells what is read and what is counted. */
unsigned folded_stacks_probe(struct text head);
bool folded_stacks_read(struct reading *r, struct error *err);

#endif
