/* reading.h - one file being read: what a reader sees, and the call that does it all. */

#ifndef INPUT_READING_H
#define INPUT_READING_H

#include <stdatomic.h>

#include "input/field_names.h"
#include "input/losses.h"
#include "input/source.h"

/*
 * What is known of a recording that goes on: of how long ago the newest picture is, what was lost, and what it costs.
 * Times are of CLOCK_MONOTONIC, ns. 0: not told.
 */
struct live_figures {
	atomic_uint_fast64_t tick,
	    came;		    /* the recorder's latest look, and when we had it */
	atomic_uint_fast64_t spent; /* ns of CPU time of the recorder */
	atomic_uint_fast64_t own;   /* samples of ours, which are left out */
	atomic_uint_fast64_t lost, throttled;
	atomic_uint_fast64_t gone; /* samples too old to be kept */
	atomic_uint_fast64_t
	    keep; /* ns that are kept, if memory is too short for what was asked; else 0 */
};

/*
 * How far a reading is. The reading's threads write, any thread may read; `cancel` goes the
 * other way: set it and the reading fails soon after with ERROR_CANCELLED.
 */
struct progress {
	atomic_uint_fast64_t done,
	    total; /* bytes of the file as stored; total 0: unknown */
	atomic_uint_fast64_t samples;
	atomic_bool cancel;

	/* Of what is read as it comes (reading_options.live): */
	struct live_figures live;

	/* Of several files the reading's thread has added up the bytes and samples of those that
	 * were read before this one, and the bytes of all of them. 0: there is one. */
	uint64_t before, samples_before, all;
};

/*
 * Who wants to see the profile grow. All are called on the reading's threads, one call at
 * a time, with every block of input and some times a second while none comes. Meanwhile
 * the reading stands still, and none may call anything of it.
 */
struct audience {
	bool (*wants)(void *arg); /* ready for the next picture? */
	void (*show)(void *arg, struct profile *preview); /* the callee's from then on */

	/* once at most: all samples with their times and weights, but without stacks; who
	 * is idle is a guess. The callee's as well */
	void (*show_times)(void *arg, struct profile *preview);
	void *arg; /* borrowed */

	/* of a witness, who lives as long as anybody has joined and not left: both are told by who reads */
	void (*join)(void *arg);
	void (*leave)(void *arg);
};

/* Of times that a script printed as bare numbers; AUTO: by what is likely. */
enum time_unit {
	TIME_UNIT_AUTO,
	TIME_UNIT_NS,
	TIME_UNIT_US,
	TIME_UNIT_MS,
	TIME_UNIT_S,
};

#define PARSERS_MOST 16 /* threads that parse: more of them wait for each other */

struct cache;
struct kept_records;
struct recordings;
struct started;
struct helper;
struct cache_key;
struct scratch;

struct reading_options {
	const char *format; /* name of a format, or of a reader of one's own
			     * (plugin_readers.h); NULL: find out by content */
	bool
	    found; /* in a directory, or read before: a pipe there is refused; else it is waited
		     * for who writes to it */
	bool facts_only; /* nobody will look at single samples: they may be unchecked */
	bool addresses;	 /* name unknown functions by their address too: [lib <7f12>] */
	bool symbols;	 /* name the addresses of recordings, by files that are here */
	const char *instructions_of; /* borrowed, with `symbols`: also where in functions
				      * whose names have this in them samples were, and
				      * their instructions; see profile/code.h. NULL: none */
	const char
	    *instructions_in; /* borrowed, with that: the modules they are in, a line each
			      * (a newline in a name is a blank there): nothing else is
			      * looked up, and stacks are left out. NULL: any, and stacks
			      * as ever */
	bool instructions_bare; /* with that: without what they were compiled from, which
				 * can take long to find */
	const char
	    *source; /* borrowed, with that: see source_text.h; NULL: paths of source
			     * code are as they are */
	bool
	    lines; /* functions are told apart by the line of source code: "main a.c:12" */
	bool inlined;  /* with `symbols`: also of the calls that DWARF tells of */
	bool switches; /* keep what the scheduler did, see profile/sched.h */
	const char
	    *field; /* borrowed: of trace points, weighs their samples in the place of
			    * the period; NULL: none. Not with `switches` */
	const char *symfs;    /* borrowed, with `symbols`: see symbol_source.h; NULL: / */
	const char *kallsyms; /* the same; NULL: what is known of that kernel */
	enum time_unit time_unit; /* of text formats that do not say it */
	const struct started
	    *started; /* borrowed: what time it was then; NULL: as the input tells it */
	const struct recordings *
	    together; /* borrowed; for recordings_run(): the files; NULL: the one named */
	bool
	    live; /* of a pipe: read it as it comes; nothing else may be asked of it that needs all of it */
	bool
	    ticks; /* with that: it comes from our own recorder, whose TICKs are to be believed */
	uint64_t keep; /* ns, with that: older samples are let go; 0: none are */
	struct kept_records *
	    kept; /* borrowed, with that: the records themselves go there; NULL: nowhere */
	bool sparing;	 /* memory in proportion to the file, where that is small */
	uint64_t beside; /* ... and so much more, for what is open already */
	unsigned
	    threads; /* that parse, at most PARSERS_MOST; 0: as many as CPUs we may use */
	const struct audience *audience; /* borrowed; NULL: nobody looks */
	const struct audience *
	    witness; /* borrowed: who looks as well, and has pictures of its own; or NULL */
	const struct cache *cache; /* borrowed; where to look first. NULL: nowhere */
	struct cache_key
	    *cache_key;		 /* borrowed; filled in for who writes it. NULL: nobody */
	struct helper *helper;	 /* borrowed; NULL: programs can be run, files be made */
	struct scratch *scratch; /* borrowed; NULL: temporary files can be made */
};

/* What exists for a format's reader, and nothing else. All borrowed. */
struct reading {
	struct source *source;
	struct builder *builder;
	struct losses *losses;
	struct progress *progress;
	const struct reading_options *options;
	struct field_names *fields; /* NULL: no field is asked for */
	size_t used;		    /* mem_used() before it began */
	uint64_t stored;  /* bytes of a file that are really there; 0: it is none */
	uint64_t started; /* ns since 1970, as options->started says; 0: it does not */
};

/* For readers: a profile that is to be shown gets what is said of it (options->started). */
bool reading_tell(const struct reading *r, struct profile *p, struct error *err);

/*
 * To be called by readers after so many lines, rows or samples, by one thread at a time:
 * publishes how far they are, and shows the audience. False and an error when the reading was
 * cancelled or the builder has failed.
 */
#define READING_EACH 4096
bool reading_goes_on(struct reading *r, struct error *err);

/*
 * Bytes that it may cost, of memory or of temporary files, for the size that the file has, or
 * that has come of a pipe: 256 times that, at least 512 MiB. UINT64_MAX when the user has said
 * what it may.
 */
uint64_t reading_allowance(const struct reading *r);

/* How many threads may read: those that the options tell, or else one for each CPU. */
unsigned reading_threads(const struct reading_options *options);

/* For threads beside that one: false and an error when the reading was cancelled. */
bool reading_is_wanted(const struct progress *progress, struct error *err);

/* Is a reader of the user's own named, and no format of ours? */
bool reading_is_plugin(const struct reading_options *options);

/*
 * Read the file at `path` ("-" is standard input) into a profile; release it with
 * profile_free(). NULL and an error in one sentence: what was expected, what was found and
 * what to try, when it cannot be used. `options` and `progress` may be NULL.
 */
struct profile *reading_run(const char *path, const struct reading_options *options,
			    struct progress *progress, struct error *err);

/*
 * The same for an open source, which stays the caller's; `name` is for messages. For formats
 * of ours alone: a reader of one's own opens the file itself.
 */
struct profile *reading_run_source(struct source *source, const char *name,
				   const struct reading_options *options,
				   struct progress *progress, struct error *err);

/* What is said of a file that has nothing else. */
#define READING_SUMS_ONLY                                                                \
	"it has only sums of perf record --off-cpu, without times; --state blocked "     \
	"shows "                                                                         \
	"them, in a graph alone"

/* The key of the note on inlined functions: how many, or why none. */
#define READING_INLINED "inlined functions"

/* That on lines of source code, with --lines: at how many places, or "none" and why. */
#define READING_LINES "source lines"

/* For readers, a note of those: at how many of what was counted, "frames", or why `none`. */
void reading_tell_found(const struct reading *r, const char *key, uint64_t count,
			const char *of, const char *none);

#endif
