/* perf_map.h - code generated at run time (JIT), as its /tmp/perf-PID.map describes it. */

#ifndef SYMBOLS_PERF_MAP_H
#define SYMBOLS_PERF_MAP_H

#include <stdint.h>

#include "symbols/symbol_table.h"

struct perf_map;

/*
 * Parse "START SIZE NAME" lines, in hexadecimal; others are skipped. Takes ownership of `text`,
 * which was allocated and has less than 4 GiB, also when it fails: NULL, out of memory. Where
 * lines overlap, the later one counts. Release with perf_map_free().
 */
struct perf_map *perf_map_new(char *text, size_t len);
void perf_map_free(struct perf_map *m);

/* Any number of threads may call it. Names are borrowed from the map. */
bool perf_map_find(const struct perf_map *m, uint64_t address, struct symbol *found);

#endif
