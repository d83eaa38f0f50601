#include "input/perf_data/perf_chain.h"

#include <string.h>

#define XXH_INLINE_ALL /* inline hashing is faster for short chains */
#include <xxhash.h>

#include "base/append.h"
#include "base/bytes.h"
#include "base/fill.h"
#include "base/mem.h"

/* ---- marks ---- */

#define PERF_CHAIN_USER	    ((uint64_t)-512)
#define PERF_CHAIN_DEFERRED ((uint64_t)-640) /* see struct perf_deferred */

/* Numbers from this one on are not addresses (PERF_CONTEXT_MAX). */
#define MARKS ((uint64_t)-4095)

#define MARK_HYPERVISOR	  ((uint64_t)-32)
#define MARK_KERNEL	  ((uint64_t)-128)
#define MARK_GUEST	  ((uint64_t)-2048)
#define MARK_GUEST_KERNEL ((uint64_t)-2176)
#define MARK_GUEST_USER	  ((uint64_t)-2560)

static const struct {
	uint64_t mark;
	enum perf_mode mode;
} marks[] = {
    {PERF_CHAIN_USER, PERF_MODE_USER},	     {MARK_KERNEL, PERF_MODE_KERNEL},
    {MARK_HYPERVISOR, PERF_MODE_HYPERVISOR}, {MARK_GUEST_KERNEL, PERF_MODE_GUEST_KERNEL},
    {MARK_GUEST_USER, PERF_MODE_GUEST_USER}, {MARK_GUEST, PERF_MODE_GUEST_KERNEL},
    {PERF_CHAIN_DEFERRED, PERF_MODE_USER}, /* followed by a number */
};

#define MARK_COUNT (sizeof marks / sizeof *marks)

static bool has_address(struct text chain)
{
	struct bytes b = bytes_of(chain);

	while (bytes_left(&b) >= 8) {
		uint64_t v = bytes_u64(&b);

		if (v < MARKS)
			return true;
		if (v == PERF_CHAIN_DEFERRED)
			return false;
	}
	return false;
}

/* The size in bytes of a chain before its user part. */
static size_t bytes_before_user(struct text chain)
{
	struct bytes b = bytes_of(chain);

	while (bytes_left(&b) >= 8)
		if (bytes_u64(&b) == PERF_CHAIN_USER)
			return (size_t)(b.at - chain.at) - 8;
	return chain.len;
}

bool perf_chain_has_user(struct text chain)
{
	return bytes_before_user(chain) < chain.len;
}

/*
 * --call-graph lbr: as in perf, the branches that the processor recorded replace the user part: the
 * target of the innermost call, then the origin of each. An origin may be any number, even one that
 * looks like a mark. False: there is nothing to replace, or no room.
 */
static bool replace_by_branches(const struct perf_sample *s, struct fill *made)
{
	struct bytes calls = bytes_of(s->calls);
	bool innermost = true;

	if (bytes_left(&calls) < PERF_BRANCH_BYTES || !perf_chain_has_user(s->chain))
		return false;
	fill_text(made, text_upto(s->chain, bytes_before_user(s->chain) + 8));
	while (bytes_left(&calls) >= PERF_BRANCH_BYTES) {
		uint64_t from = bytes_u64(&calls), to = bytes_u64(&calls);

		bytes_skip(&calls, 8);
		if (innermost)
			fill_u64(made, to);
		fill_u64(made, from);
		innermost = false;
	}
	return !made->short_room;
}

struct text perf_chain_of(const struct perf_sample *s, const struct perf_attr *a,
			  unsigned mode, uint64_t made[PERF_CHAIN_MADE])
{
	struct fill all = fill_of(made, PERF_CHAIN_MADE * sizeof *made), calls = all;
	size_t mark = 0;
	uint64_t ip;

	if (replace_by_branches(s, &calls))
		return fill_written(&calls);
	if (!has_address(s->chain)) {
		while (mark < MARK_COUNT && (unsigned)marks[mark].mode != mode)
			mark++;
		fill_u64(&all, mark < MARK_COUNT ? marks[mark].mark : PERF_CHAIN_USER);
		fill_u64(&all, s->ip);
		if (mode != PERF_MODE_KERNEL || !perf_sample_user_ip(s, a, &ip))
			return fill_written(&all);
	} else {
		if (!s->registers.len || perf_chain_has_user(s->chain) ||
		    !perf_sample_user_ip(s, a, &ip))
			return s->chain;
		fill_text(&all, s->chain);
	}
	fill_u64(&all, PERF_CHAIN_USER);
	fill_u64(&all, ip);
	return all.short_room ? s->chain : fill_written(&all);
}

/* Append the user part to `kernel`. */
static bool join_chain(struct intern *chains, struct text kernel, struct text user,
		       uint32_t *joined, struct error *err)
{
	size_t room = kernel.len + sizeof(uint64_t) + user.len;
	char *all = mem_array(room, 1, "a call chain", err);
	struct fill f = fill_of(all, all ? room : 0);
	bool ok;

	fill_text(&f, kernel);
	fill_u64(&f, PERF_CHAIN_USER);
	fill_text(&f, user);
	ok = all && intern_put(chains, fill_written(&f), joined, err);
	mem_free(all);
	return ok;
}

bool perf_chain_with_user(struct intern *chains, uint32_t chain,
			  const uint64_t *addresses, size_t n, uint32_t *joined,
			  struct error *err)
{
	struct text old = intern_get(chains, chain);

	return join_chain(chains, text_upto(old, bytes_before_user(old) / 8 * 8),
			  (struct text){(const char *)addresses, n * sizeof *addresses},
			  joined, err);
}

bool perf_chain_next(struct bytes *b, enum perf_mode *mode, struct perf_step *step)
{
	while (bytes_left(b) >= 8) {
		uint64_t v = bytes_u64(b);
		size_t i = v < MARKS ? MARK_COUNT : 0;

		while (i < MARK_COUNT && marks[i].mark != v)
			i++;
		if (i == MARK_COUNT) {
			*step = (struct perf_step){v, *mode};
			return true;
		}
		*mode = marks[i].mode;
		if (v == PERF_CHAIN_DEFERRED)
			bytes_skip(b, 8);
	}
	return false;
}

/* ---- deferred user stacks ---- */

#define END_BYTES 16 /* the mark, and the number */

struct perf_waiting {
	uint32_t sample;
	/* index + 1 of another sample that waits for the same number; 0: none */
	uint32_t before;
};

void perf_deferred_release(struct perf_deferred *d)
{
	idmap_release(&d->numbers);
	mem_free(d->waiting);
	mem_free(d->last);
	*d = (struct perf_deferred){0};
}

bool perf_deferred_wait(struct perf_deferred *d, struct text chain, uint32_t sample,
			struct error *err)
{
	struct bytes b;
	uint32_t fresh = (uint32_t)d->last_count, at;

	if (chain.len < END_BYTES)
		return true;
	b = bytes_of(text_from(chain, chain.len - END_BYTES));
	if (bytes_u64(&b) != PERF_CHAIN_DEFERRED)
		return true;
	if (!idmap_put(&d->numbers, bytes_u64(&b), fresh, &at, err) ||
	    (at == fresh &&
	     !APPEND(d->last, d->last_count, d->last_room, "call chains", err, 0)) ||
	    !APPEND(d->waiting, d->count, d->room, "call chains", err,
		    (struct perf_waiting){sample, d->last[at]}))
		return false;
	d->last[at] = (uint32_t)d->count;
	d->unmet++;
	return true;
}

bool perf_deferred_next(struct perf_deferred *d, uint64_t number, uint32_t *sample)
{
	uint32_t at;

	if (!idmap_get(&d->numbers, number, &at) || d->last[at] == 0)
		return false;
	*sample = d->waiting[d->last[at] - 1].sample;
	d->last[at] = d->waiting[d->last[at] - 1].before;
	d->unmet--;
	return true;
}

bool perf_deferred_join(struct intern *chains, uint32_t chain, struct text stack,
			uint32_t *joined, struct error *err)
{
	struct text begin = intern_get(chains, chain);
	size_t kept = begin.len < END_BYTES ? 0 : begin.len - END_BYTES;

	return join_chain(chains, text_upto(begin, kept), stack, joined, err);
}

/* ---- a cache of stacks ---- */

/*
 * Rows and bytes both fit into the cache of a CPU core. Four times the size finds more chains, but
 * takes longer.
 */
#define CACHE_ROWS  (UINT32_C(1) << 12) /* a power of two */
#define CACHE_BYTES (UINT64_C(1) << 18) /* of chains; a power of two */
#define LONGEST	    (CACHE_BYTES / 4)
#define SPREAD	    UINT64_C(0x9e3779b97f4a7c15) /* odd: 2^64 divided by the golden ratio */
#define ALIGNMENT   8

struct cached_chain {
	uint64_t hash;
	uint64_t
	    at; /* the position of its bytes, counted from the first byte ever written */
	uint32_t len;
	uint32_t version; /* of the maps; 0: the row is empty */
	struct known_chain is;
};

struct chain_cache {
	struct cached_chain *rows; /* owned */
	char *bytes;		   /* owned: a ring */
	uint64_t written; /* bytes written so far; the last CACHE_BYTES are in memory */
};

struct chain_cache *chain_cache_new(struct error *err)
{
	struct chain_cache *k = mem_array(1, sizeof *k, "call chains", err);

	if (!k)
		return NULL;
	k->rows = mem_array(CACHE_ROWS, sizeof *k->rows, "call chains", err);
	k->bytes = k->rows ? mem_array(CACHE_BYTES, 1, "call chains", err) : NULL;
	if (k->bytes)
		return k;
	chain_cache_free(k);
	return NULL;
}

void chain_cache_free(struct chain_cache *k)
{
	if (!k)
		return;
	mem_free(k->rows);
	mem_free(k->bytes);
	mem_free(k);
}

uint64_t chain_cache_hash(struct text chain)
{
	return XXH3_64bits(chain.at, chain.len);
}

/* Depends on the version, as otherwise a process would replace the chains of its parents. */
static struct cached_chain *row_of(const struct chain_cache *k, uint64_t hash,
				   uint32_t version)
{
	return &k->rows[(hash ^ version * SPREAD >> 32) & (CACHE_ROWS - 1)];
}

/* Bytes that were overwritten belong to another chain. */
static bool is_same_chain(const struct chain_cache *k, const struct cached_chain *p,
			  uint64_t hash, struct text chain, uint32_t version)
{
	return p->version == version && p->hash == hash && p->len == chain.len &&
	       memcmp(k->bytes + (p->at & (CACHE_BYTES - 1)), chain.at, chain.len) == 0;
}

void chain_cache_fetch(const struct chain_cache *k, uint64_t hash)
{
	__builtin_prefetch(row_of(k, hash, 0));
}

const struct known_chain *chain_cache_get(const struct chain_cache *k, uint64_t hash,
					  struct text chain, uint32_t kernel,
					  uint32_t process)
{
	const struct cached_chain *p = row_of(k, hash, 0);

	if (is_same_chain(k, p, hash, chain, kernel))
		return &p->is;
	p = row_of(k, hash, process);
	return is_same_chain(k, p, hash, chain, process) ? &p->is : NULL;
}

void chain_cache_put(struct chain_cache *k, uint64_t hash, struct text chain,
		     uint32_t version, const struct known_chain *is)
{
	uint64_t at = k->written, left = CACHE_BYTES - (at & (CACHE_BYTES - 1));

	if (chain.len > LONGEST)
		return;
	if (left < chain.len) /* a chain must not wrap around */
		at += left;
	*row_of(k, hash, is->kernel ? 0 : version) =
	    (struct cached_chain){.hash = hash,
				  .at = at,
				  .len = (uint32_t)chain.len,
				  .version = version,
				  .is = *is};
	/* room: LONGEST is less than CACHE_BYTES, and the chain does not cross the end */
	if (chain.len)
		memcpy(k->bytes + (at & (CACHE_BYTES - 1)), chain.at, chain.len);
	k->written = at + (chain.len + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

void chain_cache_forget(struct chain_cache *k)
{
	for (uint32_t i = 0; i < CACHE_ROWS; i++)
		k->rows[i].version = 0;
}
