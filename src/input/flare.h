/* flare.h - a parsed profile (.flare): nothing to parse, it is opened as it is. */

#ifndef INPUT_FLARE_H
#define INPUT_FLARE_H

#include "input/reading.h"

/* See struct format. From a file it is mapped; from a pipe or packed it is read into memory. */
unsigned flare_probe(struct text head);
struct profile *flare_open(struct reading *r, struct error *err);

#endif
