#include "profile/profile.h"

#include <inttypes.h>
#include <limits.h>
#include <stdatomic.h>

#include "base/append.h"
#include "base/bits.h"
#include "base/idmap.h"
#include "base/mem.h"
#include "base/number.h"
#include "profile/hosts.h"

#define ORIGIN_FINEST 1000 /* ns */

const char *const frame_kind_names[FRAME_KINDS] = {
    [FRAME_NAMELESS] = "no name", [FRAME_USER] = "user",
    [FRAME_KERNEL] = "kernel",	  [FRAME_JIT] = "jit",
    [FRAME_INLINED] = "inlined",  [FRAME_RUNTIME] = "runtime",
    [FRAME_IDLE] = "idle",
};

const char *const frame_mode_names[FRAME_MODES] = {
    [FRAME_MODE_UNKNOWN] = "unknown",
    [FRAME_MODE_USER] = "user",
    [FRAME_MODE_KERNEL] = "kernel",
};

const struct loss_words loss_words[LOSS_KINDS] = {
    [LOST_UNREAD] = {"unread", "not read", "parts not understood"},
    [LOST_SAMPLES] = {"samples", "lost", "samples lost"},
    [LOST_PARTS] = {"file", "damaged", "damaged or missing parts of the file"},
    [LOST_CALLERS] = {"callers", "cut short", "stacks cut short"},
    [LOST_NAMES] = {"names", "unnamed", "frames without a name"},
    [LOST_SHAPE] = {"shape", "changed", "things shown not as recorded"},
    [LOST_ASIDE] = {"aside", "no loss", "things left out on purpose"},
};

const enum loss_kind loss_order[LOSS_KINDS] = {LOST_SAMPLES, LOST_PARTS, LOST_UNREAD,
					       LOST_CALLERS, LOST_SHAPE, LOST_NAMES,
					       LOST_ASIDE};

/* ---- ownership ---- */

void profile_free(struct profile *p)
{
	if (p && p->release)
		p->release(p->owner);
	mem_free(p);
}

struct profile profile_part(const struct profile *p, uint64_t first, uint64_t last)
{
	const struct samples *all = &p->samples;
	struct profile part = *p;
	struct samples *s = &part.samples;

	*s = (struct samples){.count = last - first,
			      .time = all->time + first,
			      .stack = all->stack + first,
			      .context = all->context + first,
			      .weight = all->weight + first,
			      .many = all->many ? all->many + first : NULL,
			      .duration = all->duration ? all->duration + first : NULL,
			      .site = all->site ? all->site + first : NULL,
			      .sched = all->sched ? all->sched + first : NULL};
	part.tallies = NULL;
	part.tally_count = 0;
	part.has_weights = false;
	for (uint64_t i = 0; i < s->count; i++) {
		uint64_t end = profile_row_end(&part, i);

		end += end == s->time[i] && end < UINT64_MAX; /* a moment */
		s->end = p->has_times && end > s->end ? end : s->end;
		part.has_weights |= s->weight[i] != profile_plain_weight(&part, i);
	}
	part.owner = NULL;
	part.release = NULL;
	return part;
}

/* The common owner of shared profiles. */
struct pair {
	atomic_int users;
	struct profile *original; /* owned */
};

static void leave_pair(void *owner)
{
	struct pair *pair = owner;

	if (atomic_fetch_sub(&pair->users, 1) > 1)
		return;
	profile_free(pair->original);
	mem_free(pair);
}

struct profile *profile_share(struct profile **p, struct error *err)
{
	bool again = (*p)->release == leave_pair;
	struct profile *second = mem_array(1, sizeof *second, "profile", err), *first;
	struct pair *pair = again ? (*p)->owner : NULL;

	if (second && !again) {
		pair = mem_array(1, sizeof *pair, "profile", err);
		first = pair ? mem_array(1, sizeof *first, "profile", err) : NULL;
		if (!first) {
			mem_free(pair);
			mem_free(second);
			return NULL;
		}
		atomic_init(&pair->users, 1);
		pair->original = *p;
		*first = **p;
		first->owner = pair;
		first->release = leave_pair;
		*p = first;
	}
	if (second) {
		atomic_fetch_add(&pair->users, 1);
		*second = **p;
	}
	return second;
}

/* ---- notes, frames and threads ---- */

struct text profile_note(const struct profile *p, const char *key)
{
	for (uint32_t i = 0; i < p->note_count; i++)
		if (text_equal(profile_string(p, p->notes[i].key), text_of(key)))
			return profile_string(p, p->notes[i].value);
	return TEXT("");
}

/*
 * The tables with one more note, and the former tables, which their owner expects in the profile
 * when it releases them.
 */
struct noted {
	char *bytes; /* owned, as the next two */
	uint64_t *ends;
	struct note *notes;
	struct profile *of; /* borrowed */
	struct profile was;
};

static void release_noted(void *owner)
{
	struct noted *n = owner;

	n->of->strings = n->was.strings;
	n->of->notes = n->was.notes;
	if (n->was.release)
		n->was.release(n->was.owner);
	mem_free(n->bytes);
	mem_free(n->ends);
	mem_free(n->notes);
	mem_free(n);
}

bool profile_add_note(struct profile *p, struct text key, struct text value,
		      struct error *err)
{
	struct noted *n = mem_array(1, sizeof *n, "notes", err);
	uint32_t strings = p->strings.count;
	/* every profile has row 0 of the strings */
	size_t length = (size_t)p->strings.ends[strings - 1];

	if (!n)
		return false;
	n->bytes = mem_array(length + key.len + value.len, 1, "notes", err);
	n->ends = n->bytes ? mem_array((size_t)strings + 2, sizeof *n->ends, "notes", err)
			   : NULL;
	n->notes =
	    n->ends ? mem_array((size_t)p->note_count + 1, sizeof *n->notes, "notes", err)
		    : NULL;
	if (!n->notes) {
		mem_free(n->ends);
		mem_free(n->bytes);
		mem_free(n);
		return false;
	}
	memcpy(n->bytes, p->strings.bytes, length);
	memcpy(n->bytes + length, key.at, key.len);
	memcpy(n->bytes + length + key.len, value.at, value.len);
	memcpy(n->ends, p->strings.ends, strings * sizeof *n->ends);
	n->ends[strings] = length + key.len;
	n->ends[strings + 1] = length + key.len + value.len;
	if (p->note_count)
		memcpy(n->notes, p->notes, p->note_count * sizeof *n->notes);
	n->notes[p->note_count] = (struct note){strings, strings + 1};
	n->of = p;
	n->was = *p;
	p->strings = (struct strings){strings + 2, n->bytes, n->ends};
	p->notes = n->notes;
	p->note_count++;
	p->owner = n;
	p->release = release_noted;
	return true;
}

bool profile_is_idle_task(const struct profile *p, const struct thread *t)
{
	struct text comm = profile_string(p, t->comm);

	return text_equal(comm, TEXT("swapper")) || text_starts(comm, TEXT("swapper/")) ||
	       (host_tid(p, t) == 0 &&
		(host_pid(p, t) == 0 || host_pid(p, t) == PROFILE_NO_ID));
}

uint64_t profile_origin(const struct profile *p)
{
	uint64_t step = NS_PER_SECOND, length;

	if (!p->has_times || p->samples.count == 0)
		return 0;
	if (p->origin)
		return p->origin;
	/* profiles of spans that take less than a second need a finer unit */
	length = p->samples.end - p->samples.time[0];
	while (p->samples.duration && step > ORIGIN_FINEST && step > length)
		step /= 10;
	return p->samples.time[0] / step * step;
}

uint8_t *profile_used_contexts(const struct profile *p, struct error *err)
{
	uint8_t *used = mem_array(p->context_count, 1, "contexts", err);
	/* local copies: the compiler must assume that `used` aliases the profile */
	const uint32_t *context = p->samples.context;
	uint64_t count = p->samples.count;

	for (uint64_t i = 0; used && i < count; i++)
		used[context[i]] = 1;
	return used;
}

bool profile_find_frames(const struct profile *p, struct bits *frames,
			 bool (*fits)(void *arg, struct text name), void *arg,
			 struct error *err)
{
	enum { NOT_YET, NO, YES };
	uint8_t *answers = mem_array(p->strings.count, 1, "names", err);

	if (!answers)
		return false;
	for (uint32_t i = 1; i < p->frame_count; i++) {
		uint8_t *answer = &answers[p->frames[i].name];

		if (*answer == NOT_YET)
			*answer = fits(arg, profile_frame_name(p, i)) ? YES : NO;
		if (*answer == YES)
			bits_add(frames, i);
	}
	mem_free(answers);
	return true;
}

uint64_t profile_lost(const struct profile *p, unsigned kinds)
{
	uint64_t lost = 0;

	for (uint32_t i = 0; i < p->loss_count; i++)
		if (kinds & LOSS_OF(p->losses[i].kind))
			lost = number_add(lost, p->losses[i].count);
	return lost;
}

/* ---- tallies ---- */

struct tallies {
	struct tally *rows; /* owned */
	size_t count, room;
	struct bits idle; /* threads that are idle tasks */
	/* owned: by context: 1 + the row of its other samples; 0: none */
	uint32_t *ordinary;
	struct idmap ids; /* maps (context, stack) of idle samples to a row */
};

static bool begin_tallies(struct tallies *t, const struct profile *p, struct error *err)
{
	t->ordinary = mem_array(p->context_count, sizeof *t->ordinary, "tallies", err);
	if (!t->ordinary || !bits_build(&t->idle, p->thread_count, err))
		return false;
	for (uint32_t i = 0; i < p->thread_count; i++)
		if (profile_is_idle_task(p, &p->threads[i]))
			bits_add(&t->idle, i);
	return mem_reserve(&t->rows, &t->room, 1, sizeof *t->rows, "tallies", err);
}

static bool find_tally(struct tallies *t, const struct profile *p, uint64_t sample,
		       uint32_t *row, struct error *err)
{
	uint32_t context = p->samples.context[sample], fresh = (uint32_t)t->count;
	uint32_t stack = p->samples.stack[sample];

	if (p->frames[p->stacks[stack].frame].kind == FRAME_IDLE ||
	    bits_has(&t->idle, p->contexts[context].thread)) {
		if (!idmap_put(&t->ids, idmap_pair(context, stack), fresh, row, err))
			return false;
	} else {
		stack = 0;
		if (!t->ordinary[context])
			t->ordinary[context] = 1 + fresh;
		*row = t->ordinary[context] - 1;
	}
	return *row != fresh ||
	       APPEND(t->rows, t->count, t->room, "tallies", err,
		      (struct tally){.context = context, .stack = stack});
}

struct tally *profile_tally(const struct profile *p, uint64_t *count, struct error *err)
{
	struct tallies t = {0};
	bool ok = begin_tallies(&t, p, err);
	uint32_t row;

	for (uint64_t i = 0; ok && i < p->samples.count; i++) {
		ok = find_tally(&t, p, i, &row, err);
		if (!ok)
			break;
		t.rows[row].count += profile_row_count(p, i);
		t.rows[row].weight += p->samples.weight[i];
		if (p->samples.duration)
			t.rows[row].duration += p->samples.duration[i];
	}
	idmap_release(&t.ids);
	bits_release(&t.idle);
	mem_free(t.ordinary);
	if (!ok) {
		mem_free(t.rows);
		return NULL;
	}
	*count = t.count;
	return t.rows;
}

/* ---- validation ---- */

/* Report that row `row` of a table is invalid. */
static bool broken(struct error *err, const char *table, uint64_t row, const char *what)
{
	return error_set(err, ERROR_FORMAT, "%s %" PRIu64 ": %s", table, row, what);
}

static bool check_strings(const struct profile *p, struct error *err)
{
	const struct strings *s = &p->strings;

	if (s->count == 0 || s->ends[0] != 0)
		return broken(err, "string", 0, "is not the empty text");
	for (uint32_t i = 1; i < s->count; i++) {
		if (s->ends[i] < s->ends[i - 1])
			return broken(err, "string", i, "ends before it begins");
		if (s->ends[i] - s->ends[i - 1] > INT_MAX)
			return broken(err, "string", i, "is too long");
	}
	return true;
}

static bool check_frames(const struct profile *p, struct error *err)
{
	if (p->frame_count == 0 || p->frames[0].name || p->frames[0].module)
		return broken(err, "frame", 0, "is not the empty frame");
	for (uint32_t i = 0; i < p->frame_count; i++) {
		const struct frame *f = &p->frames[i];

		if (f->name >= p->strings.count || f->module >= p->strings.count)
			return broken(err, "frame", i, "has no such name or module");
		if (f->kind >= FRAME_KINDS)
			return broken(err, "frame", i, "has no such kind");
		if (f->mode >= FRAME_MODES)
			return broken(err, "frame", i, "has no such mode");
	}
	return true;
}

static bool check_stacks(const struct profile *p, struct error *err)
{
	if (p->stack_count == 0 || p->stacks[0].parent || p->stacks[0].frame)
		return broken(err, "stack", 0, "is not the empty stack");
	for (uint32_t i = 1; i < p->stack_count; i++) {
		if (p->stacks[i].parent >= i)
			return broken(err, "stack", i, "comes before its parent");
		if (p->stacks[i].frame == 0 || p->stacks[i].frame >= p->frame_count)
			return broken(err, "stack", i, "has no such frame");
	}
	return true;
}

static bool check_names(const struct profile *p, struct error *err)
{
	uint32_t count = p->strings.count;

	for (uint32_t i = 0; i < p->thread_count; i++)
		if (p->threads[i].comm >= count || p->threads[i].process >= count)
			return broken(err, "thread", i, "has no such name");
	for (uint32_t i = 0; i < p->event_count; i++)
		if (p->events[i].name >= count || p->events[i].unit >= count ||
		    p->events[i].spans > 1)
			return broken(err, "event", i, "has no such name or unit");
	for (uint32_t i = 0; i < p->note_count; i++)
		if (p->notes[i].key >= count || p->notes[i].value >= count)
			return broken(err, "note", i, "has no such key or value");
	for (uint32_t i = 0; i < p->loss_count; i++)
		if (p->losses[i].reason >= count)
			return broken(err, "loss", i, "has no such reason");
	return true;
}

/* Other code looks up the host of a thread's or CPU's number without a check. */
static bool check_hosts(const struct profile *p, struct error *err)
{
	const struct hosts *h = &p->hosts;

	if (!h->count && (h->task_count || h->cpu_count))
		return error_set(err, ERROR_FORMAT, "threads and CPUs of no host");
	for (uint32_t i = 0; i < h->count; i++)
		if (h->list[i].name >= p->strings.count ||
		    h->list[i].file >= p->strings.count ||
		    h->list[i].clock >= HOST_CLOCKS)
			return broken(err, "host", i, "has no such name, file or clock");
	for (uint32_t i = 1; i < h->task_count; i++)
		if (h->tasks[i].host >= h->count)
			return broken(err, "thread", i, "is of no host");
	for (uint32_t i = 0; i < h->cpu_count; i++)
		if (h->cpus[i].host >= h->count || h->cpus[i].number < 0 ||
		    h->cpus[i].number >= PROFILE_NO_CPU)
			return broken(err, "CPU", i, "is of no host");
	for (uint32_t i = 0; h->count && i < p->thread_count; i++)
		if (p->threads[i].pid < 1 ||
		    (uint32_t)p->threads[i].pid >= h->task_count ||
		    p->threads[i].tid < 1 || (uint32_t)p->threads[i].tid >= h->task_count)
			return broken(err, "thread", i, "has no number of a host");
	for (uint32_t i = 0; h->count && i < p->context_count; i++)
		if (p->contexts[i].cpu != PROFILE_NO_CPU &&
		    p->contexts[i].cpu >= h->cpu_count)
			return broken(err, "context", i, "has no CPU of a host");
	return true;
}

/* The contexts, the hosts that they refer to, and the totals of contexts. */
static bool check_contexts(const struct profile *p, struct error *err)
{
	for (uint32_t i = 0; i < p->context_count; i++) {
		if (p->contexts[i].thread >= p->thread_count)
			return broken(err, "context", i, "has no such thread");
		if (p->contexts[i].event >= p->event_count)
			return broken(err, "context", i, "has no such event");
	}
	if (!check_hosts(p, err))
		return false;
	for (uint64_t i = 0; i < p->tally_count; i++) {
		if (p->tallies[i].context >= p->context_count)
			return broken(err, "tally", i, "has no such context");
		if (p->tallies[i].stack >= p->stack_count)
			return broken(err, "tally", i, "has no such stack");
	}
	return true;
}

/* Only spans have a duration, and the sum must fit; also find the latest end. */
static bool check_duration(const struct profile *p, uint64_t i, uint64_t *sum,
			   uint64_t *end, struct error *err)
{
	const struct samples *s = &p->samples;
	uint64_t duration = s->duration ? s->duration[i] : 0, time = s->time[i];

	if (duration && (!p->has_times || !p->events[profile_context(p, i)->event].spans))
		return broken(err, "sample", i, "is a moment and has a duration");
	if (duration > UINT64_MAX - *sum || duration > UINT64_MAX - time)
		return broken(err, "sample", i, "has a duration too large to add up");
	*sum += duration;
	time += duration ? duration : time < UINT64_MAX;
	*end = time > *end ? time : *end;
	return true;
}

bool profile_check_samples(const struct profile *p, struct error *err)
{
	const struct samples *s = &p->samples;
	uint64_t sum = 0, duration_sum = 0, end = 0;
	bool weighted = false;

	for (uint64_t i = 0; i < s->count; i++) {
		if (s->stack[i] >= p->stack_count)
			return broken(err, "sample", i, "has no such stack");
		if (s->context[i] >= p->context_count)
			return broken(err, "sample", i, "has no such context");
		if (i && s->time[i] < s->time[i - 1])
			return broken(err, "sample", i, "comes before an earlier one");
		if (!p->has_times && s->time[i])
			return broken(err, "sample", i, "has a time though none has");
		if (s->weight[i] > UINT64_MAX - sum)
			return broken(err, "sample", i,
				      "has a weight too large to add up");
		if (!check_duration(p, i, &duration_sum, &end, err))
			return false;
		sum += s->weight[i];
		weighted |= s->weight[i] != profile_plain_weight(p, i);
	}
	if (s->end != (p->has_times ? end : 0))
		return error_set(err, ERROR_FORMAT, "the samples end at another time");
	return weighted == p->has_weights ||
	       error_set(err, ERROR_FORMAT,
			 "weights are there and denied, or the reverse");
}

bool profile_check_tables(const struct profile *p, struct error *err)
{
	if (p->weights_are_counts && p->has_times)
		return error_set(err, ERROR_FORMAT, "rows of many samples have a time");
	if (p->event_count > PROFILE_NO_CPU)
		return error_set(err, ERROR_FORMAT, "%" PRIu32 " events", p->event_count);
	return check_strings(p, err) && check_frames(p, err) && check_stacks(p, err) &&
	       check_names(p, err) && check_contexts(p, err);
}
