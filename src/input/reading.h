/* reading.h - reading one file: what a format's reader gets, and the call that runs it. */

#ifndef INPUT_READING_H
#define INPUT_READING_H

#include <stdatomic.h>

#include "input/field_names.h"
#include "input/losses.h"
#include "input/source.h"

/*
 * The state of a live recording: the age of the newest preview, the losses and the cost. Times are
 * ns of CLOCK_MONOTONIC. 0: unknown.
 */
struct live_figures {
	/* The recorder's latest tick, and when we received it. */
	atomic_uint_fast64_t tick, came;

	atomic_uint_fast64_t spent; /* ns of CPU time of the recorder */
	atomic_uint_fast64_t own;   /* samples of this process, which are left out */
	atomic_uint_fast64_t lost, throttled;
	atomic_uint_fast64_t gone; /* samples too old to be kept */
	/* ns that are kept, if memory limits it; otherwise 0 */
	atomic_uint_fast64_t keep;
};

/*
 * The progress of a reading. The threads of the reading write it, and any thread may read it. Any
 * thread may set `cancel`; the reading then soon fails with ERROR_CANCELLED.
 */
struct progress {
	/* Bytes of the file as stored; total 0: unknown. */
	atomic_uint_fast64_t done, total;
	atomic_uint_fast64_t samples;
	atomic_bool cancel;

	/* With reading_options.live. */
	struct live_figures live;

	/*
	 * When several files are read: the bytes and samples of the files before this one, and the
	 * bytes of all. 0: there is only one. Only the thread that reads writes them.
	 */
	uint64_t before, samples_before, all;
};

/*
 * The functions that get previews of the growing profile. The threads of the reading call them,
 * one at a time, after each block of input, and some times a second while no input comes. The
 * reading waits for them to return, and they must not call functions of the reading.
 */
struct audience {
	bool (*wants)(void *arg); /* ready for the next preview? */
	void (*show)(void *arg, struct profile *preview); /* takes the preview */

	/*
	 * Called once at most: all samples with their times and weights, but without stacks; which
	 * of them are idle is a guess. Takes the preview.
	 */
	void (*show_times)(void *arg, struct profile *preview);
	void *arg; /* borrowed */

	/*
	 * Only a witness has these: it is freed when the last who joined has left. The loader
	 * of the session calls both.
	 */
	void (*join)(void *arg);
	void (*leave)(void *arg);
};

/* The unit of times that a script printed as bare numbers; AUTO: guess it. */
enum time_unit {
	TIME_UNIT_AUTO,
	TIME_UNIT_NS,
	TIME_UNIT_US,
	TIME_UNIT_MS,
	TIME_UNIT_S,
};

struct started_file {
	struct text file; /* borrowed: a path, or its last parts; empty: the only file */
	uint64_t at;	  /* the time of its first sample, ns since 1970 */
};

/*
 * The start times of recordings that the user states with --started. Zero to begin; release with
 * started_release().
 */
struct started {
	struct started_file *list; /* owned */
	uint32_t count;
	size_t room;
};

/* Add a start time: "[FILE=]2026-11-30T10:44:23.5+01:00", see timestamp.h. `word` is borrowed. */
bool started_add(struct started *s, const char *word, struct error *err);
void started_release(struct started *s);

/* Assign the time without a file to `path`. ERROR_USAGE when there are two of these. */
bool started_settle(struct started *s, const char *path, struct error *err);

/* Does it name this file, by the whole path or its last parts? */
bool started_is_of(const struct started_file *f, const char *path);

#define PARSERS_MOST 16 /* threads that parse; more would only wait for each other */

struct cache;
struct lines;
struct record_history;
struct recordings;
struct helper;
struct cache_key;
struct scratch;

struct reading_options {
	/* A format, or a reader of the user's own (plugin_readers.h); NULL: detect the format. */
	const char *format;

	/*
	 * The file was found in a directory, or is read again: refuse a pipe. Otherwise opening
	 * a pipe waits for its writer.
	 */
	bool found;

	/* the samples will not be read one by one: they may stay unchecked */
	bool facts_only;
	bool addresses; /* name unknown functions by their address too: [lib <7f12>] */
	bool symbols; /* symbolize the addresses of recordings with files of this host */

	/*
	 * With `symbols`, borrowed: for functions whose names contain this text, also collect the
	 * instructions and the samples at each of them; see profile/code.h. NULL: none.
	 */
	const char *instructions_of;

	/*
	 * With instructions_of, borrowed: only in these modules, one name a line (a blank
	 * stands for a newline in a name). Nothing else is symbolized, and stacks are left out.
	 * NULL: in all modules, with stacks.
	 */
	const char *instructions_in;

	/* With `instructions_of`: omit source lines, which may be slow to find. */
	bool instructions_bare;

	/*
	 * With `instructions_of`, borrowed: see source_text.h; NULL: paths of source code are used
	 * unchanged.
	 */
	const char *source;

	bool lines;    /* distinguish functions by source line: "main a.c:12" */
	bool inlined;  /* with `symbols`: also the inlined calls that DWARF records */
	bool switches; /* keep the scheduler's events, see profile/sched.h */

	/*
	 * Borrowed: the field of trace points that weighs their samples, instead of the period;
	 * NULL: none. Not with `switches`.
	 */
	const char *field;

	const char *symfs; /* borrowed, with `symbols`: see symbol_source.h; NULL: / */
	/* borrowed, with `symbols`: see symbol_source.h; NULL: the known symbols of that kernel */
	const char *kallsyms;
	enum time_unit time_unit; /* for text formats that do not state it */

	/* Borrowed: when the recording began; NULL: as the input says. */
	const struct started *started;

	/* Borrowed, for recordings_run(): the files; NULL: the one named. */
	const struct recordings *together;

	/* Read a pipe while it grows. Not with options that need the whole input. */
	bool live;

	bool ticks;    /* with `live`: from our own recorder, whose TICKs are trusted */
	uint64_t keep; /* with `live`: ns; older samples are dropped; 0: none are */

	/* With `live`, borrowed: gets the records themselves; NULL: not kept. */
	struct record_history *kept;

	bool sparing; /* limit memory in proportion to the size of the file ... */
	/* ... plus this many bytes, for profiles that are open already */
	uint64_t beside;
	unsigned threads; /* that parse, at most PARSERS_MOST; 0: one for each CPU */
	const struct audience *audience; /* borrowed; NULL: no previews */
	const struct audience *witness;	 /* borrowed: a second audience; NULL: none */
	const struct cache *cache;	 /* borrowed: searched first; NULL: no cache */
	struct cache_key *cache_key;	 /* borrowed: filled in for the caller, or NULL */
	struct helper *helper;	 /* borrowed; NULL: we may run programs and make files */
	struct scratch *scratch; /* borrowed; NULL: we may make temporary files */
};

/* All that a format's reader gets. All pointers are borrowed. */
struct reading {
	struct source *source;
	struct builder *builder;
	struct losses *losses;
	struct progress *progress;
	const struct reading_options *options;
	struct field_names *fields; /* NULL: no field is requested */
	size_t used;		    /* mem_used() before the reading began */
	uint64_t stored;	    /* bytes of the file, without holes; 0: not a file */
	uint64_t started;	    /* ns since 1970, from options->started; 0: unknown */
};

/* For readers: set the start time of a profile that is to be shown, from options->started. */
bool reading_tell(const struct reading *r, struct profile *p, struct error *err);

/*
 * Readers call this after every READING_EACH lines, rows or samples, from one thread at a time. It
 * publishes the progress and shows previews. False and an error when the reading was cancelled or
 * the builder has failed.
 */
#define READING_EACH 4096
bool reading_goes_on(struct reading *r, struct error *err);

/* lines_next(), and reading_goes_on() after every READING_EACH lines. */
bool reading_next_line(struct reading *r, struct lines *l, struct text *line,
		       struct error *err);

/*
 * The bytes of memory, or of temporary files, that the reading may use: 256 times the size of the
 * file, or of the part of a pipe read so far, but at least 512 MiB. UINT64_MAX when `sparing` is
 * not set.
 */
uint64_t reading_allowance(const struct reading *r);

/* The number of threads that may read: options->threads, or the number of CPUs. */
unsigned reading_threads(const struct reading_options *options);

/* For other threads: false and an error when the reading was cancelled. */
bool reading_is_wanted(const struct progress *progress, struct error *err);

/* Does options->format name a reader of the user's own? */
bool reading_is_plugin(const struct reading_options *options);

/*
 * Read the file at `path` ("-" is standard input) into a profile; release it with profile_free().
 * On failure returns NULL and an error of one sentence: what was expected, what was found and what
 * to try. `options` and `progress` may be NULL.
 */
struct profile *reading_run(const char *path, const struct reading_options *options,
			    struct progress *progress, struct error *err);

/*
 * The same for an open source, which is borrowed; `name` is for messages. Not for the user's own
 * readers, which open the file themselves.
 */
struct profile *reading_run_source(struct source *source, const char *name,
				   const struct reading_options *options,
				   struct progress *progress, struct error *err);

/* The error for a file that has only the sums of perf record --off-cpu and no samples. */
#define READING_SUMS_ONLY                                                                \
	"it has only sums of perf record --off-cpu, without times; --state blocked "     \
	"shows "                                                                         \
	"them, in a graph alone"

/* The key of the note on inlined functions: their number, or why there are none. */
#define READING_INLINED "inlined functions"

/* The key of the note on source lines (--lines): the number of places, or "none" and why. */
#define READING_LINES "source lines"

/* For readers: add one of these notes: "at COUNT of the OF", or `none` when `count` is 0. */
void reading_tell_found(const struct reading *r, const char *key, uint64_t count,
			const char *of, const char *none);

#endif
