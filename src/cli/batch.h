/* batch.h - the steps that all printing commands share: read, compute, write, close. */

#ifndef CLI_BATCH_H
#define CLI_BATCH_H

#include <stdio.h>

#include "cli/output.h"
#include "session/session.h"

struct batch_timing;

/* The output of one command. `settings` are those of `options`, adapted to printed output. */
struct batch {
	const struct options *options; /* borrowed */
	struct output_style style;
	struct settings settings;
	FILE *out; /* borrowed */
	/* Borrowed: an error to report after all output has been written. */
	struct error *verdict;
	/* Borrowed: the durations of the steps, measured with --timing. */
	struct batch_timing *timing;
	/* Borrowed: work to start while the call tree of a single file is built; may be NULL. */
	const struct early *early;
};

typedef bool batch_writer(const struct batch *b, const struct session *s,
			  struct error *err);

/*
 * Read the files that the options name, and print the result with `write`. Lost records are
 * reported on standard error and are not a failure. A writer that succeeds may set `verdict`: the
 * output is kept, but the command fails with this error.
 */
bool batch_run(const struct options *o, batch_writer *write, struct error *err);

/* Like batch_run(), but with work to start early. */
bool batch_run_early(const struct options *o, const struct early *early,
		     batch_writer *write, struct error *err);

/*
 * Read the file without making a session. Free `*p` with profile_free(). `cache_key` is filled in
 * for cache_key_write(); it may be NULL, but not for a query.
 *
 * batch_warn() reports lost records. All warnings are printed on standard error.
 */
bool batch_read(const struct options *o, struct cache_key *cache_key, struct profile **p,
		struct error *err);
void batch_warn(const struct profile *p, const struct reading_options *reading,
		const char *file);

/* Warn that the functions `names` share a name and are counted together; "": do nothing. */
void batch_warn_several(const char *names);

/* Warn if the recording has no call graphs. */
void batch_warn_flat(const struct session *s);

/* If the samples come from ClickHouse, warn that results may be due to chance. */
void batch_warn_counted(const struct session *s);

/* Warn if the time of day or its zone is unknown. */
void batch_warn_clock(const struct profile *p);

/* Warn if percentages are rough because there are few samples. */
void batch_warn_rough(const struct range_totals *f);

/* Print a picture and free it. Returns false if `c` is NULL or printing fails. */
bool batch_print(const struct batch *b, struct canvas *c, struct error *err);

/* Describe the range, and its comparison if there is one, for an exporter. */
struct export_job batch_job(const struct batch *b, const struct session *s);

/*
 * If the job has a comparison, build the graph of both sides as `look` describes, and set it in
 * `job`. Release `shown` with shown_release(); it may be empty.
 */
bool batch_show(struct export_job *job, struct diff_flame *shown,
		const struct difference_look *look, struct error *err);

/* The options that may change the output of a command. */
enum effect {
	EFFECT_TRANSFORM = 1, /* --transform */
	EFFECT_REVERSE = 2,
	EFFECT_SIDES = 4, /* --against and related options */
	EFFECT_ORDER = 8, /* --sort, --min-share */
	EFFECT_ALL = 15
};

/* Warn about each given option whose effect is not in `has`. */
void unused_options_warn(const struct options *o, unsigned has);

/* The default number of rows of a heat map: 20 ms each, as in FlameScope. */
#define BATCH_ROWS 50

#endif
