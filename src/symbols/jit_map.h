/* jit_map.h - the symbols of code generated at run time (JIT), from /tmp/perf-PID.map. */

#ifndef SYMBOLS_JIT_MAP_H
#define SYMBOLS_JIT_MAP_H

#include <stdint.h>

#include "symbols/symbol_table.h"

struct jit_map;

/*
 * Parse lines "START SIZE NAME" with hexadecimal numbers; other lines are skipped. Where lines
 * overlap, the later one wins. Takes ownership of the allocated `text`, even on failure. The text
 * must be smaller than 4 GiB. Returns NULL when memory runs out. Release with jit_map_free().
 */
struct jit_map *jit_map_new(char *text, size_t len);
void jit_map_free(struct jit_map *m);

/* Thread-safe. Names are borrowed from the map. */
bool jit_map_find(const struct jit_map *m, uint64_t address, struct symbol *found);

#endif
