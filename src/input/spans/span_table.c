#include "input/formats.h"

#include <stdlib.h>

#include "base/append.h"
#include "base/bisect.h"
#include "base/intern.h"
#include "base/mem.h"
#include "base/number.h"
#include "input/reading.h"
#include "input/scan.h"
#include "input/spans/csv_rows.h"
#include "input/time_unit.h"

/*
 * Spans of a table may overlap in any way, unlike those of spans.h. After the headings and the
 * rows have been read, the parent of each span is found, and each track is swept by time: there is
 * one row for each time range with the same set of running spans. Limits on the number of spans
 * running at a time and on the frames put onto stacks keep the work from growing quadratically.
 */

/* A number of a table, which becomes a time when the unit is known. */
struct span_moment {
	uint64_t whole;
	uint32_t billionths;
};

struct span {
	struct span_moment start, end; /* billionths are 0 when `whole` is ns */
	uint32_t name, track;	       /* of the list's texts */
	uint32_t parent;	       /* a text, 0: none; find_parents() replaces it */
	uint32_t line; /* for losses; UINT32_MAX: this line or a later one */
};

/* Zero it and set `texts` to begin. */
struct span_list {
	struct span *of; /* owned */
	size_t count, room;
	struct intern *texts; /* owned */
	bool nested;	      /* some spans have a parent */
};

/* ---- the list ---- */

#define BILLION 1000000000u

/* False when the result is out of range. */
static bool span_moment_scale(struct span_moment *m, uint64_t ns)
{
	uint64_t part = m->billionths * ns / BILLION;

	if (m->whole > (UINT64_MAX - part) / ns)
		return false;
	*m = (struct span_moment){m->whole * ns + part, 0};
	return true;
}

static bool span_moment_add(struct span_moment *m, struct span_moment more)
{
	uint32_t parts = m->billionths + more.billionths;

	if (more.whole >= UINT64_MAX - m->whole)
		return false;
	m->whole += more.whole + (parts >= BILLION);
	m->billionths = parts >= BILLION ? parts - BILLION : parts;
	return true;
}

/* -1, 0 or 1, like memcmp(). */
static int span_moment_compare(struct span_moment a, struct span_moment b)
{
	if (a.whole != b.whole)
		return a.whole < b.whole ? -1 : 1;
	return a.billionths < b.billionths ? -1 : a.billionths > b.billionths;
}

/* By track, then by start; among spans with the same start the longest is first. */
static int compare_spans(const void *a, const void *b)
{
	const struct span *x = a, *y = b;
	int order = span_moment_compare(x->start, y->start);

	if (x->track != y->track)
		return x->track < y->track ? -1 : 1;
	if (order == 0)
		order = span_moment_compare(y->end, x->end);
	if (order == 0)
		order = x->line < y->line ? -1 : x->line > y->line;
	return order;
}

/* ---- the sweep ---- */

/*
 * The maximum number of spans shown at a time on a track. Higher stacks are unreadable, and each
 * span may have to be added again whenever another one starts.
 */
#define AT_ONCE 1000

/*
 * Limit of the frames put onto stacks; further stacks are truncated to FEW frames. Where spans
 * overlap, each new one may put all running ones again, so the limit depends on the number of
 * spans: a megabyte of input must not become gigabytes.
 */
#define FRAMES_FIRST (UINT64_C(1) << 20)
#define FRAMES_EACH  32 /* for each span, up to FRAMES_MOST */
#define FRAMES_MOST  (UINT64_C(1) << 24)
#define FEW	     16

/* The sweep over a track. The number of a span is 1 + its index; 0 means none. */
struct sweep {
	struct reading *reading; /* borrowed */
	struct span *spans;	 /* borrowed */
	const uint32_t *frames;	 /* borrowed: frame of each text */
	bool nested;		 /* some spans have parents */
	size_t count, next;	 /* next: the first one that has not started */
	uint32_t thread;
	uint16_t event;
	uint64_t put;	     /* frames put onto stacks so far, of all tracks */
	uint64_t put_most;   /* limit of `put` */
	unsigned since_look; /* rows since the last check of the cancel flag */

	/* running spans, the last to end first; one more for a span of no duration */
	uint32_t running[AT_ONCE + 1];
	uint32_t running_count;
	/* owned: by span, 1 + its index in `running`; 0: it is not running */
	uint32_t *node;

	/*
	 * owned, to find parents: indices of spans, by end; and by text the number of running spans
	 * of this name, and the sum of their indices, which is the index if only one runs. Numbers
	 * and sums are 0 between two tracks.
	 */
	uint32_t *order, *named;
	uint64_t *sum;

	/* the tree of parents: node 0 is the track, the others are the running spans */
	uint32_t up[AT_ONCE + 2], first[AT_ONCE + 2], last[AT_ONCE + 2],
	    sibling[AT_ONCE + 2];

	/* the last stack, from the root on */
	uint32_t shown[AT_ONCE + 1], stack[AT_ONCE + 1];
	uint32_t depth;
};

static const struct span *span_of(const struct sweep *s, uint32_t number)
{
	return &s->spans[number - 1];
}

static void count_span_loss(struct sweep *s, enum loss_reason why, uint64_t n,
			    uint32_t number)
{
	losses_add(s->reading->losses, why, n, span_of(s, number)->line);
}

/* ---- parents ---- */

static bool lasts(const struct span *s)
{
	return s->end.whole > s->start.whole;
}

static int compare_ends(const void *a, const void *b, void *context)
{
	const struct span *spans = context;
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
	int order = span_moment_compare(spans[x].end, spans[y].end);

	return order ? order : x < y ? -1 : x > y;
}

/* Let the spans that have ended by now leave the names; `*ended` is the next of `order`. */
static void end_until(struct sweep *s, size_t *ended, uint64_t now)
{
	for (; *ended < s->count; ++*ended) {
		uint32_t which = s->order[*ended];
		const struct span *span = &s->spans[which];

		if (span->end.whole > now)
			return;
		if (lasts(span)) {
			s->named[span->name]--;
			s->sum[span->name] -= which;
		}
	}
}

/* A span is not its own parent: a recursive function has several spans. */
static uint32_t parent_of(struct sweep *s, size_t which)
{
	const struct span *span = &s->spans[which];
	bool self = span->parent == span->name && lasts(span);
	uint32_t running = s->named[span->parent] - self;
	uint64_t sum = s->sum[span->parent] - (self ? which : 0);

	if (span->parent == 0)
		return 0;
	if (running != 1) {
		losses_count(s->reading->losses,
			     running ? LOSS_PARENT_SEVERAL : LOSS_PARENT_NONE,
			     span->line);
		return 0;
	}
	if (s->spans[sum].end.whole < span->end.whole)
		losses_count(s->reading->losses, ASIDE_OUTLIVES, span->line);
	return (uint32_t)sum + 1;
}

/*
 * Replace the `parent` of each span of the track by 1 + the index of its parent, or 0. The parent
 * is the span of that name that runs when this one starts. If none or several run, a loss is
 * counted. Spans that start together may name each other as parents: a span that reaches itself
 * loses its parent, and is counted too.
 */
static void find_parents(struct sweep *s)
{
	uint32_t *seen = s->order;
	size_t ended = 0, to;

	for (size_t i = 0; i < s->count; i++)
		s->order[i] = (uint32_t)i;
	if (s->count)
		qsort_r(s->order, s->count, sizeof *s->order, compare_ends, s->spans);
	for (size_t from = 0; from < s->count; from = to) {
		uint64_t now = s->spans[from].start.whole;

		end_until(s, &ended, now);
		for (to = from; to < s->count && s->spans[to].start.whole == now; to++)
			if (lasts(&s->spans[to])) {
				s->named[s->spans[to].name]++;
				s->sum[s->spans[to].name] += to;
			}
		for (size_t i = from; i < to; i++)
			s->spans[i].parent = parent_of(s, i);
	}
	end_until(s, &ended, UINT64_MAX);
	/* `order` is reused for the chain of parents (1 + index) that reached each span first */
	for (size_t i = 0; i < s->count; i++)
		seen[i] = 0;
	for (size_t i = 0; i < s->count; i++) {
		uint32_t at = (uint32_t)i;

		while (seen[at] == 0 && s->spans[at].parent) {
			seen[at] = (uint32_t)i + 1;
			at = s->spans[at].parent - 1;
		}
		if (s->spans[at].parent && seen[at] == i + 1) {
			losses_count(s->reading->losses, LOSS_PARENT_CIRCLE,
				     s->spans[at].line);
			s->spans[at].parent = 0;
		}
	}
}

/* ---- running spans ---- */

static uint32_t last_running(const struct sweep *s)
{
	return s->running[s->running_count - 1];
}

static void drop_last(struct sweep *s)
{
	s->node[last_running(s) - 1] = 0;
	s->running_count--;
}

struct newcomer {
	const struct sweep *sweep; /* borrowed */
	uint32_t number;
};

/*
 * Is running span `i` nearer to the root? Of two spans that end together it is the one that starts
 * first, which has the smaller number.
 */
static bool is_below(const void *newcomer, size_t i)
{
	const struct newcomer *n = newcomer;
	uint32_t number = n->sweep->running[i];
	uint64_t x = span_of(n->sweep, number)->end.whole,
		 y = span_of(n->sweep, n->number)->end.whole;

	return x != y ? x > y : number < n->number;
}

static void start_span(struct sweep *s, uint32_t number)
{
	const struct newcomer n = {s, number};
	uint32_t low = (uint32_t)bisect_first(s->running_count, is_below, &n);

	if (s->running_count == AT_ONCE) {
		/* dropped for good: all others end later */
		count_span_loss(s, LOSS_DEEP, 1,
				low == AT_ONCE ? number : last_running(s));
		if (low == AT_ONCE)
			return;
		drop_last(s);
	}
	memmove(s->running + low + 1, s->running + low,
		(s->running_count - low) * sizeof *s->running);
	s->running[low] = number;
	s->running_count++;
}

/* ---- the order of running spans ---- */

/*
 * The node of the nearest running ancestor. A span that has ended does not run again, so parent
 * links are shortened to skip it.
 */
static uint32_t find_nearest_ancestor(struct sweep *s, uint32_t number)
{
	uint32_t up = span_of(s, number)->parent, at = number;

	while (up && !s->node[up - 1])
		up = span_of(s, up)->parent;
	while (span_of(s, at)->parent != up) {
		uint32_t next = span_of(s, at)->parent;

		s->spans[at - 1].parent = up;
		at = next;
	}
	return up ? s->node[up - 1] : 0;
}

static void plant(struct sweep *s)
{
	for (uint32_t i = 0; i < s->running_count; i++)
		s->node[s->running[i] - 1] = i + 1;
	for (uint32_t n = 0; n <= s->running_count; n++)
		s->first[n] = s->last[n] = s->sibling[n] = 0;
	for (uint32_t n = 1; n <= s->running_count; n++) {
		uint32_t up = find_nearest_ancestor(s, s->running[n - 1]);

		s->up[n] = up;
		if (s->last[up])
			s->sibling[s->last[up]] = n;
		else
			s->first[up] = n;
		s->last[up] = n;
	}
}

/* The node after this one in preorder; 0 at the end. */
static uint32_t follow_preorder(const struct sweep *s, uint32_t n)
{
	if (s->first[n])
		return s->first[n];
	while (n && !s->sibling[n])
		n = s->up[n];
	return s->sibling[n];
}

/* Make the stack of the running spans. The unchanged part, from the root on, is kept. */
static void arrange_stack(struct sweep *s)
{
	uint32_t most = s->put < s->put_most ? AT_ONCE + 1 : FEW, node = 0, depth = 0;
	bool same = true;

	if (s->nested)
		plant(s);
	for (; depth < s->running_count && depth < most; depth++) {
		uint32_t number;

		node = s->nested ? follow_preorder(s, node) : depth + 1;
		number = s->running[node - 1];
		same = same && depth < s->depth && s->shown[depth] == number;
		if (same)
			continue;
		s->shown[depth] = number;
		s->stack[depth] =
		    builder_stack(s->reading->builder, depth ? s->stack[depth - 1] : 0,
				  s->frames[span_of(s, number)->name]);
		s->put++;
	}
	s->depth = depth;
	if (depth < s->running_count)
		count_span_loss(s, LOSS_DEEP, s->running_count - depth,
				s->running[depth]);
}

/* ---- time ---- */

static void emit_span_sample(struct sweep *s, uint64_t now, uint64_t duration)
{
	builder_add_sample(s->reading->builder, &(struct sample){
						    .time = now,
						    .weight = duration,
						    .duration = duration,
						    .stack = s->stack[s->depth - 1],
						    .thread = s->thread,
						    .cpu = PROFILE_NO_CPU,
						    .event = s->event,
						    .timed = true,
						});
	s->since_look++;
}

static bool starts_at(const struct sweep *s, uint64_t now)
{
	return s->next < s->count && s->spans[s->next].start.whole == now;
}

/* A span of no duration ends before all others, so it is the last one in `running`. */
static void flash(struct sweep *s, uint32_t number, uint64_t now)
{
	if (!APPEND_FIXED(s->running, s->running_count, number)) {
		count_span_loss(s, LOSS_DEEP, 1, number);
		return;
	}
	arrange_stack(s);
	emit_span_sample(s, now, 0);
	drop_last(s);
}

static void advance_sweep(struct sweep *s, uint64_t now)
{
	uint64_t until;

	while (s->running_count && span_of(s, last_running(s))->end.whole <= now)
		drop_last(s);
	for (; starts_at(s, now) && s->spans[s->next].end.whole > now; s->next++)
		start_span(s, (uint32_t)s->next + 1);
	for (; starts_at(s, now) && s->since_look < READING_EACH; s->next++)
		flash(s, (uint32_t)s->next + 1, now);
	if (!s->running_count || starts_at(s, now))
		return;
	arrange_stack(s);
	until = span_of(s, last_running(s))->end.whole;
	if (s->next < s->count && s->spans[s->next].start.whole < until)
		until = s->spans[s->next].start.whole;
	emit_span_sample(s, now, until - now);
}

static bool sweep_track(struct sweep *s, struct error *err)
{
	while (s->next < s->count || s->running_count) {
		uint64_t now = UINT64_MAX;

		if (s->running_count)
			now = span_of(s, last_running(s))->end.whole;
		if (s->next < s->count && s->spans[s->next].start.whole < now)
			now = s->spans[s->next].start.whole;
		advance_sweep(s, now);
		if (s->since_look >= READING_EACH) {
			s->since_look = 0;
			if (!reading_goes_on(s->reading, err))
				return false;
		}
	}
	return true;
}

/* ---- tracks ---- */

static bool sweep_tracks(struct sweep *s, struct span_list *l, struct error *err)
{
	size_t to;

	for (size_t from = 0; from < l->count; from = to) {
		uint32_t track = l->of[from].track;

		for (to = from; to < l->count && l->of[to].track == track;)
			to++;
		s->spans = l->of + from;
		s->count = to - from;
		s->next = 0;
		s->depth = 0; /* numbers now refer to the new track */
		s->thread =
		    builder_thread(s->reading->builder, intern_get(l->texts, track),
				   PROFILE_NO_ID, PROFILE_NO_ID);
		memset(s->node, 0, s->count * sizeof *s->node);
		if (s->nested)
			find_parents(s);
		if (!sweep_track(s, err))
			return false;
	}
	return reading_goes_on(s->reading, err);
}

/* A frame for each text that is the name of a span. */
static uint32_t *make_frames(const struct span_list *l, struct builder *b,
			     struct error *err)
{
	uint32_t *frames =
	    mem_array(intern_count(l->texts), sizeof *frames, "frames", err);

	for (size_t i = 0; frames && i < l->count; i++) {
		uint32_t name = l->of[i].name;
		struct text t = name ? intern_get(l->texts, name) : TEXT("(anonymous)");

		if (!frames[name])
			frames[name] =
			    builder_frame(b, builder_string(b, t), 0, FRAME_USER);
	}
	return frames;
}

/*
 * Pass to the reading's builder a row for each time range in which the same spans run, track by
 * track; times are ns. The stack has all running spans: the later a span ends, the nearer it is to
 * the root. But the children of a named parent are above it, with their own children, before its
 * siblings. A span of no duration becomes a row of no duration. The list is sorted, and `parent` is
 * overwritten with numbers. Returns false with an error when memory runs out or the reading was
 * cancelled.
 */
static bool span_list_store(struct span_list *l, struct reading *r, struct error *err)
{
	uint32_t *frames = make_frames(l, r->builder, err), *node;
	struct sweep *s = frames ? mem_array(1, sizeof *s, "spans", err) : NULL;
	bool ok = false;

	node = s ? mem_array(l->count, sizeof *node, "spans", err) : NULL;
	if (node) {
		s->reading = r;
		s->frames = frames;
		s->node = node;
		s->put_most = FRAMES_FIRST + FRAMES_EACH * l->count;
		if (s->put_most > FRAMES_MOST)
			s->put_most = FRAMES_MOST;
		s->nested = l->nested;
		s->event = builder_span_event(r->builder, TEXT("spans"));
		if (l->count)
			qsort(l->of, l->count, sizeof *l->of, compare_spans);
		if (s->nested)
			s->order = mem_array(l->count, sizeof *s->order, "spans", err);
		if (s->order)
			s->named = mem_array(intern_count(l->texts), sizeof *s->named,
					     "names", err);
		if (s->named)
			s->sum = mem_array(intern_count(l->texts), sizeof *s->sum,
					   "names", err);
		ok = (!s->nested || s->sum) && sweep_tracks(s, l, err);
		mem_free(s->order);
		mem_free(s->named);
		mem_free(s->sum);
	}
	mem_free(node);
	mem_free(s);
	mem_free(frames);
	return ok;
}

/* ---- headings ---- */

enum span_column {
	COLUMN_NAME,
	COLUMN_START,
	COLUMN_END,
	COLUMN_DURATION, /* instead of an end */
	COLUMN_TRACK,	 /* things that run in parallel: threads, services, workers */
	COLUMN_PARENT,	 /* the name of the parent span */
	COLUMN_ALL
};

#define COLUMN_NONE SIZE_MAX

struct span_columns {
	size_t at[COLUMN_ALL];		 /* column counted from 0, or COLUMN_NONE */
	enum time_unit unit[COLUMN_ALL]; /* of times; AUTO: not stated in the heading */
};

#define HEADING_LONGEST 40

/*
 * A heading as lower case letters and digits, with one '_' between words: "end (ms)" is "end_ms".
 */
struct heading {
	char bytes[HEADING_LONGEST];
	size_t len;
};

static const struct {
	struct text word;
	enum span_column column;
} words[] = {
    {{"name", 4}, COLUMN_NAME},		{{"operator", 8}, COLUMN_NAME},
    {{"operation", 9}, COLUMN_NAME},	{{"op", 2}, COLUMN_NAME},
    {{"span", 4}, COLUMN_NAME},		{{"label", 5}, COLUMN_NAME},
    {{"task", 4}, COLUMN_NAME},		{{"step", 4}, COLUMN_NAME},
    {{"start", 5}, COLUMN_START},	{{"start_time", 10}, COLUMN_START},
    {{"begin", 5}, COLUMN_START},	{{"begin_time", 10}, COLUMN_START},
    {{"end", 3}, COLUMN_END},		{{"end_time", 8}, COLUMN_END},
    {{"finish", 6}, COLUMN_END},	{{"finish_time", 11}, COLUMN_END},
    {{"stop", 4}, COLUMN_END},		{{"stop_time", 9}, COLUMN_END},
    {{"duration", 8}, COLUMN_DURATION}, {{"dur", 3}, COLUMN_DURATION},
    {{"elapsed", 7}, COLUMN_DURATION},	{{"track", 5}, COLUMN_TRACK},
    {{"thread", 6}, COLUMN_TRACK},	{{"service", 7}, COLUMN_TRACK},
    {{"worker", 6}, COLUMN_TRACK},	{{"lane", 4}, COLUMN_TRACK},
    {{"parent", 6}, COLUMN_PARENT},	{{"parent_name", 11}, COLUMN_PARENT},
};

static const struct {
	struct text word;
	enum time_unit unit;
} units[] = {
    {{"_ns", 3}, TIME_UNIT_NS},
    {{"_us", 3}, TIME_UNIT_US},
    {{"_ms", 3}, TIME_UNIT_MS},
    {{"_s", 2}, TIME_UNIT_S},
    {{"_sec", 4}, TIME_UNIT_S},
    {{"_seconds", 8}, TIME_UNIT_S},
    {{"_nanoseconds", 12}, TIME_UNIT_NS},
    {{"_microseconds", 13}, TIME_UNIT_US},
    {{"_milliseconds", 13}, TIME_UNIT_MS},
};

/* U+00B5 and U+03BC are read as the u of "us". */
static struct heading heading_of(struct text t)
{
	struct heading h = {.len = 0};
	bool gap = false;

	for (; t.len; t = text_from(t, 1)) {
		char c = t.at[0];

		if (text_starts(t, TEXT("\xc2\xb5")) ||
		    text_starts(t, TEXT("\xce\xbc"))) {
			t = text_from(t, 1);
			c = 'u';
		}
		c = c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
		if (!(c >= 'a' && c <= 'z') && !scan_is_digit(c)) {
			gap = true;
			continue;
		}
		if ((gap && h.len && !APPEND_FIXED(h.bytes, h.len, '_')) ||
		    !APPEND_FIXED(h.bytes, h.len, c))
			return (struct heading){.len = 0};
		gap = false;
	}
	return h;
}

static void take_heading(struct span_columns *c, struct text t, size_t at)
{
	struct heading h = heading_of(t);
	struct text word = {h.bytes, h.len};
	enum time_unit unit = TIME_UNIT_AUTO;
	enum span_column column = COLUMN_ALL;

	for (size_t i = 0; i < sizeof units / sizeof *units; i++)
		if (text_ends(word, units[i].word)) {
			unit = units[i].unit;
			word.len -= units[i].word.len;
			break;
		}
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (text_equal(word, words[i].word)) {
			column = words[i].column;
			break;
		}
	if (column == COLUMN_ALL || c->at[column] != COLUMN_NONE ||
	    (unit != TIME_UNIT_AUTO &&
	     (column < COLUMN_START || column > COLUMN_DURATION)))
		return;
	c->at[column] = at;
	c->unit[column] = unit;
}

static void none(struct span_columns *c)
{
	for (size_t i = 0; i < COLUMN_ALL; i++) {
		c->at[i] = COLUMN_NONE;
		c->unit[i] = TIME_UNIT_AUTO;
	}
}

/*
 * Find the columns by their headings, in any order and either case: "Operator", "start_ms", "end
 * (ms)", "duration [us]". The first unit found holds for the headings without one. Returns false
 * when a name, a start, or both an end and a duration are missing.
 */
static bool span_columns_find(struct span_columns *c, const struct text *headings,
			      size_t count)
{
	enum time_unit told = TIME_UNIT_AUTO;

	none(c);
	for (size_t i = 0; i < count; i++)
		take_heading(c, headings[i], i);
	if (c->at[COLUMN_END] != COLUMN_NONE) {
		c->at[COLUMN_DURATION] = COLUMN_NONE;
		c->unit[COLUMN_DURATION] = TIME_UNIT_AUTO;
	}
	for (size_t i = COLUMN_ALL; i-- > 0;)
		told = c->unit[i] == TIME_UNIT_AUTO ? told : c->unit[i];
	for (size_t i = 0; i < COLUMN_ALL; i++)
		c->unit[i] = c->unit[i] == TIME_UNIT_AUTO ? told : c->unit[i];
	return c->at[COLUMN_NAME] != COLUMN_NONE && c->at[COLUMN_START] != COLUMN_NONE &&
	       (c->at[COLUMN_END] != COLUMN_NONE ||
		c->at[COLUMN_DURATION] != COLUMN_NONE);
}

/* ---- recognition ---- */

/* Headings contain neither quotes nor line ends, so they can be split without a parser. */
static bool are_headings(struct text line, char delimiter)
{
	struct text fields[CSV_FIELDS_MOST];
	struct span_columns c;
	size_t n = 0;

	for (;;) {
		const char *end = line.len ? memchr(line.at, delimiter, line.len) : NULL;
		struct text field = end ? text_upto(line, (size_t)(end - line.at)) : line;

		if (!APPEND_FIXED(fields, n, field) || !end)
			break;
		line = text_from(line, field.len + 1);
	}
	return span_columns_find(&c, fields, n);
}

/*
 * The delimiter of a table: the one of ',', tab and ';' that splits the first line into headings of
 * spans; '\0' if none does.
 */
static char span_columns_delimiter(struct text head)
{
	static const char delimiters[] = {',', '\t', ';'};
	const char *end;

	head = scan_skip_mark(head);
	while (head.len && (head.at[0] == '\n' || head.at[0] == '\r'))
		head = text_from(head, 1);
	end = head.len ? memchr(head.at, '\n', head.len) : NULL;
	if (end)
		head.len = (size_t)(end - head.at);
	end = head.len ? memchr(head.at, '\r', head.len) : NULL;
	if (end)
		head.len = (size_t)(end - head.at);
	for (size_t i = 0; i < sizeof delimiters; i++)
		if (are_headings(head, delimiters[i]))
			return delimiters[i];
	return '\0';
}

/* ---- one file ---- */

struct span_table {
	struct reading *reading; /* borrowed */
	struct span_columns columns;
	bool has_columns;
	struct span_list list;
	enum time_unit unit; /* of the list's times; AUTO: to be guessed */
};

static void count_row_loss(struct span_table *s, enum loss_reason why,
			   const struct csv_row *row)
{
	losses_count(s->reading->losses, why, row->line);
}

/* ---- numbers ---- */

/* Read "12.5", or "1.7e9", which some programs print. */
static bool read_number(struct text t, struct span_moment *m)
{
	struct decimal d;
	int64_t v;

	t = text_trim(t);
	if (number_parts(t, &m->whole, &m->billionths))
		return true;
	if (!number_decimal(t, &d) || d.digits < 0)
		return false;
	if (number_scaled(d, 9, &v)) {
		m->whole = (uint64_t)v / NS_PER_SECOND;
		m->billionths = (uint32_t)((uint64_t)v % NS_PER_SECOND);
		return true;
	}
	if (!number_scaled(d, 0, &v))
		return false;
	*m = (struct span_moment){(uint64_t)v, 0};
	return true;
}

static struct text field_of(const struct span_table *s, const struct csv_row *row,
			    enum span_column column)
{
	size_t at = s->columns.at[column];

	return at < row->count ? row->fields[at] : TEXT("");
}

/*
 * Take a time in ns if the unit is known, otherwise as a plain number. False: a loss was counted.
 */
static bool take_time(struct span_table *s, const struct csv_row *row,
		      enum span_column column, struct span_moment *m)
{
	if (!read_number(field_of(s, row, column), m)) {
		count_row_loss(s, LOSS_RECORD, row);
		return false;
	}
	if (s->unit != TIME_UNIT_AUTO &&
	    !span_moment_scale(m, time_unit_ns(s->columns.unit[column]))) {
		count_row_loss(s, LOSS_NUMBER, row);
		return false;
	}
	return true;
}

static bool take_times(struct span_table *s, const struct csv_row *row, struct span *span)
{
	struct span_moment lasted;

	if (!take_time(s, row, COLUMN_START, &span->start))
		return false;
	if (s->columns.at[COLUMN_END] != COLUMN_NONE) {
		if (!take_time(s, row, COLUMN_END, &span->end))
			return false;
	} else {
		span->end = span->start;
		if (!take_time(s, row, COLUMN_DURATION, &lasted))
			return false;
		if (!span_moment_add(&span->end, lasted)) {
			count_row_loss(s, LOSS_NUMBER, row);
			return false;
		}
	}
	if (span_moment_compare(span->start, span->end) <= 0)
		return true;
	count_row_loss(s, LOSS_BACKWARDS, row);
	return false;
}

/* ---- rows ---- */

static bool put_text(struct span_table *s, const struct csv_row *row,
		     enum span_column column, uint32_t *id, struct error *err)
{
	return intern_put(s->list.texts, text_trim(field_of(s, row, column)), id, err);
}

static bool take_span(struct span_table *s, const struct csv_row *row, struct error *err)
{
	struct span span = {.line = row->line < UINT32_MAX ? (uint32_t)row->line
							   : UINT32_MAX};

	if (row->last && source_damage(s->reading->source)) {
		count_row_loss(s, LOSS_SAMPLE_CUT, row); /* a number may lack digits */
		return true;
	}
	if (!take_times(s, row, &span))
		return true;
	if (!put_text(s, row, COLUMN_NAME, &span.name, err) ||
	    !put_text(s, row, COLUMN_TRACK, &span.track, err) ||
	    !put_text(s, row, COLUMN_PARENT, &span.parent, err))
		return false;
	if (span.track == 0 &&
	    !intern_put(s->list.texts, TEXT("spans"), &span.track, err))
		return false;
	if (s->list.count >= UINT32_MAX - 1)
		return error_set(err, ERROR_LIMIT, "more than 4 billion spans");
	s->list.nested |= span.parent != 0;
	return APPEND(s->list.of, s->list.count, s->list.room, "spans", err, span);
}

/* Columns without a unit in any heading use the unit of the option. */
static void take_unit(struct span_table *s)
{
	enum time_unit asked = s->reading->options->time_unit;

	for (size_t i = 0; i < COLUMN_ALL; i++)
		if (s->columns.unit[i] == TIME_UNIT_AUTO)
			s->columns.unit[i] = asked;
	s->unit = s->columns.unit[COLUMN_START];
	if (s->unit != TIME_UNIT_AUTO)
		time_unit_note(s->reading->builder, s->unit, false);
}

/*
 * The first row may have headings. A table without them never fits the probe: it is read only if
 * the user names the format, and has the columns name, start, end, and perhaps track and parent.
 */
static bool take_row(void *arg, const struct csv_row *row, struct error *err)
{
	static const enum span_column usual[] = {COLUMN_NAME, COLUMN_START, COLUMN_END,
						 COLUMN_TRACK, COLUMN_PARENT};
	struct span_table *s = arg;
	struct span_moment ignored;

	if (s->has_columns)
		return take_span(s, row, err);
	s->has_columns = true;
	if (span_columns_find(&s->columns, row->fields, row->count)) {
		take_unit(s);
		return true;
	}
	if (row->count < 3 || !read_number(row->fields[1], &ignored) ||
	    !read_number(row->fields[2], &ignored))
		return error_set(err, ERROR_FORMAT,
				 "expected a table of spans with the columns name, start "
				 "and end (or duration), found others");
	none(&s->columns);
	for (size_t i = 0; i < row->count && i < sizeof usual / sizeof *usual; i++)
		s->columns.at[usual[i]] = i;
	take_unit(s);
	return take_span(s, row, err);
}

/* ---- the file ---- */

/* Guess the unit of the times, and convert them; spans out of range are lost. */
static void guess_unit(struct span_table *s)
{
	size_t kept = 0;
	struct time_spread spread = {.first = UINT64_MAX,
				     .samples = s->list.count,
				     .complete = true,
				     .spans = true};

	for (size_t i = 0; i < s->list.count; i++) {
		const struct span *span = &s->list.of[i];

		if (span->start.whole < spread.first)
			spread.first = span->start.whole;
		if (span->end.whole > spread.last)
			spread.last = span->end.whole;
	}
	if (s->list.count == 0)
		return;
	s->unit = time_unit_guess(&spread);
	time_unit_note(s->reading->builder, s->unit, true);
	for (size_t i = 0; i < s->list.count; i++) {
		struct span span = s->list.of[i];

		if (span_moment_scale(&span.start, time_unit_ns(s->unit)) &&
		    span_moment_scale(&span.end, time_unit_ns(s->unit)))
			s->list.of[kept++] = span; /* room: never more than before */
		else
			losses_count(s->reading->losses, LOSS_NUMBER, span.line);
	}
	s->list.count = kept;
}

static bool read_profile(struct reading *r, struct error *err)
{
	struct span_table s = {.reading = r};
	struct text head;
	char delimiter = ',';
	bool ok;

	s.list.texts = intern_new(err);
	ok = s.list.texts && source_head(r->source, &head, err);
	if (ok && span_columns_delimiter(head))
		delimiter = span_columns_delimiter(head);
	ok = ok && csv_rows_read(r, delimiter, take_row, &s, err);
	if (ok && s.unit == TIME_UNIT_AUTO)
		guess_unit(&s);
	ok = ok && span_list_store(&s.list, r, err);
	mem_free(s.list.of);
	intern_free(s.list.texts);
	return ok;
}

static unsigned probe_span_table(struct text head)
{
	return span_columns_delimiter(head) ? 90 : 0;
}

const struct format spans_format = {
    .name = "spans",
    .help = "tables (CSV, TSV) of spans: name,start,end[,track][,parent]",
    .probe = probe_span_table,
    .read = read_profile,
    .library = &csv_library,
};
