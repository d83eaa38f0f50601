#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/mem.h"
#include "symbols/elf/elf_inside.h"
#include "symbols/elf/elf_symbols.h"
#include "symbols/symbol_names.h"

/*
 * The number of entries of .plt.got that are examined: it is for functions that are both called and
 * have their address taken. Most files have one, __cxa_finalize.
 */
#define GOT_MAX 64

/* The tables that relocations refer to. */
struct linkage {
	struct elf_image *im;
	struct symbol_table *t;
	size_t dynsym; /* number of the section */
	Elf_Data *symbols;
	struct text names;
};

static bool linkage_begin(struct linkage *l)
{
	struct elf_section s, names;
	Elf_Data *data;

	if (!elf_inside_find(l->im, ".dynsym", SHT_DYNSYM, &s) ||
	    !(l->symbols = elf_inside_data(l->im, &s)) ||
	    !elf_inside_at(l->im, s.header.sh_link, &names) ||
	    names.header.sh_type != SHT_STRTAB ||
	    !(data = elf_inside_data(l->im, &names)))
		return false;
	l->dynsym = elf_ndxscn(s.scn);
	l->names = (struct text){data->d_buf, data->d_size};
	return true;
}

static struct text symbol_name(const struct linkage *l, uint64_t number)
{
	struct text name = TEXT("");
	GElf_Sym sym;

	if (number == 0 || number > INT32_MAX ||
	    !gelf_getsym(l->symbols, (int)number, &sym))
		return name;
	/* all symbols may have the same name, as long as its section, and each is copied */
	return bytes_name(text_upto(text_from(l->names, sym.st_name), SYMBOL_NAME_MOST));
}

/* Add an entry. One without a name is named by its address, as in perf 6.3 and later. */
static bool add_plt_entry(const struct linkage *l, struct text name, uint64_t start,
			  uint64_t size, struct error *err)
{
	struct symbol_row row = {.start = start,
				 .size = size,
				 .binding = SYMBOL_GLOBAL,
				 .type = SYMBOL_FUNCTION,
				 .plt = true};
	char place[32];

	if (name.len == 0) {
		snprintf(place, sizeof place, "offset_%#" PRIx64, start);
		name = text_of(place);
	}
	return symbol_table_bytes(l->t, name, &row.name, err) &&
	       symbol_table_add(l->t, &row, err);
}

/* The sizes of the first entry of .plt, which is special, and of the others. */
static void sizes(const struct elf_image *im, const GElf_Shdr *plt, uint64_t *head,
		  uint64_t *each)
{
	switch (im->header.e_machine) {
	case EM_ARM:
		*head = 20;
		*each = 12;
		break;
	case EM_AARCH64:
		*head = 32;
		*each = 16;
		break;
	case EM_386:
	case EM_X86_64:
		/* Not all linkers set the entry size. */
		*each = plt->sh_entsize == 8 || plt->sh_entsize == 16 ? plt->sh_entsize
			: plt->sh_addralign == 8		      ? 8
								      : 16;
		*head = *each;
		break;
	default:
		*head = *each = plt->sh_entsize;
	}
}

/* A relocation of either kind; false after the last one. */
static bool relocation(const struct elf_section *s, Elf_Data *data, size_t i,
		       GElf_Rela *r)
{
	GElf_Rel rel;

	if (i > INT32_MAX)
		return false;
	if (s->header.sh_type == SHT_RELA)
		return gelf_getrela(data, (int)i, r) != NULL;
	if (!gelf_getrel(data, (int)i, &rel))
		return false;
	*r = (GElf_Rela){.r_offset = rel.r_offset, .r_info = rel.r_info};
	return true;
}

/* The function called through an entry: a symbol, or an IFUNC resolver. */
static struct text called(const struct linkage *l, const GElf_Rela *r)
{
	struct text name = symbol_name(l, GELF_R_SYM(r->r_info));
	struct symbol chooser;
	uint64_t at;

	if (name.len == 0 && r->r_addend > 0 &&
	    elf_inside_offset(l->im, (uint64_t)r->r_addend, &at) &&
	    symbol_table_find(l->t, at, &chooser) && chooser.start == at)
		name = chooser.name;
	return name;
}

/* Find the entries for relocations; false when there are none. */
static bool entries(const struct linkage *l, uint64_t *at, uint64_t *end, uint64_t *each)
{
	struct elf_section plt, second;
	uint64_t head;

	if (!elf_inside_find(l->im, ".plt", SHT_PROGBITS, &plt))
		return false;
	sizes(l->im, &plt.header, &head, each);
	if (elf_inside_find(l->im, ".plt.sec", SHT_PROGBITS, &second)) {
		plt = second;
		head = 0;
	}
	if (*each == 0 || plt.header.sh_size < head ||
	    plt.header.sh_offset > UINT64_MAX - plt.header.sh_size)
		return false;
	*at = plt.header.sh_offset + head;
	*end = plt.header.sh_offset + plt.header.sh_size;
	return true;
}

static int by_target(const void *a, const void *b)
{
	const GElf_Rela *x = a, *y = b;

	return x->r_offset < y->r_offset ? -1 : x->r_offset > y->r_offset;
}

/* Add .plt, or .plt.sec if it exists: entries are in the order of their relocations' targets. */
static bool add_plt(const struct linkage *l, struct error *err)
{
	struct elf_section rel;
	uint64_t at, end, each;
	GElf_Rela *all = NULL;
	size_t n = 0, capacity = 0;
	Elf_Data *data;
	bool fine = true;

	if ((!elf_inside_find(l->im, ".rela.plt", SHT_RELA, &rel) &&
	     !elf_inside_find(l->im, ".rel.plt", SHT_REL, &rel)) ||
	    rel.header.sh_link != l->dynsym || !(data = elf_inside_data(l->im, &rel)) ||
	    !entries(l, &at, &end, &each))
		return true;
	do {
		fine =
		    mem_reserve(&all, &capacity, n + 1, sizeof *all, "relocations", err);
	} while (fine && relocation(&rel, data, n, &all[n]) && ++n);
	if (fine && n)
		qsort(all, n, sizeof *all, by_target);
	for (size_t i = 0; fine && i < n && end - at >= each; i++) {
		fine = add_plt_entry(l, called(l, &all[i]), at, each, err);
		at += each;
	}
	mem_free(all);
	return fine;
}

/*
 * The address from which "jmp *disp(%rip)" at `code` loads its target, relative to `code`; 0 for
 * other instructions. An endbr64 and a bnd prefix are skipped.
 */
static int64_t jump(const uint8_t *code, uint64_t len)
{
	static const uint8_t endbr[4] = {0xf3, 0x0f, 0x1e, 0xfa};
	uint64_t n = 0;
	uint32_t disp;

	if (len >= 4 && memcmp(code, endbr, 4) == 0)
		n = 4;
	if (n < len && code[n] == 0xf2)
		n++;
	if (len - n < 6 || code[n] != 0xff || code[n + 1] != 0x25)
		return 0;
	disp = (uint32_t)code[n + 2] | (uint32_t)code[n + 3] << 8 |
	       (uint32_t)code[n + 4] << 16 | (uint32_t)code[n + 5] << 24;
	return (int64_t)n + 6 + (int32_t)disp;
}

/* Add .plt.got of x86-64: the relocation of an entry's target gives the called function. */
static bool add_got(const struct linkage *l, struct error *err)
{
	uint64_t targets[GOT_MAX], each, n;
	struct elf_section got, rel;
	Elf_Data *code, *data;
	GElf_Rela r;

	if (l->im->header.e_machine != EM_X86_64 ||
	    !elf_inside_find(l->im, ".plt.got", SHT_PROGBITS, &got) ||
	    !(code = elf_inside_data(l->im, &got)) ||
	    !elf_inside_find(l->im, ".rela.dyn", SHT_RELA, &rel) ||
	    !(data = elf_inside_data(l->im, &rel)))
		return true;
	each = got.header.sh_entsize == 8 ? 8 : 16;
	n = code->d_size / each;
	if (n > GOT_MAX)
		n = GOT_MAX;
	for (uint64_t i = 0; i < n; i++) {
		int64_t to = jump((const uint8_t *)code->d_buf + i * each, each);

		targets[i] = to ? got.header.sh_addr + i * each + (uint64_t)to : 0;
	}
	for (size_t k = 0; relocation(&rel, data, k, &r); k++) {
		for (uint64_t i = 0; i < n; i++) {
			if (!targets[i] || targets[i] != r.r_offset)
				continue;
			if (!add_plt_entry(l, symbol_name(l, GELF_R_SYM(r.r_info)),
					   got.header.sh_offset + i * each, each, err))
				return false;
			targets[i] = 0;
		}
	}
	return true;
}

bool elf_symbols_plt(struct elf_image *file, struct symbol_table *t, struct error *err)
{
	struct linkage l = {.im = file, .t = t};

	if (!linkage_begin(&l))
		return true;
	if (!add_plt(&l, err) || !add_got(&l, err))
		return false;
	return symbol_table_settle(t, false, err);
}
