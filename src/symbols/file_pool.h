/* file_pool.h - identifies files with symbols, caches facts about them, and limits the work. */

#ifndef SYMBOLS_FILE_POOL_H
#define SYMBOLS_FILE_POOL_H

#include "base/error.h"
#include "symbols/symbol_file.h"

/*
 * A cache of files and a budget of work. A recording may give one file a thousand names, and may
 * name thousands of files. So files are identified by device, inode, size and modification time;
 * all names of a file share what was made from it, and the work for all files is limited by their
 * real sizes.
 *
 * All functions are thread-safe. The pool may be NULL: then nothing is cached, and each file has
 * its own budget.
 */
struct file_pool;

/*
 * Returns NULL and an error when memory runs out. Release with file_pool_free() after the users of
 * the pool.
 */
struct file_pool *file_pool_new(struct error *err);
void file_pool_free(struct file_pool *p);

/*
 * The number of an open file; 0 when memory runs out or `p` is NULL. A new file adds to the
 * budget.
 */
uint32_t file_pool_number(struct file_pool *p, const struct stat *st);

/* The bytes of a file without its holes. */
uint64_t file_pool_stored(const struct stat *st);

/*
 * Take `bytes` from the budget for reading, unpacking and scanning files. When fewer are left,
 * takes nothing and returns false. The budget is 512 MiB plus 16 times the stored bytes of all
 * files.
 */
bool file_pool_spend(struct file_pool *p, uint64_t bytes);

/* The bytes left in that budget; UINT64_MAX when `p` is NULL. */
uint64_t file_pool_left(struct file_pool *p);

/* Take `bytes` from that budget, or all that is left, for work that was wasted. */
void file_pool_waste(struct file_pool *p, uint64_t bytes);

/*
 * Take `bytes` from the budget for the memory that files claim beyond 32 times their size. The
 * budget is 256 MiB for all files; false when fewer bytes are left.
 */
bool file_pool_claim(struct file_pool *p, uint64_t bytes);

/* The result of opening a file. */
struct file_facts {
	enum symbol_status status; /* the rest is valid if SYMBOLS_FOUND */
	struct build_id build_id;
	bool whole, object; /* see elf_image_is_whole(), elf_object_is() */
};

/* False when the file has not been opened yet. */
bool file_pool_facts(struct file_pool *p, uint32_t number, struct file_facts *facts);
void file_pool_learn(struct file_pool *p, uint32_t number,
		     const struct file_facts *facts);

/* The checksum of the whole file; false when it has not been computed yet. */
bool file_pool_crc(struct file_pool *p, uint32_t number, uint32_t *crc);
void file_pool_learn_crc(struct file_pool *p, uint32_t number, uint32_t crc);

/*
 * An object that was made from a file and is shared by all names of the file, or NULL. Its owner
 * stores it here, and removes it (stores NULL) before releasing it. For each kind of use, only one
 * thread at a time may find, share and release objects.
 */
enum file_use { FILE_USE_SYMBOLS, FILE_USE_CALLERS, FILE_USES };
void *file_pool_used(struct file_pool *p, uint32_t number, enum file_use use);
void file_pool_use(struct file_pool *p, uint32_t number, enum file_use use, void *with);

#endif
