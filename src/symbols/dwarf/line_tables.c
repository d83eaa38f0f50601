#include "symbols/dwarf/line_tables.h"

#include "base/mem.h"

/* Of all units together: 128 MiB. Units of a file that lies share one long table. */
#define ROWS_IN_ALL (8u * 1024 * 1024)

struct line_tables {
	struct inlined *in;	    /* borrowed */
	struct source_lines *units; /* owned, and each: by number */
	bool *asked;		    /* owned: by number */
	uint32_t count;
	size_t left; /* rows that may still be kept; 0: no more units are read */
};

struct line_tables *line_tables_new(struct inlined *in)
{
	struct error none = ERROR_INIT;
	struct line_tables *t = mem_array(1, sizeof *t, "lines", &none);

	if (!t)
		return NULL;
	t->in = in;
	t->left = ROWS_IN_ALL;
	t->count = inlined_units(in);
	t->units = mem_array(t->count + 1u, sizeof *t->units, "lines", &none);
	t->asked = mem_array(t->count + 1u, sizeof *t->asked, "lines", &none);
	if (t->units && t->asked)
		return t;
	line_tables_free(t);
	return NULL;
}

void line_tables_free(struct line_tables *t)
{
	if (!t)
		return;
	for (uint32_t i = 0; t->units && i < t->count; i++)
		source_lines_release(&t->units[i]);
	mem_free(t->units);
	mem_free(t->asked);
	mem_free(t);
}

static void read_unit(struct line_tables *t, struct source_lines *l, uint64_t address)
{
	bool fits = source_lines_read_unit(l, t->in, address) && l->count <= t->left;

	t->left -= l->count < t->left ? l->count : t->left;
	if (!fits)
		source_lines_release(l);
}

/* NULL: it has none. */
static const struct source_lines *table_of(struct line_tables *t, uint64_t address)
{
	uint32_t unit = inlined_unit_number(t->in, address);

	if (unit >= t->count)
		return NULL;
	if (!t->asked[unit] && t->left)
		read_unit(t, &t->units[unit], address);
	t->asked[unit] = true;
	return t->units[unit].count ? &t->units[unit] : NULL;
}

bool line_tables_find(struct line_tables *t, uint64_t address, struct source_place *place)
{
	const struct source_lines *l = table_of(t, address);
	const struct source_row *row = l ? source_lines_find(l, address) : NULL;

	*place = (struct source_place){TEXT(""), 0};
	if (row && row->file)
		*place =
		    (struct source_place){intern_get(l->files, row->file), row->line};
	return place->line > 0;
}

bool line_tables_call(struct line_tables *t, uint64_t address, struct inlined_from from,
		      struct source_place *place)
{
	const struct source_lines *l = table_of(t, address);
	uint32_t file = l && from.file < l->numbered_count ? l->numbered[from.file] : 0;

	*place = (struct source_place){TEXT(""), 0};
	if (file)
		*place = (struct source_place){intern_get(l->files, file), from.line};
	return place->line > 0;
}
