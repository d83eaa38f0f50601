#include "analysis/waiting/waiting_profile.h"

#include <string.h>

#include "analysis/perf_options.h"
#include "analysis/waiting/request_spans.h"
#include "analysis/waiting/sched_replay.h"
#include "base/append.h"
#include "base/idmap.h"
#include "base/mem.h"
#include "profile/order.h"

/* Does the graph show wakers? They are known only for threads that were blocked. */
static bool is_of_wakers(const struct waiting_choice *c)
{
	return c->graph != GRAPH_OFF_CPU && c->graph != GRAPH_HOT_COLD &&
	       !(c->states & ~STATES_BLOCKED);
}

static bool is_hot_cold(const struct waiting_choice *c)
{
	return c->graph == GRAPH_HOT_COLD && c->states == STATES_HOT_COLD;
}

/* The arrays of the new profile, owned. */
struct own_arrays {
	struct profile *base;	  /* owned; or NULL: borrowed */
	const struct profile *of; /* borrowed: the origin */
	uint64_t *time, *duration;
	uint32_t *stack, *context;
	struct context *contexts;
	struct event *events;
	struct loss *losses;
	char *bytes;
	uint64_t *ends;
	struct stack *stacks; /* the next three: NULL: those of the origin */
	struct frame *frames;
	struct text *shown;
};

static void release_own(void *owner)
{
	struct own_arrays *o = owner;

	mem_free(o->time);
	mem_free(o->duration);
	mem_free(o->stack);
	mem_free(o->context);
	mem_free(o->contexts);
	mem_free(o->events);
	mem_free(o->losses);
	mem_free(o->bytes);
	mem_free(o->ends);
	mem_free(o->stacks);
	mem_free(o->frames);
	mem_free(o->shown);
	profile_free(o->base);
	mem_free(o);
}

/* The rows that the sink has collected. */
struct collection {
	struct own_arrays *own;		     /* borrowed */
	const struct waiting_choice *choice; /* borrowed */
	struct wake_paths *paths;	     /* borrowed */
	uint32_t event[STATE_KINDS];
	struct idmap context_ids;
	size_t rows, time_room, duration_room, stack_room, context_room;
	size_t contexts, contexts_room;
	uint64_t approximate, bare; /* waits with an earlier stack, and without a stack */
	uint64_t unknown;	    /* waits that ended with an unknown waker; */
	uint64_t woken;		    /* and waits with a known waker */
	struct requests_alone alone;
	struct off_cpu_counts off_cpu;
	bool untimed;	   /* sums of perf record --off-cpu, without times */
	uint64_t sum, end; /* the sum of durations; the end of the last one */
};

static bool is_chosen(const struct waiting_choice *c, const struct state_span *s)
{
	uint64_t length = s->to - s->from;

	return (c->states & STATE_SET(s->state)) &&
	       (s->state == STATE_RUNNING ||
		(length >= c->longer && (!c->shorter || length <= c->shorter)));
}

static bool add_row(struct collection *c, const struct state_span *s, struct error *err)
{
	struct own_arrays *o = c->own;
	size_t n = c->rows + 1;
	struct context of = {
	    .thread = s->thread, .cpu = s->cpu, .event = (uint16_t)c->event[s->state]};
	uint64_t key = idmap_pair(of.thread, (uint32_t)of.cpu << 16 | of.event), end;
	uint32_t fresh = (uint32_t)c->contexts, context;

	if (n > UINT32_MAX || s->to - s->from > UINT64_MAX - c->sum)
		return error_set(err, ERROR_LIMIT,
				 "the times of its threads are too large to add up");
	if (!idmap_put(&c->context_ids, key, fresh, &context, err) ||
	    (context == fresh && !APPEND(c->own->contexts, c->contexts, c->contexts_room,
					 "threads on CPUs", err, of)) ||
	    !mem_reserve(&o->time, &c->time_room, n, sizeof *o->time, "waits", err) ||
	    !mem_reserve(&o->duration, &c->duration_room, n, sizeof *o->duration, "waits",
			 err) ||
	    !mem_reserve(&o->stack, &c->stack_room, n, sizeof *o->stack, "waits", err) ||
	    !mem_reserve(&o->context, &c->context_room, n, sizeof *o->context, "waits",
			 err))
		return false;
	o->time[c->rows] = s->from;
	o->duration[c->rows] = s->to - s->from;
	o->stack[c->rows] = s->stack;
	o->context[c->rows] = context;
	c->approximate += s->is_approximate;
	c->sum += s->to - s->from;
	end = s->to + (s->to == s->from &&
		       s->to < UINT64_MAX); /* a zero-length stretch is a moment */
	c->end = end > c->end ? end : c->end;
	c->rows = n;
	return true;
}

static bool take_stretch(void *arg, const struct state_span *s, struct error *err)
{
	struct collection *c = arg;

	if (!is_chosen(c->choice, s))
		return true;
	c->bare += !s->stack && s->state != STATE_RUNNING && s->state != STATE_UNKNOWN;
	if (is_hot_cold(c->choice) && s->state == STATE_DISK) {
		struct state_span blocked = *s;

		blocked.state = STATE_BLOCKED;
		return add_row(c, &blocked, err);
	}
	return add_row(c, s, err);
}

/* Add the blocked time of an absence, which is at its start. */
static bool take_absence(void *arg, const struct absence *a, struct error *err)
{
	struct collection *c = arg;
	struct state_span s = {.from = a->from,
			       .to = a->from + a->blocked,
			       .thread = a->thread,
			       .state = a->state == 'D' ? STATE_DISK : STATE_BLOCKED,
			       .is_approximate = a->is_approximate,
			       .cpu = a->cpu};

	if (!wake_paths_note(c->paths, a, err))
		return false;
	if (!a->blocked || !is_chosen(c->choice, &s))
		return true;
	c->bare += !a->stack;
	c->unknown += a->is_over && a->waker == ABSENCE_NO_WAKER;
	c->woken += a->waker != ABSENCE_NO_WAKER;
	return wake_paths_put(c->paths, a, &s.stack, err) && add_row(c, &s, err);
}

static bool sort_rows(struct collection *c, struct error *err)
{
	struct own_arrays *o = c->own;
	uint32_t *order, rows = (uint32_t)c->rows;
	bool ok;

	if (!rows)
		return true;
	order = order_by_time(o->time, rows, err);
	ok = order && order_column(order, rows, o->time, sizeof *o->time, err) &&
	     order_column(order, rows, o->duration, sizeof *o->duration, err) &&
	     order_column(order, rows, o->stack, sizeof *o->stack, err) &&
	     order_column(order, rows, o->context, sizeof *o->context, err);
	mem_free(order);
	return ok;
}

/* The texts of the new profile, after the strings of the old one. */
enum own_text {
	OWN_UNIT = STATE_KINDS, /* the names of the states come first */
	OWN_APPROXIMATE,
	OWN_BARE,
	OWN_UNSEEN,
	OWN_WAKERS, /* used if only some threads were recorded */
	OWN_UNWOKEN,
	OWN_ASKED,
	OWN_ANSWERED,
	OWN_SUMS,
	OWN_CUT,
	OWN_SOME_CPUS,
	OWN_LABELS, /* wake_labels */
	OWN_TEXTS = OWN_LABELS + WAKE_LABELS
};

static const char *own_text(int i)
{
	static const char *const others[] = {
	    "ns",
	    "waits with the previous stack: records of --switch-events have none, and do "
	    "not distinguish runnable from blocked threads",
	    "waits without a stack: perf record -g records them",
	    "waits without a stack: the recording does not show where these threads "
	    "stopped",
	    "waits with an unknown waker: perf record -a records all threads and "
	    "interrupts",
	    "waits with an unknown waker: their wake-ups are missing",
	    "requests or system calls without an end: left out",
	    "ends of requests or system calls that do not match a start: left out",
	    "sums of perf record --off-cpu, without times: --state all shows them, only "
	    "in a graph",
	    "chains of wakers cut short at [more wakers]: too many call paths",
	    "waits in which threads may have run on CPUs that were not recorded: perf "
	    "record -a records all",
	};

	if (i >= OWN_LABELS)
		return wake_labels[i - OWN_LABELS];
	return i < STATE_KINDS ? thread_states[i].title : others[i - STATE_KINDS];
}

static bool extend_strings(const struct profile *p, struct own_arrays *o,
			   struct error *err)
{
	uint64_t used = p->strings.count ? p->strings.ends[p->strings.count - 1] : 0;
	uint32_t count = p->strings.count;
	size_t more = 0;

	for (int i = 0; i < OWN_TEXTS; i++)
		more += strlen(own_text(i));
	o->bytes = mem_array(used + more, 1, "names", err);
	o->ends =
	    o->bytes ? mem_array(count + OWN_TEXTS, sizeof *o->ends, "names", err) : NULL;
	if (!o->ends)
		return false;
	memcpy(o->bytes, p->strings.bytes, used);
	memcpy(o->ends, p->strings.ends, count * sizeof *o->ends);
	for (int i = 0; i < OWN_TEXTS; i++) {
		size_t len = strlen(own_text(i));

		memcpy(o->bytes + used, own_text(i), len);
		used += len;
		o->ends[count + (uint32_t)i] = used;
	}
	return true;
}

/* The losses of the old profile, and the losses of stacks and wakers here. */
static bool make_losses(struct profile *w, const struct profile *p,
			const struct collection *c, struct error *err)
{
	const struct sched_extent extent = sched_extent_of(p);
	bool some_cpus =
	    c->rows && perf_options_leave_out_cpus(profile_note(p, "cmdline"),
						   profile_note(p, "nrcpus online"));
	const struct {
		uint32_t text;
		enum loss_kind kind;
		uint64_t count; /* 0: none */
	} own[] = {
	    {OWN_APPROXIMATE, LOST_SHAPE, c->approximate},
	    {extent.stacks ? OWN_UNSEEN : OWN_BARE, LOST_CALLERS,
	     c->bare > c->rows / 2 ? c->bare : 0},
	    {extent.all_threads ? OWN_UNWOKEN : OWN_WAKERS, LOST_CALLERS,
	     c->unknown > c->rows / 2 ? c->unknown : 0},
	    {OWN_ASKED, LOST_SAMPLES, c->alone.asked},
	    {OWN_ANSWERED, LOST_SAMPLES, c->alone.answered},
	    {OWN_SUMS, LOST_ASIDE, c->untimed ? 0 : c->off_cpu.sums},
	    {OWN_CUT, LOST_CALLERS, c->paths->cut},
	    {OWN_SOME_CPUS, LOST_SHAPE, some_cpus ? c->rows : 0},
	};
	size_t most = sizeof own / sizeof *own;
	uint32_t n = p->loss_count;
	struct loss *losses = mem_array(n + most, sizeof *losses, "losses", err);

	if (!losses)
		return false;
	if (n)
		memcpy(losses, p->losses, n * sizeof *losses);
	for (size_t i = 0; i < most; i++)
		if (own[i].count) /* room: for all of them */
			losses[n++] = (struct loss){p->strings.count + own[i].text,
						    own[i].kind, own[i].count, 0};
	c->own->losses = losses;
	w->losses = losses;
	w->loss_count = n;
	return true;
}

/* Make an event for each state, in the order of states. */
static bool make_events(const struct profile *p, struct collection *c, uint32_t *count,
			struct error *err)
{
	uint32_t strings = p->strings.count;
	unsigned states = c->choice->states;

	if (is_hot_cold(c->choice))
		states &= ~STATE_SET(STATE_DISK);
	c->own->events = mem_array(STATE_KINDS, sizeof *c->own->events, "events", err);
	*count = 0;
	for (uint32_t i = 0; c->own->events && i < STATE_KINDS; i++) {
		if (!(states & STATE_SET(i)))
			continue;
		c->event[i] = (*count)++;
		c->own->events[c->event[i]] =
		    (struct event){strings + i, strings + OWN_UNIT, !c->untimed};
	}
	return c->own->events != NULL;
}

static void fill_in(struct profile *w, const struct profile *p, struct own_arrays *o,
		    const struct collection *c, uint32_t events)
{
	const struct thread_state_names names = thread_states_names(c->choice->states);

	*w = *p;
	w->strings = (struct strings){p->strings.count + OWN_TEXTS, o->bytes, o->ends};
	w->events = o->events;
	w->event_count = events;
	w->contexts = o->contexts;
	w->context_count = (uint32_t)c->contexts;
	w->tallies = NULL;
	w->tally_count = 0;
	w->samples = (struct samples){.count = c->rows,
				      .time = o->time,
				      .stack = o->stack,
				      .context = o->context,
				      .weight = o->duration,
				      .duration = o->duration,
				      .end = c->end};
	w->states = names.word;
	w->title = names.title;
	w->counted = names.counted;
	w->of_threads = !(c->choice->states & STATES_REQUESTS);
	w->graph = is_of_wakers(c->choice) || is_hot_cold(c->choice)
		       ? wait_graph_names[c->choice->graph]
		       : NULL;
	w->longer = c->choice->longer;
	w->shorter = c->choice->shorter;
	w->origin = profile_origin(p); /* keeps ranges the same */
	w->has_weights = false;	       /* weights are the durations */
	w->weights_are_counts = false;
	w->code = NULL;
	if (c->untimed) {
		w->samples.duration = NULL;
		w->samples.end = 0;
		w->origin = 0;
		w->of_threads = false;
		w->counted = NULL;
		w->has_times = false;
		w->has_weights = true;
	}
	o->of = p;
	w->owner = o;
	w->release = release_own;
}

/* Move the stacks and frames of the wake paths to the profile. */
static bool take_paths(struct profile *w, struct own_arrays *o, struct wake_paths *paths,
		       struct error *err)
{
	size_t before = w->frame_count;

	if (paths->frame_count > UINT32_MAX)
		return error_set(err, ERROR_LIMIT, "its wakers have too many names");
	if (w->shown) { /* names of wakers are displayed unchanged */
		o->shown = mem_array(paths->frame_count, sizeof *o->shown, "names", err);
		if (!o->shown)
			return false;
		memcpy(o->shown, w->shown, before * sizeof *o->shown);
		w->shown = o->shown;
	}
	w->stacks = o->stacks = paths->stacks;
	w->frames = o->frames = paths->frames;
	w->stack_count = (uint32_t)paths->stack_count;
	w->frame_count = (uint32_t)paths->frame_count;
	paths->stacks = NULL;
	paths->frames = NULL;
	return true;
}

static bool collect_rows(struct collection *c, const struct profile *p, struct error *err)
{
	bool wakers = is_of_wakers(c->choice);
	const struct sched_sink sink = {.stretch = wakers ? NULL : take_stretch,
					.absence = wakers ? take_absence : NULL,
					.arg = c};
	unsigned states = c->choice->states;
	bool ok;

	if (c->untimed)
		ok = off_cpu_tell_untimed(p, states == STATES_ALL, &sink, err);
	else if (!(states & STATES_REQUESTS))
		ok = sched_replay(p, &sink, err);
	else
		ok = request_spans_replay(
		    p, states & STATE_SET(STATE_CALL) ? STATE_CALL : STATE_REQUEST, &sink,
		    &c->alone, err);
	if (!ok || !sort_rows(c, err))
		return false;
	if (!c->rows)
		return error_set(err, ERROR_NOTHING,
				 c->choice->states & STATES_REQUESTS
				     ? "no complete one is in the recording%s: %s"
				     : "no thread was in this state%s: %s",
				 c->choice->longer || c->choice->shorter ? " for so long"
									 : "",
				 thread_states_names(c->choice->states).title);
	if (wakers && !c->woken)
		return error_set(err, ERROR_NOTHING,
				 "it has no wake-ups%s, so wakers are "
				 "unknown; " HOW_TO_RECORD_SWITCHES,
				 sched_extent_of(p).wakeups ? " of waiting threads" : "");
	return true;
}

struct profile *waiting_profile(const struct profile *p,
				const struct waiting_choice *choice, struct error *err)
{
	struct profile *w = mem_array(1, sizeof *w, "profile", err);
	struct own_arrays *own = w ? mem_array(1, sizeof *own, "profile", err) : NULL;
	struct wake_paths paths = {0};
	struct collection c = {.own = own, .choice = choice, .paths = &paths};
	bool wakers = is_of_wakers(choice);
	uint32_t events = 0;
	bool ok;

	c.off_cpu = off_cpu_count(p);
	/* should only sums of --off-cpu be shown? */
	c.untimed = c.off_cpu.sums && !c.off_cpu.switches &&
		    choice->graph == GRAPH_OFF_CPU &&
		    (choice->states == STATES_ALL ||
		     (!c.off_cpu.waits && choice->states & STATE_SET(STATE_BLOCKED)));
	ok = own && extend_strings(p, own, err) && make_events(p, &c, &events, err) &&
	     (!wakers || wake_paths_build(&paths, p, choice->graph,
					  p->strings.count + OWN_LABELS, err)) &&
	     collect_rows(&c, p, err);

	idmap_release(&c.context_ids);
	if (ok)
		fill_in(w, p, own, &c, events);
	ok = ok && (!wakers || take_paths(w, own, &paths, err)) &&
	     make_losses(w, p, &c, err);
	wake_paths_release(&paths);
	if (ok)
		return w;
	if (own)
		release_own(own);
	mem_free(w);
	return NULL;
}

struct profile *waiting_profile_take(struct profile **p, const struct waiting_choice *c,
				     struct error *err)
{
	struct profile *w = waiting_profile(*p, c, err);

	if (!w)
		return NULL;
	((struct own_arrays *)w->owner)->base = *p;
	*p = NULL;
	return w;
}

struct profile *waiting_profile_base(const struct profile *w, struct error *err)
{
	struct own_arrays *own = w->release == release_own ? w->owner : NULL;

	return own && own->base ? profile_share(&own->base, err) : NULL;
}

const struct profile *waiting_profile_origin(const struct profile *w)
{
	return w->release == release_own ? ((struct own_arrays *)w->owner)->of : NULL;
}

enum thread_state waiting_profile_state(const struct profile *w, uint32_t event)
{
	return thread_state_of_title(profile_string(w, w->events[event].name));
}

/* ---- waits for work ---- */

/*
 * By thread, the stack with more than half of its blocked time, if any: each row votes for its own
 * stack and against another leading stack (Boyer and Moore). Then its time is summed.
 */
struct usual_wait {
	uint32_t stack;
	bool is_work; /* it takes up most of the recording, and is not a lock */
	uint64_t lead, sum;
};

static struct usual_wait *usual_of(const struct profile *w, struct usual_wait *all,
				   uint64_t row)
{
	return &all[profile_context(w, row)->thread];
}

static bool is_lock(const struct profile *w, uint32_t stack)
{
	static const struct text parts[] = {
	    {"mutex_lock", 10}, {"rwlock", 6},	  {"rwsem", 5},	    {"spin_lock", 9},
	    {"lll_lock", 8},	{"lock_slow", 9}, {"down_read", 9}, {"down_write", 10},
	};
	bool kernel = true;

	for (; stack && kernel; stack = w->stacks[stack].parent) {
		struct text name = profile_frame_name(w, w->stacks[stack].frame);

		for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
			if (text_has(name, parts[i]))
				return true;
		kernel = sched_is_kernel(w, w->stacks[stack].frame);
	}
	return false;
}

static void mark_work_waits(struct bits *rows, const struct profile *w,
			    struct usual_wait *all)
{
	uint64_t half = w->samples.count ? (w->samples.end - profile_origin(w)) / 2 : 0;
	bool blocked[THREAD_STATES] = {false};

	for (uint32_t e = 0; e < w->event_count && e < THREAD_STATES; e++) {
		enum thread_state state = waiting_profile_state(w, e);

		blocked[e] = state == STATE_BLOCKED || state == STATE_DISK;
	}
	for (uint64_t i = 0; i < w->samples.count; i++) {
		struct usual_wait *u = usual_of(w, all, i);
		uint64_t ns = w->samples.duration[i];

		if (!blocked[profile_context(w, i)->event])
			continue;
		if (u->stack == w->samples.stack[i]) {
			u->lead += ns;
		} else if (u->lead > ns) {
			u->lead -= ns;
		} else {
			u->stack = w->samples.stack[i];
			u->lead = ns - u->lead;
		}
	}
	for (uint64_t i = 0; i < w->samples.count; i++) {
		struct usual_wait *u = usual_of(w, all, i);

		if (blocked[profile_context(w, i)->event] &&
		    u->stack == w->samples.stack[i])
			u->sum += w->samples.duration[i];
	}
	for (uint32_t i = 0; i < w->thread_count; i++)
		all[i].is_work =
		    all[i].stack && all[i].sum > half && !is_lock(w, all[i].stack);
	for (uint64_t i = 0; i < w->samples.count; i++) {
		const struct usual_wait *u = usual_of(w, all, i);

		if (u->is_work && blocked[profile_context(w, i)->event] &&
		    u->stack == w->samples.stack[i])
			bits_add(rows, i);
	}
}

bool waiting_profile_idle_rows(struct bits *rows, const struct profile *w,
			       struct error *err)
{
	struct usual_wait *all = mem_array(w->thread_count, sizeof *all, "threads", err);

	if (!all)
		return false;
	/* stacks of other graphs belong to wakers; sums have no times */
	if (!w->graph && w->samples.duration)
		mark_work_waits(rows, w, all);
	mem_free(all);
	return true;
}
