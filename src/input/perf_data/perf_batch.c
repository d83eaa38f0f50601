#include "input/perf_data/perf_batch.h"

#include <string.h>

#include "base/append.h"
#include "base/mem.h"
#include "input/perf_data/perf_stream.h"

void perf_batch_release(struct perf_batch *b)
{
	mem_free(b->time);
	mem_free(b->samples);
	mem_free(b->change_time);
	mem_free(b->changes);
	mem_free(b->bytes);
	*b = (struct perf_batch){0};
}

bool perf_batch_sample(struct perf_batch *b, uint64_t time, const struct perf_taken *t,
		       struct error *err)
{
	if (!mem_reserve(&b->time, &b->time_room, b->count + 1, sizeof *b->time,
			 "samples", err))
		return false;
	b->time[b->count] = time;
	return APPEND(b->samples, b->count, b->room, "samples", err, *t);
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
	       b->byte_count;
}

bool perf_batch_is_change(uint32_t type)
{
	return type == PERF_RECORD_MMAP || type == PERF_RECORD_MMAP2 ||
	       type == PERF_RECORD_COMM || type == PERF_RECORD_FORK ||
	       type == PERF_RECORD_KSYMBOL;
}

static bool split_samples(struct perf_batch *b, uint64_t time, struct perf_batch *early,
			  struct error *err)
{
	size_t kept = 0;

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
	return true;
}

/* Bodies that stay move to the front, one after the other. */
static bool split_changes(struct perf_batch *b, uint64_t time, struct perf_batch *early,
			  struct error *err)
{
	size_t kept = 0, bytes = 0;

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

bool perf_batch_split(struct perf_batch *b, uint64_t time, struct perf_batch *early,
		      struct error *err)
{
	return split_samples(b, time, early, err) && split_changes(b, time, early, err);
}
