/* symbol_choice.h - several symbols at one address: which is shown, and by which name. */

#ifndef SYMBOLS_SYMBOL_CHOICE_H
#define SYMBOLS_SYMBOL_CHOICE_H

#include <stdint.h>

#include "symbols/symbol_names.h"
#include "symbols/symbol_index.h"

/*
 * The number of the one to show of `n` entries, at least one, which start at the same
 * address, as perf chooses. Names may be mangled ones, `*steps` is what is left for demangling
 * them (demangle.h); NULL: they are not.
 */
size_t symbol_choice(const struct symbol_entry *e, size_t n,
		     const struct symbol_names *names, uint64_t *steps);

/*
 * The name to show for one that is `raw` in the file. NULL when that is `raw` itself, or
 * there is no memory. Release with mem_free().
 */
char *symbol_choice_name(const struct symbol_entry *e, const char *raw, uint64_t *steps);

#endif
