#include "symbols/elf/elf_symbols.h"

#include <string.h>

#include "base/mem.h"
#include "symbols/elf/elf_inside.h"

/* Several times the number in a browser's debug symbols; further ones are left out. */
#define SYMBOLS_MAX (16 * 1024 * 1024)

/*
 * Larger tables of names stay in the file: those of a browser have 100 MB, and a recording needs
 * some thousand names.
 */
#define NAMES_COPIED_MAX (4u * 1024 * 1024)

/* Sorting a symbol takes this many times as long as reading it. */
#define SYMBOL_WORK 3

/* What symbols in a section may be: bits of `struct symbol_reading`.sections. */
#define HOLDS_SYMBOLS 1u
#define HOLDS_LABELS  2u

/* A table of symbols being read. */
struct symbol_reading {
	struct elf_image *from;
	const struct elf_image *file;
	struct symbol_table *t;
	Elf_Data *symbols;
	uint8_t *sections; /* owned: bits by number of the section of `from` */
	struct text names; /* `at` is NULL if the names stay in the file */
	uint32_t names_at; /* their offset in `t` */
	uint8_t source;
};

static bool is_arm(const struct elf_image *im)
{
	return im->header.e_machine == EM_ARM || im->header.e_machine == EM_AARCH64;
}

/* Labels count in code and data only. Names of sections are compared once for all symbols. */
static bool look_at_sections(struct symbol_reading *r, struct error *err)
{
	r->sections = mem_array(r->from->sections, 1, "sections", err);
	for (size_t i = 1; r->sections && i < r->from->sections; i++) {
		struct elf_section s;

		if (!elf_inside_at(r->from, i, &s) || !(s.header.sh_flags & SHF_ALLOC))
			continue;
		r->sections[i] = HOLDS_SYMBOLS;
		if (elf_inside_named(r->from, &s, ".text") ||
		    elf_inside_named(r->from, &s, ".data"))
			r->sections[i] |= HOLDS_LABELS;
	}
	return r->sections != NULL;
}

/* Does perf use this symbol? As elf_sym__filter() and the code after it in dso__load_sym(). */
static bool is_wanted_symbol(const struct symbol_reading *r, const GElf_Sym *sym,
			     enum symbol_type *type)
{
	unsigned visibility = GELF_ST_VISIBILITY(sym->st_other);
	struct text name;

	if (sym->st_name == 0 || sym->st_name >= r->names.len ||
	    sym->st_shndx == SHN_UNDEF || sym->st_shndx >= SHN_LORESERVE ||
	    sym->st_shndx >= r->from->sections ||
	    !(r->sections[sym->st_shndx] & HOLDS_SYMBOLS))
		return false;
	switch (GELF_ST_TYPE(sym->st_info)) {
	case STT_FUNC:
	case STT_GNU_IFUNC:
		*type = SYMBOL_FUNCTION;
		break;
	case STT_OBJECT:
		*type = SYMBOL_DATA;
		break;
	case STT_NOTYPE:
		*type = SYMBOL_LABEL;
		/* a label counts if it is visible to other files */
		if (visibility == STV_HIDDEN || visibility == STV_INTERNAL ||
		    !(r->sections[sym->st_shndx] & HOLDS_LABELS))
			return false;
		break;
	default:
		return false;
	}
	/* mapping symbols of ARM, "$a", "$x.17": code turns into data here, or back */
	name = text_from(r->names, sym->st_name);
	return !is_arm(r->from) || name.len <= 2 || name.at[0] != '$' || !name.at[1] ||
	       !strchr("adtx", name.at[1]) || (name.at[2] != '\0' && name.at[2] != '.');
}

static enum symbol_binding binding_of(const GElf_Sym *sym)
{
	switch (GELF_ST_BIND(sym->st_info)) {
	case STB_GLOBAL:
		return SYMBOL_GLOBAL;
	case STB_WEAK:
		return SYMBOL_WEAK;
	default:
		return SYMBOL_LOCAL;
	}
}

static bool add_elf_symbol(const struct symbol_reading *r, const GElf_Sym *sym,
			   struct error *err)
{
	struct symbol_row row = {
	    .size = sym->st_size,
	    .name = r->names_at + sym->st_name,
	    .source = r->source,
	    .binding = binding_of(sym),
	};
	uint64_t address = sym->st_value;

	if (!is_wanted_symbol(r, sym, &row.type))
		return true;
	/* bit 0 marks Thumb code */
	if (r->from->header.e_machine == EM_ARM && row.type == SYMBOL_FUNCTION)
		address &= ~UINT64_C(1);
	if (!elf_inside_offset(r->file, address, &row.start))
		return true;
	return symbol_table_add(r->t, &row, err);
}

/* Leave the names in the file; those of ARM are needed while symbols are read. */
static bool leave_names(struct symbol_reading *r, const struct elf_section *s)
{
	uint64_t offset;

	if (s->header.sh_size <= NAMES_COPIED_MAX || is_arm(r->from) ||
	    !elf_inside_place(r->from, s, &offset) ||
	    !symbol_table_leave(r->t, r->from->fd, offset, (uint32_t)s->header.sh_size,
				&r->source))
		return false;
	r->names = (struct text){NULL, (size_t)s->header.sh_size};
	r->names_at = 0;
	return true;
}

/* Get the names of a table of symbols; none if they cannot be read. */
static bool take_names(struct symbol_reading *r, const struct elf_section *table,
		       struct error *err)
{
	struct elf_section s;
	Elf_Data *data;

	r->names = TEXT("");
	r->source = 0;
	if (!elf_inside_at(r->from, table->header.sh_link, &s) ||
	    s.header.sh_type != SHT_STRTAB || leave_names(r, &s) ||
	    !(data = elf_inside_data(r->from, &s)))
		return true;
	r->names = (struct text){data->d_buf, data->d_size};
	/* a copy with a NUL after it, so that every name ends */
	return symbol_table_bytes(r->t, r->names, &r->names_at, err);
}

static bool read_table(struct symbol_reading *r, const char *name, uint32_t type,
		       struct error *err)
{
	struct elf_section s;
	size_t n, each = gelf_fsize(r->from->elf, ELF_T_SYM, 1, EV_CURRENT);

	if (!elf_inside_find(r->from, name, type, &s) || each == 0 ||
	    !(r->symbols = elf_inside_data(r->from, &s)))
		return true;
	if (!elf_inside_work(r->from, SYMBOL_WORK * r->symbols->d_size))
		return true;
	if (!take_names(r, &s, err))
		return false;
	if (r->names.len == 0)
		return true;
	n = r->symbols->d_size / each;
	for (size_t i = 1; i < n && i < SYMBOLS_MAX; i++) {
		GElf_Sym sym;

		if (gelf_getsym(r->symbols, (int)i, &sym) &&
		    !add_elf_symbol(r, &sym, err))
			return false;
	}
	return symbol_table_settle(r->t, false, err);
}

bool elf_symbols_read(struct elf_image *from, const struct elf_image *file,
		      struct symbol_table *t, struct error *err)
{
	struct symbol_reading r = {.from = from, .file = file, .t = t};
	bool fine = look_at_sections(&r, err) &&
		    read_table(&r, ".symtab", SHT_SYMTAB, err) &&
		    read_table(&r, ".dynsym", SHT_DYNSYM, err);

	mem_free(r.sections);
	return fine;
}

bool elf_symbols_value(struct elf_image *im, const char *name, uint64_t *value)
{
	size_t each = gelf_fsize(im->elf, ELF_T_SYM, 1, EV_CURRENT);
	size_t len = strlen(name) + 1; /* including the NUL */
	struct elf_section s, texts;
	Elf_Data *symbols, *names;

	if (!each || !elf_inside_find(im, ".symtab", SHT_SYMTAB, &s) ||
	    !elf_inside_at(im, s.header.sh_link, &texts) ||
	    texts.header.sh_type != SHT_STRTAB || !(symbols = elf_inside_data(im, &s)) ||
	    !(names = elf_inside_data(im, &texts)))
		return false;
	for (size_t i = 1; i < symbols->d_size / each && i < SYMBOLS_MAX; i++) {
		GElf_Sym sym;

		if (gelf_getsym(symbols, (int)i, &sym) && sym.st_name < names->d_size &&
		    names->d_size - sym.st_name >= len &&
		    memcmp((const char *)names->d_buf + sym.st_name, name, len) == 0) {
			*value = sym.st_value;
			return true;
		}
	}
	return false;
}
