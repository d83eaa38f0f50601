/* perf_map.h - code made while the program ran, as its /tmp/perf-PID.map tells it. */

#ifndef SYMBOLS_PERF_MAP_H
#define SYMBOLS_PERF_MAP_H

#include <stdint.h>

#include "symbols/symbol_table.h"

struct perf_map;

/*
 * Read "START SIZE NAME" lines, hexadecimal; others are left out. Takes `text`, which was
 * allocated and has less than 4 GiB, also when it fails: NULL for want of memory. A later line
 * takes addresses from earlier ones. Release with perf_map_free().
 */
struct perf_map *perf_map_new(char *text, size_t len);
void perf_map_free(struct perf_map *m);

/* May be asked by any number of threads. Names are borrowed from the map. */
bool perf_map_find(const struct perf_map *m, uint64_t address, struct symbol *found);

#endif
