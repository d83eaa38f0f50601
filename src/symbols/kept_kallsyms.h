/* kept_kallsyms.h - what does not change of /proc/kallsyms until the next boot, kept between runs. */

#ifndef SYMBOLS_KEPT_KALLSYMS_H
#define SYMBOLS_KEPT_KALLSYMS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"
#include "symbols/kallsyms.h"
#include "symbols/symbol_source.h"
#include "symbols/symbol_table.h"

/*
 * Linux writes 200,000 lines for each reader, 35 to 60 ms. Programs of BPF, trampolines of ftrace and
 * probes come and go among them, and nothing else tells of it. So only stretches of addresses are
 * kept in which no others can be: the code of the kernel itself, where Linux asks its own table
 * first, and that of its modules, from a function to the next, or to the end of the page. Outside of
 * them nothing is found, and whoever asks has to read /proc/kallsyms.
 *
 * They are of one boot, one kernel, the modules that are loaded (by name, size, address and build
 * id), and the first page of /proc/kallsyms, which takes 20 us and shows whether its addresses are
 * still for us to see. All this is the key, which a file has whole.
 */
struct kept_kallsyms;

/*
 * Ask the kernel for the key. NULL: it does not tell all of it, hides addresses, or is just
 * loading a module; or memory has run out.
 */
struct kept_kallsyms *kept_kallsyms_new(const struct symbol_source *src);
void kept_kallsyms_free(struct kept_kallsyms *k);

/*
 * Take what a file has, which stays the caller's. False when it is not ours alone to write,
 * is of another key, or damaged.
 */
bool kept_kallsyms_load(struct kept_kallsyms *k, int fd);

/* Is there a table that was loaded? What follows asks it. */
bool kept_kallsyms_is_loaded(const struct kept_kallsyms *k);
uint64_t kept_kallsyms_anchor(const struct kept_kallsyms *k, struct text name);

/* False: to be looked for in /proc/kallsyms. Texts are borrowed until the end. */
bool kept_kallsyms_find(const struct kept_kallsyms *k, uint64_t address,
			struct symbol *found);

/*
 * Make the bytes of a file from symbols that were read since kept_kallsyms_new(), just settled.
 * False: the kernel's modules have changed meanwhile, or memory has run out.
 */
bool kept_kallsyms_make(struct kept_kallsyms *k, const struct symbol_source *src,
			struct symbol_table *table, const struct kallsyms *said);

/* These bytes, borrowed; empty when there are none. */
struct text kept_kallsyms_bytes(const struct kept_kallsyms *k);

#endif
