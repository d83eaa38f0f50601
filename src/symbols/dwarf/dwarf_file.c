#include "symbols/dwarf/dwarf_file.h"

#include <dwarf.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/mem.h"
#include "symbols/symbol_source.h"

/* The memory of libdw for an abbreviation and its entry in a hash table. */
#define BYTES_EACH 96

/* And for a unit: 1.1 KiB in 0.188, most of it for an empty table of abbreviations. */
#define BYTES_OF_UNIT UINT64_C(1536)

/*
 * The maximum attributes of an entry: compilers write about twenty, a few of which occupy no bytes.
 */
#define ATTRIBUTES_MOST 256

/* The maxima over the abbreviations of a table. */
struct most {
	uint32_t attributes, bare;
};

/* The cost, in memory or time, of a table up to the abbreviation `code` or its end. */
static size_t cost_to(struct text tables, uint64_t offset, uint64_t code,
		      struct most *most)
{
	struct bytes b = bytes_of(
	    text_from(tables, offset < tables.len ? (size_t)offset : tables.len));
	const char *begin = b.at;
	uint64_t is, name, form;
	size_t count = 0;

	while (bytes_left(&b) && (is = bytes_leb128(&b)) != 0) {
		struct most here = {0, 0};

		count++;
		(void)bytes_leb128(&b); /* tag */
		bytes_skip(&b, 1);
		do {
			name = bytes_leb128(&b);
			form = bytes_leb128(&b);
			here.attributes++;
			here.bare += form == DW_FORM_implicit_const ||
				     form == DW_FORM_flag_present;
			if (form == DW_FORM_implicit_const)
				(void)bytes_leb128(&b);
		} while ((name || form) && bytes_left(&b));
		if (here.attributes > most->attributes)
			most->attributes = here.attributes;
		if (here.bare > most->bare)
			most->bare = here.bare;
		if (is == code)
			break;
	}
	return count > (size_t)(b.at - begin) / BYTES_EACH ? count * BYTES_EACH
							   : (size_t)(b.at - begin);
}

static bool take_cost(struct dwarf_tables *t, size_t cost)
{
	struct error none = ERROR_INIT;

	if (!mem_take(cost, "debug symbols", &none))
		return false;
	t->taken += cost;
	return true;
}

/* Count units. Each begins with its length: 32 bits or, after a mark, 64. */
static uint64_t count_units(struct text units, bool big)
{
	struct bytes b = bytes_of(units);
	uint64_t count = 0, len;

	for (; bytes_left(&b); count++) {
		struct text head = bytes_take(&b, 4);

		len = elf_bytes_number((const uint8_t *)head.at, head.len, big);
		if (len == UINT32_MAX) {
			head = bytes_take(&b, 8);
			len = elf_bytes_number((const uint8_t *)head.at, head.len, big);
		}
		bytes_skip(&b, len);
	}
	return count;
}

bool dwarf_tables_open(struct dwarf_tables *t, struct elf_image *im,
		       const struct elf_part *part, Dwarf *dwarf)
{
	bool big = im->header.e_ident[EI_DATA] == ELFDATA2MSB;
	Dwarf_Off at = 0, next, table;
	struct most ignored = {0, 0};
	uint64_t units;
	size_t header;

	*t = (struct dwarf_tables){.units = elf_part_text(part, ".debug_info"),
				   .tables = elf_part_text(part, ".debug_abbrev")};
	units = count_units(t->units, big) +
		count_units(elf_part_text(part, ".debug_types"), big);
	if (!elf_inside_room(im, units * BYTES_OF_UNIT))
		return false;
	if (!take_cost(t, (size_t)(units * BYTES_OF_UNIT))) {
		im->excess = SYMBOLS_NO_MEMORY;
		return false;
	}
	while (dwarf_nextcu(dwarf, at, &next, &header, &table, NULL, NULL) == 0 &&
	       next > at) {
		struct bytes first = bytes_of(t->units);

		bytes_skip(&first, at + header);
		if (!take_cost(
			t, cost_to(t->tables, table, bytes_leb128(&first), &ignored))) {
			im->excess = SYMBOLS_NO_MEMORY;
			return false;
		}
		at = next;
	}
	return true;
}

bool dwarf_tables_take(struct dwarf_tables *t, Dwarf_Die *die)
{
	struct error none = ERROR_INIT;
	struct most most = {0, 0};
	Dwarf_Off table = 0;
	Dwarf_Die unit;
	uint32_t fit;
	uint64_t key;
	size_t cost;

	if (!dwarf_cu_die(die->cu, &unit, NULL, &table, NULL, NULL, NULL, NULL))
		return false;
	key = (uint64_t)(uintptr_t)unit.addr;
	if (idmap_get(&t->seen, key, &fit))
		return fit;
	cost = cost_to(t->tables, table, 0, &most);
	if (!take_cost(t, cost))
		return false;
	if (most.bare > t->bare)
		t->bare = most.bare;
	return idmap_put(&t->seen, key, most.attributes <= ATTRIBUTES_MOST, &fit,
			 &none) &&
	       fit;
}

void dwarf_tables_close(struct dwarf_tables *t)
{
	mem_give(t->taken);
	idmap_release(&t->seen);
	*t = (struct dwarf_tables){0};
}

/* ---- the file of dwz ---- */

/* Read the link; false when there is no valid one. */
static bool read_link(struct elf_image *im, struct text *name, struct build_id *id)
{
	struct elf_section s;
	Elf_Data *data;

	if (!elf_inside_find(im, ".gnu_debugaltlink", SHT_PROGBITS, &s) ||
	    s.header.sh_size > SYMBOL_PATH_MAX || !(data = elf_inside_data(im, &s)))
		return false;
	*name = (struct text){data->d_buf, strnlen(data->d_buf, data->d_size)};
	if (name->len == 0 || name->len == data->d_size ||
	    data->d_size - name->len - 1 > BUILD_ID_MAX)
		return false;
	id->len = (uint32_t)(data->d_size - name->len - 1);
	memcpy(id->bytes, name->at + name->len + 1, id->len);
	return id->len > 0;
}

/*
 * The path of the linked file, relative to the real place of the file, which may have been opened
 * by a symbolic link.
 */
static bool beside(const struct elf_image *im, const char *path, struct text name,
		   char *found)
{
	char own[32], real[SYMBOL_PATH_MAX];
	ssize_t len = -1;
	struct text dir;

	snprintf(own, sizeof own, "/proc/self/fd/%d", im->fd);
	if (im->fd >= 0)
		len = readlink(own, real, sizeof real);
	dir = len > 0 && (size_t)len < sizeof real ? (struct text){real, (size_t)len}
						   : text_of(path);
	dir.len -= text_basename(dir).len;
	if (name.at[0] == '/')
		dir.len = 0;
	return snprintf(found, SYMBOL_PATH_MAX, "%.*s%.*s", (int)dir.len, dir.at,
			(int)name.len, name.at) < SYMBOL_PATH_MAX;
}

static struct elf_image *open_if_same(struct file_pool *pool, const char *path,
				      const struct build_id *id)
{
	enum symbol_status why;
	struct stat st;
	int fd = symbol_file_open(NULL, path, &st, &why);
	struct elf_image *im = fd < 0 ? NULL : elf_image_open_file(pool, fd, &st, &why);

	if (im && build_id_same(id, elf_image_build_id(im)))
		return im;
	elf_image_close(im);
	return NULL;
}

void dwarf_alt_open(struct dwarf_alt *alt, struct elf_image *im, const char *path,
		    Dwarf *dwarf)
{
	static const char *const sections[] = {".debug_info", ".debug_abbrev",
					       ".debug_str", ".debug_line_str", NULL};
	const struct symbol_source usual = {.symfs = NULL};
	char found[SYMBOL_PATH_MAX];
	struct build_id id;
	struct text name;
	bool by_link;

	*alt = (struct dwarf_alt){0};
	if (!read_link(im, &name, &id))
		return;
	if (symbol_source_debug(&usual, 0, &id, "", TEXT(""), found, &by_link))
		alt->image = open_if_same(im->pool, found, &id);
	if (!alt->image && beside(im, path, name, found))
		alt->image = open_if_same(im->pool, found, &id);
	if (alt->image && elf_part_make(alt->image, sections, &alt->part))
		alt->dwarf = dwarf_begin_elf(alt->part.elf, DWARF_C_READ, NULL);
	if (alt->dwarf &&
	    dwarf_tables_open(&alt->tables, alt->image, &alt->part, alt->dwarf))
		dwarf_setalt(dwarf, alt->dwarf);
}

void dwarf_alt_close(struct dwarf_alt *alt)
{
	dwarf_end(alt->dwarf);
	dwarf_tables_close(&alt->tables);
	elf_part_release(&alt->part);
	elf_image_close(alt->image);
	*alt = (struct dwarf_alt){0};
}
