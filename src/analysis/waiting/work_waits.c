#include "analysis/waiting/work_waits.h"

#include "analysis/waiting/sched_replay.h"
#include "analysis/waiting/waiting_profile.h"
#include "base/mem.h"

/*
 * By thread the stack that has more than half of its blocked time, if any has: each row votes for its
 * own, and against another one that leads (Boyer and Moore). What it really has is summed then.
 */
struct usual {
	uint32_t stack;
	bool is_work; /* it has most of the recording, and is no lock */
	uint64_t lead, sum;
};

static struct usual *usual_of(const struct profile *w, struct usual *all, uint64_t row)
{
	return &all[profile_context(w, row)->thread];
}

static void vote(const struct profile *w, struct usual *u, uint64_t row)
{
	uint64_t ns = w->samples.duration[row];

	if (u->stack == w->samples.stack[row]) {
		u->lead += ns;
	} else if (u->lead > ns) {
		u->lead -= ns;
	} else {
		u->stack = w->samples.stack[row];
		u->lead = ns - u->lead;
	}
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

static bool is_blocked(const struct profile *w, uint32_t event)
{
	enum thread_state state = waiting_profile_state(w, event);

	return state == STATE_BLOCKED || state == STATE_DISK;
}

static void find(struct bits *rows, const struct profile *w, struct usual *all)
{
	uint64_t half = w->samples.count ? (w->samples.end - profile_origin(w)) / 2 : 0;
	bool blocked[THREAD_STATES] = {false};

	for (uint32_t e = 0; e < w->event_count && e < THREAD_STATES; e++)
		blocked[e] = is_blocked(w, e);
	for (uint64_t i = 0; i < w->samples.count; i++)
		if (blocked[profile_context(w, i)->event])
			vote(w, usual_of(w, all, i), i);
	for (uint64_t i = 0; i < w->samples.count; i++) {
		struct usual *u = usual_of(w, all, i);

		if (blocked[profile_context(w, i)->event] &&
		    u->stack == w->samples.stack[i])
			u->sum += w->samples.duration[i];
	}
	for (uint32_t i = 0; i < w->thread_count; i++)
		all[i].is_work =
		    all[i].stack && all[i].sum > half && !is_lock(w, all[i].stack);
	for (uint64_t i = 0; i < w->samples.count; i++) {
		const struct usual *u = usual_of(w, all, i);

		if (u->is_work && blocked[profile_context(w, i)->event] &&
		    u->stack == w->samples.stack[i])
			bits_add(rows, i);
	}
}

bool work_waits_find(struct bits *rows, const struct profile *w, struct error *err)
{
	struct usual *all = mem_array(w->thread_count, sizeof *all, "threads", err);

	if (!all)
		return false;
	/* stacks of other graphs are those of wakers; sums have no times */
	if (!w->graph && w->samples.duration)
		find(rows, w, all);
	mem_free(all);
	return true;
}
