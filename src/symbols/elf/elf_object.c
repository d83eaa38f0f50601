#include "symbols/elf/elf_object.h"

#include <stdlib.h>
#include <string.h>

#include "base/append.h"
#include "base/bisect.h"
#include "base/bytes.h"
#include "base/mem.h"
#include "symbols/elf/elf_inside.h"
#include "symbols/symbol_names.h"

bool elf_object_is(const struct elf_image *im)
{
	return im->header.e_type == ET_REL;
}

/* A table of symbols and its names. */
struct object_symbols {
	struct elf_image *im; /* borrowed, like all pointers here */
	Elf_Data *symbols;
	struct text names;
	size_t count;
};

static bool open_table(struct elf_image *im, struct object_symbols *t)
{
	size_t each = gelf_fsize(im->elf, ELF_T_SYM, 1, EV_CURRENT);
	struct elf_section s, texts;
	Elf_Data *names;

	if (!each || !elf_inside_find(im, ".symtab", SHT_SYMTAB, &s) ||
	    !elf_inside_at(im, s.header.sh_link, &texts) ||
	    texts.header.sh_type != SHT_STRTAB || !(names = elf_inside_data(im, &texts)))
		return false;
	*t = (struct object_symbols){.im = im, .symbols = elf_inside_data(im, &s)};
	t->names = (struct text){names->d_buf, names->d_size};
	t->count = t->symbols ? t->symbols->d_size / each : 0;
	return t->count > 0;
}

static bool symbol_at(const struct object_symbols *t, size_t i, GElf_Sym *sym)
{
	return i < t->count && i <= INT32_MAX && gelf_getsym(t->symbols, (int)i, sym);
}

/* The text at an offset, truncated: many symbols may refer to a text without end. */
static struct text text_at(struct text texts, uint64_t at)
{
	return at < texts.len
		   ? bytes_name(text_upto(text_from(texts, (size_t)at), SYMBOL_NAME_MOST))
		   : TEXT("");
}

static bool is_named(const struct object_symbols *t, const GElf_Sym *sym,
		     struct text name)
{
	struct text rest = text_from(t->names, sym->st_name);

	return text_starts(rest, name) &&
	       (rest.len == name.len || rest.at[name.len] == '\0');
}

size_t elf_object_function(struct elf_image *im, struct text name, struct elf_function *f)
{
	struct elf_section s;
	struct object_symbols t;
	GElf_Sym sym;
	size_t found = 0;

	if (!open_table(im, &t))
		return 0;
	for (size_t i = 1; i < t.count; i++) {
		if (!symbol_at(&t, i, &sym) || !is_named(&t, &sym, name) ||
		    GELF_ST_TYPE(sym.st_info) != STT_FUNC ||
		    sym.st_shndx >= SHN_LORESERVE ||
		    !elf_inside_at(im, sym.st_shndx, &s) ||
		    s.header.sh_type != SHT_PROGBITS ||
		    !(s.header.sh_flags & SHF_EXECINSTR) ||
		    sym.st_value >= s.header.sh_size)
			continue;
		*f = (struct elf_function){sym.st_shndx, sym.st_value, sym.st_size,
					   s.header.sh_offset + sym.st_value};
		if (!f->size || f->size > s.header.sh_size - sym.st_value)
			f->size = s.header.sh_size - sym.st_value;
		found++;
	}
	return found;
}

/* The symbol of a relocation; if it has no name, the name of its section. */
static struct text target_of(const struct object_symbols *t, const GElf_Rela *r)
{
	struct elf_section s;
	struct text name;
	GElf_Sym sym;

	if (!symbol_at(t, GELF_R_SYM(r->r_info), &sym))
		return TEXT("");
	name = text_at(t->names, sym.st_name);
	if (!name.len && elf_inside_at(t->im, sym.st_shndx, &s))
		name = text_at((struct text){t->im->names, t->im->names_len},
			       s.header.sh_name);
	return name;
}

static bool take_relocation(const struct object_symbols *t, const struct elf_function *f,
			    const GElf_Rela *rela, struct elf_relocations *r)
{
	struct error none = ERROR_INIT;

	return rela->r_offset < f->address || rela->r_offset - f->address >= f->size ||
	       APPEND(r->rows, r->count, r->room, "relocations", &none,
		      (struct elf_relocation){rela->r_offset, target_of(t, rela)});
}

static int by_address(const void *a, const void *b)
{
	const struct elf_relocation *x = a, *y = b;

	return (x->address > y->address) - (x->address < y->address);
}

bool elf_object_relocations(struct elf_image *im, const struct elf_function *f,
			    struct elf_relocations *r)
{
	struct elf_section s;
	struct object_symbols t;
	bool fine = true;

	*r = (struct elf_relocations){0};
	if (!open_table(im, &t))
		return true;
	for (size_t i = 1; fine && i < im->sections; i++) {
		Elf_Data *data;
		GElf_Rela rela;

		if (!elf_inside_at(im, i, &s) || s.header.sh_type != SHT_RELA ||
		    s.header.sh_info != f->section || !(data = elf_inside_data(im, &s)))
			continue;
		for (int k = 0; fine && gelf_getrela(data, k, &rela); k++)
			fine = take_relocation(&t, f, &rela, r);
	}
	if (r->count)
		qsort(r->rows, r->count, sizeof *r->rows, by_address);
	return fine;
}

void elf_relocations_release(struct elf_relocations *r)
{
	mem_free(r->rows);
	*r = (struct elf_relocations){0};
}

const struct elf_relocation *elf_relocations_in(const struct elf_relocations *r,
						uint64_t address, uint64_t len)
{
	size_t n = bisect_upto(r->rows, sizeof *r->rows, r->count, address);

	/* the first at or after `address` */
	while (n && r->rows[n - 1].address == address)
		n--;
	return n < r->count && r->rows[n].address - address < len ? &r->rows[n] : NULL;
}
