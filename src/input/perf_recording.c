#include "input/perf_recording.h"

#include <stdlib.h>

#include "base/mem.h"
#include "input/perf_chain.h"

bool perf_recording_begin(struct perf_recording *r, struct losses *losses,
			  struct error *err)
{
	r->losses = losses;
	r->chains = intern_new(err);
	return r->chains != NULL;
}

void perf_recording_release(struct perf_recording *r)
{
	perf_events_release(&r->events);
	perf_deferred_release(&r->deferred);
	perf_copies_release(&r->copies);
	intern_free(r->chains);
	free(r->time);
	free(r->samples);
	free(r->change_time);
	free(r->changes);
	free(r->bytes);
	*r = (struct perf_recording){0};
}

/* ---- samples ---- */

static bool add(struct perf_recording *r, uint64_t time, const struct perf_taken *t,
		struct error *err)
{
	if (r->count == UINT32_MAX - 1)
		return error_set(err, ERROR_LIMIT, "more than %u samples",
				 UINT32_MAX - 1);
	if (!mem_reserve(&r->time, &r->time_room, r->count + 1, sizeof *r->time,
			 "samples", err) ||
	    !mem_reserve(&r->samples, &r->room, r->count + 1, sizeof *r->samples,
			 "samples", err))
		return false;
	r->events.rows[t->event].used = true;
	r->time[r->count] = time;
	r->samples[r->count++] = *t;
	return true;
}

/*
 * perf record -e '{a,b}:S': a sample of each counter that has gone on since the last one, by
 * how much it has.
 */
static bool add_counts(struct perf_recording *r, const struct perf_attr *a,
		       const struct perf_sample *s, struct perf_taken *t,
		       struct error *err)
{
	struct perf_count c;
	struct bytes b;
	uint64_t n = perf_counts_begin(&b, s, a);

	if (n == 0)
		return add(r, s->time, t, err);
	for (; n && perf_counts_next(&b, a, &c); n--) {
		struct perf_counter *counter = perf_events_counter(&r->events, c.id);

		if (!counter)
			continue;
		t->weight = c.value - counter->value;
		t->event = (uint16_t)counter->event;
		counter->value = c.value;
		if (t->weight && !add(r, s->time, t, err))
			return false;
	}
	return true;
}

/* perf_event_open(2) without PERIOD: each stands for as many events as were asked for. */
static uint64_t weight_of(const struct perf_attr *a, const struct perf_sample *s)
{
	if (a->sample_type & PERF_SAMPLE_PERIOD)
		return s->period;
	return a->flags & PERF_ATTR_FREQ || a->period == 0 ? 1 : a->period;
}

bool perf_recording_sample(struct perf_recording *r, const struct perf_record *record,
			   struct error *err)
{
	uint32_t event = perf_events_of(&r->events, record->body, true);
	const struct perf_attr *a;
	struct perf_taken t = {.after = (uint32_t)r->change_count};
	size_t first = r->count;
	struct perf_sample s;

	if (event == UINT32_MAX ||
	    !perf_sample_parse(record->body, &r->events.rows[event].attr, &s)) {
		losses_count(r->losses, LOSS_RECORD, record->offset);
		return true;
	}
	a = &r->events.rows[event].attr;
	t.weight = weight_of(a, &s);
	t.pid = s.pid;
	t.tid = s.tid;
	t.cpu = s.cpu < PROFILE_NO_CPU ? (uint16_t)s.cpu : PROFILE_NO_CPU;
	t.event = (uint16_t)event;
	t.timed = a->sample_type & PERF_SAMPLE_TIME;
	if (s.time > r->latest)
		r->latest = s.time;
	if (!perf_chain_put(r->chains, &s, a, record->misc & PERF_MISC_MODE, &t.chain,
			    err) ||
	    !add_counts(r, a, &s, &t, err))
		return false;
	for (; first < r->count; first++)
		if (!perf_deferred_wait(&r->deferred, s.chain, (uint32_t)first, err) ||
		    !perf_copies_take(&r->copies, &s, a, (uint32_t)first, r->losses, err))
			return false;
	return true;
}

/* u64 number, how many addresses; they */
static bool take_deferred(struct perf_recording *r, const struct perf_record *record,
			  struct error *err)
{
	struct bytes b = bytes_of(record->body);
	uint64_t number = bytes_u64(&b), n = bytes_u64(&b);
	uint32_t sample;
	struct text stack;

	if (n > bytes_left(&b) / 8) {
		losses_count(r->losses, LOSS_RECORD, record->offset);
		return true;
	}
	stack = bytes_take(&b, n * 8);
	while (perf_deferred_next(&r->deferred, number, &sample))
		if (!perf_deferred_join(r->chains, r->samples[sample].chain, stack,
					&r->samples[sample].chain, err))
			return false;
	losses_count(r->losses, ASIDE_RECORD, record->offset);
	return true;
}

/* ---- other records ---- */

/* FORK has a time of its own, also without a trailer: behind four numbers. */
static bool own_time(const struct perf_record *record, uint64_t *time)
{
	struct bytes b = bytes_of(text_from(record->body, 16));

	if (record->type != PERF_RECORD_FORK || bytes_left(&b) < 8)
		return false;
	*time = bytes_u64(&b);
	return true;
}

/* Keep it until the samples are put in order. */
static bool add_change(struct perf_recording *r, const struct perf_record *record,
		       uint64_t time, size_t size, struct error *err)
{
	size_t at = r->change_count;

	if (at == UINT32_MAX - 1)
		return error_set(err, ERROR_LIMIT, "too many maps and threads");
	if (!mem_reserve(&r->change_time, &r->change_time_room, at + 1,
			 sizeof *r->change_time, "changes", err) ||
	    !mem_reserve(&r->changes, &r->change_room, at + 1, sizeof *r->changes,
			 "changes", err) ||
	    !mem_reserve(&r->bytes, &r->byte_room, r->byte_count + size + 1, 1, "changes",
			 err))
		return false;
	if (size)
		memcpy(r->bytes + r->byte_count, record->body.at, size);
	r->change_time[at] = time;
	r->changes[at] = (struct perf_change){record->offset, r->byte_count, record->type,
					      (uint32_t)size, record->misc};
	r->byte_count += size;
	r->change_count++;
	return true;
}

static bool take_change(struct perf_recording *r, const struct perf_record *record,
			struct error *err)
{
	uint32_t event = perf_events_of(&r->events, record->body, false);
	struct perf_trailer t = {0};
	uint64_t time;

	if (event != UINT32_MAX &&
	    !perf_trailer_parse(record->body, &r->events.rows[event].attr, &t)) {
		losses_count(r->losses, LOSS_RECORD, record->offset);
		return true;
	}
	/* what perf itself adds has time 0: it was so from the start */
	if (t.timed)
		time = t.time;
	else if (!r->latest || !own_time(record, &time))
		time = r->latest;
	if (t.timed && t.time > r->latest && t.time != UINT64_MAX)
		r->latest = t.time;
	return add_change(r, record, time, record->body.len - t.size, err);
}

/*
 * LOST: u64 id, how many; LOST_SAMPLES: u64 how many, by the kernel as it happens, or by perf
 * in the end: then without a time.
 */
static void take_lost(struct perf_recording *r, const struct perf_record *record)
{
	uint32_t event = perf_events_of(&r->events, record->body, false);
	struct bytes b = bytes_of(record->body);
	struct perf_trailer t = {0};
	uint64_t n, *sum = &r->lost;

	if (record->misc & PERF_MISC_FILTERED)
		return;
	if (record->type == PERF_RECORD_LOST)
		bytes_skip(&b, 8);
	else if (event != UINT32_MAX &&
		 perf_trailer_parse(record->body, &r->events.rows[event].attr, &t) &&
		 t.timed && t.time == 0)
		sum = &r->lost_in_all;
	n = bytes_u64(&b);
	if (n && perf_recording_lost(r) == 0)
		r->lost_first = record->offset;
	*sum = n > UINT64_MAX - *sum ? UINT64_MAX : *sum + n;
}

uint64_t perf_recording_lost(const struct perf_recording *r)
{
	return r->lost > r->lost_in_all ? r->lost : r->lost_in_all;
}

bool perf_recording_other(struct perf_recording *r, const struct perf_record *record,
			  struct error *err)
{
	switch (record->type) {
	case PERF_RECORD_LOST:
	case PERF_RECORD_LOST_SAMPLES:
		take_lost(r, record);
		break;
	case PERF_RECORD_MMAP:
	case PERF_RECORD_MMAP2:
	case PERF_RECORD_COMM:
	case PERF_RECORD_FORK:
	case PERF_RECORD_KSYMBOL:
		return take_change(r, record, err);
	case PERF_RECORD_CALLCHAIN_DEFERRED:
		return take_deferred(r, record, err);
	default:
		break;
	}
	losses_count(r->losses, ASIDE_RECORD, record->offset);
	return true;
}
