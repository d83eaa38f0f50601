/* elf_bytes.h - an ELF file as bytes, and what its header claims, before libelf sees it. */

#ifndef SYMBOLS_ELF_BYTES_H
#define SYMBOLS_ELF_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "symbols/symbol_status.h"

/* Where the bytes are: in a file, or in memory. Borrowed. */
struct elf_bytes {
	int fd; /* -1: in memory */
	const uint8_t *at;
	uint64_t len;
};

struct elf_bytes elf_bytes_of_file(int fd);
struct elf_bytes elf_bytes_of_memory(const void *at, size_t len);

/* Copy `len` bytes from `offset`; false when not all of them are there. */
bool elf_bytes_read(const struct elf_bytes *b, uint64_t offset, void *to, size_t len);

/*
 * How many there are but for holes: of a sparse file of gigabytes some kilobytes. What a file
 * system packs counts as it is packed, unless it says that nothing is a hole.
 */
uint64_t elf_bytes_real(const struct elf_bytes *b);

/* A number of one to eight bytes in the byte order of the file. */
uint64_t elf_bytes_number(const uint8_t *at, size_t size, bool big);

/*
 * libelf takes memory for each section and segment that the header counts, before anything is
 * asked for. SYMBOLS_FOUND, SYMBOLS_NOT_ELF, or SYMBOLS_UNREASONABLE for more than ELF_SECTIONS_MAX
 * sections or ELF_SEGMENTS_MAX segments.
 */
enum symbol_status elf_bytes_check(const struct elf_bytes *b);

/* More than any program has: object files alone have one for each function. */
#define ELF_SECTIONS_MAX (256u * 1024)
#define ELF_SEGMENTS_MAX (64u * 1024)

#endif
