#include "input/perf_survey.h"

#include <stdlib.h>

#include "base/mem.h"
#include "input/perf_own.h"

struct walk {
	struct perf_survey *survey;
	struct perf_events *events;
	struct builder *picture;
	uint32_t busy, idle; /* threads of the picture */
	uint32_t idle_stack;
};

void perf_survey_release(struct perf_survey *s)
{
	free(s->floor);
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

/* Of the step under way: what is earlier in later ones is put right at the end. */
static void note_time(struct perf_survey *s, uint64_t time)
{
	uint64_t *floor = &s->floor[s->count - 1];

	if (time < *floor)
		*floor = time;
}

/*
 * The idle tasks' samples are taken for idle, which nearly all are: it is their stacks that
 * tell.
 */
static void draw(struct walk *w, const struct perf_sample *s,
		 const struct perf_event *event)
{
	bool idle = s->pid == 0 && s->tid == 0;

	builder_sample(w->picture, &(struct sample){
				       .time = s->time,
				       .weight = perf_sample_weight(s, &event->attr),
				       .stack = idle ? w->idle_stack : 0,
				       .thread = idle ? w->idle : w->busy,
				       .cpu = PROFILE_NO_CPU,
				       .event = event->row,
				       .timed = true,
				   });
}

static void begin_event(struct walk *w, struct perf_event *row)
{
	char made[PERF_ATTR_NAME_MAX];

	row->used = true;
	if (w->picture)
		row->row =
		    builder_event(w->picture, perf_event_name(row, made), TEXT(""));
}

static void take_sample(struct walk *w, const struct perf_record *r)
{
	uint32_t event = perf_events_of(w->events, r->body, true);
	struct perf_event *row = &w->events->rows[event];
	struct perf_sample s;

	if (!perf_sample_parse(r->body, &row->attr, &s))
		return;
	if (!row->used)
		begin_event(w, row);
	if (w->picture)
		draw(w, &s, row);
	note_time(w->survey, s.time);
}

static void take_change(struct walk *w, const struct perf_record *r)
{
	uint32_t event = perf_events_of(w->events, r->body, false);
	struct perf_trailer t;

	if (perf_trailer_parse(r->body, &w->events->rows[event].attr, &t))
		note_time(w->survey, t.time);
}

/* False: what follows cannot be read in steps. */
static bool take(struct walk *w, const struct perf_record *r)
{
	switch (r->type) {
	case PERF_RECORD_SAMPLE:
		take_sample(w, r);
		return true;
	case PERF_RECORD_MMAP:
	case PERF_RECORD_MMAP2:
	case PERF_RECORD_COMM:
	case PERF_RECORD_FORK:
	case PERF_RECORD_KSYMBOL:
		take_change(w, r);
		return true;
	case PERF_RECORD_CALLCHAIN_DEFERRED:
	case PERF_RECORD_HEADER_ATTR:
	case PERF_RECORD_EVENT_TYPE:
	case PERF_RECORD_TRACING_DATA:
	case PERF_RECORD_BUILD_ID:
	case PERF_RECORD_AUXTRACE:
	case PERF_RECORD_FEATURE:
		return false;
	case PERF_RECORD_EVENT_UPDATE:
		return !perf_own_names_event(r);
	default:
		return true;
	}
}

static bool begin_step(struct perf_survey *s, const struct progress *progress,
		       struct error *err)
{
	if (atomic_load(&progress->cancel))
		return error_set(err, ERROR_CANCELLED, "reading was cancelled");
	if (!mem_reserve(&s->floor, &s->room, s->count + 1, sizeof *s->floor,
			 "times of the recording", err))
		return false;
	s->floor[s->count++] = UINT64_MAX;
	return true;
}

/* What is earlier later counts before, too. */
static void settle(struct perf_survey *s)
{
	for (size_t i = s->count; i-- > 1;)
		if (s->floor[i] < s->floor[i - 1])
			s->floor[i - 1] = s->floor[i];
}

static void begin_picture(struct walk *w)
{
	uint32_t frame;

	w->busy = builder_thread(w->picture, TEXT(""), PROFILE_NO_ID, PROFILE_NO_ID);
	w->idle = builder_thread(w->picture, TEXT("swapper"), 0, 0);
	frame = builder_frame(w->picture, builder_string(w->picture, TEXT("do_idle")), 0,
			      FRAME_KERNEL);
	w->idle_stack = builder_stack(w->picture, 0, frame);
}

bool perf_survey_walk(struct perf_survey *s, struct perf_stream *stream,
		      struct perf_events *events, struct builder *picture,
		      const struct progress *progress, bool *steps, struct error *err)
{
	struct walk w = {.survey = s, .events = events, .picture = picture};
	struct perf_record r;

	*steps = are_timed(events);
	if (!*steps)
		return true;
	if (picture)
		begin_picture(&w);
	while (perf_stream_next(stream, &r, err)) {
		if (s->records % PERF_SURVEY_STEP == 0 && !begin_step(s, progress, err))
			return false;
		s->records++;
		*steps = take(&w, &r) && !perf_stream_is_packed(stream);
		if (!*steps)
			return true;
	}
	settle(s);
	return err->kind == ERROR_NONE;
}

uint64_t perf_survey_floor(const struct perf_survey *s, uint64_t n)
{
	uint64_t step = n / PERF_SURVEY_STEP;

	return step < s->count ? s->floor[step] : UINT64_MAX;
}
