/* kallsyms.h - the symbols of a kernel and its modules, as /proc/kallsyms tells them. */

#ifndef SYMBOLS_KALLSYMS_H
#define SYMBOLS_KALLSYMS_H

#include <stdint.h>

#include "symbols/symbol_status.h"
#include "symbols/symbol_table.h"

/*
 * Put the symbols of this text into `t`, settled. `*anchor` becomes the address of the
 * symbol called `anchor_name`, 0 when there is none: by how much two boots of one kernel
 * differ. Lines that are something else are left out. SYMBOLS_FOUND or the reason.
 */
enum symbol_status kallsyms_read(struct text text, struct text anchor_name,
				 uint64_t *anchor, struct symbol_table *t);

#endif
