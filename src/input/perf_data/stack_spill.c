#include "input/perf_data/perf_unwinding.h"

#include <linux/magic.h>
#include <string.h>
#include <sys/vfs.h>
#include <unistd.h>
#include <xxhash.h>

#include "base/mem.h"
#include "base/hash_seed.h"
#include "input/reading.h"
#include "sandbox/scratch.h"

#define MEMORY_MOST ((size_t)32 << 20)
#define KNOWN	    4096

/* A stored copy, in a table by hash. */
struct spill_known {
	uint64_t hash, where;
	size_t len; /* 0: the row is empty */
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

/* Move everything in memory to the file. Leaves half of the free disk space to others. */
static bool write_to_file(struct stack_spill *s)
{
	struct error none = ERROR_INIT;
	uint64_t allowed = reading_allowance(s->reading), to;
	const char *at = s->bytes;
	size_t left = s->used;
	struct statfs fs;

	if (!s->fd) {
		s->fd = scratch_take(s->scratch) + 1;
		if (!s->fd)
			return false;
		if (fstatfs(s->fd - 1, &fs) == 0) {
			s->is_memory =
			    fs.f_type == TMPFS_MAGIC || fs.f_type == RAMFS_MAGIC;
			s->most = (uint64_t)fs.f_bavail / 2 * (uint64_t)fs.f_bsize;
		}
	}
	if (s->most < allowed)
		allowed = s->most;
	if (s->filed > allowed || s->used > allowed - s->filed)
		return false;
	if (s->is_memory) {
		if (!mem_take(s->used, "copies of stacks", &none))
			return false;
		s->taken += s->used;
	}
	for (to = s->filed; left;) {
		ssize_t n = pwrite(s->fd - 1, at, left, (off_t)to);

		if (n <= 0)
			return false;
		at += n;
		to += (uint64_t)n;
		left -= (size_t)n;
	}
	s->filed += s->used;
	s->used = 0;
	return true;
}

bool stack_spill_put(struct stack_spill *s, struct text bytes, uint64_t *where,
		     bool *kept, struct error *err)
{
	struct spill_known *k;
	const char *there;
	uint64_t hash;

	if (bytes.len > STACK_SPILL_MOST)
		return error_set(err, ERROR_LIMIT, "a copy of a stack is too long");
	if (!s->known) {
		hash_seed_fill(&s->secret, 1);
		s->again = mem_array(STACK_SPILL_MOST, 1, "copies of stacks", err);
		if (s->again)
			s->known =
			    mem_array(KNOWN, sizeof *s->known, "copies of stacks", err);
		if (!s->known)
			return false;
	}
	hash = XXH3_64bits_withSeed(bytes.at, bytes.len, s->secret);
	k = &s->known[hash % KNOWN];
	*kept = true;
	*where = k->where;
	if (k->hash == hash && k->len == bytes.len) {
		there = stack_spill_get(s, k->where, k->len, s->again);
		if (there && memcmp(there, bytes.at, bytes.len) == 0)
			return true;
	}
	*kept = s->used + bytes.len <= MEMORY_MOST || write_to_file(s);
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
