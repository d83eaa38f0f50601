#include "input/perf_data/perf_batch.h"

#include <string.h>
#include <sys/mman.h>

#include "base/append.h"
#include "base/bisect.h"
#include "base/mem.h"
#include "input/perf_data/perf_stream.h"
#include "profile/order.h"

void perf_batch_release(struct perf_batch *b)
{
	mem_free(b->time);
	mem_free(b->samples);
	mem_free(b->change_time);
	mem_free(b->changes);
	mem_free(b->bytes);
	mem_free(b->chains);
	*b = (struct perf_batch){0};
}

void perf_batch_empty(struct perf_batch *b)
{
	b->count = b->change_count = b->byte_count = b->chain_count = 0;
}

bool perf_batch_sample(struct perf_batch *b, uint64_t time, const struct batch_sample *t,
		       struct error *err)
{
	if (!mem_reserve(&b->time, &b->time_room, b->count + 1, sizeof *b->time,
			 "samples", err))
		return false;
	b->time[b->count] = time;
	return APPEND(b->samples, b->count, b->room, "samples", err, *t);
}

bool perf_batch_chain(struct perf_batch *b, struct text chain, uint32_t *place,
		      struct error *err)
{
	size_t at = b->chain_count, words = (chain.len + 7) / 8;

	if (at > UINT32_MAX)
		return error_set(err, ERROR_LIMIT, "too many call chains");
	if (!mem_reserve(&b->chains, &b->chain_room, at + 1 + words, sizeof *b->chains,
			 "call chains", err))
		return false;
	b->chains[at] = chain.len;
	if (chain.len) /* room: for `words` */
		memcpy(b->chains + at + 1, chain.at, chain.len);
	b->chain_count = at + 1 + words;
	*place = (uint32_t)at;
	return true;
}

bool perf_batch_change(struct perf_batch *b, uint64_t time, const struct perf_change *c,
		       struct text body, struct error *err)
{
	size_t at = b->change_count;

	if (!mem_reserve(&b->change_time, &b->change_time_room, at + 1,
			 sizeof *b->change_time, "changes", err) ||
	    !mem_reserve(&b->changes, &b->change_room, at + 1, sizeof *b->changes,
			 "changes", err) ||
	    !mem_reserve(&b->bytes, &b->byte_room, b->byte_count + body.len + 1, 1,
			 "changes", err))
		return false;
	if (body.len)
		memcpy(b->bytes + b->byte_count, body.at, body.len);
	b->change_time[at] = time;
	b->changes[at] = *c;
	b->changes[at].at = b->byte_count;
	b->changes[at].size = (uint32_t)body.len;
	b->byte_count += body.len;
	b->change_count++;
	return true;
}

size_t perf_batch_load(const struct perf_batch *b)
{
	return b->count * (sizeof *b->time + sizeof *b->samples) +
	       b->change_count * (sizeof *b->change_time + sizeof *b->changes) +
	       b->byte_count + b->chain_count * sizeof *b->chains;
}

bool perf_batch_is_change(uint32_t type)
{
	return type == PERF_RECORD_MMAP || type == PERF_RECORD_MMAP2 ||
	       type == PERF_RECORD_COMM || type == PERF_RECORD_FORK ||
	       type == PERF_RECORD_KSYMBOL;
}

bool perf_batch_split(struct perf_batch *b, uint64_t time, struct perf_batch *early,
		      struct error *err)
{
	const struct perf_batch empty = *early;
	size_t kept = 0, bytes = 0;

	for (size_t i = 0; i < b->count; i++) {
		if (b->time[i] < time) {
			if (!perf_batch_sample(early, b->time[i], &b->samples[i], err))
				return false;
		} else {
			b->time[kept] = b->time[i];
			b->samples[kept++] = b->samples[i]; /* room: kept <= i */
		}
	}
	b->count = kept;

	/* all chains move to `early`; the samples that stay get copies */
	if (b->chains) {
		early->chains = b->chains;
		early->chain_count = b->chain_count;
		early->chain_room = b->chain_room;
		b->chains = empty.chains;
		b->chain_count = 0;
		b->chain_room = empty.chain_room;
		for (size_t i = 0; i < b->count; i++) {
			uint32_t *chain = &b->samples[i].chain;

			if (!perf_batch_chain(b, perf_batch_chain_at(early, *chain),
					      chain, err))
				return false;
		}
	}

	/* the bodies of the changes that stay move to the front */
	kept = 0;
	for (size_t i = 0; i < b->change_count; i++) {
		struct perf_change c = b->changes[i];
		char *body = b->bytes + c.at;

		if (b->change_time[i] < time) {
			if (!perf_batch_change(early, b->change_time[i], &c,
					       (struct text){body, c.size}, err))
				return false;
			continue;
		}
		memmove(b->bytes + bytes, body, c.size);
		c.at = bytes;
		bytes += c.size;
		b->change_time[kept] = b->change_time[i];
		b->changes[kept++] = c; /* room: kept <= i */
	}
	b->change_count = kept;
	b->byte_count = bytes;
	return true;
}

size_t perf_batch_drop_before(struct perf_batch *b, uint64_t time)
{
	size_t kept = 0, all = b->count;

	for (size_t i = 0; i < all; i++) {
		if (b->samples[i].timed && b->time[i] < time)
			continue;
		b->time[kept] = b->time[i]; /* room: kept <= i */
		b->samples[kept++] = b->samples[i];
	}
	b->count = kept;
	return all - kept;
}

/* ---- changes of maps ---- */

/*
 * Fields: u32 pid, tid; u64 start, len, offset; then MMAP: the path; MMAP2: 24 bytes of inode or
 * build id, u32 prot, flags, the path.
 */
static bool take_map(const struct perf_change *c, struct bytes b, struct perf_maps *maps,
		     bool *whole, struct error *err)
{
	struct perf_mapping m = {.mode = c->misc & PERF_MISC_MODE,
				 .data = c->misc & PERF_MISC_MMAP_DATA};
	struct bytes id;
	uint32_t prot;

	m.pid = (int32_t)bytes_u32(&b);
	bytes_skip(&b, 4);
	m.start = bytes_u64(&b);
	m.len = bytes_u64(&b);
	m.offset = bytes_u64(&b);
	if (c->type == PERF_RECORD_MMAP2) {
		id = bytes_of(bytes_take(&b, 24));
		if (c->misc & PERF_MISC_BUILD_ID && bytes_left(&id) == 24) {
			uint8_t size = (uint8_t)*id.at;

			bytes_skip(&id, 4);
			m.build_id = bytes_take(&id, size <= 20 ? size : 20);
		} else {
			bytes_skip(&id, 8); /* the device */
			m.inode = bytes_u64(&id);
		}
		prot = bytes_u32(&b);
		m.data |= prot && !(prot & PROT_EXEC);
		bytes_skip(&b, 4);
	}
	m.path = bytes_name((struct text){b.at, bytes_left(&b)});
	*whole = !b.short_read && m.path.len;
	return !*whole || perf_maps_add(maps, &m, err);
}

/* Fields: u32 pid, ppid, tid, ptid; u64 time. */
bool perf_change_fork(struct bytes b, struct perf_fork *f)
{
	f->pid = (int32_t)bytes_u32(&b);
	f->ppid = (int32_t)bytes_u32(&b);
	f->tid = (int32_t)bytes_u32(&b);
	f->ptid = (int32_t)bytes_u32(&b);
	return !b.short_read;
}

bool perf_change_maps(const struct perf_change *c, struct bytes body,
		      struct perf_maps *maps, bool *whole, struct error *err)
{
	struct bytes b = body;
	struct perf_fork f;
	struct text name;
	uint64_t start;
	uint32_t len;

	*whole = true;
	switch (c->type) {
	case PERF_RECORD_MMAP:
	case PERF_RECORD_MMAP2:
		return take_map(c, body, maps, whole, err);
	case PERF_RECORD_KSYMBOL: /* u64 address; u32 len; u16 type, flags; the name */
		start = bytes_u64(&b);
		len = bytes_u32(&b);
		bytes_skip(&b, 2);
		if (bytes_u16(&b) & 1) /* unregistered */
			name = TEXT("");
		else
			name = bytes_name((struct text){b.at, bytes_left(&b)});
		*whole = !b.short_read;
		return !*whole || perf_maps_symbol(maps, start, len, name, err);
	case PERF_RECORD_FORK:
		*whole = perf_change_fork(body, &f);
		return !*whole || perf_maps_fork(maps, f.pid, f.ppid, err);
	default:
		return true;
	}
}

/* ---- in order of time ---- */

bool perf_sorted_begin(struct perf_sorted *s, struct perf_batch *batch, struct error *err)
{
	*s = (struct perf_sorted){.batch = *batch};
	*batch = (struct perf_batch){0};
	s->samples = order_by_time(s->batch.time, (uint32_t)s->batch.count, err);
	if (s->samples)
		s->changes = order_by_time(s->batch.change_time,
					   (uint32_t)s->batch.change_count, err);
	return s->changes != NULL;
}

void perf_sorted_release(struct perf_sorted *s)
{
	perf_batch_release(&s->batch);
	mem_free(s->samples);
	mem_free(s->changes);
	*s = (struct perf_sorted){0};
}

bool perf_sorted_is_before(const struct perf_sorted *s, size_t change, size_t sample)
{
	uint64_t time = perf_sorted_time(s, sample),
		 then = perf_sorted_change_time(s, change);

	return then < time || (then == time && perf_sorted_change(s, change)->number <
						   perf_sorted_sample(s, sample)->after);
}

struct change_search {
	const struct perf_sorted *sorted;
	size_t sample;
};

static bool is_change_before(const void *arg, size_t i)
{
	const struct change_search *b = arg;

	return perf_sorted_is_before(b->sorted, i, b->sample);
}

size_t perf_sorted_changes_before(const struct perf_sorted *s, size_t sample)
{
	const struct change_search b = {s, sample};

	return sample < s->batch.count
		   ? bisect_first(s->batch.change_count, is_change_before, &b)
		   : s->batch.change_count;
}

/* ---- slices ---- */

bool perf_slices_left(const struct perf_slices *s)
{
	return s->sample < s->sorted.batch.count ||
	       s->change < s->sorted.batch.change_count;
}

bool perf_slices_next(struct perf_slices *s, size_t wanted, struct perf_batch *slice,
		      const uint32_t **numbers, struct error *err)
{
	const struct perf_sorted *sorted = &s->sorted;
	const struct perf_batch *all = &sorted->batch;
	size_t end = all->count, left = all->count - s->sample;
	uint64_t before = 0; /* unused in the last slice */
	bool last;

	if (!wanted)
		wanted = 1;
	if (wanted < left) {
		end = s->sample + wanted;
		while (end < all->count && /* keep samples of equal time together */
		       perf_sorted_time(sorted, end) == perf_sorted_time(sorted, end - 1))
			end++;
	}
	last = end == all->count;
	if (!last)
		before = perf_sorted_time(sorted, end);

	*numbers = sorted->samples + s->sample;
	for (; s->sample < end; s->sample++)
		if (!perf_batch_sample(slice, perf_sorted_time(sorted, s->sample),
				       perf_sorted_sample(sorted, s->sample), err))
			return false;
	for (; s->change < all->change_count; s->change++) {
		const struct perf_change *c = perf_sorted_change(sorted, s->change);
		uint64_t time = perf_sorted_change_time(sorted, s->change);

		if (!last && time >= before)
			break;
		if (!perf_batch_change(slice, time, c,
				       (struct text){all->bytes + c->at, c->size}, err))
			return false;
	}
	return true;
}
