/* cpuprofile.h - the .cpuprofile files of Chrome, Node and other hosts of V8. */

#ifndef INPUT_CPUPROFILE_H
#define INPUT_CPUPROFILE_H

#include "input/json/json_head.h"
#include "input/reading.h"

/* See struct format. doc/formats/cpuprofile.md tells what is read and what is counted. */
unsigned cpuprofile_probe(struct text head);
extern const struct json_witness cpuprofile_witness;
bool cpuprofile_read(struct reading *r, struct error *err);

#endif
