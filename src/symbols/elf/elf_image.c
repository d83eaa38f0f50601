#include "symbols/elf/elf_image.h"

#include <elf.h>
#include <elfutils/version.h>
#include <errno.h>
#include <fcntl.h>
#include <libelf.h>
#include <lzma.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/append.h"
#include "base/mem.h"
#include "symbols/elf/elf_inside.h"
#include "symbols/elf/elf_object.h"
#include "symbols/file_pool.h"
#include "symbols/symbol_file.h"

const struct library elfutils_library = {
    "elfutils", "0." LIBRARY_DIGITS(_ELFUTILS_VERSION), "names and stacks of perf.data"};

/* Notes of programs are some hundred bytes. */
#define NOTES_MAX (1u << 20)

/* The maximum bytes read of a section's name. */
#define NAME_MAX_READ 64

/* A sparse file may have any size; the tables of the largest browsers have a tenth of this. */
#define SECTION_MAX (UINT64_C(1) << 29)

/*
 * The budget of a file, see elf_inside_room(). Compressed debug symbols unpack to four times
 * their size.
 */
#define ROOM_LEAST (UINT64_C(64) << 20)
#define ROOM_MOST  (UINT64_C(64) << 30)
#define ROOM_RATIO 32

/*
 * libelf takes some 300 bytes per section and 60 per segment. Each search through them takes as
 * long as reading some hundred bytes per section.
 */
#define SECTION_COST UINT64_C(384)
#define SEGMENT_COST UINT64_C(64)
#define SECTION_WORK UINT64_C(512)

/* A table of segments may claim 65,535 entries and more. */
#define SEGMENTS_MAX 4096

bool elf_inside_at(const struct elf_image *im, size_t i, struct elf_section *s)
{
	if (i == 0 || i >= im->sections)
		return false;
	s->scn = elf_getscn(im->elf, i);
	return s->scn && gelf_getshdr(s->scn, &s->header);
}

/* The name of a section, checked and truncated. */
static struct text name_of(const struct elf_image *im, const struct elf_section *s)
{
	size_t at = s->header.sh_name, room;

	if (!im->names || at >= im->names_len)
		return TEXT("");
	room = im->names_len - at;
	if (room > NAME_MAX_READ)
		room = NAME_MAX_READ;
	return (struct text){im->names + at, strnlen(im->names + at, room)};
}

bool elf_inside_named(const struct elf_image *im, const struct elf_section *s,
		      const char *part)
{
	return text_has(name_of(im, s), text_of(part));
}

bool elf_inside_find(const struct elf_image *im, const char *name, uint32_t type,
		     struct elf_section *s)
{
	for (size_t i = 1; i < im->sections; i++) {
		if (elf_inside_at(im, i, s) &&
		    (type == SHT_NULL || s->header.sh_type == type) &&
		    text_equal(name_of(im, s), text_of(name)))
			return true;
	}
	return false;
}

bool elf_inside_work(struct elf_image *im, uint64_t bytes)
{
	if (file_pool_spend(im->pool, bytes))
		return true;
	im->excess = SYMBOLS_TOO_MUCH;
	return false;
}

bool elf_inside_room(struct elf_image *im, uint64_t size)
{
	uint64_t beyond = size > im->room ? size - im->room : 0;

	if (beyond > im->spare || !file_pool_claim(im->pool, beyond)) {
		im->excess = SYMBOLS_UNREASONABLE;
		return false;
	}
	if (!elf_inside_work(im, size))
		return false;
	im->spare -= beyond;
	im->room -= size - beyond;
	return true;
}

bool elf_inside_take(struct elf_image *im, uint64_t size)
{
	struct error none = ERROR_INIT;

	if (!elf_inside_room(im, size))
		return false;
	if (size > SIZE_MAX / 2 || !mem_take((size_t)size, "symbols", &none)) {
		im->excess = SYMBOLS_NO_MEMORY;
		return false;
	}
	im->taken += (size_t)size;
	return true;
}

/* Take the memory of a section, once: libelf keeps what it has read until the file is closed. */
static bool take_section(struct elf_image *im, const struct elf_section *s)
{
	uint32_t number = (uint32_t)elf_ndxscn(s->scn);
	const uint16_t one = 1;
	uint8_t own = *(const uint8_t *)&one ? ELFDATA2LSB : ELFDATA2MSB;
	/* libelf copies sections in another byte order */
	unsigned copies = im->header.e_ident[EI_DATA] != own ? 2 : 1;

	for (uint32_t i = 0; i < im->read_count; i++)
		if (im->read[i] == number)
			return true;
	return elf_inside_take(im, s->header.sh_size * copies) &&
	       APPEND_FIXED(im->read, im->read_count, number);
}

Elf_Data *elf_inside_data(struct elf_image *im, const struct elf_section *s)
{
	Elf_Data *data;

	if (s->header.sh_type == SHT_NOBITS || s->header.sh_size > SECTION_MAX ||
	    s->header.sh_size > im->bytes.len || !take_section(im, s))
		return NULL;
	data = elf_getdata(s->scn, NULL);
	return data && data->d_buf && data->d_size ? data : NULL;
}

bool elf_inside_place(const struct elf_image *im, const struct elf_section *s,
		      uint64_t *offset)
{
	struct stat st;

	if (im->fd < 0 || s->header.sh_type == SHT_NOBITS ||
	    s->header.sh_size > SECTION_MAX || fstat(im->fd, &st) != 0 ||
	    s->header.sh_offset > (uint64_t)st.st_size ||
	    s->header.sh_size > (uint64_t)st.st_size - s->header.sh_offset)
		return false;
	*offset = s->header.sh_offset;
	return true;
}

bool elf_inside_offset(const struct elf_image *im, uint64_t address, uint64_t *offset)
{
	for (uint32_t i = 0; i < im->load_count; i++) {
		const struct elf_load *l = &im->loads[i];

		if (address >= l->address && address - l->address < l->size) {
			*offset = address - l->address + l->offset;
			return true;
		}
	}
	return false;
}

bool elf_inside_address(const struct elf_image *im, uint64_t offset, uint64_t *address)
{
	for (uint32_t i = 0; i < im->load_count; i++) {
		const struct elf_load *l = &im->loads[i];

		if (offset >= l->offset && offset - l->offset < l->size) {
			*address = offset - l->offset + l->address;
			return true;
		}
	}
	return false;
}

static void read_loads(struct elf_image *im)
{
	size_t n;

	if (elf_getphdrnum(im->elf, &n) != 0)
		return;
	for (size_t i = 0; i < n && i < SEGMENTS_MAX; i++) {
		GElf_Phdr p;

		if (!gelf_getphdr(im->elf, (int)i, &p))
			return;
		if (p.p_type != PT_LOAD)
			continue;
		if ((p.p_flags & PF_X) && p.p_memsz > 0 && p.p_filesz == 0)
			im->hollow = true;
		if (!APPEND_FIXED(
			im->loads, im->load_count,
			(struct elf_load){
			    .offset = p.p_offset,
			    .address = p.p_vaddr,
			    .size = p.p_memsz > p.p_filesz ? p.p_memsz : p.p_filesz,
			}))
			return;
	}
}

static void read_names(struct elf_image *im)
{
	struct elf_section s;
	size_t at;
	Elf_Data *data;

	if (elf_getshdrnum(im->elf, &im->sections) != 0)
		im->sections = 0;
	if (im->sections > ELF_SECTIONS_MAX)
		im->sections = ELF_SECTIONS_MAX;
	if (elf_getshdrstrndx(im->elf, &at) != 0 || !elf_inside_at(im, at, &s))
		return;
	data = elf_inside_data(im, &s);
	if (data) {
		im->names = data->d_buf;
		im->names_len = data->d_size;
	}
}

/* Find the build id in a section of notes. */
static bool note_build_id(struct elf_image *im, Elf_Data *data)
{
	size_t at = 0, next, name, desc;
	GElf_Nhdr note;

	while (data && (next = gelf_getnote(data, at, &note, &name, &desc)) > at) {
		const uint8_t *bytes = data->d_buf;

		if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 &&
		    memcmp(bytes + name, "GNU", 4) == 0 && note.n_descsz > 0 &&
		    note.n_descsz <= BUILD_ID_MAX) {
			im->build_id.len = note.n_descsz;
			memcpy(im->build_id.bytes, bytes + desc, note.n_descsz);
			return true;
		}
		at = next;
	}
	return false;
}

/* Search the sections of notes; in files without sections, the segments. */
static void read_build_id(struct elf_image *im)
{
	struct elf_section s;
	size_t n;

	for (size_t i = 1; i < im->sections; i++) {
		if (elf_inside_at(im, i, &s) && s.header.sh_type == SHT_NOTE &&
		    s.header.sh_size <= NOTES_MAX &&
		    note_build_id(im, elf_inside_data(im, &s)))
			return;
	}
	if (im->sections > 1 || elf_getphdrnum(im->elf, &n) != 0)
		return;
	for (size_t i = 0; i < n && i < ELF_LOADS_MAX; i++) {
		GElf_Phdr p;
		Elf_Data *data = NULL;

		if (gelf_getphdr(im->elf, (int)i, &p) && p.p_type == PT_NOTE &&
		    p.p_filesz <= NOTES_MAX && elf_inside_take(im, p.p_filesz))
			data = elf_getdata_rawchunk(im->elf, (int64_t)p.p_offset,
						    (size_t)p.p_filesz, ELF_T_NHDR);
		if (data && data->d_buf && note_build_id(im, data))
			return;
	}
}

/* ---- checks before libelf reads the bytes ---- */

bool elf_bytes_read(const struct elf_bytes *b, uint64_t offset, void *to, size_t len)
{
	char *at = to;

	if (offset > b->len || len > b->len - offset)
		return false;
	if (b->fd < 0) {
		if (len)
			memcpy(to, b->at + offset, len);
		return true;
	}
	while (len) {
		ssize_t got = pread(b->fd, at, len, (off_t)offset);

		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return false;
		at += got;
		offset += (uint64_t)got;
		len -= (size_t)got;
	}
	return true;
}

/*
 * The size without holes: a sparse file of gigabytes may have some kilobytes. On a compressing file
 * system the compressed size counts, unless the file has no holes.
 */
static uint64_t elf_bytes_real(const struct elf_bytes *b)
{
	struct stat st;
	uint64_t stored;

	if (b->fd < 0 || fstat(b->fd, &st) != 0)
		return b->len;
	stored = (uint64_t)st.st_blocks * 512;
	if (stored >= b->len || lseek(b->fd, 0, SEEK_HOLE) >= (off_t)b->len)
		return b->len;
	return stored;
}

uint64_t elf_bytes_number(const uint8_t *at, size_t size, bool big)
{
	uint64_t v = 0;

	for (size_t i = 0; i < size; i++)
		v = v << 8 | at[big ? i : size - 1 - i];
	return v;
}

/* A field of a 32-bit or 64-bit header. */
#define FIELD(head, wide, big, kind, name)                                               \
	((wide) ? elf_bytes_number((head) + offsetof(Elf64_##kind, name),                \
				   sizeof((Elf64_##kind *)0)->name, (big))               \
		: elf_bytes_number((head) + offsetof(Elf32_##kind, name),                \
				   sizeof((Elf32_##kind *)0)->name, (big)))

/*
 * The memory and work that libelf needs for the sections and segments of the header before it
 * reads any. elf_bytes_check() returns SYMBOLS_FOUND, SYMBOLS_NOT_ELF, or SYMBOLS_UNREASONABLE
 * for more than ELF_SECTIONS_MAX sections or ELF_SEGMENTS_MAX segments.
 */
struct elf_cost {
	uint64_t bytes, work;
};

static enum symbol_status elf_bytes_check(const struct elf_bytes *b,
					  struct elf_cost *cost)
{
	uint8_t head[sizeof(Elf64_Ehdr)] = {0}, first[sizeof(Elf64_Shdr)] = {0};
	uint64_t sections, segments, at;
	bool wide, big;

	if (!elf_bytes_read(b, 0, head, sizeof(Elf32_Ehdr)) ||
	    memcmp(head, ELFMAG, SELFMAG) != 0)
		return SYMBOLS_NOT_ELF;
	wide = head[EI_CLASS] == ELFCLASS64;
	big = head[EI_DATA] == ELFDATA2MSB;
	if (wide && !elf_bytes_read(b, 0, head, sizeof(Elf64_Ehdr)))
		return SYMBOLS_NOT_ELF;
	sections = FIELD(head, wide, big, Ehdr, e_shnum);
	segments = FIELD(head, wide, big, Ehdr, e_phnum);
	at = FIELD(head, wide, big, Ehdr, e_shoff);
	/* numbers above 16 bits are in the first section, which is a dummy */
	if (at && elf_bytes_read(b, at, first,
				 wide ? sizeof(Elf64_Shdr) : sizeof(Elf32_Shdr))) {
		if (sections == 0)
			sections = FIELD(first, wide, big, Shdr, sh_size);
		if (segments == PN_XNUM)
			segments = FIELD(first, wide, big, Shdr, sh_info);
	}
	*cost = (struct elf_cost){sections * SECTION_COST + segments * SEGMENT_COST,
				  sections * SECTION_WORK};
	return sections > ELF_SECTIONS_MAX || segments > ELF_SEGMENTS_MAX
		   ? SYMBOLS_UNREASONABLE
		   : SYMBOLS_FOUND;
}

/* ---- an image ---- */

/* Take the memory of libelf from the budget before it is called. */
static bool begin_elf(struct elf_image *im, const struct elf_cost *cost)
{
	if (!elf_inside_take(im, cost->bytes) || !elf_inside_work(im, cost->work))
		return false;
	elf_version(EV_CURRENT);
	im->elf = im->fd < 0 ? elf_memory((char *)im->bytes.at, im->bytes.len)
			     : elf_begin(im->fd, ELF_C_READ, NULL);
	if (im->elf && elf_kind(im->elf) == ELF_K_ELF &&
	    gelf_getehdr(im->elf, &im->header))
		return true;
	im->excess = SYMBOLS_NOT_ELF;
	return false;
}

/*
 * Open an image of a file or of bytes. Takes ownership of the descriptor; returns NULL and the
 * reason.
 */
static struct elf_image *image_of(const struct elf_bytes *bytes, struct file_pool *pool,
				  enum symbol_status *why)
{
	struct error none = ERROR_INIT;
	struct elf_image *im = NULL;
	struct elf_cost cost;

	*why = elf_bytes_check(bytes, &cost);
	if (*why == SYMBOLS_FOUND)
		im = mem_array(1, sizeof *im, "images", &none);
	if (!im) {
		*why = *why == SYMBOLS_FOUND ? SYMBOLS_NO_MEMORY : *why;
		symbol_file_close(bytes->fd);
		return NULL;
	}
	im->fd = bytes->fd;
	im->bytes = *bytes;
	im->pool = pool;
	im->room = elf_bytes_real(bytes);
	im->room = im->room > ROOM_MOST / ROOM_RATIO ? ROOM_MOST : im->room * ROOM_RATIO;
	im->spare = ROOM_LEAST;
	if (!begin_elf(im, &cost)) {
		*why = im->excess;
		elf_image_close(im);
		return NULL;
	}
	read_loads(im);
	read_names(im);
	read_build_id(im);
	*why = SYMBOLS_FOUND;
	return im;
}

/* The file is read, not mapped: truncating a mapped file would kill the reader. */
struct elf_image *elf_image_open(struct helper *helper, const char *path,
				 enum symbol_status *why)
{
	struct stat st;
	int fd = symbol_file_open(helper, path, &st, why);

	return fd < 0 ? NULL : elf_image_open_file(NULL, fd, &st, why);
}

struct elf_image *elf_image_open_file(struct file_pool *pool, int fd,
				      const struct stat *st, enum symbol_status *why)
{
	struct stat now;
	struct elf_bytes bytes = {
	    .fd = fd,
	    .len = fstat(fd, &now) == 0 && now.st_size > 0 ? (uint64_t)now.st_size : 0};
	uint32_t number = file_pool_number(pool, st);
	struct elf_image *im = image_of(&bytes, pool, why);
	struct file_facts facts = {.status = *why};

	if (im) {
		im->inode = st->st_ino;
		im->number = number;
		facts.build_id = im->build_id;
		facts.whole = elf_image_is_whole(im);
		facts.object = elf_object_is(im);
	}
	if (*why != SYMBOLS_NO_MEMORY)
		file_pool_learn(pool, number, &facts);
	return im;
}

struct elf_image *elf_image_of_bytes(void *bytes, size_t len, enum symbol_status *why)
{
	struct elf_bytes b = {.fd = -1, .at = bytes, .len = len};

	return image_of(&b, NULL, why);
}

void elf_image_rest(struct elf_image *im)
{
	elf_end(im->elf);
	im->elf = NULL;
	mem_give(im->taken);
	im->taken = 0;
}

void elf_image_close(struct elf_image *im)
{
	if (!im)
		return;
	elf_image_rest(im);
	symbol_file_close(im->fd);
	mem_free(im->unpacked);
	mem_free(im);
}

enum machine elf_image_machine(const struct elf_image *im)
{
	const GElf_Ehdr *h = &im->header;

	if (h->e_ident[EI_CLASS] != ELFCLASS64 || h->e_ident[EI_DATA] != ELFDATA2LSB)
		return MACHINE_OTHER;
	return h->e_machine == EM_X86_64    ? MACHINE_X86_64
	       : h->e_machine == EM_AARCH64 ? MACHINE_AARCH64
					    : MACHINE_OTHER;
}

size_t elf_image_read(const struct elf_image *im, uint64_t offset, void *to, size_t len)
{
	if (offset >= im->bytes.len)
		return 0;
	if (len > im->bytes.len - offset)
		len = (size_t)(im->bytes.len - offset);
	return elf_bytes_read(&im->bytes, offset, to, len) ? len : 0;
}

const struct build_id *elf_image_build_id(const struct elf_image *im)
{
	return &im->build_id;
}

uint64_t elf_image_inode(const struct elf_image *im)
{
	return im->inode;
}

uint32_t elf_image_number(const struct elf_image *im)
{
	return im->number;
}

bool elf_image_crc(const struct elf_image *im, uint32_t *crc)
{
	if (file_pool_crc(im->pool, im->number, crc))
		return true;
	if (im->fd < 0 || !file_pool_spend(im->pool, im->bytes.len) ||
	    !symbol_file_crc(im->fd, crc))
		return false;
	file_pool_learn_crc(im->pool, im->number, *crc);
	return true;
}

const struct elf_load *elf_image_loads(const struct elf_image *im, uint32_t *n)
{
	*n = im->load_count;
	return im->loads;
}

bool elf_image_is_whole(const struct elf_image *im)
{
	return im->load_count > 0 && !im->hollow;
}

enum symbol_status elf_image_excess(const struct elf_image *im)
{
	return im->excess;
}

bool elf_image_has_symtab(const struct elf_image *im)
{
	struct elf_section s;

	/* the first symbol is always a dummy */
	return elf_inside_find(im, ".symtab", SHT_SYMTAB, &s) &&
	       s.header.sh_entsize > 0 && s.header.sh_size / s.header.sh_entsize > 1;
}

/* The name, zeros up to a multiple of four, the checksum in the byte order of the file. */
struct text elf_image_debuglink(struct elf_image *im, uint32_t *crc)
{
	bool big = im->header.e_ident[EI_DATA] == ELFDATA2MSB;
	struct elf_section s;
	struct text name;
	const uint8_t *at;
	Elf_Data *data;

	if (!elf_inside_find(im, ".gnu_debuglink", SHT_PROGBITS, &s) ||
	    !(data = elf_inside_data(im, &s)) || data->d_size < 8)
		return TEXT("");
	name = (struct text){data->d_buf, strnlen(data->d_buf, data->d_size - 4)};
	if (name.len == 0 || name.len > 255 || memchr(name.at, '/', name.len) ||
	    (name.len + 4) / 4 * 4 + 4 > data->d_size)
		return TEXT("");
	at = (const uint8_t *)data->d_buf + (name.len + 4) / 4 * 4;
	*crc = 0;
	for (int i = 0; i < 4; i++)
		*crc |= (uint32_t)at[i] << (big ? 24 - 8 * i : 8 * i);
	return name;
}

/* ---- symbols packed in .gnu_debugdata ---- */

/*
 * The maximum bytes unpacked. The section has symbols only; those of the largest browsers take a
 * tenth.
 */
#define UNPACKED_MAX (256u * 1024 * 1024)

/* The memory that xz needs at its highest level. */
#define MEMORY_MAX (128u * 1024 * 1024)

#define BLOCK (256u * 1024)

/* Unpack everything; false when it is damaged or too large. */
static bool unpack_lzma(lzma_stream *z, struct elf_image *im, uint8_t **bytes,
			size_t *len)
{
	struct error none = ERROR_INIT;
	size_t capacity = 0;
	lzma_ret r = LZMA_OK;

	for (*len = 0; r == LZMA_OK; *len += BLOCK - z->avail_out) {
		if (*len > UNPACKED_MAX || !elf_inside_room(im, BLOCK) ||
		    !mem_reserve(bytes, &capacity, *len + BLOCK, 1, "bytes", &none))
			return false;
		z->next_out = *bytes + *len;
		z->avail_out = BLOCK;
		r = lzma_code(z, LZMA_FINISH);
	}
	return r == LZMA_STREAM_END;
}

struct elf_image *elf_image_debugdata(struct elf_image *im)
{
	lzma_stream z = LZMA_STREAM_INIT;
	struct elf_image *inner = NULL;
	enum symbol_status why;
	struct elf_section s;
	uint8_t *bytes = NULL;
	Elf_Data *data;
	size_t len;

	if (!elf_inside_find(im, ".gnu_debugdata", SHT_NULL, &s) ||
	    !(data = elf_inside_data(im, &s)) ||
	    lzma_stream_decoder(&z, MEMORY_MAX, 0) != LZMA_OK)
		return NULL;
	z.next_in = data->d_buf;
	z.avail_in = data->d_size;
	if (unpack_lzma(&z, im, &bytes, &len))
		inner = elf_image_of_bytes(bytes, len, &why);
	lzma_end(&z);
	if (inner) {
		inner->unpacked = bytes;
		inner->pool = im->pool;
	} else {
		mem_free(bytes);
	}
	return inner;
}
