#include "session/report/report.h"

#include <math.h>
#include <string.h>

#include "base/append.h"
#include "base/mem.h"
#include "base/memory_stream.h"

/* ---- analyses ---- */

/* The groups with the largest values; ties by name. */
static void find_groups(struct report *r)
{
	const struct flame *f = &r->session->flame;
	uint32_t count = tree_group_count(r->session->tree);

	for (uint32_t node = 1; node <= count; node++) {
		uint32_t at = r->group_count;

		while (at > 0 && f->total[r->groups[at - 1]] < f->total[node])
			at--;
		if (at == REPORT_ROWS || !f->total[node])
			continue;
		if (r->group_count < REPORT_ROWS)
			r->group_count++;
		for (uint32_t i = r->group_count - 1; i > at; i--)
			r->groups[i] = r->groups[i - 1];
		r->groups[at] = node;
	}
}

static bool find_difference(struct report *r, struct error *err)
{
	r->comparison = session_comparison(r->session);
	if (r->session->other)
		r->baseline_figures = session_figures(r->session->other, 0);
	if (!r->comparison || !session_has_sides(r->session, &r->alike))
		return true;
	return difference_rows_explain(&r->difference, r->comparison, false, NULL, err);
}

#define START_PART 20 /* the start of a recording is a twentieth of it */

/*
 * The start phase of a process that began with the recording, if its mix of functions differs from
 * later.
 */
static bool find_phase(struct start_query *q, const struct time_query *w,
		       struct error *err)
{
	struct range whole = range_whole(w->profile);
	uint64_t latest = whole.from + (whole.to - whole.from) / START_PART;
	struct anomalies found;

	if (!time_query_find_anomalies(w, 1u << ANOMALY_MIX, &found, err))
		return false;
	for (uint32_t i = 0; i < found.count; i++) {
		const struct anomaly *m = &found.moment[i];

		if (m->from_start && m->range.from <= latest &&
		    (double)m->samples > m->expected &&
		    m->range.to - m->range.from > q->phase.to - q->phase.from) {
			q->phase = m->range;
			q->frame = m->frame;
		}
	}
	anomalies_release(&found);
	return true;
}

/* Not done in a comparison. */
static bool find_start(struct report *r, struct error *err)
{
	const struct session *s = r->session;
	const struct flame *f = &s->flame;
	bool is_all = f->weigh == WEIGH_SAMPLES && !f->several && f->first == 0 &&
		      f->last == s->profile->samples.count;
	struct start_query q = {
	    .tree = s->tree, .which = &s->kept.samples, .all = is_all ? f : NULL};

	if (session_comparison(s) || !s->profile->has_times || s->kept.spans)
		return true;
	return find_phase(&q, &r->asking.when, err) && start_up_find(&r->start, &q, err);
}

static bool find_top(struct report *r, struct error *err)
{
	find_groups(r);
	return top_build_first(&r->top, &r->session->flame, REPORT_ROWS, err);
}

static bool find_periods(struct report *r, struct error *err)
{
	const struct time_query *w = &r->asking.when;

	return !w->profile->has_times || time_query_find_periods(w, &r->periods, err);
}

static bool find_moments(struct report *r, struct error *err)
{
	return report_moments_find(&r->moments, &r->asking.when, err);
}

static bool find_unnamed(struct report *r, struct error *err)
{
	return summary_unnamed(r->asking.when.profile, &r->unnamed, err);
}

/*
 * None of these changes the session or the results of another, so they can run in parallel. The
 * first ones need the session with its call tree, the others only the kept samples. In both groups
 * the longest comes first.
 */
static bool (*const questions[REPORT_QUESTIONS])(struct report *r, struct error *err) = {
    find_difference, find_start, find_top, find_periods, find_moments, find_unnamed};

#define OF_SESSION 3

static void run_of_session(struct report *r)
{
	unsigned i;

	while ((i = atomic_fetch_add(&r->asking.next_of_session, 1)) < OF_SESSION)
		questions[i](r, &r->asking.errors[i]);
}

static void run_of_samples(struct report *r)
{
	unsigned i;

	while ((i = OF_SESSION + atomic_fetch_add(&r->asking.next, 1)) < REPORT_QUESTIONS)
		questions[i](r, &r->asking.errors[i]);
}

static void run_early(void *arg)
{
	struct report *r = arg;

	run_of_samples(r);
	if (atomic_load(&r->asking.has_session))
		run_of_session(r);
}

static void run_any(void *arg, unsigned thread)
{
	(void)thread;
	run_of_session(arg);
	run_of_samples(arg);
}

static void begin_early(void *arg, const struct time_query *when)
{
	struct report *r = arg;

	r->asking.when = *when;
	threads_begin(&r->asking.early, run_early, r);
}

static void end_early(void *arg)
{
	struct report *r = arg;

	threads_end(&r->asking.early);
}

struct early report_early(struct report *r)
{
	return (struct early){.begin = begin_early, .end = end_early, .arg = r};
}

static bool run_all(struct report *r, unsigned threads, struct error *err)
{
	struct report_asking *a = &r->asking;

	threads = threads ? threads : threads_cpus();
	atomic_store(&a->has_session, true);
	threads_run(threads - (threads > 1 && a->early.there), run_any, r);
	threads_end(&a->early);
	for (size_t i = 0; i < REPORT_QUESTIONS; i++) {
		if (a->errors[i].kind) {
			*err = a->errors[i];
			return false;
		}
	}
	report_moments_tell(&r->moments, r->session->profile);
	return true;
}

bool report_build(struct report *r, const struct report_query *q, struct error *err)
{
	const struct session *s = q->session;

	r->session = s;
	r->no_command_line = q->no_command_line;
	session_document(&r->document, "report", s, q->settings);
	if (!r->asking.early.there)
		r->asking.when = session_when(s);
	/* a range or filter without samples is an error */
	if ((!choice_is_all(&s->choice) || s->kept.filtered) &&
	    !session_has_samples(s, err))
		return false;
	if (!report_commands_build(&r->commands, q->session, q->settings, q->ascii, err))
		return false;
	if (q->whole_commands)
		r->commands.is_apart = r->commands.is_huge = false;
	r->figures = session_figures(q->session, 0);
	if (r->figures.samples && !r->figures.spans)
		r->margin = 98 / sqrt((double)r->figures.samples);
	if (!session_has_samples(s, &r->nothing)) {
		threads_end(&r->asking.early);
		report_moments_release(&r->moments);
		r->periods = (struct periods){0};
		return find_unnamed(r, err);
	}
	return run_all(r, q->settings->reading.threads, err);
}

void report_release(struct report *r)
{
	threads_end(&r->asking.early);
	start_up_release(&r->start);
	report_moments_release(&r->moments);
	difference_rows_release(&r->difference);
	top_release(&r->top);
	report_commands_release(&r->commands);
}

uint32_t report_top_rows(const struct report *r, const struct report_room *room)
{
	uint32_t n = 0;

	while (n < r->top.count && n < room->rows && r->top.rows[n].self)
		n++;
	return n;
}

/* Is the row worth reporting? Spans and profiles without times have no certain rows. */
static bool is_reported(const struct difference_rows *d, const struct difference_row *row)
{
	if (!d->is_judged)
		return row->score >= REPORT_POINTS;
	return d->certain ? row->verdict == VERDICT_CERTAIN : row->q < 1;
}

/*
 * Does a picked row have the same values, and so probably the same samples, or the same function?
 */
static bool is_repeated(const struct difference_rows *d, const struct comparison *c,
			const struct report_picked *picked, uint32_t row)
{
	const struct difference_row *this = &d->rows[row];
	struct change x = difference_row_change(d, this, c);

	for (uint32_t i = 0; i < picked->count; i++) {
		const struct difference_row *other = &d->rows[picked->rows[i]];
		struct change y = difference_row_change(d, other, c);

		if ((x.value == y.value && x.baseline == y.baseline) ||
		    (this->by == KEYS_FUNCTION && other->by == KEYS_FUNCTION &&
		     text_equal(difference_row_name(d, this),
				difference_row_name(d, other))))
			return true;
	}
	return false;
}

static struct report_picked pick_rows(const struct difference_rows *d,
				      const struct comparison *c,
				      const struct report_room *room)
{
	struct report_picked picked = {0};

	for (uint32_t i = 0; i < d->count && picked.count < room->rows; i++)
		if (is_reported(d, &d->rows[i]) && !is_repeated(d, c, &picked, i) &&
		    !APPEND_FIXED(picked.rows, picked.count, i))
			break;
	return picked;
}

struct report_picked report_pick(const struct report *r, const struct report_room *room)
{
	return pick_rows(&r->difference, r->comparison, room);
}

/* The function of a phase, and then those that have changed most, by at least five points. */
static struct report_picked pick_phase(const struct start_up *s,
				       const struct report_room *room)
{
	const struct difference_rows *d = &s->rows;
	struct text name = profile_frame_name(s->first.tree->profile, s->frame);
	struct report_picked picked = {0};
	double before = 2;

	while (picked.count < room->rows) {
		double most = 0.05;
		uint32_t best = d->count;

		for (uint32_t i = 0; i < d->count; i++) {
			struct change x =
			    difference_row_change(d, &d->rows[i], &s->comparison);
			double points = fabs(x.share - x.baseline_share);

			if (picked.count == 0 &&
			    text_equal(difference_row_name(d, &d->rows[i]), name))
				points = 2;
			if (points > most && (points < before || picked.count == 0)) {
				most = points;
				best = i;
			}
		}
		if (best == d->count)
			break;
		before = most < 2 ? most : before;
		if (!is_repeated(d, &s->comparison, &picked, best) &&
		    !APPEND_FIXED(picked.rows, picked.count, best))
			break;
	}
	return picked;
}

/* The largest share among the rows that are larger at the start than later. */
static double most_grown(const struct start_up *s, const struct report_picked *picked)
{
	double most = 0;

	for (uint32_t i = 0; i < picked->count; i++) {
		struct change x = difference_row_change(
		    &s->rows, &s->rows.rows[picked->rows[i]], &s->comparison);

		if (x.share > x.baseline_share && x.share > most)
			most = x.share;
	}
	return most;
}

#define NEARLY 0.9

/* Put the function of the start first, unless another row has a clearly larger share. */
static void put_first(const struct start_up *s, struct report_picked *picked)
{
	struct text name = profile_frame_name(s->first.tree->profile, s->frame);
	uint32_t row = 0;

	while (row < s->rows.count &&
	       !text_equal(difference_row_name(&s->rows, &s->rows.rows[row]), name))
		row++;
	if (row == s->rows.count || !picked->count ||
	    difference_row_change(&s->rows, &s->rows.rows[row], &s->comparison).share <
		NEARLY * most_grown(s, picked))
		return;
	for (uint32_t i = 0; i < picked->count; i++)
		if (picked->rows[i] == row)
			return;
	memmove(picked->rows + 1, picked->rows,
		(picked->count - 1) * sizeof *picked->rows);
	picked->rows[0] = row;
}

struct report_picked report_pick_start(const struct report *r,
				       const struct report_room *room)
{
	const struct start_up *s = &r->start;
	struct report_picked picked;

	if (s->is_phase)
		return pick_phase(s, room);
	picked = pick_rows(&s->rows, &s->comparison, room);
	if (s->frame)
		put_first(s, &picked);
	return picked;
}

/* Insert the rows with the largest totals below `most`; ties by name. */
static uint32_t largest_totals(const struct report *r, uint32_t limit, double most,
			       uint32_t rows[static REPORT_ROWS])
{
	const struct profile *p = r->session->profile;
	uint32_t count = 0;

	for (uint32_t i = 0; i < r->top.count; i++) {
		const struct top_row *row = &r->top.rows[i];
		uint32_t at = count;

		if (!row->total || (double)row->total >= most)
			continue;
		for (; at > 0; at--) {
			const struct top_row *other = &r->top.rows[rows[at - 1]];

			if (other->total > row->total ||
			    (other->total == row->total &&
			     text_compare(profile_frame_name(p, other->frame),
					  profile_frame_name(p, row->frame)) <= 0))
				break;
		}
		if (at >= limit)
			continue;
		count += count < limit;
		for (uint32_t k = count - 1; k > at; k--)
			rows[k] = rows[k - 1];
		rows[at] = i;
	}
	return count;
}

uint32_t report_top_total(const struct report *r, const struct report_room *room,
			  uint32_t rows[static REPORT_ROWS])
{
	uint32_t limit = room->rows < REPORT_ROWS ? room->rows : REPORT_ROWS;
	uint32_t count = largest_totals(r, limit, 0.9 * (double)r->top.all, rows);

	return count ? count : largest_totals(r, limit, INFINITY, rows);
}

const char *report_top_verb(const struct report_room *room, bool by_total,
			    char verb[static REPORT_VERB_MAX])
{
	snprintf(verb, REPORT_VERB_MAX, "top --limit %u%s", room->rows,
		 by_total ? " --sort total" : "");
	return verb;
}

const char *report_diff_verb(const char *verb_so_far, const struct report_picked *picked,
			     char verb[static REPORT_VERB_MAX])
{
	uint32_t last = 0;

	for (uint32_t i = 0; i < picked->count; i++)
		last = picked->rows[i] > last ? picked->rows[i] : last;
	snprintf(verb, REPORT_VERB_MAX, "%s --limit %u", verb_so_far, last + 1);
	return verb;
}

/* ---- writing at most REPORT_SIZE ---- */

static char *write_to_memory(const struct report *r, enum report_format format,
			     const struct report_room *room, size_t *len,
			     struct error *err)
{
	struct memory_stream m;

	if (!memory_stream_open(&m, err))
		return NULL;
	report_page_write(r, room, format == REPORT_MARKDOWN, m.out, err);
	return memory_stream_take(&m, len, err);
}

/* The first limits that fit are used. JSON has no limit: programs need whole names. */
static const struct report_room text_rooms[] = {
    {REPORT_ROWS, 120, true}, {4, 80, true},  {3, 60, true},
    {3, 40, false},	      {2, 32, false}, {1, 24, false}};
static const struct report_room json_room = {REPORT_ROWS, SIZE_MAX, true};

bool report_write(const struct report *r, enum report_format format, FILE *out,
		  struct error *err)
{
	size_t len = REPORT_SIZE;
	char *text = NULL;

	if (format == REPORT_JSON)
		return report_json_write(r, &json_room, out, err);
	for (size_t i = 0; i < ARRAY_ROOM(text_rooms) && len >= REPORT_SIZE; i++) {
		mem_free(text);
		text = write_to_memory(r, format, &text_rooms[i], &len, err);
		if (!text)
			return false;
	}
	/* the last limits always fit; if not, a long report is better than none */
	fwrite(text, 1, len, out);
	mem_free(text);
	return !ferror(out) || error_sys(err, "cannot write");
}
