/* kallsyms.h - the symbols of a kernel and its modules, as /proc/kallsyms tells them. */

#ifndef SYMBOLS_KALLSYMS_H
#define SYMBOLS_KALLSYMS_H

#include <stddef.h>
#include <stdint.h>

#include "symbols/symbol_file.h"
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

/*
 * Linux writes /proc/kallsyms anew for each reader, which takes it longer than all else that
 * a small recording needs: one thread has it written, another makes symbols of what is there.
 */
struct kallsyms_prefetch;

/*
 * Begin to read a file of up to `max` bytes; `path` is copied. NULL where that cannot be
 * done: then whoever needs it reads it. Release with kallsyms_prefetch_free(), which does not
 * wait for the rest of the file.
 */
struct kallsyms_prefetch *kallsyms_prefetch(const char *path, size_t max);
void kallsyms_prefetch_free(struct kallsyms_prefetch *a);

/*
 * The symbols, once, and what they say of themselves: waits for them. The table is the
 * caller's. NULL and the reason: the file cannot be read, or there is no memory.
 */
struct symbol_table *kallsyms_prefetch_take(struct kallsyms_prefetch *a,
					    struct kallsyms *said,
					    enum symbol_status *why);

#endif
