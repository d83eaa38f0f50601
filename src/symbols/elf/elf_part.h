/* elf_part.h - some sections of an image as an ELF file of their own: all that libdw gets. */

#ifndef SYMBOLS_ELF_PART_H
#define SYMBOLS_ELF_PART_H

#include "symbols/elf/elf_inside.h"

/*
 * libdw reads and unpacks all debug sections of a file, and opens by itself the other files that
 * they name, even pipes and devices. What it gets here is in memory, has only what is needed, is
 * no larger than the image may claim, and names no other file.
 */
struct elf_part {
	Elf *elf;    /* owned; NULL: there are no such sections */
	void *bytes; /* owned: what `elf` is over */
	size_t len;  /* of them */
};

/*
 * The sections of these names that there are, unpacked; `names` is NULL-terminated and has at most
 * ELF_PART_MOST. Of two with one name the first. False when there are none, they would be too
 * large (elf_image_excess()), or memory has run out. Release with elf_part_release().
 */
#define ELF_PART_MOST 12
bool elf_part_make(struct elf_image *im, const char *const *names, struct elf_part *part);
void elf_part_release(struct elf_part *part);

/* A section by its name; NULL: it is not in it. */
Elf_Scn *elf_part_section(const struct elf_part *part, const char *name);

#endif
