#include "export/redact.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "analysis/idle.h"
#include "analysis/waiting/thread_state.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/regex.h"
#include "profile/builder.h"

struct redaction {
	const struct profile *from; /* borrowed */
	struct regex *pattern;
	struct builder *to;
	/* owned: new ids + 1, by old id; 0: not yet known. Of strings, only modules. */
	uint32_t *frames, *stacks, *idle_stacks, *threads, *modules, *events;
	struct bits idle; /* owned: by sample */
};

/* FNV-1a, with the finaliser of SplitMix64, so that all bits of the result differ. */
static uint64_t hash_of(struct text t)
{
	uint64_t h = UINT64_C(14695981039346656037);

	for (size_t i = 0; i < t.len; i++)
		h = (h ^ (unsigned char)t.at[i]) * UINT64_C(1099511628211);
	h = (h ^ h >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	h = (h ^ h >> 27) * UINT64_C(0x94d049bb133111eb);
	return h ^ h >> 31;
}

#define STAND_IN_MAX 32

/* The name or, if it matches, its stand-in, in `buf`. */
static struct text stand_in(const struct redaction *r, const char *what, struct text name,
			    char buf[static STAND_IN_MAX])
{
	if (!name.len || !regex_matches(r->pattern, name))
		return name;
	snprintf(buf, STAND_IN_MAX, "%s_%012" PRIx64, what, hash_of(name) >> 16);
	return text_of(buf);
}

/* The groups of the kernel's tracepoints: "sched:sched_switch". */
static bool is_kernel_group(struct text group)
{
	static const char *const known[] = {
	    "sched", "syscalls", "raw_syscalls", "block",      "irq",	 "timer", "power",
	    "net",   "kmem",	 "workqueue",	 "exceptions", "signal", "task",
	};

	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (text_equal(group, text_of(known[i])))
			return true;
	return false;
}

/*
 * Events of the hardware, of the kernel and of flarescope have public names. Others, such as those
 * of perf probe, contain names of functions, or were chosen by the user.
 */
static bool is_public_event(struct text name)
{
	static const char *const known[] = {
	    "cycles",
	    "cpu-cycles",
	    "instructions",
	    "cache-misses",
	    "branches",
	    "branch-misses",
	    "cache-references",
	    "ref-cycles",
	    "bus-cycles",
	    "cpu-clock",
	    "task-clock",
	    "page-faults",
	    "faults",
	    "minor-faults",
	    "major-faults",
	    "context-switches",
	    "cs",
	    "cpu-migrations",
	    "migrations",
	    "alignment-faults",
	    "bpf-output",
	    "emulation-faults",
	    "dummy",
	    "samples",
	    "spans",
	    "wall",
	    "cpu",
	    "alloc",
	    "offcpu-time",
	};
	const char *colon = name.len ? memchr(name.at, ':', name.len) : NULL;
	struct text first = colon ? text_upto(name, (size_t)(colon - name.at)) : name;
	struct text modifiers = colon ? text_from(name, first.len + 1) : TEXT("");

	if (colon && is_kernel_group(first))
		return true;
	for (int i = 0; i < THREAD_STATES; i++)
		if (text_equal(name, text_of(thread_states[i].title)))
			return true;
	for (size_t i = 0; i < modifiers.len; i++) /* "cycles:ukpp" */
		if (!strchr("ukhIGHpPSDWeb", modifiers.at[i]))
			return false;
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (text_equal(first, text_of(known[i])))
			return true;
	return false;
}

static struct text event_name(const struct redaction *r, struct text name,
			      char buf[static STAND_IN_MAX])
{
	return is_public_event(name) ? name : stand_in(r, "event", name, buf);
}

static struct text unit_name(const struct redaction *r, struct text unit,
			     char buf[static STAND_IN_MAX])
{
	static const char *const known[] = {"ns",    "us",    "ms",	"s",
					    "bytes", "count", "samples"};

	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (text_equal(unit, text_of(known[i])))
			return unit;
	return stand_in(r, "unit", unit, buf);
}

static uint32_t put_name(const struct redaction *r, const char *what, struct text name)
{
	char buf[STAND_IN_MAX];

	return builder_string(r->to, stand_in(r, what, name, buf));
}

/* Many functions may share a long name of a module, which is matched once. */
static uint32_t put_module(const struct redaction *r, uint32_t module)
{
	if (!r->modules[module])
		r->modules[module] =
		    1 + put_name(r, "module", profile_string(r->from, module));
	return r->modules[module] - 1;
}

static uint32_t put_frame(const struct redaction *r, uint32_t frame)
{
	const struct profile *p = r->from;

	if (!r->frames[frame])
		r->frames[frame] =
		    1 + builder_frame_like(
			    r->to, put_name(r, "function", profile_frame_name(p, frame)),
			    put_module(r, p->frames[frame].module), &p->frames[frame]);
	return r->frames[frame] - 1;
}

/* Iterative, as stacks are deep: first find the nearest caller that is known. */
static uint32_t put_stack(const struct redaction *r, uint32_t leaf, uint32_t *path)
{
	const struct profile *p = r->from;
	uint32_t depth = 0, to;

	for (; leaf && !r->stacks[leaf]; leaf = p->stacks[leaf].parent)
		path[depth++] = leaf; /* room: for all stacks */
	to = leaf ? r->stacks[leaf] - 1 : 0;
	while (depth > 0) {
		uint32_t at = path[--depth];

		to = builder_stack(r->to, to, put_frame(r, p->stacks[at].frame));
		r->stacks[at] = to + 1;
	}
	return to;
}

static uint32_t put_thread(const struct redaction *r, uint32_t thread)
{
	const struct profile *p = r->from;
	struct thread t = p->threads[thread];

	if (!r->threads[thread]) {
		t.comm = put_name(r, "thread", profile_string(p, t.comm));
		t.process =
		    t.process ? put_name(r, "thread", profile_string(p, t.process)) : 0;
		r->threads[thread] = 1 + builder_thread_in(r->to, &t);
	}
	return r->threads[thread] - 1;
}

static uint16_t put_event(const struct redaction *r, uint16_t event)
{
	const struct event *e = &r->from->events[event];
	char name_buf[STAND_IN_MAX], unit_buf[STAND_IN_MAX];

	if (!r->events[event]) {
		struct text name =
		    event_name(r, profile_string(r->from, e->name), name_buf);
		struct text unit = profile_string(r->from, e->unit);

		r->events[event] =
		    1u + (e->spans
			      ? builder_span_event(r->to, name)
			      : builder_event(r->to, name, unit_name(r, unit, unit_buf)));
	}
	return (uint16_t)(r->events[event] - 1);
}

/* The names by which idle samples are recognised may be gone: mark their innermost frames. */
static uint32_t put_idle_stack(const struct redaction *r, uint32_t stack, uint32_t *path)
{
	const struct profile *p = r->from;
	uint32_t frame = p->stacks[stack].frame;

	if (!r->idle_stacks[stack]) {
		struct text name = profile_frame_name(p, frame);
		uint32_t leaf =
		    builder_frame(r->to, put_name(r, "function", name),
				  put_module(r, p->frames[frame].module), FRAME_IDLE);

		r->idle_stacks[stack] =
		    1 + builder_stack(r->to, put_stack(r, p->stacks[stack].parent, path),
				      leaf);
	}
	return r->idle_stacks[stack] - 1;
}

static void put_samples(const struct redaction *r, const struct flame *f, uint32_t *path)
{
	const struct profile *p = r->from;

	for (uint64_t row = flame_next(f, 0); row < f->last;
	     row = flame_next(f, row + 1)) {
		const struct flame_part part = flame_part_of(f, row);
		const struct context *c = profile_context(p, row);
		uint32_t stack = p->samples.stack[row];
		const struct sample s = {
		    .time = part.time,
		    .weight = part.weight,
		    .duration = part.duration,
		    .stack = stack && bits_has(&r->idle, row)
				 ? put_idle_stack(r, stack, path)
				 : put_stack(r, stack, path),
		    .thread = put_thread(r, c->thread),
		    .cpu = c->cpu,
		    .event = put_event(r, c->event),
		    .timed = p->has_times,
		};

		builder_add_sample(r->to, &s);
	}
}

static void put_facts(const struct redaction *r)
{
	static const char *const numbers[] = {"frequency", "period", "nrcpus online",
					      "nrcpus avail"};
	const struct profile *p = r->from;

	for (uint32_t i = 0; i < p->note_count; i++) {
		struct text key = profile_string(p, p->notes[i].key);
		struct text value = profile_string(p, p->notes[i].value);
		char buf[STAND_IN_MAX];
		uint64_t n;

		if (text_equal(key, TEXT("event")))
			builder_note(r->to, key, event_name(r, value, buf));
		else if (text_equal(key, TEXT("call graphs")))
			builder_note(r->to, key, TEXT("none"));
		for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++)
			if (text_equal(key, text_of(numbers[k])) && number_u64(value, &n))
				builder_note(r->to, key, value);
	}
	for (uint32_t i = 0; i < p->loss_count; i++) {
		struct loss l = p->losses[i];

		l.reason = builder_string(r->to, text_of(loss_words[l.kind].many));
		builder_loss(r->to, &l);
	}
}

struct profile *redact(const struct flame *f, struct text pattern, struct error *err)
{
	const struct profile *p = f->tree->profile;
	struct redaction r = {.from = p};
	struct profile *copy = NULL;
	uint32_t *path = NULL;

	if (p->hosts.count) {
		error_set(
		    err, ERROR_USAGE,
		    "--redact cannot be used with several hosts, whose names it would "
		    "keep");
		return NULL;
	}
	if ((r.pattern = regex_new(pattern, err)) && (r.to = builder_new(err)) &&
	    (r.frames = mem_array(p->frame_count, sizeof *r.frames, "frames", err)) &&
	    (r.stacks = mem_array(p->stack_count, sizeof *r.stacks, "stacks", err)) &&
	    (r.idle_stacks =
		 mem_array(p->stack_count, sizeof *r.idle_stacks, "stacks", err)) &&
	    (r.threads = mem_array((size_t)p->thread_count + 1, sizeof *r.threads,
				   "threads", err)) &&
	    (r.modules =
		 mem_array(p->strings.count, sizeof *r.modules, "modules", err)) &&
	    (r.events = mem_array((size_t)p->event_count + 1, sizeof *r.events, "events",
				  err)) &&
	    idle_build(&r.idle, p, err) &&
	    (path = mem_array(p->stack_count, sizeof *path, "stacks", err))) {
		put_facts(&r);
		if (p->weights_are_counts)
			builder_weights_are_counts(r.to);
		put_samples(&r, f, path);
		if (regex_check(r.pattern, err))
			copy = builder_finish(r.to, err);
	}
	regex_free(r.pattern);
	builder_free(r.to);
	mem_free(r.frames);
	mem_free(r.stacks);
	mem_free(r.idle_stacks);
	mem_free(r.threads);
	mem_free(r.modules);
	mem_free(r.events);
	bits_release(&r.idle);
	mem_free(path);
	return copy;
}
