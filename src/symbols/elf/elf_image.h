/* elf_image.h - opens ELF files, and reads their build ids, segments and sections. */

#ifndef SYMBOLS_ELF_IMAGE_H
#define SYMBOLS_ELF_IMAGE_H

#include <stdint.h>

#include "base/error.h"
#include "base/library.h"
#include "base/text.h"
#include "symbols/symbol_file.h"

/* A loaded segment: its place in the file, and its address. */
struct elf_load {
	/* `size`: the larger of those in memory and in the file */
	uint64_t offset, address, size;
};

/* Linkers write fewer segments; further ones are ignored. */
#define ELF_LOADS_MAX 64

/* Without this library, elf_none.c replaces the code here, and no file is opened. */
extern const struct library elfutils_library;

struct elf_image;
struct file_pool;
struct helper;

/*
 * Open a regular file through `helper` (may be NULL), see symbol_file_open(). Returns NULL and the
 * reason on failure. If the file is truncated while it is open, some symbols are missing. Release
 * with elf_image_close().
 */
struct elf_image *elf_image_open(struct helper *helper, const char *path,
				 enum symbol_status *why);

/*
 * The same for an open file. Takes ownership of `fd`, even on failure. `pool` (borrowed, or NULL)
 * is the cache and the budget for the work.
 */
struct elf_image *elf_image_open_file(struct file_pool *pool, int fd,
				      const struct stat *st, enum symbol_status *why);

/* The same for bytes in memory, which are borrowed and must be aligned like an int. */
struct elf_image *elf_image_of_bytes(void *bytes, size_t len, enum symbol_status *why);
void elf_image_close(struct elf_image *im);

/*
 * Release the memory of the sections, which must not be used afterwards. The segments and the file
 * stay available.
 */
void elf_image_rest(struct elf_image *im);

/*
 * The file_pool_number() of the file, or 0 if unknown. elf_image_crc() sets `*crc` to the checksum
 * of the file; false when it cannot be computed.
 */
uint32_t elf_image_number(const struct elf_image *im);
bool elf_image_crc(const struct elf_image *im, uint32_t *crc);

/* The machine; MACHINE_OTHER if its instructions are not supported. */
enum machine { MACHINE_OTHER, MACHINE_X86_64, MACHINE_AARCH64 };
enum machine elf_image_machine(const struct elf_image *im);

/* Copy up to `len` bytes from `offset` in the file. Returns their number. */
size_t elf_image_read(const struct elf_image *im, uint64_t offset, void *to, size_t len);

const struct build_id *elf_image_build_id(const struct elf_image *im);
uint64_t elf_image_inode(const struct elf_image *im); /* 0 for bytes in memory */

/* The loaded segments; `*n` is set to their number. */
const struct elf_load *elf_image_loads(const struct elf_image *im, uint32_t *n);

/*
 * Does the file have the content of its segments? A file of debug symbols has the headers of all
 * segments, but not their bytes.
 */
bool elf_image_is_whole(const struct elf_image *im);

/* SYMBOLS_FOUND, or why something was not read: UNREASONABLE, TOO_MUCH or NO_MEMORY. */
enum symbol_status elf_image_excess(const struct elf_image *im);

bool elf_image_has_symtab(const struct elf_image *im); /* with more than a null symbol */

/*
 * .gnu_debuglink: the name of the file with the symbols of this one, and the checksum of that file.
 * Empty when the section is missing or invalid, or the name contains a '/'. The name is borrowed.
 */
struct text elf_image_debuglink(struct elf_image *im, uint32_t *crc);

/*
 * Unpack .gnu_debugdata as another image, which the caller must close. Returns NULL when the
 * section is missing or damaged, when it unpacks to more than 256 MiB or than the budget allows, or
 * when memory runs out.
 */
struct elf_image *elf_image_debugdata(struct elf_image *im);

#endif
