/* austin.h - what Austin, a sampler of Python, prints: a line for each thread and sample. */

#ifndef INPUT_AUSTIN_H
#define INPUT_AUSTIN_H

#include "input/reading.h"

/* See struct format. doc/formats/austin.md tells what is read and what is counted. */
unsigned austin_probe(struct text head);
bool austin_read(struct reading *r, struct error *err);

#endif
