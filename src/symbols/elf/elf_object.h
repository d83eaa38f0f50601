/* elf_object.h - functions of a file that is not linked yet, such as a kernel module. */

#ifndef SYMBOLS_ELF_OBJECT_H
#define SYMBOLS_ELF_OBJECT_H

#include "symbols/elf/elf_image.h"

/*
 * Is the file relocatable? Such a file has no segments, and its addresses start at 0 in each
 * section.
 */
bool elf_object_is(const struct elf_image *im);

struct elf_function {
	uint32_t section;
	uint64_t address, size; /* in the section */
	uint64_t offset;	/* its offset in the file */
};

/* The number of functions called `name` in sections of code; `*f` is set to one of them. */
size_t elf_object_function(struct elf_image *im, struct text name,
			   struct elf_function *f);

/* A place that is filled in when the file is linked. */
struct elf_relocation {
	uint64_t address;
	struct text name; /* borrowed: the symbol whose address is filled in */
};

struct elf_relocations {
	struct elf_relocation *rows; /* owned: by address */
	size_t count, room;
};

/*
 * The relocations in a function. False when memory runs out. Release with
 * elf_relocations_release().
 */
bool elf_object_relocations(struct elf_image *im, const struct elf_function *f,
			    struct elf_relocations *r);
void elf_relocations_release(struct elf_relocations *r);

/* The first relocation in these bytes, or NULL. */
const struct elf_relocation *elf_relocations_in(const struct elf_relocations *r,
						uint64_t address, uint64_t len);

#endif
