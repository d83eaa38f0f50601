/* symbol_table.h - the symbols of one file in order: which of them holds an address. */

#ifndef SYMBOLS_SYMBOL_TABLE_H
#define SYMBOLS_SYMBOL_TABLE_H

#include <stdint.h>

#include "base/error.h"
#include "base/text.h"

enum symbol_binding { SYMBOL_LOCAL, SYMBOL_GLOBAL, SYMBOL_WEAK };

enum symbol_type { SYMBOL_LABEL, SYMBOL_FUNCTION, SYMBOL_DATA };

/* A symbol that is added. */
struct symbol_row {
	uint64_t start, size; /* size 0: up to the next symbol */
	uint32_t name;	      /* its place; it ends at the next NUL */
	uint8_t source;	      /* of the name: 0 for symbol_table_bytes() */
	uint32_t owner;	      /* 0, or the place of its kernel module's name, copied */
	enum symbol_binding binding;
	enum symbol_type type;
	bool plt; /* its name is that of the function called, and gets "@plt" */
};

/* A symbol that was found. */
struct symbol {
	struct text name;  /* demangled; borrowed from the table, as `owner` is, */
	struct text owner; /* until more is put in; "[ext4]", or empty */
	uint64_t start, size;
	uint64_t from,
	    to; /* the same, or nothing, is found at all addresses of [from, to) */
	uint32_t *
	    note; /* borrowed until the next call; 0 until its user writes to it; or NULL */
};

struct symbol_table;

/*
 * `mangled`: names may be mangled ones of C++ or Rust, and are shown as perf shows them.
 * NULL and an error when memory runs out. Release with symbol_table_free().
 */
struct symbol_table *symbol_table_new(bool mangled, struct error *err);
void symbol_table_free(struct symbol_table *t);

/* Copy these bytes, which contain names; `*at` is the place of the first byte. */
bool symbol_table_bytes(struct symbol_table *t, struct text bytes, uint32_t *at,
			struct error *err);

/*
 * Leave names in their file, as symbol_names_leave() does; false when they must be copied. Of
 * many names, only those that are needed are read then.
 */
bool symbol_table_leave(struct symbol_table *t, int fd, uint64_t offset, uint32_t len,
			uint8_t *source);
bool symbol_table_add(struct symbol_table *t, const struct symbol_row *row,
		      struct error *err);

/*
 * Sort what was added, and give a size to symbols without one: once after each source of symbols,
 * since those of an earlier one are preferred and keep their size. symbol_table_find() does not
 * find them before. `paged`: there are gaps between kernel and modules, so the last symbol of
 * each ends with its page. False and an error when memory runs out.
 */
bool symbol_table_settle(struct symbol_table *t, bool paged, struct error *err);

/*
 * The symbol at `address`, chosen among several as perf chooses. False when there is none, or no
 * memory: then `from` and `to` alone are set.
 * Names are demangled when they are first needed, so only one thread at a time may call it.
 */
bool symbol_table_find(struct symbol_table *t, uint64_t address, struct symbol *found);

size_t symbol_table_count(const struct symbol_table *t);

#endif
