#include "input/perf_deferred.h"

#include "base/bytes.h"
#include "base/mem.h"
#include "input/perf_chain.h"

#define END_BYTES 16 /* the mark and the number */

struct perf_waiting {
	uint32_t sample;
	uint32_t before; /* the one that began to wait before it, + 1 */
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
	    !mem_reserve(&d->last, &d->last_room, (size_t)fresh + 1, sizeof *d->last,
			 "call chains", err) ||
	    !mem_reserve(&d->waiting, &d->room, d->count + 1, sizeof *d->waiting,
			 "call chains", err))
		return false;
	if (at == fresh)
		d->last[d->last_count++] = 0;
	d->waiting[d->count++] = (struct perf_waiting){sample, d->last[at]};
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
	uint64_t mark = htole64(PERF_CHAIN_USER);
	size_t len = begin.len - END_BYTES, at = len + sizeof mark;
	char *all = mem_array(at + stack.len, 1, "a call chain", err);
	bool ok;

	if (!all)
		return false;
	memcpy(all, begin.at, len);
	memcpy(all + len, &mark, sizeof mark);
	if (stack.len)
		memcpy(all + at, stack.at, stack.len);
	ok = intern_put(chains, (struct text){all, at + stack.len}, joined, err);
	mem_free(all);
	return ok;
}
