/* kallsyms.h - the symbols of a kernel and its modules, read from /proc/kallsyms. */

#ifndef SYMBOLS_KALLSYMS_H
#define SYMBOLS_KALLSYMS_H

#include <stddef.h>
#include <stdint.h>

#include "symbols/symbol_file.h"
#include "symbols/symbol_table.h"

/* Symbols that show by how much the addresses of two boots of a kernel differ. */
enum kallsyms_anchor { KALLSYMS_TEXT, KALLSYMS_STEXT, KALLSYMS_ANCHORS };

/* The name of a module is stored once if it is not longer than this, otherwise for each symbol. */
#define KALLSYMS_OWNER 64

/*
 * The state of a parser that reads a text piece by piece. Zero it, then set `table` to an empty
 * table.
 */
struct kallsyms {
	struct symbol_table *table;	    /* borrowed */
	uint64_t anchors[KALLSYMS_ANCHORS]; /* 0: not seen */
	bool any, shown;		    /* a line was parsed; an address was not 0 */
	bool failed;			    /* out of memory */
	char owner[KALLSYMS_OWNER];	    /* the last module seen */
	size_t owner_len;
	uint32_t owner_at; /* its place in the table */
};

/* Add the symbols of whole lines to the table; malformed lines are skipped. */
void kallsyms_take(struct kallsyms *k, struct text lines);

/*
 * Settle the table after the last line. Returns SYMBOLS_FOUND or the reason why there are no
 * symbols.
 */
enum symbol_status kallsyms_end(struct kallsyms *k);

/* The address of the anchor called `name`; 0 when no anchor has this name or it was not seen. */
uint64_t kallsyms_anchor(const struct kallsyms *k, struct text name);

/*
 * Linux generates /proc/kallsyms for each reader, which takes longer than all other work for a
 * small recording. So it is read in the background: one thread reads, another parses.
 */
struct kallsyms_prefetch;

/*
 * Start to read a file of up to `max` bytes; `path` is copied. If this fails, returns NULL, and the
 * caller must read the file itself. Release with kallsyms_prefetch_free(), which does not wait for
 * the rest of the file.
 */
struct kallsyms_prefetch *kallsyms_prefetch(const char *path, size_t max);
void kallsyms_prefetch_free(struct kallsyms_prefetch *a);

/*
 * Wait for the symbols and take them; call this only once. The caller owns the table. `*said`
 * contains the anchors, and `*why` is the result of kallsyms_end(). Returns NULL and the reason
 * when the file cannot be read or no table could be created.
 */
struct symbol_table *kallsyms_prefetch_take(struct kallsyms_prefetch *a,
					    struct kallsyms *said,
					    enum symbol_status *why);

#endif
