/* profile.h - a parsed profile: tables of ids and numbers that never change. */

#ifndef PROFILE_PROFILE_H
#define PROFILE_PROFILE_H

#include <stdint.h>

#include "base/bits.h"
#include "base/error.h"
#include "base/text.h"

/*
 * Everything is a table; rows refer to rows of other tables by number. Row 0 of strings,
 * frames and stacks is always there: the empty text, no frame, the empty stack.
 */

enum frame_kind {
	FRAME_NAMELESS, /* no symbol; its name is the module in brackets, or an address */
	FRAME_USER,
	FRAME_KERNEL, /* the kernel and its modules */
	FRAME_JIT,    /* code made at run time: /tmp/perf-PID.map and the like */
	FRAME_INLINED,
	FRAME_RUNTIME, /* the runtime of a language: garbage collection */
	FRAME_IDLE,    /* not code: the input says that nothing ran */
	FRAME_KINDS
};

extern const char *const frame_kind_names[FRAME_KINDS];

/* Where code runs. Most kinds tell it: see frame_mode.h. */
enum frame_mode { FRAME_MODE_UNKNOWN, FRAME_MODE_USER, FRAME_MODE_KERNEL, FRAME_MODES };

extern const char *const frame_mode_names[FRAME_MODES];

struct frame {
	uint32_t name; /* string */
	uint32_t
	    module;    /* string: the path or name of what holds the code; 0: not known */
	uint16_t kind; /* enum frame_kind */
	uint16_t mode; /* enum frame_mode, of nameless ones; of all others 0 */
};

struct stack {
	uint32_t parent; /* stack, always less than this row's own number; 0: the root */
	uint32_t frame;
};

struct thread {
	uint32_t comm; /* string: its name at the time of the samples */
	int32_t pid;   /* PROFILE_NO_ID when the input does not say */
	int32_t tid;
	uint32_t process; /* string: what its leader was called then, if the input tells
			     and it is not the leader itself; 0: see process_names.h */
};

struct event {
	uint32_t name;	/* string */
	uint32_t unit;	/* string: what a weight counts: "ns", "" for occurrences */
	uint32_t spans; /* 1: its samples are stretches of time; 0: moments */
};

/* Which thread was where and why: few of these repeat over all samples. */
struct context {
	uint32_t thread;
	uint16_t cpu; /* PROFILE_NO_CPU when the input does not say */
	uint16_t event;
};

/*
 * A fact about the recording, such as "hostname" or "cmdline", in the order of the input.
 */
struct note {
	uint32_t key, value; /* strings */
};

/*
 * What a count counts, and so what it means for the pictures. All messages about losses
 * go by these kinds; LOSSES_LOUD, samples that are not in any picture, are shown
 * prominently.
 */
enum loss_kind {
	LOST_UNREAD, /* lines, records, rows that were not understood; samples, perhaps */
	LOST_SAMPLES, /* samples that are not here: the count is theirs */
	LOST_PARTS, /* damaged or missing parts of the file: samples that cannot be counted */
	LOST_CALLERS, /* samples that are here, with a part of their stack */
	LOST_NAMES,   /* frames that are here, without a name */
	LOST_SHAPE, /* here, but not as recorded: another time, length, parent, weight */
	LOST_ASIDE, /* understood and left out on purpose: no loss at all */
	LOSS_KINDS
};

/* Sets of kinds, for profile_lost(). */
#define LOSS_OF(kind) (1u << (kind))
#define LOSSES_LOUD   (LOSS_OF(LOST_SAMPLES) | LOSS_OF(LOST_PARTS))
#define LOSSES_ALL    (LOSS_OF(LOSS_KINDS) - 1 - LOSS_OF(LOST_ASIDE))

struct loss_words {
	const char *key;   /* in JSON: "samples" */
	const char *title; /* up to 11 characters for the beginning of a line: "lost" */
	const char *many;  /* after a number that is not 1: "samples lost" */
};

extern const struct loss_words loss_words[LOSS_KINDS];

/* The kinds in the order in which they are shown, the worst first. */
extern const enum loss_kind loss_order[LOSS_KINDS];

struct loss {
	uint32_t reason; /* string, "lines not understood" */
	enum loss_kind kind;
	uint64_t count;
	uint64_t first_line; /* 1 is the first line of the file; 0: no line to name */
};

/*
 * The samples of one context added up; apart by their stack, which tells who was idle, those
 * of the kernel's idle tasks, and of all others those with a leaf of FRAME_IDLE.
 */
struct tally {
	uint32_t context;
	uint32_t stack; /* 0: the empty one, or all others of an ordinary thread */
	uint64_t count; /* samples: see profile_row_count() */
	uint64_t weight;
	uint64_t duration; /* ns */
};

#define PROFILE_NO_ID  (-1)
#define PROFILE_NO_CPU UINT16_MAX

/* Frames of one stack that readers keep. */
#define STACK_DEEPEST 65000

/*
 * One entry a sample, sorted by time; equal times keep the order of the input. The columns
 * are the profile's.
 *
 * A sample is a moment, or a stretch of time [time, time + duration) during which the
 * stack was the same. Spans that lie within each other are stretches of what was
 * innermost: where a child runs, its parent's stretch ends, and a new one begins after
 * it. So the self time of a function is the sum of its stretches, a range cuts them at
 * its ends, and the same holds for any other sum. All samples of an event are of one
 * kind; a span that took no time is a stretch of none, with a weight of 0.
 */
struct samples {
	uint64_t count;
	const uint64_t *time;  /* ns on the recording's clock; all 0 without has_times */
	const uint32_t *stack; /* the leaf */
	const uint32_t *context;
	const uint64_t *weight; /* the period; 1 when the input has none; the sum fits */
	const uint64_t
	    *many; /* how many samples a row stands for; NULL: one; the sum fits */
	const uint64_t *duration; /* ns; the sum fits; NULL: all are moments */
	const uint32_t *site;  /* of profile.code, 0: none; NULL: nobody asked for them */
	const uint64_t *sched; /* see sched.h; NULL: nobody asked, or there are none */
	uint64_t end; /* ns: just past the last moment and the end of every stretch */
};

/* Both arrays are the profile's. The length of a text fits int, for printf(). */
struct strings {
	uint32_t count;
	const char *bytes;
	const uint64_t *ends; /* text i is bytes[ends[i - 1]] up to bytes[ends[i]] */
};

struct code;

/*
 * Where an engine has the samples and has counted them (session/query): its first `asked` rows stand for those of
 * the ranges that it was asked for, with their stacks, all at one time, and the next for those of a baseline; the
 * others for all that pass the same filter, of the whole time, by slices of it, without stacks.
 */
struct elsewhere {
	uint32_t asked;
	uint32_t against; /* so many more stand for what that is held against */
	uint64_t slice;	  /* ns of each slice; 0: they are those of one map */
	bool
	    searched; /* the rows of slices are apart by whether a search has found them: */
	struct bits found; /* by row */
	uint64_t passed;   /* samples that the filter leaves, */
	uint64_t idle;	   /* and of them idle ones, be they in rows or not */
	uint32_t lanes; /* slices are apart by this: 1 + enum lanes_by; 0: by nothing */
	uint64_t from, to;	/* ns since 1970: of which time it is */
	const char *statements; /* what it was asked, as people can ask it again */
};

/* By what the times of a host were made those of all hosts; .flare files have these numbers. */
enum host_clock {
	HOST_CLOCK_RECORDED, /* see wall_clock.h: these are wall clocks */
	HOST_CLOCK_HEADER,
	HOST_CLOCK_FILE,
	HOST_CLOCK_START,   /* all begin at once */
	HOST_CLOCK_NONE,    /* it has no times */
	HOST_CLOCK_STARTED, /* a wall clock, too: --started */
	HOST_CLOCK_IN_TURN, /* each begins where the one before it ends */
	HOST_CLOCKS
};

/* One recording of those that were put together: see hosts.h. */
struct host {
	uint32_t name,
	    file;	/* strings: what it is called, and the path it was read from */
	uint32_t clock; /* enum host_clock */
	uint32_t
	    rate; /* samples a second and CPU that were asked for; 0: it does not say */
	int64_t moved; /* ns: what was added to its own times */
	uint64_t from,
	    to; /* ns: its first sample's time here, and just past all of them */
	uint64_t samples;
	uint64_t lost; /* of these kinds: LOSSES_LOUD */
};

/* A process, a thread or a CPU of a host. */
struct host_number {
	uint32_t host;
	int32_t number; /* on that host; PROFILE_NO_ID: not known */
};

struct hosts {
	const struct host *list;	 /* none: the profile is of one host */
	const struct host_number *tasks; /* by pid and by tid; row 0 is nobody's */
	const struct host_number *cpus;	 /* by CPU */
	uint32_t count, task_count, cpu_count;
};

/*
 * The tables belong to `owner`, and go with it: memory, a mapped file, a growing builder.
 */
struct profile {
	struct strings strings;
	const struct frame *frames;
	const struct stack *stacks;
	const struct thread *threads;
	const struct event *events;
	const struct context *contexts;
	const struct note *notes;
	const struct loss *losses;

	/*
	 * Sums over all samples, known without reading them; NULL where nobody has added
	 * up. Read from a file: no id is wrong, but the sums may be.
	 */
	const struct tally *tallies;
	uint64_t tally_count;

	uint32_t frame_count, stack_count, thread_count, event_count, context_count,
	    note_count, loss_count;
	struct samples samples;
	struct hosts hosts; /* see hosts.h */
	const char *states; /* static: what --state calls them; NULL: it has samples */
	const char
	    *graph; /* static: what --graph calls it; NULL: of what they did themselves */
	uint64_t longer, shorter; /* ns: waits are of such lengths; 0: of any */
	const char *title; /* static: of all its events together, "blocked"; NULL: none */
	const char *
	    counted; /* static: of what a map says how many there were, "thread"; NULL: of time */
	uint64_t origin; /* what profile_origin() is; 0: by the first sample */

	/* of pictures of one that grows: how often its tables were made anew; ids of another generation are of other rows */
	uint32_t generation;
	bool of_threads; /* its spans are states of threads, of which each is in one */
	bool has_times;	 /* otherwise no heat map can be drawn */
	bool
	    has_weights; /* some weight is not 1 (a moment's) or the duration (a span's) */
	bool
	    times_only; /* threads, frames and CPUs are placeholders until they are read */

	/*
	 * The input has added up equal stacks and tells how often each was seen: a row
	 * stands for as many samples as its weight: these are samples.many. Never together with has_times.
	 */
	bool weights_are_counts;

	const struct elsewhere *elsewhere; /* NULL: the samples are here */

	/*
	 * Where samples.site are, and the instructions there; NULL: nobody asked for them,
	 * or the input has no addresses.
	 */
	const struct code *code;

	/*
	 * borrowed: by frame, its name as it is shown (demangled); NULL, or a text at
	 * NULL: as written
	 */
	const struct text *shown;

	void *owner;
	void (*release)(void *owner); /* what profile_free() calls; NULL: nothing to do */
};

/* Release a profile and its tables; NULL is fine. */
void profile_free(struct profile *p);

/*
 * The samples from row `first` up to row `last` alone, as a profile over the tables and columns of `p`, which
 * stay its own: not to be freed.
 */
struct profile profile_part(const struct profile *p, uint64_t first, uint64_t last);

/*
 * A second profile over the tables of `*p`, which go when both are freed, on whatever
 * thread. `*p` gets another address: nobody else may know it yet. NULL and an error when
 * memory runs out: then `*p` is as it was.
 */
struct profile *profile_share(struct profile **p, struct error *err);

static inline struct text profile_string(const struct profile *p, uint32_t id)
{
	uint64_t from = id ? p->strings.ends[id - 1] : 0;

	return (struct text){p->strings.bytes + from,
			     (size_t)(p->strings.ends[id] - from)};
}

/* The name of its function as the input has it, and as people read it. */
static inline struct text profile_frame_written(const struct profile *p, uint32_t frame)
{
	return profile_string(p, p->frames[frame].name);
}

static inline struct text profile_frame_name(const struct profile *p, uint32_t frame)
{
	return p->shown && p->shown[frame].at ? p->shown[frame]
					      : profile_frame_written(p, frame);
}

static inline struct text profile_frame_module(const struct profile *p, uint32_t frame)
{
	return profile_string(p, p->frames[frame].module);
}

static inline const struct context *profile_context(const struct profile *p, uint64_t row)
{
	return &p->contexts[p->samples.context[row]];
}

/* Is this the kernel's idle task, of which every CPU has one: "swapper", "swapper/3"? */
bool profile_is_idle_task(const struct profile *p, const struct thread *t);

/* When a sample ends: a stretch is over then, a moment has passed. */
static inline uint64_t profile_row_end(const struct profile *p, uint64_t row)
{
	return p->samples.time[row] +
	       (p->samples.duration ? p->samples.duration[row] : 0);
}

/* The weight of a sample for which the input gives none: a stretch its time, a moment 1. */
static inline uint64_t profile_plain_weight(const struct profile *p, uint64_t row)
{
	if (!p->events[profile_context(p, row)->event].spans)
		return 1;
	return p->samples.duration ? p->samples.duration[row] : 0;
}

/* How many samples a row of the samples stands for: to count samples, add these up. */
static inline uint64_t profile_row_count(const struct profile *p, uint64_t row)
{
	return p->samples.many ? p->samples.many[row] : 1;
}

/*
 * By context: 1 where some sample has it, else 0. Reads all samples. NULL and an error when
 * memory runs out; release with mem_free().
 */
uint8_t *profile_used_contexts(const struct profile *p, struct error *err);

/* Sum of the counts of all losses of these kinds; at most UINT64_MAX. */
uint64_t profile_lost(const struct profile *p, unsigned kinds);

/*
 * Add to `frames` (one bit a frame) those whose function's name `fits`, which gets `arg`.
 * Each name is asked about once: many frames may have a long one. False and an error when
 * memory runs out.
 */
struct bits;
bool profile_find_frames(const struct profile *p, struct bits *frames,
			 bool (*fits)(void *arg, struct text name), void *arg,
			 struct error *err);

/* The value of the first note with this key; empty when there is none. */
struct text profile_note(const struct profile *p, const char *key);

/*
 * One note more, behind all others, of a profile that nobody else knows yet. False and an error when
 * memory runs out: then it is as it was.
 */
bool profile_add_note(struct profile *p, struct text key, struct text value,
		      struct error *err);

/*
 * What `origin` says, of a profile made from another; else the whole second (in ns) of the first sample's time: where ranges are counted from and
 * where the heat map begins. Of spans that are all over in less than a second, the whole
 * tenth of a second, hundredth and so on that is not longer than them. 0 when there are
 * no samples or no times.
 */
uint64_t profile_origin(const struct profile *p);

/*
 * The rows of profile.tallies, in the order in which they first occur; `*count` of them.
 * NULL and an error when memory runs out. Release with mem_free().
 *
 * Why not a count of idle samples: which functions are idle is known above this layer and
 * may change with a release; these sums do not.
 */
struct tally *profile_tally(const struct profile *p, uint64_t *count, struct error *err);

/*
 * Is every id in its table, and everything in its order? False and the first broken promise
 * of this header in the error. Reads everything once: all tables but the samples, then the
 * samples.
 */
bool profile_check_tables(const struct profile *p, struct error *err);
bool profile_check_samples(const struct profile *p, struct error *err);

#endif
