/* perf_data.h - the format perf-data: what perf record writes. */

#ifndef INPUT_PERF_DATA_H
#define INPUT_PERF_DATA_H

#include "input/reading.h"

unsigned perf_data_probe(struct text head);
bool perf_data_read(struct reading *r, struct error *err);

#endif
