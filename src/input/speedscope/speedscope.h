/* speedscope.h - the files of https://www.speedscope.app, which many profilers can write. */

#ifndef INPUT_SPEEDSCOPE_H
#define INPUT_SPEEDSCOPE_H

#include "input/json/json_head.h"
#include "input/reading.h"

/* See struct format. doc/formats/speedscope.md tells what is read and what is counted. */
unsigned speedscope_probe(struct text head);
extern const struct json_witness speedscope_witness;
bool speedscope_read(struct reading *r, struct error *err);

#endif
