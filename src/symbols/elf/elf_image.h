/* elf_image.h - an ELF file opened for its symbols: build id, segments, sections. */

#ifndef SYMBOLS_ELF_IMAGE_H
#define SYMBOLS_ELF_IMAGE_H

#include <stdint.h>

#include "base/error.h"
#include "base/library.h"
#include "base/text.h"
#include "symbols/symbol_file.h"

/* A part of the file that is loaded: addresses and where their bytes are in the file. */
struct elf_load {
	uint64_t offset, address, size; /* size: in memory */
};

/* More than compilers and linkers make; further ones are ignored. */
#define ELF_LOADS_MAX 64

/* Without it (elf_none.c) no file is ever opened. */
extern const struct library elfutils_library;

struct elf_image;
struct file_pool;
struct helper;

/*
 * Open a regular file, by `helper` where we cannot (see symbol_file.h). NULL and the reason in
 * `*why`. A file that is truncated meanwhile has fewer symbols. Close with elf_image_close().
 */
struct elf_image *elf_image_open(struct helper *helper, const char *path,
				 enum symbol_status *why);

/*
 * The same for a file that is open, which is the image's then, or closed. `pool` is borrowed, and may be
 * NULL: what it costs is of that budget.
 */
struct elf_image *elf_image_open_file(struct file_pool *pool, int fd,
				      const struct stat *st, enum symbol_status *why);

/* The same over bytes in memory, which are borrowed, and must be aligned as an int is. */
struct elf_image *elf_image_of_bytes(void *bytes, size_t len, enum symbol_status *why);
void elf_image_close(struct elf_image *im);

/*
 * Of an image whose sections will not be asked for any more: give back the memory of what was read. Its
 * segments, and the file itself, are still there.
 */
void elf_image_rest(struct elf_image *im);

/* The file, by file_pool_number(); 0: not known. And the checksum of it, false where that cannot be had. */
uint32_t elf_image_number(const struct elf_image *im);
bool elf_image_crc(const struct elf_image *im, uint32_t *crc);

/* What runs it, where its instructions are known here. */
enum machine { MACHINE_OTHER, MACHINE_X86_64, MACHINE_AARCH64 };
enum machine elf_image_machine(const struct elf_image *im);

/* Copy what there is of `len` bytes from `offset` in the file: how many. */
size_t elf_image_read(const struct elf_image *im, uint64_t offset, void *to, size_t len);

const struct build_id *elf_image_build_id(const struct elf_image *im);
uint64_t elf_image_inode(const struct elf_image *im); /* 0 for bytes */

/* The loaded segments; `*n` of them. */
const struct elf_load *elf_image_loads(const struct elf_image *im, uint32_t *n);

/*
 * Does it have the content of its segments? A file of debug symbols has all segments in its
 * headers, but not where they are in the file that was mapped.
 */
bool elf_image_is_whole(const struct elf_image *im);

/* SYMBOLS_FOUND, or why something was not read: it claims too much, costs too much, or there is no memory. */
enum symbol_status elf_image_excess(const struct elf_image *im);

bool elf_image_has_symtab(const struct elf_image *im); /* with more than a null symbol */

/*
 * .gnu_debuglink: the name of the file with its symbols, and that file's checksum. Empty
 * when there is none, or one with a '/' in it. Borrowed.
 */
struct text elf_image_debuglink(struct elf_image *im, uint32_t *crc);

/*
 * .gnu_debugdata, unpacked: another image (close it), or NULL when there is none, or it is damaged
 * or larger than 256 MiB.
 */
struct elf_image *elf_image_debugdata(struct elf_image *im);

#endif
