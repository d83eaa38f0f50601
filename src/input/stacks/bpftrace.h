/* bpftrace.h - stacks that bpftrace prints: as maps of counts, or by printf with a time. */

#ifndef INPUT_BPFTRACE_H
#define INPUT_BPFTRACE_H

#include "input/reading.h"

/* See struct format. doc/formats/bpftrace.md tells what is read and what is counted. */
unsigned bpftrace_probe(struct text head);
bool bpftrace_read(struct reading *r, struct error *err);

#endif
