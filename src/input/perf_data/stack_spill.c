#include "input/perf_data/perf_unwinding.h"

#include <linux/magic.h>
#include <string.h>
#include <sys/vfs.h>
#include <unistd.h>
#include <xxhash.h>

#include "base/mem.h"
#include "base/secret.h"
#include "input/reading.h"
#include "sandbox/scratch.h"

#define MEMORY_MOST ((size_t)32 << 20)
#define KNOWN	    4096

/* One that is kept, in the place that its hash says. */
struct spill_known {
	uint64_t hash, where;
	size_t len; /* 0: none */
};

void stack_spill_release(struct stack_spill *s)
{
	mem_free(s->bytes);
	mem_free(s->known);
	mem_free(s->again);
	mem_give((size_t)s->taken);
	if (s->fd)
		scratch_give(s->scratch, s->fd - 1);
	*s = (struct stack_spill){0};
}

static bool write_all(int fd, uint64_t to, const char *at, size_t len)
{
	while (len) {
		ssize_t n = pwrite(fd, at, len, (off_t)to);

		if (n <= 0)
			return false;
		at += n;
		to += (uint64_t)n;
		len -= (size_t)n;
	}
	return true;
}

/* The disk is not ours: half of what is free stays free. */
static bool make_file(struct stack_spill *s)
{
	struct statfs fs;

	s->fd = scratch_take(s->scratch) + 1;
	if (!s->fd || fstatfs(s->fd - 1, &fs) != 0)
		return s->fd;
	s->is_memory = fs.f_type == TMPFS_MAGIC || fs.f_type == RAMFS_MAGIC;
	s->most = (uint64_t)fs.f_bavail / 2 * (uint64_t)fs.f_bsize;
	return true;
}

/* All that is in memory into the file. */
static bool put_away(struct stack_spill *s)
{
	struct error none = ERROR_INIT;
	uint64_t allowed = reading_allowance(s->reading);

	if (!s->fd && !make_file(s))
		return false;
	if (s->most < allowed)
		allowed = s->most;
	if (s->filed > allowed || s->used > allowed - s->filed)
		return false;
	if (s->is_memory) {
		if (!mem_take(s->used, "copies of stacks", &none))
			return false;
		s->taken += s->used;
	}
	if (!write_all(s->fd - 1, s->filed, s->bytes, s->used))
		return false;
	s->filed += s->used;
	s->used = 0;
	return true;
}

static bool prepare(struct stack_spill *s, struct error *err)
{
	if (s->known)
		return true;
	secret_fill(&s->secret, 1);
	s->again = mem_array(STACK_SPILL_MOST, 1, "copies of stacks", err);
	s->known =
	    s->again ? mem_array(KNOWN, sizeof *s->known, "copies of stacks", err) : NULL;
	return s->known;
}

static bool is_there(const struct stack_spill *s, const struct spill_known *k,
		     struct text bytes, uint64_t hash)
{
	const char *there;

	if (k->hash != hash || k->len != bytes.len)
		return false;
	there = stack_spill_get(s, k->where, k->len, s->again);
	return there && memcmp(there, bytes.at, bytes.len) == 0;
}

bool stack_spill_put(struct stack_spill *s, struct text bytes, uint64_t *where,
		     bool *kept, struct error *err)
{
	struct spill_known *k;
	uint64_t hash;

	if (bytes.len > STACK_SPILL_MOST)
		return error_set(err, ERROR_LIMIT, "a copy of a stack is too long");
	if (!prepare(s, err))
		return false;
	hash = XXH3_64bits_withSeed(bytes.at, bytes.len, s->secret);
	k = &s->known[hash % KNOWN];
	*kept = true;
	*where = k->where;
	if (is_there(s, k, bytes, hash))
		return true;
	*kept = s->used + bytes.len <= MEMORY_MOST || put_away(s);
	if (!*kept)
		return true;
	if (!mem_reserve(&s->bytes, &s->room, s->used + bytes.len, 1, "copies of stacks",
			 err))
		return false;
	memcpy(s->bytes + s->used, bytes.at, bytes.len);
	*where = s->filed + s->used;
	*k = (struct spill_known){hash, *where, bytes.len};
	s->used += bytes.len;
	return true;
}

const char *stack_spill_get(const struct stack_spill *s, uint64_t where, size_t size,
			    char *buf)
{
	if (where >= s->filed)
		return where - s->filed <= s->used && size <= s->used - (where - s->filed)
			   ? s->bytes + (where - s->filed)
			   : NULL;
	return pread(s->fd - 1, buf, size, (off_t)where) == (ssize_t)size ? buf : NULL;
}
