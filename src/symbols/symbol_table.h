/* symbol_table.h - the symbols of one file in order: which of them holds an address. */

#ifndef SYMBOLS_SYMBOL_TABLE_H
#define SYMBOLS_SYMBOL_TABLE_H

#include <stdint.h>

#include "base/error.h"
#include "base/text.h"

enum symbol_binding { SYMBOL_LOCAL, SYMBOL_GLOBAL, SYMBOL_WEAK };

enum symbol_type { SYMBOL_LABEL, SYMBOL_FUNCTION, SYMBOL_DATA };

/* A symbol as it is put in. Names are places in what symbol_table_bytes() took. */
struct symbol_row {
	uint64_t start, size; /* size 0: up to the next symbol */
	uint32_t name;	      /* where its name begins; it ends at the next NUL */
	uint32_t owner;	      /* 0, or where the name of its kernel module begins */
	enum symbol_binding binding;
	enum symbol_type type;
	bool plt; /* its name is that of the function called, and gets "@plt" */
};

/* A symbol as it is found. */
struct symbol {
	struct text name;  /* demangled; borrowed from the table, as long as it lives */
	struct text owner; /* "[ext4]", or empty; borrowed */
	uint64_t start, size;
};

struct symbol_table;

/*
 * `mangled`: names may be mangled ones of C++ or Rust, and are shown as perf shows them.
 * NULL and an error when memory runs out. Release with symbol_table_free().
 */
struct symbol_table *symbol_table_new(bool mangled, struct error *err);
void symbol_table_free(struct symbol_table *t);

/* Copy these bytes, names among them; `*at` is the place of the first of them. */
bool symbol_table_bytes(struct symbol_table *t, struct text bytes, uint32_t *at,
			struct error *err);
bool symbol_table_add(struct symbol_table *t, const struct symbol_row *row,
		      struct error *err);

/*
 * Bring what was added into order and give symbols without a size one: once after each
 * source of symbols, since those of an earlier one are preferred and keep their size. Not
 * before this does symbol_table_find() know them. `paged`: there are gaps between kernel
 * and modules, so the last symbol of each ends with its page.
 */
void symbol_table_settle(struct symbol_table *t, bool paged);

/*
 * The symbol at `address`, chosen among several as perf chooses. False when there is none.
 * Demangles a name when it is first asked for, so no two threads may ask one table at once.
 */
bool symbol_table_find(struct symbol_table *t, uint64_t address, struct symbol *found);

size_t symbol_table_count(const struct symbol_table *t);

#endif
