/* symbol_choice.h - several symbols at one address: which is shown, and by which name. */

#ifndef SYMBOLS_SYMBOL_CHOICE_H
#define SYMBOLS_SYMBOL_CHOICE_H

#include <stdbool.h>

#include "symbols/symbol_names.h"
#include "symbols/symbol_order.h"

/*
 * The number of the one to show of `n` entries, at least one, which start at the same
 * address, as perf chooses. `mangled`: names may be mangled ones.
 */
size_t symbol_choice(const struct symbol_entry *e, size_t n,
		     const struct symbol_names *names, bool mangled);

/*
 * The name to show for one that is `raw` in the file. NULL when that is `raw` itself, or
 * there is no memory. Release with mem_free().
 */
char *symbol_choice_name(const struct symbol_entry *e, const char *raw, bool mangled);

#endif
