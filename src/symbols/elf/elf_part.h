/* elf_part.h - copies some sections of an image to an ELF file in memory, for libdw. */

#ifndef SYMBOLS_ELF_PART_H
#define SYMBOLS_ELF_PART_H

#include "symbols/elf/elf_inside.h"

/*
 * Given a file, libdw reads and decompresses all debug sections, and opens every other file that
 * they name, even a pipe or a device. So libdw gets a copy in memory instead. The copy has only the
 * sections that are needed, is no larger than the budget of the image allows, and names no other
 * file.
 */
struct elf_part {
	Elf *elf;    /* owned; NULL: elf_part_make() failed */
	void *bytes; /* owned: the bytes of `elf` */
	size_t len;  /* of `bytes` */
};

/*
 * Copy the sections with these names, and decompress them. `names` has at most ELF_PART_MOST names
 * and ends with NULL. If two sections have the same name, the first one is copied. Returns
 * false if the image has none of the sections, if they are too large (elf_image_excess()), or when
 * memory runs out. Release with elf_part_release().
 */
#define ELF_PART_MOST 12
bool elf_part_make(struct elf_image *im, const char *const *names, struct elf_part *part);
void elf_part_release(struct elf_part *part);

/* The section with this name, or NULL. */
Elf_Scn *elf_part_section(const struct elf_part *part, const char *name);

/* The bytes of a section; empty if it does not exist. Borrowed until elf_part_release(). */
struct text elf_part_text(const struct elf_part *part, const char *name);

#endif
