/* firefox.h - profiles of the Firefox profiler, and of samply, which writes the same. */

#ifndef INPUT_FIREFOX_H
#define INPUT_FIREFOX_H

#include "input/json/json_head.h"
#include "input/reading.h"

/* See struct format. doc/formats/firefox.md tells what is read and what is counted. */
unsigned firefox_probe(struct text head);
extern const struct json_witness firefox_witness;
bool firefox_read(struct reading *r, struct error *err);

#endif
