/* spans.h - tables of what ran from when until when: operators, requests, build steps. */

#ifndef INPUT_SPANS_H
#define INPUT_SPANS_H

#include "input/reading.h"

unsigned spans_probe(struct text head);

/* Refuses, and says why, in a flarescope without libcsv. */
bool spans_read(struct reading *r, struct error *err);

#endif
