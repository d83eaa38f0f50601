/* symbol_table.h - the symbols of one file, sorted, and the symbol at an address. */

#ifndef SYMBOLS_SYMBOL_TABLE_H
#define SYMBOLS_SYMBOL_TABLE_H

#include <stdint.h>

#include "base/error.h"
#include "base/text.h"

enum symbol_binding { SYMBOL_LOCAL, SYMBOL_GLOBAL, SYMBOL_WEAK };

enum symbol_type { SYMBOL_LABEL, SYMBOL_FUNCTION, SYMBOL_DATA };

/* A symbol to add. */
struct symbol_row {
	uint64_t start, size; /* size 0: up to the next symbol */
	uint32_t name;	      /* offset in its source; the name ends at the next NUL */
	uint8_t source;	      /* of the name; 0 for symbol_table_bytes() */
	uint32_t owner;	      /* offset of the copied name of its module; 0: none */
	enum symbol_binding binding;
	enum symbol_type type;
	/* a PLT entry: `name` is the called function, and "@plt" is appended to it */
	bool plt;
};

/* The result of a search. `name` and `owner` are borrowed until names or symbols are added. */
struct symbol {
	struct text name;  /* demangled */
	struct text owner; /* "[ext4]"; or empty */
	uint64_t start, size;
	uint64_t from, to; /* all addresses in [from, to) have the same result */
	/* borrowed until the next search, or NULL: a number for the caller to use, 0 at first */
	uint32_t *note;
};

struct symbol_table;

/*
 * If `mangled`, names may be mangled, and are demangled as in perf. Returns NULL and an error when
 * memory runs out. Release with symbol_table_free().
 */
struct symbol_table *symbol_table_new(bool mangled, struct error *err);
void symbol_table_free(struct symbol_table *t);

/* Copy bytes that contain names; `*at` is set to the offset of the first byte. */
bool symbol_table_bytes(struct symbol_table *t, struct text bytes, uint32_t *at,
			struct error *err);

/*
 * Leave names in their file, as symbol_names_leave() does; only the needed ones are read. False
 * when the names must be copied.
 */
bool symbol_table_leave(struct symbol_table *t, int fd, uint64_t offset, uint32_t len,
			uint8_t *source);
bool symbol_table_add(struct symbol_table *t, const struct symbol_row *row,
		      struct error *err);

/*
 * Sort the added symbols, and give a size to symbols without one. Call this after each source of
 * symbols: symbols of earlier sources keep their size, and are preferred to equal later ones.
 * symbol_table_find() finds only settled symbols. A symbol without a size ends at the next symbol;
 * the last one ends with the page after it. If `paged`, so do the last symbols of the kernel and of
 * each module, because there are gaps between them. Returns false and an error when memory runs
 * out.
 */
bool symbol_table_settle(struct symbol_table *t, bool paged, struct error *err);

/*
 * The symbol at `address`; aliases are chosen as in perf. When no symbol is there or memory runs
 * out, returns false, and only `from` and `to` are valid. Not thread-safe: names are demangled when
 * they are first needed.
 */
bool symbol_table_find(struct symbol_table *t, uint64_t address, struct symbol *found);

size_t symbol_table_count(const struct symbol_table *t);

#endif
