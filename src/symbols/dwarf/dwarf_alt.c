#include "symbols/dwarf/dwarf_alt.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "symbols/symbol_source.h"

/* What the link says; false when there is none that makes sense. */
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

/* The file may have been found by a link; what it names is beside the file itself. */
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

static struct elf_image *open_if_same(const char *path, const struct build_id *id)
{
	enum symbol_status why;
	struct elf_image *im = elf_image_open(NULL, path, &why);

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
		alt->image = open_if_same(found, &id);
	if (!alt->image && beside(im, path, name, found))
		alt->image = open_if_same(found, &id);
	if (alt->image && elf_part_make(alt->image, sections, &alt->part))
		alt->dwarf = dwarf_begin_elf(alt->part.elf, DWARF_C_READ, NULL);
	if (alt->dwarf && dwarf_tables_open(&alt->tables, &alt->part, alt->dwarf))
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
