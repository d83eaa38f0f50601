/* pprof_file.h - a flame graph as a profile of pprof: for go tool pprof and its relatives. */

#ifndef EXPORT_PPROF_FILE_H
#define EXPORT_PPROF_FILE_H

#include <stdio.h>

#include "analysis/flame.h"

/*
 * A sample for every stack, with what is weighed as its value; groups are functions too. Names
 * are as they are but for what is harmful in a terminal. Not gzipped: pprof takes both.
 * Without protobuf-c (pprof_file_none.c) an error.
 */
bool pprof_file_write(const struct flame *f, FILE *out, struct error *err);
bool pprof_file_is_there(void);

#endif
