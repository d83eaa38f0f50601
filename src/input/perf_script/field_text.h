/* field_text.h - what perf script prints of a trace point's fields, as weights. */

#ifndef INPUT_FIELD_TEXT_H
#define INPUT_FIELD_TEXT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"
#include "input/field_names.h"

/*
 * A field of a name is a number, decimal or with 0x, behind "name=", "name: " or "name ". Where an event
 * prints numbers without names these are (Linux 3.0 to 6.18):
 *	block:*			254,0 W 4096 () 62160384 + 8 [cc1]	bytes, sector, nr_sector
 *	raw_syscalls:sys_exit	NR 1 = 4096				ret (and id)
 *	syscalls:sys_exit_*	0x1000					ret
 * False: it has none of this name. One below 0 is `*negative`, and its value 0. Of several the last
 * counts: commands, which may hold anything, mostly stand first.
 */
bool field_text_value(struct text event, struct text rest, struct text name,
		      uint64_t *value, bool *negative);

/* Add the names of all of them to `names`. */
void field_text_names(struct text event, struct text rest, struct field_names *names);

#endif
