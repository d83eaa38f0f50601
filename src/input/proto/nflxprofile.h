/* nflxprofile.h - the profiles of Netflix's nflxprofile, which FlameScope reads. */

#ifndef INPUT_NFLXPROFILE_H
#define INPUT_NFLXPROFILE_H

#include "input/reading.h"

/* As in struct format. Without protobuf-c (proto_none.c) reading is an error that says so. */
unsigned nflxprofile_probe(struct text head);
bool nflxprofile_read(struct reading *r, struct error *err);

#endif
