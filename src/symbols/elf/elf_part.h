/* elf_part.h - some sections of an image as an ELF file in memory, for libdw. */

#ifndef SYMBOLS_ELF_PART_H
#define SYMBOLS_ELF_PART_H

#include "symbols/elf/elf_inside.h"

/*
 * On its own, libdw reads and unpacks all debug sections of a file, and opens the other files that
 * they name, even pipes and devices. So it gets a copy in memory that has only the needed sections,
 * is no larger than the budget of the image allows, and names no other file.
 */
struct elf_part {
	Elf *elf;    /* owned; NULL: no such sections */
	void *bytes; /* owned: the bytes of `elf` */
	size_t len;  /* of `bytes` */
};

/*
 * Copy the sections of these names, unpacked; `names` ends with NULL and has at most ELF_PART_MOST
 * names. If two sections have the same name, the first is copied. False when there are none, they
 * are too large (elf_image_excess()), or memory runs out. Release with elf_part_release().
 */
#define ELF_PART_MOST 12
bool elf_part_make(struct elf_image *im, const char *const *names, struct elf_part *part);
void elf_part_release(struct elf_part *part);

/* A section by its name, or NULL. */
Elf_Scn *elf_part_section(const struct elf_part *part, const char *name);

/* Its bytes; empty if there is none. Borrowed until elf_part_release(). */
struct text elf_part_text(const struct elf_part *part, const char *name);

#endif
