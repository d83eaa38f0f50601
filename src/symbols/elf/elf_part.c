#include "symbols/elf/elf_part.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <zlib.h>

#include "base/append.h"
#include "base/mem.h"

#define ALIGNED	  16
#define NAME_MOST 32 /* bytes of the longest section name in use */

enum section_packing {
	PLAIN,
	WITH_HEADER, /* SHF_COMPRESSED, since the gABI of 2012 */
	/* ".zdebug_info", older, of GNU: "ZLIB", then the size in eight bytes */
	WITH_SIZE,
};

/* A section to be copied. */
struct copied_section {
	const char *name; /* borrowed: the name without the z */
	GElf_Shdr header;
	enum section_packing packing;
	uint64_t from, stored; /* range in the image, after the size field */
	uint64_t at, size;     /* range in the part */
};

struct making {
	struct elf_image *im; /* borrowed */
	struct copied_section pieces[ELF_PART_MOST];
	size_t count;
	uint64_t size; /* of all pieces */
	uint8_t *bytes;
	bool big, wide; /* big-endian; 64-bit */
};

/* ---- finding sections ---- */

static bool find_section(const struct making *m, const char *name,
			 struct copied_section *p)
{
	char packed[NAME_MOST];
	struct elf_section s;

	*p = (struct copied_section){.name = name};
	snprintf(packed, sizeof packed, ".z%s", name + 1);
	if (!elf_inside_find(m->im, name, SHT_NULL, &s)) {
		if (!elf_inside_find(m->im, packed, SHT_NULL, &s))
			return false;
		p->packing = WITH_SIZE;
	} else if (s.header.sh_flags & SHF_COMPRESSED) {
		p->packing = WITH_HEADER;
	}
	p->header = s.header;
	p->from = s.header.sh_offset;
	p->stored = p->size = s.header.sh_size;
	return s.header.sh_type != SHT_NOBITS && !(s.header.sh_flags & SHF_GROUP) &&
	       p->from <= m->im->bytes.len && p->stored <= m->im->bytes.len - p->from;
}

/* DW_EH_PE_pcrel | DW_EH_PE_sdata4: how all linkers store the address of .eh_frame. */
#define FROM_HERE 0x1b

/*
 * In a file without sections, a segment holds the search table, which has the address of .eh_frame;
 * this ends with a terminator, before the end of its segment.
 */
static bool find_frames(const struct making *m, struct copied_section *p)
{
	uint64_t address = p->header.sh_addr + 4, offset;
	uint8_t head[8];

	if (p->stored < sizeof head ||
	    !elf_bytes_read(&m->im->bytes, p->from, head, sizeof head) || head[0] != 1 ||
	    head[1] != FROM_HERE)
		return false;
	address += (uint64_t)(int64_t)(int32_t)elf_bytes_number(head + 4, 4, m->big);
	for (uint32_t i = 0; i < m->im->load_count; i++) {
		const struct elf_load *l = &m->im->loads[i];

		offset = address - l->address;
		if (address < l->address || offset >= l->size ||
		    l->offset > m->im->bytes.len ||
		    offset >= m->im->bytes.len - l->offset)
			continue;
		p->header.sh_addr = address;
		p->from = l->offset + offset;
		p->stored = l->size - offset;
		if (p->stored > m->im->bytes.len - p->from)
			p->stored = m->im->bytes.len - p->from;
		return true;
	}
	return false;
}

static bool find_segment(const struct making *m, struct copied_section *p)
{
	bool table = strcmp(p->name, ".eh_frame_hdr") == 0;
	size_t n;

	if (m->im->sections > 1 || (!table && strcmp(p->name, ".eh_frame") != 0) ||
	    elf_getphdrnum(m->im->elf, &n) != 0)
		return false;
	for (size_t i = 0; i < n && i < INT_MAX; i++) {
		GElf_Phdr h;

		if (!gelf_getphdr(m->im->elf, (int)i, &h) ||
		    h.p_type != PT_GNU_EH_FRAME || h.p_offset > m->im->bytes.len ||
		    h.p_filesz > m->im->bytes.len - h.p_offset)
			continue;
		p->header = (GElf_Shdr){.sh_type = SHT_PROGBITS, .sh_addr = h.p_vaddr};
		p->from = h.p_offset;
		p->stored = h.p_filesz;
		if (!table && !find_frames(m, p))
			return false;
		p->size = p->stored;
		return true;
	}
	return false;
}

/* Find the unpacked size. */
static bool find_size(const struct making *m, struct copied_section *p)
{
	uint8_t head[sizeof(Elf64_Chdr)];
	size_t len = p->packing == WITH_SIZE ? 12
		     : m->wide		     ? sizeof(Elf64_Chdr)
					     : sizeof(Elf32_Chdr);

	if (p->packing == PLAIN)
		return true;
	if (p->stored < len || !elf_bytes_read(&m->im->bytes, p->from, head, len))
		return false;
	p->from += len;
	p->stored -= len;
	if (p->packing == WITH_SIZE) {
		p->size = elf_bytes_number(head + 4, 8, true);
		return memcmp(head, "ZLIB", 4) == 0;
	}
	p->size = m->wide
		      ? elf_bytes_number(head + offsetof(Elf64_Chdr, ch_size), 8, m->big)
		      : elf_bytes_number(head + offsetof(Elf32_Chdr, ch_size), 4, m->big);
	return elf_bytes_number(head, 4, m->big) == ELFCOMPRESS_ZLIB;
}

static void add_piece(struct making *m, const char *name)
{
	struct copied_section p;

	if (!(find_section(m, name, &p) || find_segment(m, &p)) || !find_size(m, &p) ||
	    p.size == 0 || !elf_inside_room(m->im, p.size))
		return;
	p.at = m->size;
	if (APPEND_FIXED(m->pieces, m->count, p))
		m->size += (p.size + ALIGNED - 1) / ALIGNED * ALIGNED;
}

/* ---- contents ---- */

/* zlib counts in 32 bits, but sections of browsers are longer. */
static bool inflate_all(z_stream *z, uint64_t stored, uint64_t size)
{
	int r = Z_OK;

	while (r == Z_OK) {
		if (z->avail_in == 0) {
			z->avail_in = stored < INT_MAX ? (uInt)stored : INT_MAX;
			stored -= z->avail_in;
		}
		if (z->avail_out == 0) {
			z->avail_out = size < INT_MAX ? (uInt)size : INT_MAX;
			size -= z->avail_out;
		}
		r = inflate(z, Z_NO_FLUSH);
	}
	return r == Z_STREAM_END && size == 0 && z->avail_out == 0;
}

/* Unreadable data becomes zeros, in which libdw finds nothing. */
static void fill_piece(struct making *m, struct copied_section *p)
{
	struct error none = ERROR_INIT;
	z_stream z = {.next_out = m->bytes + p->at};
	uint8_t *stored;
	bool fine;

	if (p->packing == PLAIN) {
		fine = elf_bytes_read(&m->im->bytes, p->from, m->bytes + p->at,
				      (size_t)p->size);
	} else {
		stored = mem_array((size_t)p->stored, 1, "debug symbols", &none);
		z.next_in = stored;
		fine =
		    stored &&
		    elf_bytes_read(&m->im->bytes, p->from, stored, (size_t)p->stored) &&
		    inflateInit(&z) == Z_OK;
		if (fine) {
			fine = inflate_all(&z, p->stored, p->size);
			inflateEnd(&z);
		}
		mem_free(stored);
	}
	if (!fine)
		p->header.sh_type = SHT_NOBITS;
}

/* ---- headers ---- */

static void put_header_number(uint8_t **to, size_t size, uint64_t v, bool big)
{
	for (size_t i = 0; i < size; i++)
		(*to)[big ? size - 1 - i : i] = (uint8_t)(v >> 8 * i);
	*to += size;
}

/* Fields have the same order in both classes; addresses and sizes have 4 or 8 bytes. */
static void put_header(const struct making *m, uint64_t sections, uint64_t names)
{
	const GElf_Ehdr *h = &m->im->header;
	size_t word = m->wide ? 8 : 4;
	uint8_t *at = m->bytes;

	memcpy(at, h->e_ident, EI_NIDENT);
	at += EI_NIDENT;
	put_header_number(&at, 2, h->e_type, m->big);
	put_header_number(&at, 2, h->e_machine, m->big);
	put_header_number(&at, 4, EV_CURRENT, m->big);
	put_header_number(&at, word, 0, m->big); /* entry point */
	put_header_number(&at, word, 0, m->big); /* program headers */
	put_header_number(&at, word, sections, m->big);
	put_header_number(&at, 4, h->e_flags, m->big);
	put_header_number(&at, 2, m->wide ? sizeof(Elf64_Ehdr) : sizeof(Elf32_Ehdr),
			  m->big);
	put_header_number(&at, 2, 0, m->big);
	put_header_number(&at, 2, 0, m->big);
	put_header_number(&at, 2, m->wide ? sizeof(Elf64_Shdr) : sizeof(Elf32_Shdr),
			  m->big);
	put_header_number(&at, 2, names + 1, m->big);
	put_header_number(&at, 2, names, m->big);
}

static void put_section(const struct making *m, uint8_t **at, uint64_t name,
			const struct copied_section *p)
{
	size_t word = m->wide ? 8 : 4;

	put_header_number(at, 4, name, m->big);
	put_header_number(at, 4, p->header.sh_type, m->big);
	put_header_number(at, word, p->header.sh_flags & ~(uint64_t)SHF_COMPRESSED,
			  m->big);
	put_header_number(at, word, p->header.sh_addr, m->big);
	put_header_number(at, word, p->at, m->big);
	put_header_number(at, word, p->size, m->big);
	put_header_number(at, 4, 0, m->big); /* link */
	put_header_number(at, 4, 0, m->big); /* info */
	put_header_number(at, word, 1, m->big);
	put_header_number(at, word, 0, m->big); /* entry size */
}

#define HEAD_ROOM  64
#define NAMES_ROOM ((ELF_PART_MOST + 2) * NAME_MOST)
#define TABLE_ROOM ((ELF_PART_MOST + 2) * sizeof(Elf64_Shdr))

/* After the contents: the names of the sections, and the table of section headers. */
static void put_table(struct making *m)
{
	uint8_t *names = m->bytes + m->size, *at = names + NAMES_ROOM;
	struct copied_section own = {.at = m->size, .size = NAMES_ROOM};
	uint64_t name = 1;

	put_header(m, m->size + NAMES_ROOM, m->count + 1);
	/* the first section is a dummy */
	at += m->wide ? sizeof(Elf64_Shdr) : sizeof(Elf32_Shdr);
	for (size_t i = 0; i < m->count; i++) {
		put_section(m, &at, name, &m->pieces[i]);
		name += (uint64_t)snprintf((char *)names + name, NAME_MOST, "%s",
					   m->pieces[i].name) +
			1;
	}
	own.header.sh_type = SHT_STRTAB;
	put_section(m, &at, name, &own);
	snprintf((char *)names + name, NAME_MOST, ".shstrtab");
}

bool elf_part_make(struct elf_image *im, const char *const *names, struct elf_part *part)
{
	struct making m = {.im = im,
			   .size = HEAD_ROOM,
			   .big = im->header.e_ident[EI_DATA] == ELFDATA2MSB,
			   .wide = im->header.e_ident[EI_CLASS] == ELFCLASS64};
	struct error none = ERROR_INIT;
	size_t all;

	*part = (struct elf_part){0};
	for (; *names; names++)
		add_piece(&m, *names);
	all = (size_t)m.size + NAMES_ROOM + TABLE_ROOM;
	if (!m.count || im->excess != SYMBOLS_FOUND || all < m.size)
		return false;
	mem_widen(all); /* the budget of elf_inside_room() limits it */
	m.bytes = mem_array(all, 1, "debug symbols", &none);
	if (!m.bytes) {
		mem_widen_no_more(all);
		im->excess = SYMBOLS_NO_MEMORY;
		return false;
	}
	for (size_t i = 0; i < m.count; i++)
		fill_piece(&m, &m.pieces[i]);
	put_table(&m);
	part->bytes = m.bytes;
	part->len = all;
	part->elf = elf_memory(part->bytes, all);
	return part->elf != NULL;
}

void elf_part_release(struct elf_part *part)
{
	elf_end(part->elf);
	mem_free(part->bytes);
	mem_widen_no_more(part->len);
	*part = (struct elf_part){0};
}

Elf_Scn *elf_part_section(const struct elf_part *part, const char *name)
{
	Elf_Scn *scn = NULL;
	size_t names;

	if (elf_getshdrstrndx(part->elf, &names) != 0)
		return NULL;
	while ((scn = elf_nextscn(part->elf, scn))) {
		GElf_Shdr header;
		const char *is = gelf_getshdr(scn, &header)
				     ? elf_strptr(part->elf, names, header.sh_name)
				     : NULL;

		if (is && strcmp(is, name) == 0)
			return header.sh_type == SHT_NOBITS ? NULL : scn;
	}
	return NULL;
}

struct text elf_part_text(const struct elf_part *part, const char *name)
{
	Elf_Scn *scn = elf_part_section(part, name);
	Elf_Data *data = scn ? elf_rawdata(scn, NULL) : NULL;

	return data && data->d_buf ? (struct text){data->d_buf, data->d_size} : TEXT("");
}
