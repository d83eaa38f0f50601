#include "input/perf_data/perf_scan.h"

#include "base/append.h"
#include "base/mem.h"
#include "input/perf_data/perf_batch.h"
#include "input/perf_data/perf_own.h"

#define RECORD_HEADER 8
#define ROWS_MOST     (UINT64_C(1) << 24) /* of a part, for a picture: 320 MB */

void perf_scan_release(struct perf_scan *s)
{
	mem_free(s->rows.time);
	mem_free(s->rows.weight);
	mem_free(s->rows.kind);
	mem_free(s->marks);
	mem_free(s->of);
	*s = (struct perf_scan){0};
}

/*
 * Room for as many samples as the part can have, at once: pages that are not used cost nothing,
 * and growing would copy those that are. Whoever has no room for that draws nothing.
 */
static void make_rows(struct perf_scan *s)
{
	struct perf_rows *rows = &s->rows;
	struct error ignored = ERROR_INIT;
	uint64_t shortest = UINT64_MAX, most;

	for (size_t i = 0; i < s->events->count; i++)
		if (s->of[i].layout.least < shortest)
			shortest = s->of[i].layout.least;
	most = (s->until - s->from) / (RECORD_HEADER + shortest) + 1;
	s->draw = most <= ROWS_MOST;
	if (!s->draw)
		return;
	rows->room = (size_t)most;
	rows->time = mem_array(rows->room, sizeof *rows->time, "samples", &ignored);
	if (rows->time)
		rows->weight =
		    mem_array(rows->room, sizeof *rows->weight, "samples", &ignored);
	if (rows->weight)
		rows->kind =
		    mem_array(rows->room, sizeof *rows->kind, "samples", &ignored);
	s->draw = rows->kind != NULL;
}

/* False: there are more than the part can have. */
static bool add_row(struct perf_rows *rows, const struct perf_sample *s, uint32_t event,
		    const struct perf_attr *a)
{
	size_t at = rows->count;
	bool idle = s->pid == 0 && s->tid == 0;

	if (at >= rows->room)
		return false;
	rows->time[at] = s->time;
	rows->weight[at] = perf_sample_weight(s, a);
	rows->kind[at] = 2 * event + idle;
	rows->count++;
	return true;
}

/* What is earlier in later steps is put right by whoever puts all parts together. */
static void note_time(struct perf_scan *s, uint64_t time)
{
	uint64_t *floor = &s->marks[s->mark_count - 1].floor;

	if (time < *floor)
		*floor = time;
}

static void take_sample(struct perf_scan *s, const struct perf_record *r)
{
	uint32_t event = perf_events_of(s->events, r->body, true);
	const struct perf_attr *a = &s->events->rows[event].attr;
	struct perf_scanned *of = &s->of[event];
	struct perf_sample sample;

	if (of->fixed ? !perf_layout_parse(&of->layout, r->body, &sample)
		      : !perf_sample_parse(r->body, a, &sample))
		return;
	of->used = true;
	note_time(s, sample.time);
	s->draw = s->draw && add_row(&s->rows, &sample, event, a);
}

static void take_change(struct perf_scan *s, const struct perf_record *r)
{
	uint32_t event = perf_events_of(s->events, r->body, false);
	struct perf_trailer t;

	if (perf_trailer_parse(r->body, &s->events->rows[event].attr, &t))
		note_time(s, t.time);
}

bool perf_scan_is_unfit(const struct perf_record *r)
{
	switch (r->type) {
	case PERF_RECORD_CALLCHAIN_DEFERRED:
	case PERF_RECORD_HEADER_ATTR:
	case PERF_RECORD_EVENT_TYPE:
	case PERF_RECORD_TRACING_DATA:
	case PERF_RECORD_BUILD_ID:
	case PERF_RECORD_AUXTRACE:
	case PERF_RECORD_FEATURE:
		return true;
	case PERF_RECORD_EVENT_UPDATE:
		return perf_own_names_event(r);
	default:
		return false;
	}
}

static void take(struct perf_scan *s, const struct perf_record *r)
{
	if (r->type == PERF_RECORD_SAMPLE)
		take_sample(s, r);
	else if (perf_batch_is_change(r->type))
		take_change(s, r);
	else
		s->unfit = perf_scan_is_unfit(r);
}

static bool begin_step(struct perf_scan *s, uint64_t offset)
{
	return reading_is_wanted(s->progress, &s->err) &&
	       APPEND(s->marks, s->mark_count, s->mark_room, "times of the recording",
		      &s->err, (struct perf_mark){offset, UINT64_MAX});
}

static void go_through(struct perf_scan *s, struct perf_stream *stream)
{
	struct perf_record r;

	for (uint64_t n = 0; perf_stream_offset(stream) < s->until; n++) {
		if (n % PERF_SCAN_STEP == 0 && !begin_step(s, perf_stream_offset(stream)))
			return;
		if (!perf_stream_next(stream, &r, &s->err))
			break;
		take(s, &r);
		s->unfit |= perf_stream_is_packed(stream);
		if (s->unfit)
			break;
	}
	s->landed = perf_stream_offset(stream) == s->until;
}

void perf_scan_run(struct perf_scan *s, struct source *source)
{
	struct perf_stream *stream;

	s->of = mem_array(s->events->count, sizeof *s->of, "events", &s->err);
	stream = s->of ? perf_stream_new(source, &s->err) : NULL;
	if (!stream)
		return;
	for (size_t i = 0; i < s->events->count; i++)
		s->of[i].fixed =
		    perf_layout_of(&s->events->rows[i].attr, &s->of[i].layout);
	if (s->draw)
		make_rows(s);
	perf_stream_begin_at(stream, s->from);
	go_through(s, stream);
	perf_stream_free(stream);
}

/* ---- where records begin ---- */

#define CHAIN_ENOUGH 64 /* records in a row: it is no chance */
#define TYPE_MOST    32 /* of the kernel's; 22 are known */
#define OWN_MOST     96 /* of perf's; 84 are known */
#define STEP	     8	/* all sizes are multiples of this */

/* u32 type, u16 misc, u16 size */
static size_t plausible_size(struct text t)
{
	struct bytes b = bytes_of(t);
	uint32_t type = bytes_u32(&b);
	size_t size;

	bytes_skip(&b, 2);
	size = bytes_u16(&b);
	if (b.short_read || size < STEP || size % STEP || type == 0 || type >= OWN_MOST ||
	    (type >= TYPE_MOST && type < PERF_RECORD_HEADER_ATTR))
		return 0;
	return size;
}

static bool begins_chain(struct text t)
{
	for (unsigned n = 0; n < CHAIN_ENOUGH; n++) {
		size_t size = plausible_size(t);

		if (size == 0 || size > t.len)
			return false;
		t = text_from(t, size);
	}
	return true;
}

uint64_t perf_scan_find(struct text t, uint64_t guess)
{
	for (size_t at = 0; at < t.len; at += STEP)
		if (begins_chain(text_from(t, at)))
			return guess + at;
	return UINT64_MAX;
}
