#include "symbols/elf_symbols.h"

#include <string.h>

#include "symbols/elf_inside.h"

/* Some times what the debug symbols of a browser are; the others are left out. */
#define SYMBOLS_MAX (16 * 1024 * 1024)

/* One table of symbols that is being read. */
struct reading {
	const struct elf_image *from, *file;
	struct symbol_table *t;
	Elf_Data *symbols;
	struct text names;
	uint32_t names_at; /* where they are in `t` */
};

static bool is_arm(const struct elf_image *im)
{
	return im->header.e_machine == EM_ARM || im->header.e_machine == EM_AARCH64;
}

/* "$a", "$x.17": where ARM code turns into data, and back. */
static bool is_mapping(struct text name)
{
	return name.len > 2 && name.at[0] == '$' && name.at[1] &&
	       strchr("adtx", name.at[1]) && (name.at[2] == '\0' || name.at[2] == '.');
}

/* A label counts when others may refer to it, and only in code and data. */
static bool is_label(const struct elf_image *im, const GElf_Sym *sym,
		     const struct elf_section *s)
{
	unsigned visibility = GELF_ST_VISIBILITY(sym->st_other);

	return visibility != STV_HIDDEN && visibility != STV_INTERNAL &&
	       (elf_inside_named(im, s, ".text") || elf_inside_named(im, s, ".data"));
}

/* Which symbols perf takes: elf_sym__filter() and what follows it in dso__load_sym(). */
static bool wanted(const struct reading *r, const GElf_Sym *sym, enum symbol_type *type)
{
	struct elf_section s;

	if (sym->st_name == 0 || sym->st_name >= r->names.len ||
	    sym->st_shndx == SHN_UNDEF || sym->st_shndx >= SHN_LORESERVE ||
	    !elf_inside_at(r->from, sym->st_shndx, &s) ||
	    !(s.header.sh_flags & SHF_ALLOC))
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
		if (!is_label(r->from, sym, &s))
			return false;
		break;
	default:
		return false;
	}
	return !is_arm(r->from) || !is_mapping(text_from(r->names, sym->st_name));
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

static bool add(const struct reading *r, const GElf_Sym *sym, struct error *err)
{
	struct symbol_row row = {
	    .size = sym->st_size,
	    .name = r->names_at + sym->st_name,
	    .binding = binding_of(sym),
	};
	uint64_t address = sym->st_value;

	if (!wanted(r, sym, &row.type))
		return true;
	/* Bit 0 says that it is Thumb code. */
	if (r->from->header.e_machine == EM_ARM && row.type == SYMBOL_FUNCTION)
		address &= ~UINT64_C(1);
	if (!elf_inside_offset(r->file, address, &row.start))
		return true;
	return symbol_table_add(r->t, &row, err);
}

/* The names that a table of symbols uses; empty when they cannot be had. */
static struct text names_of(const struct elf_image *im, const struct elf_section *table)
{
	struct elf_section s;
	Elf_Data *data;

	if (!elf_inside_at(im, table->header.sh_link, &s) ||
	    s.header.sh_type != SHT_STRTAB || !(data = elf_inside_data(&s)))
		return TEXT("");
	return (struct text){data->d_buf, data->d_size};
}

static bool read_table(struct reading *r, const char *name, uint32_t type,
		       struct error *err)
{
	struct elf_section s;
	size_t n, each = gelf_fsize(r->from->elf, ELF_T_SYM, 1, EV_CURRENT);

	if (!elf_inside_find(r->from, name, type, &s) || each == 0 ||
	    !(r->symbols = elf_inside_data(&s)))
		return true;
	r->names = names_of(r->from, &s);
	if (r->names.len == 0)
		return true;
	/* A copy with a NUL behind it: every name in it ends. */
	if (!symbol_table_bytes(r->t, r->names, &r->names_at, err))
		return false;
	n = r->symbols->d_size / each;
	for (size_t i = 1; i < n && i < SYMBOLS_MAX; i++) {
		GElf_Sym sym;

		if (gelf_getsym(r->symbols, (int)i, &sym) && !add(r, &sym, err))
			return false;
	}
	symbol_table_settle(r->t, false);
	return true;
}

bool elf_symbols_read(const struct elf_image *from, const struct elf_image *file,
		      struct symbol_table *t, struct error *err)
{
	struct reading r = {.from = from, .file = file, .t = t};

	return read_table(&r, ".symtab", SHT_SYMTAB, err) &&
	       read_table(&r, ".dynsym", SHT_DYNSYM, err);
}
