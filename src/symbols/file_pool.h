/* file_pool.h - the files with symbols that one reading opens: each once, within one budget. */

#ifndef SYMBOLS_FILE_POOL_H
#define SYMBOLS_FILE_POOL_H

#include "base/error.h"
#include "symbols/symbol_file.h"

/*
 * A recording may name one file in a thousand ways, and thousands of files. So a file is known by its
 * device and inode, and what was learned of it is not learned again; and what all files together may
 * cost depends on how large they really are. Any thread may call all of this. Where a pool may be
 * NULL, nothing is remembered, and each file has a budget of its own.
 */
struct file_pool;

/* NULL and an error when memory runs out. Release with file_pool_free(), after all that uses it. */
struct file_pool *file_pool_new(struct error *err);
void file_pool_free(struct file_pool *p);

/* The number of an open file; the first time its size adds to the budget. 0: it is not known. */
uint32_t file_pool_number(struct file_pool *p, const struct stat *st);

/* Bytes of a file that are not a hole. */
uint64_t file_pool_stored(const struct stat *st);

/*
 * May so many bytes more be read, unpacked or gone through? All together at most 512 MiB and 16
 * times what the files really have.
 */
bool file_pool_spend(struct file_pool *p, uint64_t bytes);

/* What is left of it; UINT64_MAX: `p` is NULL. */
uint64_t file_pool_left(struct file_pool *p);

/* So much was done in vain: as far as there is. */
void file_pool_waste(struct file_pool *p, uint64_t bytes);

/* May a file claim so many bytes that are not in it? All together at most 256 MiB. */
bool file_pool_claim(struct file_pool *p, uint64_t bytes);

/* What opening a file has told. */
struct file_facts {
	enum symbol_status status; /* SYMBOLS_FOUND: the rest is known */
	struct build_id build_id;
	bool whole, object; /* see elf_image_is_whole(), elf_object_is() */
};

/* False: it was not opened yet. */
bool file_pool_facts(struct file_pool *p, uint32_t number, struct file_facts *facts);
void file_pool_learn(struct file_pool *p, uint32_t number,
		     const struct file_facts *facts);

/* The checksum of all of it; false: nobody has told one. */
bool file_pool_crc(struct file_pool *p, uint32_t number, uint32_t *crc);
void file_pool_learn_crc(struct file_pool *p, uint32_t number, uint32_t crc);

/*
 * What was made of a file, and is used for all of its names: for the owner of that to put and to
 * take out (NULL). NULL: nothing. Each kind is for one thread at a time.
 */
enum file_use { FILE_USE_SYMBOLS, FILE_USE_CALLERS, FILE_USES };
void *file_pool_used(struct file_pool *p, uint32_t number, enum file_use use);
void file_pool_use(struct file_pool *p, uint32_t number, enum file_use use, void *with);

#endif
