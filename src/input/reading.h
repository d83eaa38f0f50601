/* reading.h - reads one file: its options, its progress, and the data for a format's reader. */

#ifndef INPUT_READING_H
#define INPUT_READING_H

#include <stdatomic.h>

#include "input/field_names.h"
#include "input/losses.h"
#include "input/source.h"

/*
 * The state of a live recording: its delay, losses and cost. Times are ns of CLOCK_MONOTONIC; 0:
 * unknown.
 */
struct live_figures {
	/* The recorder's latest tick, and when we received it. */
	atomic_uint_fast64_t tick, came;

	atomic_uint_fast64_t spent; /* ns of CPU time of the recorder */
	atomic_uint_fast64_t own;   /* omitted samples of this process */
	atomic_uint_fast64_t lost, throttled;
	atomic_uint_fast64_t gone; /* samples too old to be kept */
	/* ns of the recording that are kept, if memory limits them; otherwise 0 */
	atomic_uint_fast64_t keep;
};

/*
 * The progress of a reading. The threads of the reading write it; any thread may read it, and may
 * set `cancel`: the reading then soon fails with ERROR_CANCELLED.
 */
struct progress {
	/* Bytes of the file before unpacking; `total` is 0 if unknown. */
	atomic_uint_fast64_t done, total;
	atomic_uint_fast64_t samples;
	atomic_bool cancel;

	/* Used with reading_options.live. */
	struct live_figures live;

	/*
	 * With several files: the bytes and samples of the files before this one, and the bytes of
	 * all files; otherwise 0. Only the thread that reads uses them.
	 */
	uint64_t before, samples_before, all;
};

/*
 * Functions that get previews of the growing profile. Threads of the reading call them, one at a
 * time, after each block of input and, for some formats, several times a second while none arrives.
 * They must not call functions of the reading, which waits for them.
 */
struct audience {
	bool (*wants)(void *arg); /* ready for the next preview? */
	void (*show)(void *arg, struct profile *preview); /* takes the preview over */

	/*
	 * Called at most once, with the times and weights of all samples, but no stacks; which of
	 * them are idle is a guess. Takes the preview over.
	 */
	void (*show_times)(void *arg, struct profile *preview);
	void *arg; /* borrowed */

	/*
	 * Only for a witness, which is freed when all readings that joined it have left it. The
	 * loader of the session calls both.
	 */
	void (*join)(void *arg);
	void (*leave)(void *arg);
};

/* The unit of times in a text that does not state it; AUTO: guess the unit. */
enum time_unit {
	TIME_UNIT_AUTO,
	TIME_UNIT_NS,
	TIME_UNIT_US,
	TIME_UNIT_MS,
	TIME_UNIT_S,
};

struct started_file {
	struct text file; /* borrowed: a path or its last parts; empty: the only file */
	uint64_t at;	  /* the time of the first sample, ns since 1970 */
};

/* Start times of recordings, from --started. Zero it to begin; release with started_release(). */
struct started {
	struct started_file *list; /* owned */
	uint32_t count;
	size_t room;
};

/* Add a start time: "[FILE=]2026-11-30T10:44:23.5+01:00", see timestamp.h. `word` is borrowed. */
bool started_add(struct started *s, const char *word, struct error *err);
void started_release(struct started *s);

/* Assign the time without a file to `path` (borrowed). ERROR_USAGE: several times have no file. */
bool started_settle(struct started *s, const char *path, struct error *err);

/* Is `f` the start time of this file? Compares the whole path or its last parts. */
bool started_is_of(const struct started_file *f, const char *path);

#define PARSERS_MOST 16 /* threads that parse: more would wait for each other */

struct cache;
struct lines;
struct record_history;
struct recordings;
struct helper;
struct cache_key;
struct scratch;

struct reading_options {
	/* A format or a reader program of the user (plugin_readers.h); NULL: detect the format. */
	const char *format;

	/* The file was found in a directory, or is read again: refuse a pipe instead of waiting. */
	bool found;

	/* the samples are not needed: do not check them in stored profiles */
	bool facts_only;
	bool addresses; /* add the address to names of unknown functions: [lib <7f12>] */
	bool symbols; /* symbolize the addresses of recordings with files of this host */

	/*
	 * With `symbols`, borrowed: collect the instructions of functions whose names contain this
	 * text, and the samples at each instruction; see profile/code.h. NULL: none.
	 */
	const char *instructions_of;

	/*
	 * With `instructions_of`, borrowed: the modules of these functions, one name per line, with
	 * a blank for a newline in a name. Nothing else is symbolized, and stacks are left out.
	 * NULL: all modules, with stacks.
	 */
	const char *instructions_in;

	/* With `instructions_of`: omit source lines, which may be slow to find. */
	bool instructions_bare;

	/* With `instructions_of`, borrowed: see source_text.h; NULL: use source paths unchanged. */
	const char *source;

	bool lines;    /* distinguish functions by source line: "main a.c:12" */
	bool inlined;  /* with `symbols`: add the inlined calls that DWARF describes */
	bool switches; /* keep the scheduler's events, see profile/sched.h */

	/*
	 * Borrowed: the field of trace points that is the weight of their samples; NULL: weigh by
	 * period. Ignored with `switches`.
	 */
	const char *field;

	const char *symfs; /* borrowed, with `symbols`: see symbol_source.h; NULL: / */
	/* borrowed, with `symbols`: see symbol_source.h; NULL: search for the symbols */
	const char *kallsyms;
	enum time_unit time_unit; /* for text formats that do not state the unit */

	/* Borrowed: start times that replace those of the input; NULL: none. */
	const struct started *started;

	/* Borrowed, for recordings_run(): the files; NULL: its `path`. */
	const struct recordings *together;

	/* Read a pipe while it grows; excludes options that need the whole input. */
	bool live;

	/* with `live`: our own recorder writes the input; trust its TICK records */
	bool ticks;
	uint64_t keep; /* with `live`: drop samples older than this in ns; 0: keep all */

	/* With `live`, borrowed: gets the records; NULL: they are not kept. */
	struct record_history *kept;

	bool sparing; /* limit memory by the file's size, see reading_allowance() */
	/* with `sparing`: bytes to add to the limit, for profiles that are already open */
	uint64_t beside;
	unsigned threads; /* parsing threads, at most PARSERS_MOST; 0: one for each CPU */
	const struct audience *audience; /* borrowed; NULL: no previews */
	const struct audience *witness;	 /* borrowed: a second audience; NULL: none */
	const struct cache *cache;	 /* borrowed: searched first; NULL: no cache */
	struct cache_key *cache_key;	 /* borrowed: set for the caller; may be NULL */
	/* borrowed: runs programs for a confined process; NULL: run them directly */
	struct helper *helper;
	/* borrowed: temporary files for a confined process; NULL: create them directly */
	struct scratch *scratch;
};

/* The data for a format's reader. All pointers are borrowed. */
struct reading {
	struct source *source;
	struct builder *builder;
	struct losses *losses;
	struct progress *progress;
	const struct reading_options *options;
	struct field_names *fields; /* NULL: no field is requested */
	size_t used;		    /* mem_used() before the reading began */
	uint64_t stored;	    /* bytes of the file without holes; 0: not a file */
	uint64_t started;	    /* ns since 1970, from options->started; 0: unknown */
};

/* Set the start time of a profile or preview to r->started, if that is known. */
bool reading_tell(const struct reading *r, struct profile *p, struct error *err);

/*
 * Publish the progress and show previews. Readers call this after each part of the input, such as
 * READING_EACH lines, on one thread at a time. False and an error: cancelled, or the builder has
 * failed.
 */
#define READING_EACH 4096
bool reading_goes_on(struct reading *r, struct error *err);

/* lines_next(), and reading_goes_on() after every READING_EACH lines. */
bool reading_next_line(struct reading *r, struct lines *l, struct text *line,
		       struct error *err);

/*
 * The bytes of memory, or of temporary files, that the reading may use: 256 times the size of the
 * file, or of the bytes read so far from a pipe; at least 512 MiB; plus `beside`. UINT64_MAX for a
 * directory, or without `sparing`.
 */
uint64_t reading_allowance(const struct reading *r);

/* The number of threads that may read: options->threads, or the number of CPUs. */
unsigned reading_threads(const struct reading_options *options);

/* False and an error if the reading was cancelled. Any thread may call this. */
bool reading_is_wanted(const struct progress *progress, struct error *err);

/* Does options->format name a reader program of the user? True for any unknown name. */
bool reading_is_plugin(const struct reading_options *options);

/*
 * Read the file at `path` ("-" is standard input) into a profile; release it with profile_free().
 * On failure, returns NULL and an error of one sentence, usually with advice. `options` and
 * `progress` may be NULL.
 */
struct profile *reading_run(const char *path, const struct reading_options *options,
			    struct progress *progress, struct error *err);

/*
 * The same for an open source, which is borrowed; `name` is for messages and options->started. Must
 * not be used for reader programs of the user, which open the file themselves.
 */
struct profile *reading_run_source(struct source *source, const char *name,
				   const struct reading_options *options,
				   struct progress *progress, struct error *err);

/* The error for a file that has sums of perf record --off-cpu, but no samples. */
#define READING_SUMS_ONLY                                                                \
	"it has only sums of perf record --off-cpu, without times; --state blocked "     \
	"shows "                                                                         \
	"them, in a graph alone"

/* Keys of the notes on inlined functions and on source lines (--lines). */
#define READING_INLINED "inlined functions"
#define READING_LINES	"source lines"

/* Add the note `key`, one of these two: "at COUNT of the OF", or `none` if `count` is 0. */
void reading_tell_found(const struct reading *r, const char *key, uint64_t count,
			const char *of, const char *none);

#endif
