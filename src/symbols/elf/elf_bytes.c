#include "symbols/elf/elf_bytes.h"

#include <elf.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct elf_bytes elf_bytes_of_file(int fd)
{
	struct stat st;

	return (struct elf_bytes){
	    .fd = fd,
	    .len = fstat(fd, &st) == 0 && st.st_size > 0 ? (uint64_t)st.st_size : 0};
}

struct elf_bytes elf_bytes_of_memory(const void *at, size_t len)
{
	return (struct elf_bytes){.fd = -1, .at = at, .len = len};
}

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

uint64_t elf_bytes_real(const struct elf_bytes *b)
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

/* A field of a structure that is one of two kinds. */
#define FIELD(head, wide, big, kind, name)                                               \
	((wide) ? elf_bytes_number((head) + offsetof(Elf64_##kind, name),                \
				   sizeof((Elf64_##kind *)0)->name, (big))               \
		: elf_bytes_number((head) + offsetof(Elf32_##kind, name),                \
				   sizeof((Elf32_##kind *)0)->name, (big)))

enum symbol_status elf_bytes_check(const struct elf_bytes *b)
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
	/* more than 16 bits hold: the first section, which is none, has the numbers */
	if (at && elf_bytes_read(b, at, first,
				 wide ? sizeof(Elf64_Shdr) : sizeof(Elf32_Shdr))) {
		if (sections == 0)
			sections = FIELD(first, wide, big, Shdr, sh_size);
		if (segments == PN_XNUM)
			segments = FIELD(first, wide, big, Shdr, sh_info);
	}
	return sections > ELF_SECTIONS_MAX || segments > ELF_SEGMENTS_MAX
		   ? SYMBOLS_UNREASONABLE
		   : SYMBOLS_FOUND;
}
