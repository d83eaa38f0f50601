#include "input/perf_data/perf_deferred.h"

#include "base/append.h"
#include "base/bytes.h"
#include "base/fill.h"
#include "input/perf_data/perf_chain.h"

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
	size_t room = kept + sizeof(uint64_t) + stack.len;
	char *all = mem_array(room, 1, "a call chain", err);
	struct fill f = fill_of(all, all ? room : 0);
	bool ok;

	fill_text(&f, text_upto(begin, kept));
	fill_u64(&f, PERF_CHAIN_USER);
	fill_text(&f, stack);
	ok = all && intern_put(chains, fill_written(&f), joined, err);
	mem_free(all);
	return ok;
}
