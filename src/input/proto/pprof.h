/* pprof.h - the profiles of pprof: Go, py-spy, perf_to_profile, Parca and many others. */

#ifndef INPUT_PPROF_H
#define INPUT_PPROF_H

#include "base/library.h"
#include "input/reading.h"

/* As in struct format. Without protobuf-c (proto_none.c) reading is an error that says so. */
unsigned pprof_probe(struct text head);
bool pprof_read(struct reading *r, struct error *err);
extern const struct library protobuf_library;

#endif
