#include "analysis/lanes/lanes.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "analysis/waiting/thread_state.h"
#include "base/append.h"
#include "base/idmap.h"
#include "base/mem.h"
#include "base/number.h"
#include "profile/frame_mode.h"
#include "profile/hosts.h"
#include "profile/process_names.h"

const char *const lanes_by_names[LANES_BY] = {
    [LANES_THREAD] = "thread",	   [LANES_PROCESS] = "process", [LANES_CPU] = "cpu",
    [LANES_HOST] = "host",	   [LANES_SERVICE] = "service", [LANES_EVENT] = "event",
    [LANES_FUNCTION] = "function", [LANES_MODULE] = "module",	[LANES_KIND] = "kind",
    [LANES_MODE] = "mode",
};

const struct text lanes_name_of_none = {"[no stack]", 10};

static bool is_by_stack(enum lanes_by by)
{
	return by >= LANES_FUNCTION;
}

const uint32_t *lanes_key(const struct lanes *l, const struct profile *p)
{
	return is_by_stack(l->by) ? p->samples.stack : p->samples.context;
}

/* ---- the value of each context or stack ---- */

/*
 * Release with mem_free(). The sums do not overflow: the sums of all samples and of all durations
 * fit in 64 bits.
 */
static uint64_t *values_of(const struct lanes *l, const struct profile *p,
			   const struct bits *which, struct error *err)
{
	const uint32_t *of = lanes_key(l, p);
	uint64_t *values =
	    mem_array((size_t)l->of_count + 1, sizeof *values, "lanes", err);

	if (values && !l->spans && !p->samples.many)
		bits_tally(which, 0, p->samples.count, of, values);
	for (uint64_t i = 0; values && p->samples.many && i < p->samples.count; i++)
		if (bits_has(which, i))
			values[of[i]] += p->samples.many[i];
	for (uint64_t i = 0;
	     values && l->spans && !p->samples.many && i < p->samples.count; i++)
		if (bits_has(which, i))
			values[of[i]] += profile_row_end(p, i) - p->samples.time[i];
	return values;
}

/* ---- the lane of each context or stack ---- */

/* One of the names of a thread or a process. */
struct lane_called {
	uint32_t lane, comm; /* comm: a string */
	uint32_t process;    /* a string: the name of its process */
	uint64_t count;
};
struct lane_sorting {
	struct lanes *l;
	const struct profile *p;
	struct process_names processes; /* for threads and processes */
	struct idmap lanes[2];		/* by ids; by name, without an id */
	struct idmap names;		/* (lane, comm): index in `called` */
	struct lane_called *called;	/* owned */
	uint32_t called_count;
	uint32_t *of_frame; /* owned: by frame, its lane + 1; 0: not known yet */
	uint8_t *modes;	    /* owned: for lanes by mode, by stack */
	size_t room, called_room;
};

static bool put_lane(struct lane_sorting *s, bool named, uint64_t key, struct lane fresh,
		     uint32_t *lane, struct error *err)
{
	struct lanes *l = s->l;

	return idmap_put(&s->lanes[named], key, l->count, lane, err) &&
	       (*lane != l->count ||
		APPEND(l->list, l->count, s->room, "lanes", err, fresh));
}

/* Find the lane of a thread, or of its process, and count the name that it has. */
static bool put_thread(struct lane_sorting *s, uint32_t thread, uint64_t count,
		       uint32_t *lane, struct error *err)
{
	bool threads = s->l->by == LANES_THREAD;
	const struct thread *t = &s->p->threads[thread];
	int32_t id = threads ? t->tid : t->pid, tid = threads ? t->tid : PROFILE_NO_ID;
	uint32_t process = s->processes.of_thread[thread], row;
	uint64_t key = id == PROFILE_NO_ID ? idmap_pair((uint32_t)t->pid, t->comm)
					   : idmap_pair((uint32_t)t->pid, (uint32_t)tid);
	struct lane fresh = {.pid = host_pid(s->p, t),
			     .tid = threads ? host_tid(s->p, t) : PROFILE_NO_ID};
	struct lane_called called = {.process = process,
				     .comm = threads ? t->comm : process};

	if (!intern_put(s->l->names, host_name(s->p, host_of_thread(s->p, t)),
			&fresh.host, err) ||
	    !put_lane(s, id == PROFILE_NO_ID, key, fresh, lane, err))
		return false;
	called.lane = *lane;
	if (!idmap_put(&s->names, idmap_pair(*lane, called.comm), s->called_count, &row,
		       err))
		return false;
	if (row == s->called_count && !APPEND(s->called, s->called_count, s->called_room,
					      "names of threads", err, called))
		return false;
	s->called[row].count += count;
	return true;
}

static bool put_named(struct lane_sorting *s, uint32_t id, struct text name,
		      uint32_t *lane, struct error *err)
{
	struct lane fresh = {.pid = PROFILE_NO_ID, .tid = PROFILE_NO_ID};

	return intern_put(s->l->names, name, &fresh.name, err) &&
	       put_lane(s, false, id, fresh, lane, err);
}

struct text lanes_frame_name(const struct profile *p, enum lanes_by by, uint32_t frame)
{
	struct text t;

	if (!frame)
		return lanes_name_of_none;
	if (by == LANES_KIND)
		return text_of(frame_kind_names[p->frames[frame].kind]);
	if (by == LANES_MODULE) {
		t = profile_frame_module(p, frame);
		return t.len ? t : TEXT("[no module]");
	}
	t = profile_frame_name(p, frame);
	return t.len ? t : TEXT("[no name]");
}

/* Functions of the same name are one lane. */
static bool put_stack(struct lane_sorting *s, uint32_t stack, uint32_t *lane,
		      struct error *err)
{
	uint32_t frame = s->p->stacks[stack].frame, *known = &s->of_frame[frame], name;

	if (!*known) {
		if (!intern_put(s->l->names, lanes_frame_name(s->p, s->l->by, frame),
				&name, err) ||
		    !put_named(s, name, intern_get(s->l->names, name), lane, err))
			return false;
		*known = *lane + 1;
	}
	*lane = *known - 1;
	return true;
}

/* Find the lane of a context or stack. */
static bool put_one(struct lane_sorting *s, uint32_t i, uint64_t count, uint32_t *lane,
		    struct error *err)
{
	char cpu[16 + HOST_TAIL_MAX], host[HOST_TAIL_MAX];
	const struct context *c;
	const struct thread *t;
	struct text name;

	if (s->l->by == LANES_MODE)
		return put_named(s, s->modes[i], text_of(frame_mode_names[s->modes[i]]),
				 lane, err);
	if (is_by_stack(s->l->by))
		return put_stack(s, i, lane, err);
	c = &s->p->contexts[i];
	t = &s->p->threads[c->thread];
	switch (s->l->by) {
	case LANES_CPU:
		if (c->cpu == PROFILE_NO_CPU)
			return put_named(s, c->cpu, TEXT("CPU ?"), lane, err);
		snprintf(cpu, sizeof cpu, "CPU %u%s", (unsigned)host_cpu(s->p, c->cpu),
			 host_tail(s->p, host_of_cpu(s->p, c->cpu), host));
		return put_named(s, c->cpu, text_of(cpu), lane, err);
	case LANES_HOST:
		return put_named(s, host_of_thread(s->p, t),
				 host_called(s->p, host_of_thread(s->p, t)), lane, err);
	case LANES_SERVICE: /* a database profile has services in place of thread names */
		name = profile_string(s->p, t->comm);
		if (!s->p->server || !name.len)
			name = TEXT("[no service]");
		return put_named(s, s->p->server ? t->comm : 0, name, lane, err);
	case LANES_EVENT:
		return put_named(s, c->event,
				 profile_string(s->p, s->p->events[c->event].name), lane,
				 err);
	default:
		return put_thread(s, c->thread, count, lane, err);
	}
}

static bool put_all(struct lane_sorting *s, const uint64_t *values, struct error *err)
{
	struct lanes *l = s->l;
	const struct profile *p = s->p;
	bool states = p->states && !is_by_stack(l->by);

	for (uint32_t i = 0; i < l->of_count; i++) {
		l->of[i] = LANE_NONE;
		if (!values[i])
			continue;
		if (!put_one(s, i, values[i], &l->of[i], err))
			return false;
		l->list[l->of[i]].count += values[i];
		if (states &&
		    text_equal(profile_string(p, p->events[p->contexts[i].event].name),
			       text_of(thread_states[STATE_RUNNING].title)))
			l->list[l->of[i]].ran += values[i];
		l->all += values[i];
	}
	return true;
}

/* ---- names ---- */

/* Give each thread or process the name that it has in most of its samples. */
static bool name_threads(struct lane_sorting *s, struct error *err)
{
	uint32_t *best = mem_array((size_t)s->l->count + 1, sizeof *best, "lanes", err);
	bool ok = best != NULL;

	for (uint32_t i = 0; ok && i < s->called_count; i++) {
		uint32_t *row = &best[s->called[i].lane];

		if (!*row || s->called[i].count > s->called[*row - 1].count)
			*row = i + 1;
	}
	for (uint32_t i = 0; ok && i < s->l->count; i++) {
		const struct lane_called *called = &s->called[best[i] - 1];
		struct lane *lane = &s->l->list[i];
		struct text name = profile_string(s->p, called->comm);
		struct text process = profile_string(s->p, called->process);

		ok = intern_put(s->l->names, name.len ? name : TEXT("[no name]"),
				&lane->name, err) &&
		     (s->l->by != LANES_THREAD ||
		      intern_put(s->l->names, process.len ? process : TEXT("[no name]"),
				 &lane->process, err));
	}
	mem_free(best);
	return ok;
}

/* ---- sorting ---- */

struct sorted_lane {
	struct lane lane;
	struct text name, host;
	uint32_t was;
};

static int by_id(int32_t a, int32_t b)
{
	return (a > b) - (a < b);
}

static int compare_lanes(const void *a, const void *b)
{
	const struct sorted_lane *x = a, *y = b;
	int names;

	if (x->lane.ran != y->lane.ran)
		return x->lane.ran < y->lane.ran ? 1 : -1;
	if (x->lane.count != y->lane.count)
		return x->lane.count < y->lane.count ? 1 : -1;
	names = text_compare(x->name, y->name);
	if (names)
		return names;
	if (x->lane.pid != y->lane.pid)
		return by_id(x->lane.pid, y->lane.pid);
	if (x->lane.tid != y->lane.tid)
		return by_id(x->lane.tid, y->lane.tid);
	names = text_compare(x->host, y->host);
	if (names)
		return names;
	return x->was < y->was ? -1 : 1;
}

static bool sort_lanes(struct lanes *l, struct error *err)
{
	size_t n = (size_t)l->count + 1;
	struct sorted_lane *sorted = mem_array(n, sizeof *sorted, "lanes", err);
	uint32_t *now = sorted ? mem_array(n, sizeof *now, "lanes", err) : NULL;
	bool ok = now != NULL;

	for (uint32_t i = 0; ok && i < l->count; i++)
		sorted[i] =
		    (struct sorted_lane){l->list[i], lane_name(l, i), lane_host(l, i), i};
	if (ok && l->count)
		qsort(sorted, l->count, sizeof *sorted, compare_lanes);
	for (uint32_t i = 0; ok && i < l->count; i++) {
		l->list[i] = sorted[i].lane;
		now[sorted[i].was] = i;
	}
	for (uint32_t i = 0; ok && i < l->of_count; i++)
		if (l->of[i] != LANE_NONE)
			l->of[i] = now[l->of[i]];
	mem_free(sorted);
	mem_free(now);
	return ok;
}

static bool fill_lanes(struct lane_sorting *s, const uint64_t *values, struct error *err)
{
	struct lanes *l = s->l;

	l->names = intern_new(err);
	if (l->names)
		l->of = mem_array((size_t)l->of_count + 1, sizeof *l->of, "lanes", err);
	if (l->of)
		s->of_frame = mem_array((size_t)s->p->frame_count + 1,
					sizeof *s->of_frame, "lanes", err);
	if (s->of_frame && l->by == LANES_MODE)
		s->modes = frame_mode_of_stacks(s->p, err);
	return s->of_frame && (s->modes || l->by != LANES_MODE) &&
	       ((l->by != LANES_THREAD && l->by != LANES_PROCESS) ||
		process_names_build(&s->processes, s->p, err)) &&
	       put_all(s, values, err) && (!s->called || name_threads(s, err)) &&
	       sort_lanes(l, err);
}

bool lane_is(const struct lanes *a, uint32_t i, const struct lanes *b, uint32_t j)
{
	const struct lane *x = &a->list[i], *y = &b->list[j];

	if (x->pid != y->pid || x->tid != y->tid ||
	    !text_equal(lane_host(a, i), lane_host(b, j)))
		return false;
	return x->tid != PROFILE_NO_ID || text_equal(lane_name(a, i), lane_name(b, j));
}

static struct lanes empty_lanes(const struct profile *p, bool spans, enum lanes_by by)
{
	return (struct lanes){.by = by,
			      .spans = spans,
			      .of_count =
				  is_by_stack(by) ? p->stack_count : p->context_count};
}

static bool build_lanes(struct lanes *l, const struct profile *p, const uint64_t *values,
			struct error *err)
{
	struct lane_sorting s = {.l = l, .p = p};
	bool ok = fill_lanes(&s, values, err);

	idmap_release(&s.lanes[0]);
	idmap_release(&s.lanes[1]);
	idmap_release(&s.names);
	process_names_release(&s.processes);
	mem_free(s.called);
	mem_free(s.of_frame);
	mem_free(s.modes);
	if (!ok)
		lanes_release(l);
	return ok;
}

bool lanes_build_of(struct lanes *l, const struct profile *p, const uint64_t *values,
		    bool spans, enum lanes_by by, struct error *err)
{
	*l = empty_lanes(p, spans, by);
	return build_lanes(l, p, values, err);
}

bool lanes_build(struct lanes *l, const struct profile *p, const struct bits *which,
		 bool spans, enum lanes_by by, struct error *err)
{
	uint64_t *values;
	bool ok;

	*l = empty_lanes(p, spans, by);
	values = values_of(l, p, which, err);
	ok = values && build_lanes(l, p, values, err);
	mem_free(values);
	return ok;
}

void lanes_release(struct lanes *l)
{
	intern_free(l->names);
	mem_free(l->list);
	mem_free(l->of);
	*l = (struct lanes){0};
}

bool lane_fold_has(const struct lane_fold *f, const struct lanes *l, uint32_t lane)
{
	int32_t pid = l->list[lane].pid;

	return pid == f->pid && text_equal(lane_host(l, lane), f->host) &&
	       (pid != PROFILE_NO_ID || text_equal(lane_name(l, lane), f->name));
}

static int compare_rows(const void *a, const void *b)
{
	const struct lane_row *x = a, *y = b;

	if (x->ran != y->ran)
		return x->ran < y->ran ? 1 : -1;
	if (x->count != y->count)
		return x->count < y->count ? 1 : -1;
	return x->lane < y->lane ? -1 : x->lane > y->lane;
}

bool lane_rows_build(struct lane_rows *r, const struct lanes *l,
		     const struct lane_folds *folds, uint64_t most, struct error *err)
{
	size_t n = (size_t)l->count + 1;
	uint32_t *place = mem_array(n, sizeof *place, "lanes", err);
	uint32_t fold_count = folds && l->by == LANES_THREAD ? folds->count : 0;
	struct idmap rows = {0}; /* of folded processes, by fold */
	uint32_t count = 0;
	bool ok;

	*r = (struct lane_rows){.list = NULL};
	if (place)
		r->list = mem_array(n, sizeof *r->list, "lanes", err);
	if (r->list)
		r->of = mem_array(n, sizeof *r->of, "lanes", err);
	ok = r->of != NULL;
	/*
	 * Lanes come in descending order, so the first lane of a row is its busiest. There are few
	 * folds, as the user makes them.
	 */
	for (uint32_t i = 0; ok && i < l->count; i++) {
		uint32_t fold = 0, at = count;
		struct lane_row *row;

		while (fold < fold_count && !lane_fold_has(&folds->list[fold], l, i))
			fold++;
		ok = fold == fold_count || idmap_put(&rows, fold, count, &at, err);
		if (!ok)
			break;
		r->of[i] = at;
		if (at == count) /* room: one per lane */
			r->list[count++] = (struct lane_row){.lane = i};
		row = &r->list[at];
		row->lanes++;
		row->folded = fold < fold_count;
		row->count += l->list[i].count;
		row->ran += l->list[i].ran;
	}
	/* until they are sorted, rows are identified by their busiest lanes */
	for (uint32_t i = 0; ok && i < l->count; i++)
		r->of[i] = r->list[r->of[i]].lane;
	if (ok && count)
		qsort(r->list, count, sizeof *r->list, compare_rows);
	r->shown = most < count ? (uint32_t)most : count;
	for (uint32_t i = 0; ok && i < count; i++) {
		place[r->list[i].lane] = i < r->shown ? i : LANE_NONE;
		r->others += i < r->shown ? 0 : r->list[i].lanes;
		r->others_count += i < r->shown ? 0 : r->list[i].count;
	}
	for (uint32_t i = 0; ok && i < l->count; i++)
		r->of[i] = place[r->of[i]];
	if (!ok)
		lane_rows_release(r);
	mem_free(place);
	idmap_release(&rows);
	return ok;
}

void lane_rows_release(struct lane_rows *r)
{
	mem_free(r->list);
	mem_free(r->of);
	*r = (struct lane_rows){0};
}

/* The state while samples are counted. */
struct lane_counting {
	struct lane_cells *cells;
	const struct profile *p;
	const struct bits *which;
	const uint32_t *of;    /* borrowed: by sample, its context or stack */
	uint32_t *row;	       /* owned: by context or stack, its row */
	uint64_t from, period; /* of the first column, on the recording's clock */
	/* owned: for spans, by cell: how many more cover it than the previous cell */
	int64_t *change;
	uint64_t column, begin, end; /* for spans: the current column, ns */
};

/* ---- moments ---- */

/* Samples are sorted by time, so those of a column are consecutive. */
static void count_moments(struct lane_counting *n, uint64_t first, uint64_t last)
{
	struct lane_cells *c = n->cells;
	uint64_t column = 0, end = number_add(n->from, n->period);

	for (uint64_t i = first; i < last; i++) {
		uint64_t time = n->p->samples.time[i];

		if (!bits_has(n->which, i))
			continue;
		if (time >= end) {
			column = (time - n->from) / n->period;
			end = number_add(n->from + column * n->period, n->period);
		}
		c->counts[(uint64_t)n->row[n->of[i]] * c->columns + column] +=
		    profile_row_count(n->p, i);
	}
}

/* ---- spans ---- */

/*
 * Count the part [from, to) of a span, in ns from the first column on. It covers its first and its
 * last cell in part, and all cells between them.
 */
static void cover_lane_cells(struct lane_counting *n, uint64_t row, uint64_t from,
			     uint64_t to)
{
	uint64_t *counts = &n->cells->counts[row * n->cells->columns];
	int64_t *change = &n->change[row * n->cells->columns];
	uint64_t a, b;

	/* most spans are in the column in which the previous one began */
	if (from >= n->end || from < n->begin) {
		n->column = from / n->period;
		n->begin = n->column * n->period;
		n->end = number_add(n->begin, n->period);
	}
	a = n->column;
	if (to <= n->end) {
		counts[a] += to - from;
		return;
	}
	b = (to - 1) / n->period;
	counts[a] += n->end - from;
	counts[b] += to - b * n->period;
	change[a + 1]++;
	change[b]--;
}

/* The length of the window; its last column may end after the largest time. */
static uint64_t length_of(uint32_t columns, uint64_t period)
{
	return columns > UINT64_MAX / period ? UINT64_MAX : columns * period;
}

static void count_spans(struct lane_counting *n, uint64_t last)
{
	const struct lane_cells *c = n->cells;
	uint64_t length = length_of(c->columns, n->period);

	for (uint64_t i = 0; i < last; i++) {
		uint64_t from = n->p->samples.time[i], to = profile_row_end(n->p, i);

		if (to <= n->from || to <= from || !bits_has(n->which, i))
			continue;
		from = from > n->from ? from - n->from : 0;
		to -= n->from;
		cover_lane_cells(n, n->row[n->of[i]], from, to < length ? to : length);
	}
	for (uint64_t r = 0; r <= c->rows; r++) {
		uint64_t covering = 0;

		for (uint64_t i = r * c->columns; i < (r + 1) * c->columns; i++) {
			covering += (uint64_t)n->change[i];
			c->counts[i] += covering * n->period;
		}
	}
}

bool lane_cells_build(struct lane_cells *c, const struct lanes *l,
		      const struct profile *p, const struct bits *which,
		      const struct lane_window *w, struct error *err)
{
	uint64_t length = length_of(w->columns, w->period), first, last, cells;
	struct range window = {w->from, number_add(w->from, length)};
	struct lane_counting n = {.cells = c,
				  .p = p,
				  .which = which,
				  .of = lanes_key(l, p),
				  .from = number_add(profile_origin(p), w->from),
				  .period = w->period};
	bool ok;

	*c = (struct lane_cells){.columns = w->columns, .rows = w->rows};
	if (!p->has_times)
		return error_set(err, ERROR_FORMAT,
				 "the samples have no times, so there are no lanes");
	cells = ((uint64_t)c->rows + 1) * c->columns;
	if (cells > LANE_CELLS_MAX) {
		lane_cells_release(c);
		return error_set(
		    err, ERROR_LIMIT,
		    "%" PRIu32 " columns of %" PRIu32
		    " lanes are too many; use a longer period or fewer lanes",
		    w->columns, w->rows);
	}
	ok =
	    (c->counts = mem_array((size_t)cells + 1, sizeof *c->counts, "lanes", err)) &&
	    (!l->spans ||
	     (n.change = mem_array((size_t)cells + 1, sizeof *n.change, "lanes", err))) &&
	    (n.row = mem_array((size_t)l->of_count + 1, sizeof *n.row, "lanes", err));
	for (uint32_t i = 0; ok && i < l->of_count; i++) {
		uint32_t row = l->of[i] == LANE_NONE ? LANE_NONE : w->row[l->of[i]];

		n.row[i] = row < w->rows ? row : w->rows;
	}
	range_samples(p, window, &first, &last);
	if (ok && l->spans)
		count_spans(&n, last);
	else if (ok)
		count_moments(&n, first, last);
	for (uint64_t i = 0; ok && i < (w->rows ? w->rows : UINT64_C(1)) * w->columns;
	     i++)
		if (c->counts[i] > c->peak)
			c->peak = c->counts[i];
	mem_free(n.row);
	mem_free(n.change);
	if (!ok)
		lane_cells_release(c);
	return ok;
}

void lane_cells_release(struct lane_cells *c)
{
	mem_free(c->counts);
	*c = (struct lane_cells){0};
}

bool lane_states_known(const struct lanes *l, const struct profile *p)
{
	return p->of_threads && (l->by == LANES_THREAD || l->by == LANES_PROCESS);
}

bool lane_states_build(struct lane_cells *c, const struct lanes *l,
		       const struct profile *p, const struct bits *which,
		       const struct lane_window *w, struct error *err)
{
	uint32_t events = p->event_count;
	struct lanes both = *l;
	struct lane_window rows = *w;
	uint32_t *of = NULL, *row = NULL;
	bool ok;

	*c = (struct lane_cells){.columns = w->columns};
	if (l->count > UINT32_MAX / events - 1)
		return error_set(err, ERROR_LIMIT,
				 "too many lanes to show the state of each");
	of = mem_array(l->of_count, sizeof *of, "lanes", err);
	row = of ? mem_array((size_t)l->count * events, sizeof *row, "lanes", err) : NULL;
	ok = row != NULL;
	/* map contexts to lane and state, and these to the row of both; other lanes come last */
	for (uint32_t i = 0; ok && i < l->of_count; i++)
		of[i] = l->of[i] == LANE_NONE ? LANE_NONE
					      : l->of[i] * events + p->contexts[i].event;
	for (uint32_t i = 0; ok && i < l->count * events; i++) {
		uint32_t r = w->row ? w->row[i / events] : i / events;

		row[i] = (r < w->rows ? r : w->rows) * events + i % events;
	}
	both.of = of;
	rows.row = row;
	rows.rows = (w->rows + 1) * events;
	ok = ok && lane_cells_build(c, &both, p, which, &rows, err);
	mem_free(of);
	mem_free(row);
	return ok;
}
