/* elf_inside.h - what the files that read ELF know of an image; for them alone. */

#ifndef SYMBOLS_ELF_INSIDE_H
#define SYMBOLS_ELF_INSIDE_H

#include <gelf.h>

#include "symbols/elf/elf_image.h"

/* An ELF file as bytes, before libelf sees it: in a file, or in memory. Borrowed. */
struct elf_bytes {
	int fd; /* -1: in memory */
	const uint8_t *at;
	uint64_t len;
};

/* Copy `len` bytes from `offset`; false when not all of them are there. */
bool elf_bytes_read(const struct elf_bytes *b, uint64_t offset, void *to, size_t len);

/* A number of one to eight bytes in the byte order of the file. */
uint64_t elf_bytes_number(const uint8_t *at, size_t size, bool big);

/* More than any program has: object files alone have one for each function. */
#define ELF_SECTIONS_MAX (256u * 1024)
#define ELF_SEGMENTS_MAX (64u * 1024)

/* Sections that are read of one file: tables of symbols and names, notes, relocations. */
#define ELF_READ_MAX 64

struct elf_image {
	int fd;			/* owned; -1 for bytes in memory */
	struct elf_bytes bytes; /* of either */
	Elf *elf;		/* owned */
	void
	    *unpacked; /* owned: the bytes that it is over; NULL when they are borrowed */
	GElf_Ehdr header;
	size_t sections;   /* how many, ELF_SECTIONS_MAX at most */
	const char *names; /* borrowed from elf: of sections, not to be trusted */
	size_t names_len;
	struct build_id build_id;
	uint64_t inode;
	struct elf_load loads[ELF_LOADS_MAX];
	uint32_t load_count;
	bool hollow;		/* a segment of code has no bytes */
	struct file_pool *pool; /* borrowed; or NULL */
	uint32_t number;	/* of the file in it */
	uint64_t room,
	    spare;    /* bytes that libelf and libdw may still take for it, for what is
			       * in the file and beyond */
	size_t taken; /* and of them those that mem_take() has counted */
	uint32_t read[ELF_READ_MAX], read_count; /* numbers of the sections in them */
	enum symbol_status excess;		 /* why something was not read */
};

struct elf_section {
	Elf_Scn *scn; /* borrowed */
	GElf_Shdr header;
};

/* Section `i`; false when there is none. */
bool elf_inside_at(const struct elf_image *im, size_t i, struct elf_section *s);

/* The first section of this name and type (SHT_NULL: of any). */
bool elf_inside_find(const struct elf_image *im, const char *name, uint32_t type,
		     struct elf_section *s);

/* Does the name of the section begin so, or hold this? */
bool elf_inside_named(const struct elf_image *im, const struct elf_section *s,
		      const char *part);

/*
 * Its bytes, translated to what this machine uses; NULL when they are not in the file, or
 * would be more than it may claim.
 */
Elf_Data *elf_inside_data(struct elf_image *im, const struct elf_section *s);

/*
 * May something of `size` bytes be read or unpacked for the image? All of it together is at
 * most 64 MiB and 32 times what the file really has: else it claims what is not there. What goes beyond
 * the latter, and all of it, is of the budget of all files.
 */
bool elf_inside_room(struct elf_image *im, uint64_t size);

/* May it be gone through for as long as reading so many bytes takes? */
bool elf_inside_work(struct elf_image *im, uint64_t bytes);

/* The same of what a library will take for it in memory; counted until elf_image_rest(). */
bool elf_inside_take(struct elf_image *im, uint64_t size);

/* Where all its bytes are in the file that `im->fd` is; false when they are not in one. */
bool elf_inside_place(const struct elf_image *im, const struct elf_section *s,
		      uint64_t *offset);

/* Where the bytes of an address are in the file; false when it is in no segment. */
bool elf_inside_offset(const struct elf_image *im, uint64_t address, uint64_t *offset);

/* The address of a place in the file; false when it is in no segment. */
bool elf_inside_address(const struct elf_image *im, uint64_t offset, uint64_t *address);

#endif
