/* batch.h - the steps that all printing commands share: read, compute, write, close. */

#ifndef CLI_BATCH_H
#define CLI_BATCH_H

#include <stdio.h>

#include "cli/output.h"
#include "session/session.h"

/* The output of one command. `settings` are those of the session, with the theme of the style. */
struct batch_timing;
struct batch {
	const struct options *options; /* borrowed */
	struct output_style style;
	struct settings settings;
	FILE *out; /* borrowed */
	struct error
	    *verdict; /* borrowed: an error to report after all output was written */
	/* Borrowed: measures the steps when --timing asks for it. */
	struct batch_timing *timing;
	/* Borrowed: computed early while a single file is read; NULL: nothing. */
	const struct early *early;
};

typedef bool batch_writer(const struct batch *b, const struct session *s,
			  struct error *err);

/*
 * Read the file that the options name, and print it with `write`. Losses are reported on standard
 * error and are not a failure. A successful writer may set `verdict`, which becomes the error of
 * the command; the output is kept.
 */
bool batch_run(const struct options *o, batch_writer *write, struct error *err);

/* The same with `early`, which the writer finds in its batch. */
bool batch_run_early(const struct options *o, const struct early *early,
		     batch_writer *write, struct error *err);

/*
 * The parts of it, for commands that print no session. The caller owns `*p` and frees it with
 * profile_free(). `cache_key` is filled in for cache_key_write(); NULL: the profile will not be
 * cached.
 */
bool batch_read(const struct options *o, struct cache_key *cache_key, struct profile **p,
		struct error *err);
void batch_warn(const struct profile *p, const struct reading_options *reading,
		const char *file);

/* Warn that a function exists in several modules, listed in `names`; "": no warning. */
void batch_warn_several(const char *names);

/* Warn on standard error when all stacks have one frame, and say why. */
void batch_warn_flat(const struct session *s);

/* Warn on standard error that scores of aggregated samples treat the samples as independent. */
void batch_warn_counted(const struct session *s);

/* Warn on standard error when the time of day or its zone is unknown. */
void batch_warn_clock(const struct profile *p);

/* Warn on standard error that percentages of few samples are rough. For text output. */
void batch_warn_rough(const struct range_totals *f);

/* Print a picture, and free it. False if it is NULL. */
bool batch_print(const struct batch *b, struct canvas *c, struct error *err);

/* The range and its comparison as a job for any format. */
struct export_job batch_job(const struct batch *b, const struct session *s);

/*
 * If the job has a comparison, build the graph of both sides with this look and set it in `job`.
 * Release `shown`, which may be empty, with shown_release().
 */
bool batch_show(struct export_job *job, struct diff_flame *shown,
		const struct difference_look *look, struct error *err);

/* The options that may change the output of a command. */
enum effect {
	EFFECT_TRANSFORM = 1, /* --transform */
	EFFECT_REVERSE = 2,
	EFFECT_SIDES = 4, /* --against and the options for it */
	EFFECT_ORDER = 8, /* --sort, --min-share */
	EFFECT_ALL = 15
};

/* Warn on standard error about each given option whose effect is not in `has`. */
void unused_options_warn(const struct options *o, unsigned has);

/* Rows of a heat map by default: 20 ms each, as in FlameScope. */
#define BATCH_ROWS 50

#endif
