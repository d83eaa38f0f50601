#include "input/perf_data/perf_survey.h"

#include "base/append.h"
#include "base/crew.h"
#include "base/mem.h"
#include "input/perf_data/perf_sketch.h"

#define PART_LEAST UINT64_C(1000000)   /* bytes: less is not worth a thread */
#define LOOK_AT	   ((size_t)256 << 10) /* bytes in which a record must begin */

struct survey {
	const struct reading *reading; /* borrowed */
	const struct perf_file *file;  /* borrowed */
	struct perf_events *events;    /* borrowed */
	struct perf_scan parts[PERF_SKETCH_PARTS];
	struct source *sources[PERF_SKETCH_PARTS]; /* owned */
	unsigned count;
};

void perf_survey_release(struct perf_survey *s)
{
	mem_free(s->marks);
	*s = (struct perf_survey){0};
}

/* All that says what a sample means has a time of its own, and so have samples. */
static bool are_timed(const struct perf_events *e)
{
	for (size_t i = 0; i < e->count; i++) {
		const struct perf_attr *a = &e->rows[i].attr;

		if (!(a->sample_type & PERF_SAMPLE_TIME) ||
		    !(a->flags & PERF_ATTR_SAMPLE_ID_ALL) ||
		    a->sample_type & PERF_SAMPLE_READ)
			return false;
	}
	return e->count > 0;
}

/* ---- parts ---- */

static uint64_t end_of(const struct perf_file *f)
{
	return f->data.offset + f->data.size;
}

static bool open_part(struct survey *s, uint64_t offset, struct source **part,
		      struct error *err)
{
	*part = source_part(s->reading->source, offset, end_of(s->file), err);
	return *part != NULL;
}

/* Where a part may begin, near the `i`th of `n` equal ones. */
static bool find_begin(struct survey *s, unsigned i, unsigned n, uint64_t *begin,
		       struct error *err)
{
	uint64_t guess = s->file->data.offset + s->file->data.size / n * i / 8 * 8;
	struct source *part;
	char *bytes = NULL;
	size_t len = 0, got = 1;
	bool ok;

	if (!open_part(s, guess, &part, err))
		return false;
	bytes = mem_array(LOOK_AT, 1, "bytes of the recording", err);
	ok = bytes != NULL;
	while (ok && got && len < LOOK_AT) {
		ok = source_read(part, bytes + len, LOOK_AT - len, &got, err);
		len += ok ? got : 0;
	}
	if (ok)
		*begin = perf_scan_find((struct text){bytes, len}, guess);
	mem_free(bytes);
	source_close(part);
	return ok;
}

static void add_part(struct survey *s, uint64_t from)
{
	const struct perf_scan part = {.events = s->events,
				       .progress = s->reading->progress,
				       .from = from,
				       .until = end_of(s->file),
				       .draw = s->reading->options->audience != NULL};

	/* else what is from there on is of the part before */
	if (APPEND_FIXED(s->parts, s->count, part) && s->count > 1)
		s->parts[s->count - 2].until = from;
}

static bool divide(struct survey *s, unsigned n, struct error *err)
{
	uint64_t begin;

	add_part(s, s->file->data.offset);
	for (unsigned i = 1; i < n; i++) {
		if (!find_begin(s, i, n, &begin, err))
			return false;
		if (begin != UINT64_MAX && begin > s->parts[s->count - 1].from)
			add_part(s, begin);
	}
	for (unsigned i = 0; i < s->count; i++)
		if (!open_part(s, s->parts[i].from, &s->sources[i], err))
			return false;
	return true;
}

static void forget(struct survey *s)
{
	for (unsigned i = 0; i < s->count; i++) {
		perf_scan_release(&s->parts[i]);
		source_close(s->sources[i]);
		s->sources[i] = NULL;
	}
	s->count = 0;
}

/* Whoever is there takes the next one. */
struct work {
	struct survey *survey;
	atomic_uint next;
};

static void scan_parts(void *arg, unsigned i)
{
	struct work *w = arg;

	(void)i;
	for (;;) {
		unsigned part = atomic_fetch_add(&w->next, 1);

		if (part >= w->survey->count)
			return;
		perf_scan_run(&w->survey->parts[part], w->survey->sources[part]);
	}
}

/* `*whole`: each part ends where the next begins, as far as that was worth knowing. */
static bool scan(struct survey *s, unsigned n, bool *whole, struct error *err)
{
	struct work w = {.survey = s};

	*whole = true;
	if (!divide(s, n, err))
		return false;
	crew_run(s->count, scan_parts, &w);
	for (unsigned i = 0; i < s->count; i++) {
		const struct perf_scan *p = &s->parts[i];

		if (p->err.kind != ERROR_NONE) {
			*err = p->err;
			return false;
		}
		*whole &= p->landed || p->unfit || i == s->count - 1;
	}
	return true;
}

/* ---- together ---- */

static bool join_marks(struct perf_survey *all, const struct survey *s, struct error *err)
{
	for (unsigned i = 0; i < s->count; i++) {
		const struct perf_scan *p = &s->parts[i];

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

static bool join(struct perf_survey *all, struct survey *s, bool *steps,
		 struct error *err)
{
	for (unsigned i = 0; i < s->count; i++)
		*steps &= !s->parts[i].unfit;
	if (!*steps)
		return true;
	for (unsigned i = 0; i < s->count; i++)
		for (size_t e = 0; e < s->events->count; e++)
			s->events->rows[e].used |= s->parts[i].of[e].used;
	if (s->reading->options->audience)
		perf_sketch_show(s->reading, s->parts, s->count, s->events);
	return join_marks(all, s, err);
}

static unsigned parts_for(const struct survey *s)
{
	unsigned threads = s->reading->options->threads;
	uint64_t most = s->file->data.size / PART_LEAST;

	if (threads == 0)
		threads = crew_cpus();
	if (threads > PERF_SKETCH_PARTS)
		threads = PERF_SKETCH_PARTS;
	return most < threads ? (unsigned)most + !most : threads;
}

bool perf_survey_run(struct perf_survey *all, const struct reading *reading,
		     const struct perf_file *file, struct perf_events *events,
		     bool *steps, struct error *err)
{
	struct survey s = {.reading = reading, .file = file, .events = events};
	bool whole, ok;

	*steps = perf_file_is_at_hand(file, reading->source) && are_timed(events) &&
		 file->data.size < UINT64_MAX - file->data.offset;
	if (!*steps)
		return true;
	ok = scan(&s, parts_for(&s), &whole, err);
	if (ok && !whole) { /* what looked like records was something else */
		forget(&s);
		ok = scan(&s, 1, &whole, err);
	}
	ok = ok && join(all, &s, steps, err);
	forget(&s);
	return ok;
}

uint64_t perf_survey_floor(const struct perf_survey *s, uint64_t offset)
{
	size_t low = 0, high = s->count;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (s->marks[mid].offset <= offset)
			low = mid + 1;
		else
			high = mid;
	}
	return low ? s->marks[low - 1].floor : 0;
}
