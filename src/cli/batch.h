/* batch.h - what all commands that print have in common: read, compute, write, close. */

#ifndef CLI_BATCH_H
#define CLI_BATCH_H

#include <stdio.h>

#include "cli/output.h"
#include "session/session.h"

/* One command's output. `settings` are those of the session, with the style's theme. */
struct batch_timing;
struct batch {
	const struct options *options; /* borrowed */
	struct output_style style;
	struct settings settings;
	FILE *out;	       /* borrowed */
	struct error *verdict; /* borrowed: what to say after all has been written */
	struct batch_timing
	    *timing; /* borrowed: what took how long, if that is asked for */
	const struct early *
	    early; /* borrowed: who asks something of a single file early; NULL: nobody */
};

typedef bool batch_writer(const struct batch *b, const struct session *s,
			  struct error *err);

/*
 * Read the file that the options name, and let `write` print it. Losses are reported on standard
 * error and are no failure. A writer that is content may set `verdict` nevertheless: that is the
 * error then, but what was written stays.
 */
bool batch_run(const struct options *o, batch_writer *write, struct error *err);

/* The same for a writer that asks something early, which it finds in its batch. */
bool batch_run_early(const struct options *o, const struct early *early,
		     batch_writer *write, struct error *err);

/*
 * Its parts, for commands that print no session. `*p` is the caller's, for profile_free(); a
 * `cache_key` is filled in for cache_key_write(), NULL: nothing will be kept.
 */
bool batch_read(const struct options *o, struct cache_key *cache_key, struct profile **p,
		struct error *err);
void batch_warn(const struct profile *p, const struct reading_options *reading,
		const char *file);

/* Of a function that several modules have: what means each of them alone; "" for one. */
void batch_warn_several(const char *names);

/* Warn on standard error if all stacks have one frame, and say why. */
void batch_warn_flat(const struct session *s);

/* Say on standard error that scores of what an engine has counted take samples as independent. */
void batch_warn_counted(const struct session *s);

/* Warn on standard error if the time of day is not known, or not its zone. */
void batch_warn_clock(const struct profile *p);

/* Say on standard error how far percentages of few samples can be trusted: for text output. */
void batch_warn_rough(const struct figures *f);

/* What is drawn of the range, and of what it is held against, for any notation. */
struct export_job batch_job(const struct batch *b, const struct session *s);

/*
 * Where a job has a comparison: the graph of both sides, drawn so, in `job`. Release `shown`, which is
 * empty where there is none, with shown_release().
 */
bool batch_show(struct export_job *job, struct shown *shown,
		const struct difference_look *look, struct error *err);

/* Rows by default, 20 ms each, as in FlameScope. */
#define BATCH_ROWS 50

#endif
