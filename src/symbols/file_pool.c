#include "symbols/file_pool.h"

#include <pthread.h>

#include "base/append.h"
#include "base/intern.h"
#include "base/mem.h"

#define WORK_LEAST  (UINT64_C(512) << 20)
#define WORK_RATIO  16
#define WORK_MOST   (UINT64_C(1) << 42)
#define CLAIMS_MOST (UINT64_C(256) << 20)

struct file_row {
	struct file_facts facts;
	uint32_t crc;
	bool has_facts, has_crc;
	void *used[FILE_USES]; /* borrowed */
};

struct file_pool {
	pthread_mutex_t lock;  /* guards the rest */
	struct intern *keys;   /* owned: the identities of files, by number */
	struct file_row *rows; /* owned: by number; 0 is unused */
	size_t count, room;
	uint64_t work, claims; /* bytes left */
};

struct file_pool *file_pool_new(struct error *err)
{
	struct file_pool *p = mem_array(1, sizeof *p, "files", err);

	if (!p)
		return NULL;
	pthread_mutex_init(&p->lock, NULL);
	p->work = WORK_LEAST;
	p->claims = CLAIMS_MOST;
	p->keys = intern_new(err);
	if (p->keys &&
	    APPEND(p->rows, p->count, p->room, "files", err, (struct file_row){.crc = 0}))
		return p;
	file_pool_free(p);
	return NULL;
}

void file_pool_free(struct file_pool *p)
{
	if (!p)
		return;
	intern_free(p->keys);
	mem_free(p->rows);
	pthread_mutex_destroy(&p->lock);
	mem_free(p);
}

uint64_t file_pool_stored(const struct stat *st)
{
	uint64_t size = st->st_size > 0 ? (uint64_t)st->st_size : 0;
	uint64_t stored = (uint64_t)st->st_blocks * 512;

	return stored < size ? stored : size;
}

/* Size and mtime are part of the key, as a file may be modified meanwhile. */
uint32_t file_pool_number(struct file_pool *p, const struct stat *st)
{
	const uint64_t key[] = {(uint64_t)st->st_dev, (uint64_t)st->st_ino,
				(uint64_t)st->st_size, (uint64_t)st->st_mtim.tv_sec,
				(uint64_t)st->st_mtim.tv_nsec};
	struct error none = ERROR_INIT;
	uint64_t stored = file_pool_stored(st);
	uint32_t number = 0;

	if (!p)
		return 0;
	pthread_mutex_lock(&p->lock);
	if (!intern_put(p->keys, (struct text){(const char *)key, sizeof key}, &number,
			&none))
		number = 0;
	if (number == p->count) {
		if (APPEND(p->rows, p->count, p->room, "files", &none,
			   (struct file_row){.crc = 0}))
			p->work += stored < WORK_MOST / WORK_RATIO ? stored * WORK_RATIO
								   : WORK_MOST;
	}
	if (number >= p->count)
		number = 0;
	p->work = p->work < WORK_MOST ? p->work : WORK_MOST;
	pthread_mutex_unlock(&p->lock);
	return number;
}

static bool take_budget(struct file_pool *p, uint64_t *left, uint64_t bytes)
{
	bool enough;

	pthread_mutex_lock(&p->lock);
	enough = bytes <= *left;
	*left -= enough ? bytes : 0;
	pthread_mutex_unlock(&p->lock);
	return enough;
}

bool file_pool_spend(struct file_pool *p, uint64_t bytes)
{
	return !p || take_budget(p, &p->work, bytes);
}

uint64_t file_pool_left(struct file_pool *p)
{
	uint64_t left = UINT64_MAX;

	if (!p)
		return left;
	pthread_mutex_lock(&p->lock);
	left = p->work;
	pthread_mutex_unlock(&p->lock);
	return left;
}

void file_pool_waste(struct file_pool *p, uint64_t bytes)
{
	if (!p)
		return;
	pthread_mutex_lock(&p->lock);
	p->work -= bytes < p->work ? bytes : p->work;
	pthread_mutex_unlock(&p->lock);
}

bool file_pool_claim(struct file_pool *p, uint64_t bytes)
{
	return !p || take_budget(p, &p->claims, bytes);
}

bool file_pool_facts(struct file_pool *p, uint32_t number, struct file_facts *facts)
{
	bool has;

	if (!number)
		return false;
	pthread_mutex_lock(&p->lock);
	has = p->rows[number].has_facts;
	*facts = p->rows[number].facts;
	pthread_mutex_unlock(&p->lock);
	return has;
}

void file_pool_learn(struct file_pool *p, uint32_t number, const struct file_facts *facts)
{
	if (!number)
		return;
	pthread_mutex_lock(&p->lock);
	p->rows[number].facts = *facts;
	p->rows[number].has_facts = true;
	pthread_mutex_unlock(&p->lock);
}

bool file_pool_crc(struct file_pool *p, uint32_t number, uint32_t *crc)
{
	bool has;

	if (!number)
		return false;
	pthread_mutex_lock(&p->lock);
	has = p->rows[number].has_crc;
	*crc = p->rows[number].crc;
	pthread_mutex_unlock(&p->lock);
	return has;
}

void file_pool_learn_crc(struct file_pool *p, uint32_t number, uint32_t crc)
{
	if (!number)
		return;
	pthread_mutex_lock(&p->lock);
	p->rows[number].crc = crc;
	p->rows[number].has_crc = true;
	pthread_mutex_unlock(&p->lock);
}

void *file_pool_used(struct file_pool *p, uint32_t number, enum file_use use)
{
	void *with;

	if (!number)
		return NULL;
	pthread_mutex_lock(&p->lock);
	with = p->rows[number].used[use];
	pthread_mutex_unlock(&p->lock);
	return with;
}

void file_pool_use(struct file_pool *p, uint32_t number, enum file_use use, void *with)
{
	if (!number)
		return;
	pthread_mutex_lock(&p->lock);
	p->rows[number].used[use] = with;
	pthread_mutex_unlock(&p->lock);
}
