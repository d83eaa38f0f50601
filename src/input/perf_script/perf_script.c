#include "input/formats.h"

#include <stdatomic.h>

#include "base/append.h"
#include "base/idmap.h"
#include "base/mem.h"
#include "base/number.h"
#include "input/perf_script/field_text.h"
#include "input/perf_script/line_cache.h"
#include "input/perf_script/perf_line.h"
#include "input/perf_script/perf_frames.h"
#include "input/perf_script/perf_head.h"
#include "input/perf_script/perf_fields.h"
#include "input/perf_script/request_text.h"
#include "input/perf_script/sched_text.h"
#include "input/scan.h"
#include "input/sched_events.h"
#include "input/parallel_parse.h"

/*
 * What the head tells of the whole file. What a thread has seen itself depends on which
 * blocks it was given, so it must not count.
 */
struct about {
	bool no_events;	  /* -F ip,sym: nothing stands before the frames */
	bool has_modules; /* frame lines end in a module: "(...)" */
	bool has_chains;  /* frames stand on lines below their sample's */
	struct perf_fields fields;
	atomic_uint_fast64_t *lines; /* borrowed: frames whose source line was told */
};

/*
 * What one thread knows: of the block that it parses, the sample under way and what counts of
 * the lines before; and frames, remembered over all its blocks.
 */
struct script {
	const struct reading *reading;	/* borrowed */
	const struct about *about;	/* borrowed */
	struct lines *lines;		/* borrowed */
	struct perf_frames *frames;	/* owned */
	struct event_line_cache *known; /* owned */
	uint32_t *entries; /* owned: of the sample's frame lines, leaf first */
	size_t entries_room, depth;
	size_t frames_deep; /* one line may stand for several frames */
	struct sample sample;
	bool open;	  /* a sample is under way */
	bool in_header;	  /* between the rules of a "# ====" block */
	bool in_record;	  /* the line before was a PERF_RECORD that may go on */
	bool on_line;	  /* the sample's only frame stood on its event line */
	bool dropped;	  /* the last sample was counted as a loss, its frames with it */
	bool left_out;	  /* the last frame was too deep */
	bool has_line;	  /* the last frame's source line was there */
	bool has_tail;	  /* registers, branches or instructions have ended the chain */
	bool chains_only; /* nothing has stood before the frames so far */
	bool has_field;	  /* some sample had the field that is asked for */
	struct idmap others; /* tids that have been given a CPU */
};

static void count(struct script *s, enum loss_reason why)
{
	losses_count(s->reading->losses, why, s->lines->number);
}

/* ---- samples ---- */

static void end_sample(struct script *s)
{
	if (!s->open)
		return;
	s->sample.stack = perf_frames_stack(s->frames, s->entries, s->depth);
	builder_sample(s->reading->builder, &s->sample);
	s->open = false;
}

/* What a known line stands for. */
static bool add_entry(struct script *s, uint32_t entry, struct error *err)
{
	uint32_t more = perf_frames_count(s->frames, entry);

	if (s->on_line) { /* what stood on the event line was no frame after all */
		s->on_line = false;
		s->depth = s->frames_deep = 0;
	}
	s->has_line = false;
	s->left_out = more > STACK_DEEPEST - s->frames_deep;
	if (s->left_out) {
		losses_add(s->reading->losses, LOSS_DEEP, more, s->lines->number);
		return true;
	}
	s->frames_deep += more;
	return APPEND(s->entries, s->depth, s->entries_room, "frames of a stack", err,
		      entry);
}

static bool add_frame(struct script *s, struct perf_frame_line line, uint32_t *entry,
		      struct error *err)
{
	return perf_frames_find(s->frames, line, entry, err) && add_entry(s, *entry, err);
}

static bool take_rest(struct script *s, struct text line, struct text rest,
		      struct error *err)
{
	struct perf_frame_line frame;
	uint32_t entry;

	if (!perf_event_line_frame(line, rest, s->about->has_chains, &frame))
		return true;
	if (!add_frame(s, frame, &entry, err))
		return false;
	s->on_line = true;
	return true;
}

/* "cpu-clock:u" counts nanoseconds, like "task-clock" */
static struct text unit_of(const struct script *s, struct text event)
{
	if (s->reading->fields)
		return s->reading->fields->wanted;
	if (text_starts(event, TEXT("cpu-clock")) ||
	    text_starts(event, TEXT("task-clock")))
		return TEXT("ns");
	return TEXT("");
}

static bool open_sample(struct script *s, const struct sample *sample, struct error *err)
{
	if (!perf_frames_tidy(s->frames, err))
		return false;
	s->sample = *sample;
	s->open = true;
	s->on_line = s->has_tail = false;
	s->depth = s->frames_deep = 0;
	return true;
}

/* ---- what the scheduler did, for who asks ---- */

/* The name of who gets a CPU or is woken stands here. */
static bool know_other(struct script *s, const struct sched_text *t,
		       const struct sample *sample, struct error *err)
{
	struct builder *b = s->reading->builder;
	uint32_t at;

	if (t->sched.other == 0 || idmap_get(&s->others, (uint32_t)t->sched.other, &at))
		return true;
	if (!idmap_put(&s->others, (uint32_t)t->sched.other, 0, &at, err))
		return false;
	sched_event_know(b, sample,
			 builder_thread(b, t->comm, PROFILE_NO_ID, t->sched.other));
	return true;
}

/* Of a disk, or a call of the kernel. */
static void take_request(struct script *s, const struct perf_event_line *e,
			 struct sample *sample)
{
	struct sched sched;

	if (!request_text_parse(e->event, e->rest, &sched)) {
		count(s, LOSS_REQUEST);
		sched = (struct sched){.kind = SCHED_SEEN};
	}
	if (sched.kind == SCHED_NONE)
		return;
	sched.sampled = e->period != 1;
	sample->sched = sched_pack(&sched);
}

static bool take_sched(struct script *s, const struct perf_event_line *e,
		       struct sample *sample, struct error *err)
{
	static const struct sched seen = {.kind = SCHED_SEEN};
	enum sched_kind kind = sched_event_kind(e->event);
	struct sched_text t;

	if (kind == SCHED_NONE) {
		take_request(s, e, sample);
		return true;
	}
	if (!sched_text_parse(kind, e->rest, &t)) {
		count(s, LOSS_SWITCH);
		sample->sched = sched_pack(&seen);
		return true;
	}
	if (t.sched.kind == SCHED_NONE) /* it woke nobody, and is no sample of a clock */
		t.sched = seen;
	if (kind == SCHED_SWITCH && e->tid == PROFILE_NO_ID)
		sample->thread =
		    builder_thread(s->reading->builder, e->comm, e->pid, t.leaves);
	else
		t.sched.foreign = kind == SCHED_SWITCH && e->tid != t.leaves;
	t.sched.sampled = e->period != 1;
	sample->sched = sched_pack(&t.sched);
	return know_other(s, &t, sample, err);
}

static void take_switch_record(struct script *s, const struct perf_event_line *e)
{
	struct sample like = {.time = e->time, .cpu = e->cpu, .timed = e->timed};
	struct builder *b = s->reading->builder;
	struct sched sched;

	if (!e->too_large && sched_text_record(e->record, &sched))
		sched_event_add(b, &like, builder_thread(b, e->comm, e->pid, e->tid),
				&sched);
}

/*
 * Of perf record --off-cpu: a wait becomes a span, from when the thread stopped. A sum has no time, and is
 * of use only to who asks for waits; false: it is left out. Without a period nothing tells how long.
 */
static bool take_off_cpu(struct script *s, const struct perf_event_line *e,
			 struct sample *sample)
{
	struct sched sched = {.kind = SCHED_WAITED};
	bool wanted = s->reading->options->switches;

	sample->event = builder_span_event(s->reading->builder, e->event);
	if (e->timed && e->time < SCHED_NO_TIME) {
		if (e->period > e->time || e->period <= 1)
			return true;
		sample->time -= e->period;
		sample->duration = e->period;
	} else {
		if (!wanted)
			count(s, ASIDE_OFF_CPU);
		sched.kind = SCHED_SUM;
		sample->time = 0;
		sample->timed = false;
	}
	sample->sched = wanted ? sched_pack(&sched) : 0;
	return wanted || sample->timed;
}

/* The field that is asked for instead of the period. */
static void weigh(struct script *s, const struct perf_event_line *e,
		  struct sample *sample)
{
	struct field_names *fields = s->reading->fields;
	bool negative;

	if (!field_text_value(e->event, e->rest, fields->wanted, &sample->weight,
			      &negative)) {
		count(s, ASIDE_FIELD);
		field_text_names(e->event, e->rest, fields);
		return;
	}
	if (negative)
		count(s, LOSS_NEGATIVE);
	if (!s->has_field)
		field_names_found(fields);
	s->has_field = true;
}

static bool begin_sample(struct script *s, struct text line,
			 const struct perf_event_line *e, struct error *err)
{
	struct builder *b = s->reading->builder;
	struct text event = e->event.len ? e->event : TEXT("samples");
	struct sample sample;

	s->dropped = e->too_large;
	if (s->dropped) {
		count(s, LOSS_NUMBER);
		return true;
	}
	sample = (struct sample){.time = e->time,
				 .weight = e->period,
				 .thread = builder_thread(b, e->comm, e->pid, e->tid),
				 .cpu = e->cpu,
				 .timed = e->timed};
	if (sched_event_is_off_cpu(e->event)) {
		s->dropped = !take_off_cpu(s, e, &sample);
		if (s->dropped)
			return true;
	} else {
		sample.event = builder_event(b, event, unit_of(s, event));
		if (s->reading->fields)
			weigh(s, e, &sample);
		if (s->reading->options->switches && !take_sched(s, e, &sample, err))
			return false;
		/* what the scheduler did is counted, or told, for each line anew */
		if (!s->about->fields.is_known && !s->reading->fields && !sample.sched)
			event_line_cache_put(s->known, line, e, &sample);
	}
	return open_sample(s, &sample, err) &&
	       (e->rest.len == 0 || take_rest(s, line, e->rest, err));
}

/* -F ip,sym: chains with nothing before them; each is a sample of which no more is known. */
static bool begin_nameless(struct script *s, struct error *err)
{
	const struct perf_event_line e = {.comm = TEXT(""),
					  .pid = PROFILE_NO_ID,
					  .tid = PROFILE_NO_ID,
					  .cpu = PROFILE_NO_CPU,
					  .period = 1};

	return begin_sample(s, TEXT(""), &e, err);
}

/* ---- lines that are no samples ---- */

/* "PERF_RECORD_LOST lost 12", "PERF_RECORD_LOST_SAMPLES lost 3" */
static void take_record(struct script *s, struct text record)
{
	uint64_t n;

	s->in_record = true;
	if (text_starts(record, TEXT("PERF_RECORD_LOST"))) {
		struct text rest = record, word = scan_last_word(&rest);

		if (number_u64(word, &n))
			losses_add(s->reading->losses, LOSS_EVENTS_LOST, n,
				   s->lines->number);
	}
	count(s, text_starts(record, TEXT("PERF_RECORD_SWITCH")) ? ASIDE_SWITCH
								 : ASIDE_RECORD);
}

/* What looks like a frame, "  a b.c:13", is one only where no line stands at its end. */
static bool is_source_line(const struct script *s, struct text line,
			   const struct perf_line *l, struct perf_source_line *source)
{
	return ((s->open && s->depth) || s->dropped) &&
	       perf_source_line_cut(line, source) && (!l->is_frame || source->is_certain);
}

/* Of the frame above, the first; without --lines only whether it is inlined counts. */
static bool take_source_line(struct script *s, const struct perf_source_line *source,
			     struct error *err)
{
	bool beside = s->dropped || s->left_out || s->has_line;
	bool wanted = s->reading->options->lines && !beside;
	struct text place = wanted ? source->place : TEXT("");
	uint32_t *last;

	if (place.len)
		atomic_fetch_add_explicit(s->about->lines, 1, memory_order_relaxed);
	else
		count(s, ASIDE_SOURCE_LINE);
	if (beside)
		return true;
	s->has_line = true;
	last = &s->entries[s->depth - 1];
	return perf_frames_find_told(s->frames, *last, place, source->inlined, last, err);
}

static void take_other(struct script *s, struct text line)
{
	struct text t = text_trim(line);

	if (text_starts(t, TEXT("PERF_RECORD_")))
		take_record(s, t);
	else if (text_starts(t, TEXT("instruction trace error")))
		count(s, LOSS_TRACE_ERROR);
	else if (perf_line_is_message(t))
		count(s, ASIDE_MESSAGE);
	else if (perf_line_is_source_code(line))
		count(s, ASIDE_SOURCE_LINE);
	else if (s->open && perf_line_is_registers(t)) {
		s->has_tail |= s->depth && perf_line_without_tail(t).len < t.len;
		count(s, ASIDE_REGISTERS);
	} else
		count(s, s->lines->complete ? LOSS_LINE : LOSS_TRUNCATED);
}

/* ---- one line ---- */

static bool take_frame(struct script *s, struct text line, struct perf_frame_line frame,
		       struct error *err)
{
	uint32_t entry;
	bool whole = s->lines->complete || !s->about->has_modules ||
		     (frame.rest.len && frame.rest.at[frame.rest.len - 1] == ')');

	if (s->dropped)
		return true;
	if (!whole) { /* half a name would be a function that does not exist */
		count(s, LOSS_TRUNCATED);
		return true;
	}
	if (!s->open && s->chains_only && !begin_nameless(s, err))
		return false;
	if (!s->open) {
		count(s, LOSS_FRAME_OUTSIDE);
		return true;
	}
	if (!add_frame(s, frame, &entry, err))
		return false;
	perf_frames_remember(s->frames, line, frame, entry);
	return true;
}

static bool take_event(struct script *s, struct text line,
		       const struct perf_event_line *event, struct error *err)
{
	/* -F +metric: "sh 12 1.5: \tmetric:    0.13  insn per cycle" */
	if (!event->has_period && text_equal(event->event, TEXT("metric"))) {
		count(s, ASIDE_REGISTERS);
		return true;
	}
	end_sample(s);
	s->in_record = s->chains_only = s->dropped = false;
	if (event->record.len) {
		if (s->reading->options->switches)
			take_switch_record(s, event);
		take_record(s, event->record);
		return true;
	}
	/* unless it is all there is, it was to go on */
	if (!s->lines->complete && event->event.len == 0 &&
	    (s->lines->number > 1 || s->lines->block > 0)) {
		count(s, LOSS_TRUNCATED);
		return true;
	}
	return begin_sample(s, line, event, err);
}

static bool take_known_event(struct script *s, const struct sample *sample,
			     struct error *err)
{
	end_sample(s);
	s->in_record = s->chains_only = s->dropped = false;
	return open_sample(s, sample, err);
}

/*
 * In a file of few fields, what stands between a chain and the next is the next one's event.
 * An empty line ends a chain, or registers and the like.
 */
static bool has_these_fields(const struct script *s, struct text line,
			     struct perf_event_line *event)
{
	const struct perf_fields *l = &s->about->fields;

	return l->is_known && line.at[0] != '\t' &&
	       (l->stack != PERF_STACK_CHAINS || !s->open || s->depth == 0 ||
		s->has_tail) &&
	       perf_fields_parse(l, line, event);
}

static bool take_text(struct script *s, struct text line, struct error *err)
{
	struct perf_event_line event;
	struct perf_source_line source;
	struct perf_line l;

	if (has_these_fields(s, line, &event))
		return take_event(s, line, &event, err);
	l = perf_line_look(line);

	if (l.tab && s->in_record) {
		count(s, ASIDE_RECORD);
		return true;
	}
	if (l.is_frame && perf_line_is_instruction(line, l.frame)) {
		count(s, s->open || s->dropped ? ASIDE_REGISTERS : LOSS_LINE);
		return true;
	}
	if (l.tab && l.is_frame)
		return take_frame(s, line, l.frame, err);
	s->in_record = false;
	if (l.is_event)
		return take_event(s, line, &l.event, err);
	if (is_source_line(s, line, &l, &source))
		return take_source_line(s, &source, err);
	if (l.is_frame)
		return take_frame(s, line, l.frame, err);
	take_other(s, line);
	return true;
}

static bool take_hash(struct script *s, struct text line, struct error *err)
{
	struct perf_event_line event;

	if (perf_header_is_rule(line)) {
		s->in_header = !s->in_header;
		return true;
	}
	/* a command may be called "#x" */
	if (!s->in_header && perf_event_line_parse(line, &event) && event.timed)
		return take_text(s, line, err);
	perf_header_line(s->reading->builder, line);
	return true;
}

static void take_empty(struct script *s)
{
	/* some tools put one between a sample and its frames */
	if (s->depth || s->dropped)
		end_sample(s);
	s->in_record = false;
}

static bool take_line(struct script *s, struct text line, struct error *err)
{
	struct perf_event_line event;

	if (s->lines->cut)
		count(s, LOSS_LONG_LINE);
	if (line.len == 0) {
		take_empty(s);
		return true;
	}
	if (line.at[0] == '#')
		return take_hash(s, line, err);
	s->in_header = false;
	/* it says nothing, or is of a command without a name and no more fields */
	if (scan_blanks(line) == line.len &&
	    ((s->open && !s->has_tail) || !has_these_fields(s, line, &event)))
		return true;
	return take_text(s, line, err);
}

/* A frame that was there before, or the empty line at the end of a sample. */
static bool take_known_frame(struct script *s, bool *taken, struct error *err)
{
	struct text ahead = lines_ahead(s->lines);
	uint32_t entry;
	size_t len;

	*taken = ahead.len && ahead.at[0] == '\n';
	if (*taken) {
		lines_pass(s->lines, 0);
		take_empty(s);
		return true;
	}
	entry = perf_frames_ahead(s->frames, ahead, &len);
	*taken = entry != 0;
	if (!entry)
		return true;
	lines_pass(s->lines, len);
	s->in_header = false;
	return add_entry(s, entry, err);
}

/* Nearly all lines are known, and this is all they need. */
static bool take_known(struct script *s, struct error *err)
{
	struct sample sample;
	bool taken;
	size_t len;

	for (;;) {
		for (taken = true; taken && s->open && !s->in_record;)
			if (!take_known_frame(s, &taken, err))
				return false;
		if (!event_line_cache_find(s->known, lines_ahead(s->lines), &len,
					   &sample))
			return true;
		lines_pass(s->lines, len);
		s->in_header = false;
		if (!take_known_event(s, &sample, err))
			return false;
	}
}

static bool parse(void *state, struct lines *block, struct error *err)
{
	struct script *s = state;
	struct text line;

	s->lines = block;
	s->open = s->dropped = s->in_header = s->in_record = false;
	s->chains_only = block->block == 0 && s->about->no_events;
	while (lines_next(block, &line, err))
		if (!take_line(s, line, err) || !take_known(s, err))
			return false;
	end_sample(s);
	return err->kind == ERROR_NONE;
}

static void script_close(void *state)
{
	struct script *s = state;

	event_line_cache_free(s->known);
	perf_frames_free(s->frames);
	mem_free(s->entries);
	idmap_release(&s->others);
	mem_free(s);
}

static void *script_open(const struct reading *part, const void *about, struct error *err)
{
	struct script *s = mem_array(1, sizeof *s, "a parser", err);

	if (!s)
		return NULL;
	s->reading = part;
	s->about = about;
	s->frames = perf_frames_new(part->builder, part->options->addresses, err);
	s->known = s->frames ? event_line_cache_new(err) : NULL;
	if (s->known)
		return s;
	script_close(s);
	return NULL;
}

static bool read_profile(struct reading *r, struct error *err)
{
	atomic_uint_fast64_t lines = 0;
	struct about about = {.lines = &lines};
	struct parser parser = {perf_line_begins, script_open, parse, script_close,
				&about};
	uint64_t samples;
	struct text head;

	if (!source_head(r->source, &head, err))
		return false;
	about.fields = perf_fields_find(head);
	about.no_events = !about.fields.is_known && !perf_script_probe_events(head);
	about.has_chains = text_has(head, TEXT("\n\t "));
	if (about.fields.is_known)
		parser.begins = perf_fields_begins;
	about.has_modules = text_has(head, TEXT(")\n")) || text_has(head, TEXT(")\r\n"));
	if (!parallel_parse(r, &parser, err))
		return false;
	if (r->options->lines)
		reading_tell_found(r, READING_LINES, lines, "frames",
				   "none: perf script -F +srcline prints them, of "
				   "programs built with -g");
	samples = builder_sample_count(r->builder);
	if (samples > 10 && builder_backwards(r->builder) * 3 > samples)
		builder_note(
		    r->builder, TEXT("warning"),
		    TEXT("many times run backwards: was this made with --deltatime? "
			 "Then times are differences, and the heat map means nothing"));
	return true;
}

const struct format perf_script_format = {
    .name = "perf-script",
    .help = "text of Linux perf: perf record -F 99 -a -g; perf script --header > FILE",
    .probe = perf_script_probe,
    .read = read_profile,
    .advice = "try: perf script --header -i perf.data > FILE",
};
