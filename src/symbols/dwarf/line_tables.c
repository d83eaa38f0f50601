#include "symbols/dwarf/line_tables.h"

#include "base/append.h"
#include "base/mem.h"

/* A unit without a table. */
#define NONE UINT32_MAX

struct included_table {
	struct source_lines lines; /* owned */
	bool too_large;		   /* then it has no rows */
};

struct line_tables {
	struct inlined *in;	       /* borrowed */
	struct intern *keys;	       /* owned: the identities of tables, by number */
	struct included_table *tables; /* owned, and each: by number, less 1 */
	size_t table_count, room;
	uint32_t
	    *of_unit;	/* owned: number of a unit to number of its table; 0: not read */
	uint32_t count; /* of units */
	size_t left;	/* rows left to cache */
	uint64_t work;	/* bytes left to read */
	uint64_t lost;	/* lookups in tables that are too large */
};

struct line_tables *line_tables_new(struct inlined *in, size_t rows)
{
	struct error none = ERROR_INIT;
	struct line_tables *t = mem_array(1, sizeof *t, "lines", &none);

	if (!t)
		return NULL;
	t->in = in;
	t->left = rows;
	t->work = LINE_TABLES_WORK;
	t->count = inlined_units(in);
	t->keys = intern_new(&none);
	if (t->keys)
		t->of_unit = mem_array(t->count + 1u, sizeof *t->of_unit, "lines", &none);
	if (t->of_unit)
		return t;
	line_tables_free(t);
	return NULL;
}

void line_tables_free(struct line_tables *t)
{
	if (!t)
		return;
	for (size_t i = 0; i < t->table_count; i++)
		source_lines_release(&t->tables[i].lines);
	mem_free(t->tables);
	mem_free(t->of_unit);
	intern_free(t->keys);
	mem_free(t);
}

/* The number of the table of an address's unit; units may share one. */
static uint32_t learn(struct line_tables *t, uint64_t address)
{
	bool may = t->left && t->work; /* otherwise the budget is exhausted */
	struct error none = ERROR_INIT;
	struct included_table *k;
	uint32_t id;

	if (!source_lines_table(t->in, address, t->keys, &id))
		return NONE;
	if (id <= t->table_count)
		return id;
	if (id != t->table_count + 1 ||
	    !APPEND(t->tables, t->table_count, t->room, "lines", &none,
		    (struct included_table){.too_large = false}))
		return NONE;
	k = &t->tables[id - 1];
	if (may)
		source_lines_read_unit(&k->lines, t->in, address);
	k->too_large = !may || k->lines.count > t->left;
	t->left -= k->lines.count < t->left ? k->lines.count : t->left;
	t->work -= k->lines.work < t->work ? k->lines.work : t->work;
	if (k->too_large)
		source_lines_release(&k->lines);
	return id;
}

/* The table of an address's unit, or NULL. */
static struct included_table *table_of(struct line_tables *t, uint64_t address)
{
	uint32_t unit = inlined_unit_number(t->in, address);

	if (unit >= t->count)
		return NULL;
	if (!t->of_unit[unit])
		t->of_unit[unit] = learn(t, address);
	return t->of_unit[unit] == NONE ? NULL : &t->tables[t->of_unit[unit] - 1];
}

uint64_t line_tables_lost(const struct line_tables *t)
{
	return t->lost;
}

bool line_tables_find(struct line_tables *t, uint64_t address, struct source_place *place)
{
	const struct included_table *k = table_of(t, address);
	const struct source_row *row = k ? source_lines_find(&k->lines, address) : NULL;

	*place = (struct source_place){TEXT(""), 0};
	t->lost += k && k->too_large;
	if (row && row->file)
		*place = (struct source_place){intern_get(k->lines.files, row->file),
					       row->line};
	return place->line > 0;
}

bool line_tables_call(struct line_tables *t, uint64_t address, struct inlined_from from,
		      struct source_place *place)
{
	const struct included_table *k = table_of(t, address);
	const struct source_lines *l = k ? &k->lines : NULL;
	uint32_t file = l && from.file < l->numbered_count ? l->numbered[from.file] : 0;

	*place = (struct source_place){TEXT(""), 0};
	if (file)
		*place = (struct source_place){intern_get(l->files, file), from.line};
	return place->line > 0;
}
