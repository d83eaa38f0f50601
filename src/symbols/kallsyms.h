/* kallsyms.h - the symbols of a kernel and its modules, as /proc/kallsyms tells them. */

#ifndef SYMBOLS_KALLSYMS_H
#define SYMBOLS_KALLSYMS_H

#include <stddef.h>
#include <stdint.h>

#include "symbols/symbol_file.h"
#include "symbols/symbol_table.h"

/* Symbols that tell by how much two boots of a kernel differ. */
enum kallsyms_anchor { KALLSYMS_TEXT, KALLSYMS_STEXT, KALLSYMS_ANCHORS };

/* Owners with longer names are added again for each symbol. */
#define KALLSYMS_OWNER 64

/* The state while a text is parsed piece by piece. Zero it first and give it an empty table. */
struct kallsyms {
	struct symbol_table *table;	    /* borrowed */
	uint64_t anchors[KALLSYMS_ANCHORS]; /* 0: there was none */
	bool any, shown;		    /* there were lines; with addresses */
	bool failed;			    /* out of memory */
	char owner[KALLSYMS_OWNER];	    /* of the last symbol */
	size_t owner_len;
	uint32_t owner_at; /* in the table */
};

/* Add the symbols of these whole lines to the table; other lines are skipped. */
void kallsyms_take(struct kallsyms *k, struct text lines);

/* After the last: the table is settled. SYMBOLS_FOUND or the reason. */
enum symbol_status kallsyms_end(struct kallsyms *k);

/* The address of the symbol of this name, if it is an anchor that was found; else 0. */
uint64_t kallsyms_anchor(const struct kallsyms *k, struct text name);

/*
 * Linux generates /proc/kallsyms for each reader, which takes longer than everything else that a
 * small recording needs. So it is read in the background: one thread reads, another parses.
 */
struct kallsyms_prefetch;

/*
 * Begin to read a file of up to `max` bytes; `path` is copied. NULL when that fails: then it is
 * read when it is needed. Release with kallsyms_prefetch_free(), which does not wait for the rest
 * of the file.
 */
struct kallsyms_prefetch *kallsyms_prefetch(const char *path, size_t max);
void kallsyms_prefetch_free(struct kallsyms_prefetch *a);

/*
 * Wait for the symbols, and take them: once. The caller owns the table. `*said` has the anchors.
 * NULL and the reason: the file cannot be read, or memory has run out.
 */
struct symbol_table *kallsyms_prefetch_take(struct kallsyms_prefetch *a,
					    struct kallsyms *said,
					    enum symbol_status *why);

#endif
