/* profile.h - a parsed profile: tables of ids and numbers that never change. */

#ifndef PROFILE_PROFILE_H
#define PROFILE_PROFILE_H

#include <stdint.h>

#include "base/bits.h"
#include "base/error.h"
#include "base/text.h"

/*
 * A profile is a set of tables; rows refer to rows of other tables by number. Row 0 of strings,
 * frames and stacks always exists: the empty text, no frame, the empty stack.
 */

enum frame_kind {
	FRAME_NAMELESS, /* no symbol; its name is the module in brackets, or an address */
	FRAME_USER,
	FRAME_KERNEL, /* the kernel and its modules */
	FRAME_JIT,    /* code generated at run time: /tmp/perf-PID.map and the like */
	FRAME_INLINED,
	FRAME_RUNTIME, /* the runtime of a language, such as its garbage collector */
	FRAME_IDLE,    /* not code: according to the input, nothing ran */
	FRAME_KINDS
};

extern const char *const frame_kind_names[FRAME_KINDS];

/* The mode in which code runs. Most kinds imply it: see frame_mode.h. */
enum frame_mode { FRAME_MODE_UNKNOWN, FRAME_MODE_USER, FRAME_MODE_KERNEL, FRAME_MODES };

extern const char *const frame_mode_names[FRAME_MODES];

struct frame {
	uint32_t name;	 /* string */
	uint32_t module; /* string: the path or name of the module; 0: unknown */
	uint16_t kind;	 /* enum frame_kind */
	uint16_t mode;	 /* enum frame_mode, 0 unless the frame is nameless */
};

struct stack {
	uint32_t parent; /* stack, always less than this row's own number; 0: the root */
	uint32_t frame;
};

struct thread {
	uint32_t comm; /* string: its name at the time of the samples */
	int32_t pid;   /* PROFILE_NO_ID if it is not in the input */
	int32_t tid;
	/*
	 * string: the name of its leader at that time, if the input has that name and this thread
	 * is not the leader; 0: see process_names.h
	 */
	uint32_t process;
};

struct event {
	uint32_t name;	/* string */
	uint32_t unit;	/* string: the unit of a weight: "ns", "" for occurrences */
	uint32_t spans; /* 1: its samples are time spans; 0: moments */
};

/* The thread, CPU and event of a sample; many samples share a context. */
struct context {
	uint32_t thread;
	uint16_t cpu; /* PROFILE_NO_CPU if it is not in the input */
	uint16_t event;
};

/* A fact about the recording, such as "hostname" or "cmdline", in the order of the input. */
struct note {
	uint32_t key, value; /* strings */
};

/*
 * The kinds of losses, by their effect on pictures. All messages about losses use these kinds;
 * LOSSES_LOUD, samples that are missing from every picture, are shown prominently.
 */
enum loss_kind {
	LOST_UNREAD,  /* lines, records or rows not understood; possibly samples */
	LOST_SAMPLES, /* missing samples: the count is a number of samples */
	/* damaged or missing parts of the file: samples that cannot be counted */
	LOST_PARTS,
	LOST_CALLERS, /* samples with only a part of their stack */
	LOST_NAMES,   /* frames without a name */
	/* present, but the time, length, parent, weight or CPU is not the recorded one */
	LOST_SHAPE,
	LOST_ASIDE, /* understood, but left out on purpose: not a loss */
	LOSS_KINDS
};

/* Sets of kinds, for profile_lost(). */
#define LOSS_OF(kind) (1u << (kind))
#define LOSSES_LOUD   (LOSS_OF(LOST_SAMPLES) | LOSS_OF(LOST_PARTS))
#define LOSSES_ALL    (LOSS_OF(LOSS_KINDS) - 1 - LOSS_OF(LOST_ASIDE))

struct loss_words {
	const char *key;   /* in JSON: "samples" */
	const char *title; /* up to 11 characters for the beginning of a line: "lost" */
	const char *many;  /* after a number other than 1: "samples lost" */
};

extern const struct loss_words loss_words[LOSS_KINDS];

/* The kinds in the order in which they are shown, the worst first. */
extern const enum loss_kind loss_order[LOSS_KINDS];

struct loss {
	uint32_t reason; /* string: "lines not understood" */
	enum loss_kind kind;
	uint64_t count;
	uint64_t first_line; /* 1 is the first line of the file; 0: unknown */
};

/*
 * The sums over the samples of one context. Samples of the kernel's idle tasks, and other samples
 * with a leaf of FRAME_IDLE, are summed separately for each stack, so that idle time can be
 * distinguished.
 */
struct tally {
	uint32_t context;
	uint32_t stack; /* 0: the empty stack, or all other stacks of the context */
	uint64_t count; /* samples: see profile_row_count() */
	uint64_t weight;
	uint64_t duration; /* ns */
};

#define PROFILE_NO_ID  (-1)
#define PROFILE_NO_CPU UINT16_MAX

/* The maximum number of frames that readers keep of a stack. */
#define STACK_DEEPEST 65000

/*
 * The samples, sorted by time; equal times keep the order of the input. A row is one sample, or
 * several if `many` is set. The columns belong to the profile.
 *
 * A sample is a moment, or a time span [time, time + duration) during which the stack was the same.
 * Nested spans are stored as spans of the innermost one: when a child starts, the span of its
 * parent ends, and a new one begins after the child. So the self time of a function is the sum of
 * its spans, and every other time is a sum of spans, too. A range clips spans at its ends. The
 * samples of an event are either all moments or all spans.
 */
struct samples {
	uint64_t count;
	const uint64_t *time;  /* ns on the recording's clock; all 0 unless has_times */
	const uint32_t *stack; /* the leaf */
	const uint32_t *context;
	/* the period, or else profile_plain_weight(); the sum fits in 64 bits */
	const uint64_t *weight;
	/* the number of samples that a row stands for; NULL: 1; the sum fits in 64 bits */
	const uint64_t *many;
	const uint64_t *duration; /* ns; the sum fits in 64 bits; NULL: all are moments */
	/* row of profile.code->sites; 0: none; NULL: not requested */
	const uint32_t *site;
	const uint64_t *sched; /* see sched.h; NULL: not requested, or none */
	/*
	 * ns: 1 ns after the last moment, or the latest end of a span if that is later; a preview
	 * may end later still; 0 unless has_times
	 */
	uint64_t end;
};

/* Both arrays belong to the profile. The length of a text fits in an int, for printf(). */
struct strings {
	uint32_t count;
	const char *bytes;
	const uint64_t *ends; /* text i is the bytes [ends[i - 1], ends[i]) */
};

struct code;

/*
 * A profile whose samples are in a database engine, which has counted them (session/query). The
 * first `asked` rows count the samples of the requested ranges by stack, and all have the same
 * time; the next `against` rows do so for the baseline. The other rows count all samples of the
 * whole time that pass the same filter, by time slice and without stacks.
 */
struct server_side {
	uint32_t asked;
	uint32_t against; /* rows of the baseline */
	uint64_t slice;	  /* ns of a slice; 0: the slices are cells of one map */
	/* a slice has separate rows for samples that match a search (see `found`) and others */
	bool searched;
	struct bits found; /* by row: 1 if it matches the search */
	uint64_t passed;   /* samples that pass the filter */
	uint64_t idle;	   /* idle samples among these, whether they are in rows or not */
	/* the key by which slices are split: 1 + enum lanes_by; 0: none */
	uint32_t lanes;
	uint64_t from, to;	/* ns since 1970: the covered time */
	const char *statements; /* the queries, in a form that a user can repeat */
};

/*
 * How the times of a host were aligned with those of the other hosts. The values are stored in
 * .flare files.
 */
enum host_clock {
	HOST_CLOCK_RECORDED, /* the first three are wall clocks: see wall_clock.h */
	HOST_CLOCK_HEADER,
	HOST_CLOCK_FILE,
	HOST_CLOCK_START,   /* all recordings begin at the same time */
	HOST_CLOCK_NONE,    /* the recording has no times */
	HOST_CLOCK_STARTED, /* --started: also a wall clock */
	HOST_CLOCK_IN_TURN, /* each begins where the previous one ends */
	HOST_CLOCKS
};

/* One of several recordings that were merged: see hosts.h. */
struct host {
	uint32_t name, file; /* strings: its name, and the path of its file */
	uint32_t clock;	     /* enum host_clock */
	uint32_t rate;	     /* requested samples per second and CPU; 0: unknown */
	int64_t moved;	     /* ns: added to its times */
	/* ns: the time of its first sample in this profile, and the end of its samples */
	uint64_t from, to;
	uint64_t samples;
	uint64_t lost; /* losses of the kinds LOSSES_LOUD */
};

/* A process, a thread or a CPU of a host. */
struct host_number {
	uint32_t host;
	int32_t number; /* on that host; PROFILE_NO_ID: unknown */
};

struct hosts {
	const struct host *list;	 /* empty for a profile of one host */
	const struct host_number *tasks; /* by pid and by tid; row 0 is unused */
	const struct host_number *cpus;	 /* by CPU */
	uint32_t count, task_count, cpu_count;
};

/*
 * The tables belong to `owner` (memory, a mapped file, or a growing builder), and are released with
 * it.
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
	 * Sums over all samples, known without reading them; NULL if they have not been computed.
	 * When read from a file, all ids are valid, but the sums may be wrong.
	 */
	const struct tally *tallies;
	uint64_t tally_count;

	uint32_t frame_count, stack_count, thread_count, event_count, context_count,
	    note_count, loss_count;
	struct samples samples;
	struct hosts hosts; /* see hosts.h */
	const char *states; /* static: the states of --state; NULL: rows are samples */
	/* static: the name of --graph; NULL: frames are those of the samples' own stacks */
	const char *graph;
	uint64_t longer, shorter; /* ns: limits on the lengths of waits; 0: none */
	/* static: the title of all its events, "blocked"; NULL: none */
	const char *title;
	/* static: the unit of a map's counts, "thread"; NULL: time */
	const char *counted;
	/* the result of profile_origin(); 0: computed from the first sample */
	uint64_t origin;

	/*
	 * For previews of a growing profile: the number of times its tables were rebuilt. Ids of
	 * another generation refer to other rows.
	 */
	uint32_t generation;
	/* its spans are states of threads; a thread is in one state at a time */
	bool of_threads;
	bool has_times; /* otherwise there is no heat map */
	/*
	 * some weights differ from the plain weight, which is 1 for a moment and the duration for a
	 * span
	 */
	bool has_weights;
	/* threads, frames and CPUs are placeholders until they are read */
	bool times_only;

	/*
	 * Each row of the input stands for several samples with the same stack, and its weight is
	 * their number, also in samples.many. Never together with has_times.
	 */
	bool weights_are_counts;

	const struct server_side *server; /* NULL: the samples are in this profile */

	/*
	 * The sites of samples.site and their instructions; NULL: not requested, or the input has
	 * no addresses.
	 */
	const struct code *code;

	/*
	 * the displayed (demangled) names, by frame; if `shown` or the text of a frame is NULL, the
	 * name in the input is displayed
	 */
	const struct text *shown;

	void *owner;
	/* called by profile_free(); NULL: nothing to release */
	void (*release)(void *owner);
};

/* Release a profile and its tables; accepts NULL. */
void profile_free(struct profile *p);

/*
 * A profile of the samples [first, last). Its tables and columns are borrowed from `p`: do not free
 * the result.
 */
struct profile profile_part(const struct profile *p, uint64_t first, uint64_t last);

/*
 * A second profile that shares the tables of `*p`. The tables are released when both have been
 * freed, on any thread. `*p` may be replaced, so nothing else may refer to it yet. NULL and an
 * error when memory runs out; `*p` is then unchanged.
 */
struct profile *profile_share(struct profile **p, struct error *err);

static inline struct text profile_string(const struct profile *p, uint32_t id)
{
	uint64_t from = id ? p->strings.ends[id - 1] : 0;

	return (struct text){p->strings.bytes + from,
			     (size_t)(p->strings.ends[id] - from)};
}

/* The name of a frame's function in the input; profile_frame_name() is the displayed one. */
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

/* Is this the idle task of the kernel? Each CPU has one: "swapper", "swapper/3". */
bool profile_is_idle_task(const struct profile *p, const struct thread *t);

/* The end of a span, or the time of a moment. */
static inline uint64_t profile_row_end(const struct profile *p, uint64_t row)
{
	return p->samples.time[row] +
	       (p->samples.duration ? p->samples.duration[row] : 0);
}

/* The weight of a sample if the input has none: the duration of a span, 1 for a moment. */
static inline uint64_t profile_plain_weight(const struct profile *p, uint64_t row)
{
	if (!p->events[profile_context(p, row)->event].spans)
		return 1;
	return p->samples.duration ? p->samples.duration[row] : 0;
}

/* The number of samples in a row: to count samples, add these up. */
static inline uint64_t profile_row_count(const struct profile *p, uint64_t row)
{
	return p->samples.many ? p->samples.many[row] : 1;
}

/*
 * For each context, 1 if a sample has it, else 0. Reads all samples. NULL and an error when memory
 * runs out. Release with mem_free().
 */
uint8_t *profile_used_contexts(const struct profile *p, struct error *err);

/* The sum of all losses of these kinds; at most UINT64_MAX. */
uint64_t profile_lost(const struct profile *p, unsigned kinds);

struct bits;

/*
 * In `frames`, which has one bit per frame, set the bit of each frame whose displayed name makes
 * `fits` return true; `arg` is passed to `fits`. Each name is tested once, since many frames may
 * share a long one. False and an error when memory runs out.
 */
bool profile_find_frames(const struct profile *p, struct bits *frames,
			 bool (*fits)(void *arg, struct text name), void *arg,
			 struct error *err);

/* The value of the first note with this key; empty if there is no such note. */
struct text profile_note(const struct profile *p, const char *key);

/*
 * Append a note to a profile that nothing else refers to yet. False and an error when memory runs
 * out; the profile is then unchanged.
 */
bool profile_add_note(struct profile *p, struct text key, struct text value,
		      struct error *err);

/*
 * The time in ns at which ranges and the heat map begin. It is `origin` if that is set, else the
 * time of the first sample rounded down to a whole second. In a profile of spans that is shorter
 * than a second, the time is rounded down to a multiple of a tenth of a second, of a hundredth, and
 * so on: the longest of these units that is not longer than the profile, but at least a
 * microsecond. 0 if there are no samples or no times.
 */
uint64_t profile_origin(const struct profile *p);

/*
 * Compute the rows of profile.tallies, in the order in which they first occur, and their number,
 * `*count`. NULL and an error when memory runs out. Release with mem_free().
 *
 * There is no total of idle samples, because a higher layer decides which functions are idle. Its
 * rules may change with a release, but the stored sums cannot.
 */
struct tally *profile_tally(const struct profile *p, uint64_t *count, struct error *err);

/*
 * Are all ids valid and all rows in order? If not, the error names the first violation of the rules
 * in this header. The first function checks the tables; the second one checks the samples.
 */
bool profile_check_tables(const struct profile *p, struct error *err);
bool profile_check_samples(const struct profile *p, struct error *err);

#endif
