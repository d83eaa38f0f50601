/* elf_inside.h - the members and sections of an image, for code that reads ELF files. */

#ifndef SYMBOLS_ELF_INSIDE_H
#define SYMBOLS_ELF_INSIDE_H

#include <gelf.h>

#include "symbols/elf/elf_image.h"

/* The raw bytes of an ELF image, in a file or in memory. Borrowed. */
struct elf_bytes {
	int fd; /* -1: in memory */
	const uint8_t *at;
	uint64_t len;
};

/* Copy `len` bytes from `offset`; false when not all of them can be read. */
bool elf_bytes_read(const struct elf_bytes *b, uint64_t offset, void *to, size_t len);

/* A number of one to eight bytes in the byte order of the file. */
uint64_t elf_bytes_number(const uint8_t *at, size_t size, bool big);

/*
 * The maximum numbers of sections and segments; a file with more is refused. Even object files with
 * one section per function have fewer sections.
 */
#define ELF_SECTIONS_MAX (256u * 1024)
#define ELF_SEGMENTS_MAX (64u * 1024)

/*
 * The maximum number of sections read from one file: tables of symbols and names, notes,
 * relocations.
 */
#define ELF_READ_MAX 64

struct elf_image {
	int fd;			/* owned; -1 for bytes in memory */
	struct elf_bytes bytes; /* of the file or in memory */
	Elf *elf;		/* owned */
	/* owned: the bytes of `elf`; NULL: they are borrowed, or in the file `fd` */
	void *unpacked;
	GElf_Ehdr header;
	size_t sections;   /* their number, at most ELF_SECTIONS_MAX */
	const char *names; /* borrowed from elf: names of sections, untrusted */
	size_t names_len;
	struct build_id build_id;
	uint64_t inode;
	struct elf_load loads[ELF_LOADS_MAX];
	uint32_t load_count;
	bool hollow;		/* a code segment has no bytes in the file */
	struct file_pool *pool; /* borrowed, or NULL */
	uint32_t number;	/* of the file in the pool */
	/* bytes left in the two budgets of elf_inside_room(); `spare`: for claims beyond `room` */
	uint64_t room, spare;
	/* bytes counted by mem_take() */
	size_t taken;
	/* the sections that were read */
	uint32_t read[ELF_READ_MAX], read_count;
	enum symbol_status excess; /* why something was not read */
};

struct elf_section {
	Elf_Scn *scn; /* borrowed */
	GElf_Shdr header;
};

/* Section `i`; false when it does not exist. */
bool elf_inside_at(const struct elf_image *im, size_t i, struct elf_section *s);

/* The first section of this name and type (SHT_NULL: any type). */
bool elf_inside_find(const struct elf_image *im, const char *name, uint32_t type,
		     struct elf_section *s);

/* Does the name of the section contain `part`? */
bool elf_inside_named(const struct elf_image *im, const struct elf_section *s,
		      const char *part);

/*
 * The data of a section in the byte order of this machine. NULL when the section is empty, not in
 * the file, or too large for the budget.
 */
Elf_Data *elf_inside_data(struct elf_image *im, const struct elf_section *s);

/*
 * Take `size` bytes, to be read or unpacked, from the budget of the image: 32 times the stored
 * bytes of the file, plus 64 MiB for claims beyond that. file_pool_spend() counts all bytes too,
 * and file_pool_claim() counts the claims. Returns false when a budget is exhausted.
 */
bool elf_inside_room(struct elf_image *im, uint64_t size);

/* Charge the work of reading `bytes` bytes to the budget of all files; false when less is left. */
bool elf_inside_work(struct elf_image *im, uint64_t bytes);

/*
 * Take `size` bytes, which a library will allocate, from all the budgets above, and count them with
 * mem_take(). elf_image_rest() gives the memory back, but does not restore the budgets.
 */
bool elf_inside_take(struct elf_image *im, uint64_t size);

/* The place of a section's bytes in the file `im->fd`; false when they are not in a file. */
bool elf_inside_place(const struct elf_image *im, const struct elf_section *s,
		      uint64_t *offset);

/* The file offset of an address; false when it is in no segment. */
bool elf_inside_offset(const struct elf_image *im, uint64_t address, uint64_t *offset);

/* The address of a file offset; false when it is in no segment. */
bool elf_inside_address(const struct elf_image *im, uint64_t offset, uint64_t *address);

#endif
