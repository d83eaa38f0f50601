#include "input/perf_data/perf_scan.h"

#include "base/append.h"
#include "base/bisect.h"
#include "base/mem.h"
#include "base/threads.h"
#include "input/perf_data/perf_batch.h"
#include "input/reading.h"
#include "profile/order.h"

/* ---- one part ---- */

#define RECORD_HEADER 8
#define ROWS_MOST     (UINT64_C(1) << 24) /* of a part's preview: 320 MB in all */

/* From this offset of the file on, no record is earlier than `floor`. */
struct perf_mark {
	uint64_t offset, floor;
};

struct scanned_event {
	struct perf_layout layout;
	bool fixed; /* all its samples have `layout` */
	bool used;  /* it has samples */
};

/* The times and weights of samples, in the order of the file. */
struct scanned_rows {
	uint64_t *time, *weight; /* owned */
	/* owned: twice the number of the event, + 1 for the idle task */
	uint32_t *kind;
	size_t count, room; /* of each array */
};

/* A part of the file, read by one thread. */
struct scan_part {
	const struct perf_events *events; /* borrowed */
	const struct progress *progress;  /* borrowed */
	struct source *source;		  /* owned: at `from` */
	uint64_t from, until;		  /* offsets of the records */
	bool draw; /* rows are needed, and there is room for them */
	struct scanned_rows rows;
	struct perf_mark *marks; /* owned */
	size_t mark_count, mark_room;
	struct scanned_event *of; /* owned: layouts by event */
	bool kernel;		  /* some sample was taken in the kernel */
	bool unfit;		  /* records are packed, or perf_scan_is_unfit() */
	bool landed;		  /* a record ends at `until` */
	struct error err;
};

/*
 * Reserve rows for as many samples as the part can have: unused pages cost nothing, and growing the
 * arrays would copy them. Without memory, the part gets no rows.
 */
static void make_rows(struct scan_part *s)
{
	struct scanned_rows *rows = &s->rows;
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

/* Covers this step only: join_parts() accounts for earlier times in later steps. */
static void note_time(struct scan_part *s, uint64_t time)
{
	uint64_t *floor = &s->marks[s->mark_count - 1].floor;

	if (time < *floor)
		*floor = time;
}

static void take_sample(struct scan_part *s, const struct perf_record *r)
{
	uint32_t event = perf_events_of(s->events, r->body, true);
	const struct perf_attr *a = &s->events->rows[event].attr;
	struct scanned_event *of = &s->of[event];
	struct scanned_rows *rows = &s->rows;
	struct perf_sample sample;

	if (of->fixed ? !perf_layout_parse(&of->layout, r->body, &sample)
		      : !perf_sample_parse(r->body, a, &sample))
		return;
	of->used = true;
	s->kernel |= (r->misc & PERF_MISC_MODE) == PERF_MODE_KERNEL;
	note_time(s, sample.time);
	/* without room, there are more samples than the part can have */
	s->draw = s->draw && rows->count < rows->room;
	if (!s->draw)
		return;
	rows->time[rows->count] = sample.time;
	rows->weight[rows->count] = perf_sample_weight(&sample, a);
	rows->kind[rows->count] = 2 * event + (sample.pid == 0 && sample.tid == 0);
	rows->count++;
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
		return perf_user_record_names_event(r);
	default:
		return false;
	}
}

/*
 * Read a part. `s->err` is set when memory runs out, the file cannot be read, or reading was
 * cancelled.
 */
static void scan_part(struct scan_part *s)
{
	struct perf_stream *stream;
	struct perf_trailer t;
	struct perf_record r;
	uint32_t event;

	s->of = mem_array(s->events->count, sizeof *s->of, "events", &s->err);
	stream = s->of ? perf_stream_new(s->source, s->from, &s->err) : NULL;
	if (!stream)
		return;
	for (size_t i = 0; i < s->events->count; i++)
		s->of[i].fixed =
		    perf_layout_of(&s->events->rows[i].attr, &s->of[i].layout);
	if (s->draw)
		make_rows(s);
	for (uint64_t n = 0; perf_stream_offset(stream) < s->until && !s->unfit; n++) {
		const struct perf_mark mark = {perf_stream_offset(stream), UINT64_MAX};

		if (n % PERF_SCAN_STEP == 0 &&
		    (!reading_is_wanted(s->progress, &s->err) ||
		     !APPEND(s->marks, s->mark_count, s->mark_room,
			     "times of the recording", &s->err, mark)))
			break;
		if (!perf_stream_next(stream, &r, &s->err))
			break;
		if (r.type == PERF_RECORD_SAMPLE) {
			take_sample(s, &r);
		} else if (perf_batch_is_change(r.type) ||
			   perf_record_is_switch(r.type)) {
			event = perf_events_of(s->events, r.body, false);
			if (perf_trailer_parse(r.body, &s->events->rows[event].attr, &t))
				note_time(s, t.time);
		} else {
			s->unfit = perf_scan_is_unfit(&r);
		}
		s->unfit |= perf_stream_is_packed(stream);
	}
	s->landed = perf_stream_offset(stream) == s->until;
	perf_stream_free(stream);
}

/* ---- the beginning of a part ---- */

#define CHAIN_ENOUGH 64 /* records in a row: unlikely to be chance */
#define TYPE_MOST    32 /* types of records of the kernel; 22 are known */
#define OWN_MOST     96 /* types of records of perf; 84 are known */
#define STEP	     8	/* all sizes of records are multiples of this */

/* The size of a record with this header (u32 type, u16 misc, u16 size); 0: implausible. */
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

/* ---- the preview ---- */

#define PARTS_MOST 4

/*
 * Each part is sorted on its own. The first times of the parts then divide all parts into pieces,
 * and each piece is merged by one thread. Parts overlap only a little in time, so pieces are about
 * as large as parts.
 */
struct preview {
	const struct scan_part *parts; /* borrowed */
	unsigned count;
	uint32_t *order[PARTS_MOST]; /* owned: of each part's rows, by time */
	/* the number of rows of each part before a piece; the last entry is the end */
	uint32_t cut[PARTS_MOST + 1][PARTS_MOST];
	const uint32_t *stack_of, *context_of; /* borrowed: by kind */
	struct columns columns;
	atomic_uint next; /* the next part or piece to work on */
};

static void sort_parts(void *arg, unsigned i)
{
	struct preview *s = arg;
	unsigned part;

	(void)i;
	while ((part = atomic_fetch_add(&s->next, 1)) < s->count) {
		const struct scanned_rows *rows = &s->parts[part].rows;
		struct error ignored = ERROR_INIT;

		s->order[part] =
		    order_by_time(rows->time, (uint32_t)rows->count, &ignored);
	}
}

/* The time of a part's row, the `at`th in order of time. */
static uint64_t time_at(const struct preview *s, unsigned part, uint32_t at)
{
	return s->parts[part].rows.time[s->order[part][at]];
}

struct row_search {
	const struct preview *preview; /* borrowed */
	unsigned part;
	uint64_t time;
};

static bool is_row_earlier(const void *search, size_t i)
{
	const struct row_search *m = search;

	return time_at(m->preview, m->part, (uint32_t)i) < m->time;
}

static void cut_pieces(struct preview *s)
{
	uint64_t from = 0;

	for (unsigned part = 0; part < s->count; part++) {
		s->cut[0][part] = 0;
		s->cut[s->count][part] = (uint32_t)s->parts[part].rows.count;
	}
	for (unsigned piece = 1; piece < s->count; piece++) {
		if (s->parts[piece].rows.count && time_at(s, piece, 0) > from)
			from = time_at(s, piece, 0);
		for (unsigned part = 0; part < s->count; part++) {
			const struct row_search m = {s, part, from};

			s->cut[piece][part] = (uint32_t)bisect_first(
			    s->parts[part].rows.count, is_row_earlier, &m);
		}
	}
}

/* The part whose next row is the earliest, the first one of equals. */
static unsigned earliest(const struct preview *s, const uint32_t *at, const uint32_t *end)
{
	unsigned best = s->count;

	for (unsigned part = 0; part < s->count; part++)
		if (at[part] < end[part] &&
		    (best == s->count ||
		     time_at(s, part, at[part]) < time_at(s, best, at[best])))
			best = part;
	return best;
}

static void merge_pieces(void *arg, unsigned i)
{
	struct preview *s = arg;
	unsigned piece;

	(void)i;
	while ((piece = atomic_fetch_add(&s->next, 1)) < s->count) {
		uint32_t at[PARTS_MOST], to = 0;
		unsigned part;

		for (part = 0; part < s->count; part++) {
			at[part] = s->cut[piece][part];
			to += at[part];
		}
		while ((part = earliest(s, at, s->cut[piece + 1])) < s->count) {
			const struct scanned_rows *rows = &s->parts[part].rows;
			uint32_t row = s->order[part][at[part]++];

			s->columns.time[to] = rows->time[row];
			s->columns.weight[to] = rows->weight[row];
			s->columns.stack[to] = s->stack_of[rows->kind[row]];
			s->columns.context[to] = s->context_of[rows->kind[row]];
			to++; /* room: for all rows */
		}
	}
}

/* Make the stack and the context of each kind of row: each event has two kinds, busy and idle. */
static void make_kinds(struct builder *b, const struct perf_events *events,
		       uint32_t *stack_of, uint32_t *context_of)
{
	uint32_t busy = builder_thread(b, TEXT(""), PROFILE_NO_ID, PROFILE_NO_ID);
	uint32_t idle = builder_thread(b, TEXT("swapper"), 0, 0);
	uint32_t frame =
	    builder_frame(b, builder_string(b, TEXT("do_idle")), 0, FRAME_KERNEL);
	uint32_t idle_stack = builder_stack(b, 0, frame);

	for (uint32_t i = 0; i < events->count; i++) {
		char made[PERF_ATTR_NAME_MAX];
		uint16_t event;

		if (!events->rows[i].used)
			continue;
		event = builder_event(b, perf_event_name(&events->rows[i], made),
				      perf_event_unit(&events->rows[i]));
		context_of[2 * i] = builder_context_id(b, busy, PROFILE_NO_CPU, event);
		context_of[2 * i + 1] =
		    builder_context_id(b, idle, PROFILE_NO_CPU, event);
		stack_of[2 * i + 1] = idle_stack;
	}
}

/* Merge all rows into a profile; NULL when memory runs out. */
static struct profile *draw_preview(struct preview *s, const struct perf_events *events,
				    struct builder *b, uint64_t rows)
{
	struct error ignored = ERROR_INIT;
	uint32_t *kinds = mem_array(4 * events->count, sizeof *kinds, "events", &ignored);
	struct columns *c = &s->columns;
	struct profile *p = NULL;

	c->count = (uint32_t)rows;
	if (kinds)
		c->time = mem_array(rows, sizeof *c->time, "samples", &ignored);
	if (c->time)
		c->weight = mem_array(rows, sizeof *c->weight, "samples", &ignored);
	if (c->weight)
		c->stack = mem_array(rows, sizeof *c->stack, "samples", &ignored);
	if (c->stack)
		c->context = mem_array(rows, sizeof *c->context, "samples", &ignored);
	if (c->context) {
		s->stack_of = kinds;
		s->context_of = kinds + 2 * events->count;
		make_kinds(b, events, kinds, kinds + 2 * events->count);
		/* otherwise rows would refer to missing stacks */
		if (!builder_failed(b)) {
			atomic_store(&s->next, 0);
			threads_run(s->count, merge_pieces, s);
			builder_columns(b, c); /* takes them over */
			p = builder_finish(b, &ignored);
			mem_free(kinds);
			return p;
		}
	}
	mem_free(c->time);
	mem_free(c->weight);
	mem_free(c->stack);
	mem_free(c->context);
	mem_free(kinds);
	return NULL;
}

/*
 * Show the audience the samples of all parts. Samples of idle tasks are shown as idle; nearly all
 * are, but only their stacks would show it. Nothing is shown when a part has no rows, or memory
 * runs out.
 */
static void show_preview(const struct reading *reading, const struct scan_part *parts,
			 unsigned count, const struct perf_events *events)
{
	const struct audience *a = reading->options->audience;
	struct preview s = {.parts = parts, .count = count};
	struct error ignored = ERROR_INIT;
	struct builder *b = NULL;
	struct profile *p = NULL;
	bool sorted = true;
	uint64_t rows = 0;

	for (unsigned i = 0; i < count; i++) {
		if (!parts[i].draw)
			return;
		rows += parts[i].rows.count;
	}
	if (rows == 0)
		return;
	threads_run(count, sort_parts, &s);
	for (unsigned i = 0; i < count; i++)
		sorted &= s.order[i] != NULL;
	if (sorted) {
		cut_pieces(&s);
		b = builder_new(&ignored);
	}
	if (b) {
		perf_features_written(b, reading->source);
		perf_events_note(events, b);
		p = draw_preview(&s, events, b, rows);
	}
	if (p) {
		p->times_only = true;
		(void)reading_tell(reading, p, &ignored);
		a->show_times(a->arg, p);
	}
	builder_free(b);
	for (unsigned i = 0; i < count; i++)
		mem_free(s.order[i]);
}

/* ---- all parts ---- */

#define PART_LEAST UINT64_C(1000000)   /* bytes: a smaller part is not worth a thread */
#define LOOK_AT	   ((size_t)256 << 10) /* a record must begin within this many bytes */

struct scan {
	const struct reading *reading; /* borrowed */
	const struct perf_file *file;  /* borrowed */
	struct perf_events *events;    /* borrowed */
	struct scan_part parts[PARTS_MOST];
	unsigned count;
	atomic_uint next; /* the next part to read */
};

void perf_scan_release(struct perf_scan *s)
{
	mem_free(s->marks);
	*s = (struct perf_scan){0};
}

/* Do all records have times? READ values and samples of --off-cpu may lack them. */
static bool are_timed(const struct perf_events *e)
{
	for (size_t i = 0; i < e->count; i++) {
		const struct perf_attr *a = &e->rows[i].attr;

		if (!(a->sample_type & PERF_SAMPLE_TIME) ||
		    !(a->flags & PERF_ATTR_SAMPLE_ID_ALL) ||
		    a->sample_type & PERF_SAMPLE_READ || perf_attr_is_bpf_output(a))
			return false;
	}
	return e->count > 0;
}

static uint64_t end_of(const struct perf_file *f)
{
	return f->data.offset + f->data.size;
}

/*
 * Guess the beginning of the `i`th of `n` equal parts: an offset where many plausible records
 * follow each other. UINT64_MAX: there is none. Only reading the previous part shows whether it is
 * right, see `landed`.
 */
static bool find_begin(struct scan *s, unsigned i, unsigned n, uint64_t *begin,
		       struct error *err)
{
	uint64_t guess = s->file->data.offset + s->file->data.size / n * i / 8 * 8;
	struct source *part;
	char *bytes = NULL;
	size_t len = 0, got = 1;
	bool ok;

	part = source_part(s->reading->source, guess, end_of(s->file), err);
	if (!part)
		return false;
	bytes = mem_array(LOOK_AT, 1, "bytes of the recording", err);
	ok = bytes != NULL;
	while (ok && got && len < LOOK_AT) {
		ok = source_read(part, bytes + len, LOOK_AT - len, &got, err);
		len += ok ? got : 0;
	}
	*begin = UINT64_MAX;
	for (size_t at = 0; ok && at < len && *begin == UINT64_MAX; at += STEP) {
		struct text t = {bytes + at, len - at};
		unsigned chained = 0;

		for (size_t size; chained < CHAIN_ENOUGH;
		     chained++, t = text_from(t, size)) {
			size = plausible_size(t);
			if (size == 0 || size > t.len)
				break;
		}
		if (chained == CHAIN_ENOUGH)
			*begin = guess + at;
	}
	mem_free(bytes);
	source_close(part);
	return ok;
}

static bool divide_data(struct scan *s, unsigned n, struct error *err)
{
	struct scan_part part = {.events = s->events,
				 .progress = s->reading->progress,
				 .until = end_of(s->file),
				 .draw = s->reading->options->audience &&
					 !s->reading->fields};
	uint64_t begin = s->file->data.offset;

	for (unsigned i = 0; i < n; i++) {
		if (i && !find_begin(s, i, n, &begin, err))
			return false;
		if (i && (begin == UINT64_MAX || begin <= s->parts[s->count - 1].from))
			continue;
		part.from = begin;
		/* without room for another part, the last one continues to the end */
		if (APPEND_FIXED(s->parts, s->count, part) && s->count > 1)
			s->parts[s->count - 2].until = begin;
	}
	for (unsigned i = 0; i < s->count; i++) {
		s->parts[i].source = source_part(s->reading->source, s->parts[i].from,
						 end_of(s->file), err);
		if (!s->parts[i].source)
			return false;
	}
	return true;
}

static void release_parts(struct scan *s)
{
	for (unsigned i = 0; i < s->count; i++) {
		struct scan_part *p = &s->parts[i];

		mem_free(p->rows.time);
		mem_free(p->rows.weight);
		mem_free(p->rows.kind);
		mem_free(p->marks);
		mem_free(p->of);
		source_close(p->source);
	}
	s->count = 0;
}

static void scan_parts(void *arg, unsigned i)
{
	struct scan *s = arg;
	unsigned part;

	(void)i;
	while ((part = atomic_fetch_add(&s->next, 1)) < s->count)
		scan_part(&s->parts[part]);
}

/* `*whole`: each part ends where the next begins, or need not be read to its end. */
static bool scan_all(struct scan *s, unsigned n, bool *whole, struct error *err)
{
	*whole = true;
	atomic_store(&s->next, 0);
	if (!divide_data(s, n, err))
		return false;
	threads_run(s->count, scan_parts, s);
	for (unsigned i = 0; i < s->count; i++) {
		const struct scan_part *p = &s->parts[i];

		if (p->err.kind != ERROR_NONE) {
			*err = p->err;
			return false;
		}
		*whole &= p->landed || p->unfit || i == s->count - 1;
	}
	return true;
}

/* ---- joining the parts ---- */

static bool join_parts(struct perf_scan *all, struct scan *s, bool *steps,
		       struct error *err)
{
	for (unsigned i = 0; i < s->count; i++)
		*steps &= !s->parts[i].unfit;
	if (!*steps)
		return true;
	for (unsigned i = 0; i < s->count; i++) {
		all->kernel |= s->parts[i].kernel;
		for (size_t e = 0; e < s->events->count; e++)
			s->events->rows[e].used |= s->parts[i].of[e].used;
	}
	if (s->reading->options->audience)
		show_preview(s->reading, s->parts, s->count, s->events);
	for (unsigned i = 0; i < s->count; i++) {
		const struct scan_part *p = &s->parts[i];

		for (size_t m = 0; m < p->mark_count; m++)
			if (!APPEND(all->marks, all->count, all->room,
				    "times of the recording", err, p->marks[m]))
				return false;
	}
	for (size_t i = all->count; i-- > 1;)
		if (all->marks[i].floor < all->marks[i - 1].floor)
			all->marks[i - 1].floor = all->marks[i].floor;
	return true;
}

bool perf_scan_run(struct perf_scan *all, const struct reading *reading,
		   const struct perf_file *file, struct perf_events *events, bool *steps,
		   struct error *err)
{
	struct scan s = {.reading = reading, .file = file, .events = events};
	uint64_t most = file->data.size / PART_LEAST;
	unsigned threads = reading->options->threads;
	bool whole, ok;

	*steps = perf_file_is_seekable(file, reading->source) && are_timed(events) &&
		 file->data.size < UINT64_MAX - file->data.offset;
	if (!*steps)
		return true;
	if (threads == 0)
		threads = threads_cpus();
	if (threads > PARTS_MOST)
		threads = PARTS_MOST;
	if (most < threads)
		threads = (unsigned)most + !most;
	ok = scan_all(&s, threads, &whole, err);
	if (ok && !whole) { /* a guess was wrong */
		release_parts(&s);
		ok = scan_all(&s, 1, &whole, err);
	}
	ok = ok && join_parts(all, &s, steps, err);
	release_parts(&s);
	return ok;
}

uint64_t perf_scan_floor(const struct perf_scan *s, uint64_t offset)
{
	size_t n = bisect_upto(s->marks, sizeof *s->marks, s->count, offset);

	return n ? s->marks[n - 1].floor : 0;
}
