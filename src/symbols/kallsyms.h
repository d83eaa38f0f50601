/* kallsyms.h - the symbols of a kernel and its modules, as /proc/kallsyms tells them. */

#ifndef SYMBOLS_KALLSYMS_H
#define SYMBOLS_KALLSYMS_H

#include <stdint.h>

#include "symbols/symbol_status.h"
#include "symbols/symbol_table.h"

/* By how much two boots of one kernel differ is told by where these are: _text, _stext. */
#define KALLSYMS_ANCHORS 2

/* Owners with longer names are put in again with each symbol. */
#define KALLSYMS_OWNER 64

/* A text that is taken piece by piece. Zero it and give it an empty table to begin. */
struct kallsyms {
	struct symbol_table *table;	    /* borrowed */
	uint64_t anchors[KALLSYMS_ANCHORS]; /* their addresses; 0: there was none */
	bool any, shown;		    /* there were lines; with addresses */
	bool failed;			    /* for want of memory */
	char owner[KALLSYMS_OWNER];	    /* of the last symbol */
	size_t owner_len;
	uint32_t owner_at; /* in the table */
};

/* Put the symbols of these whole lines into the table; what is something else is left out. */
void kallsyms_take(struct kallsyms *k, struct text lines);

/* After the last: the table is settled. SYMBOLS_FOUND or the reason. */
enum symbol_status kallsyms_end(struct kallsyms *k);

/* The address of the symbol of this name, if it is an anchor that was met; else 0. */
uint64_t kallsyms_anchor(const struct kallsyms *k, struct text name);

#endif
