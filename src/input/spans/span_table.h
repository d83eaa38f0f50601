/* span_table.h - tables of what ran from when until when: operators, requests, build steps. */

#ifndef INPUT_SPAN_TABLE_H
#define INPUT_SPAN_TABLE_H

#include "base/library.h"
#include "input/reading.h"

unsigned span_table_probe(struct text head);

/* Refuses, and says why, in a flarescope without libcsv. */
bool span_table_read(struct reading *r, struct error *err);
extern const struct library csv_library;

#endif
