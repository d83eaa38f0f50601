/* report.h - what one has to know of a profile, found without looking at it. */

#ifndef SESSION_REPORT_REPORT_H
#define SESSION_REPORT_REPORT_H

#include <stdatomic.h>

#include "analysis/compare/difference_rows.h"
#include "analysis/find/start_up.h"
#include "analysis/top.h"
#include "base/threads.h"
#include "session/report/report_command.h"
#include "session/report/report_moments.h"

/* What is reported on. All borrowed. */
struct report_query {
	const struct session *session; /* of the file; its choice is what is looked at */
	const struct settings *settings; /* how it was read: commands read it so, too */
	bool ascii;			 /* for commands: see shell_line_word() */
};

#define REPORT_ROWS 5 /* of anything, at most */

/* Private: what is asked, by several threads. */
#define REPORT_QUESTIONS 6
struct report_asking {
	struct when when;
	struct threads_one
	    early; /* the thread that has begun before the session was there */
	atomic_bool has_session;
	atomic_uint next, next_of_session;
	struct error errors[REPORT_QUESTIONS];
};

struct report {
	struct report_asking asking;
	const struct session *session; /* borrowed */
	struct error nothing; /* why there is nothing to look at, if that is so */
	struct figures figures, baseline_figures;

	/*
	 * By how many percentage points a share of the samples may be off: of n that know
	 * nothing of each other 95 in 100 shares are within 98 / sqrt(n). 0 of spans, which
	 * are not sampled, and of no samples.
	 */
	double margin;
	struct summary_unnamed unnamed;

	/* how it differs from the second file, or a range from the rest; NULL: from nothing */
	const struct comparison *comparison; /* borrowed from the session */
	struct difference_rows difference;   /* owned */
	struct error alike; /* why nothing can be said of the difference, if that is so */
	struct top top;	    /* owned: functions by self */

	/* the processes (what the root frames are) with the largest values: nodes of the tree */
	uint32_t groups[REPORT_ROWS], group_count;

	struct report_moments moments; /* owned */
	struct start_up start;	       /* owned */
	struct periods periods;
	struct report_commands commands;
};

/*
 * Of a report that is all 0: begin with what needs no call tree, while a new session makes that. It must
 * stay where it is, and the session must be the one that it is built of.
 */
struct early report_early(struct report *r);

/*
 * Ask all analyses; `*r` is all 0, or has begun early. That there is nothing to look at is no error, but that no sample is where one
 * was asked for, by range or filter, is: ERROR_NOTHING. Release with report_release(), also after
 * a failure.
 */
bool report_build(struct report *r, const struct report_query *q, struct error *err);
void report_release(struct report *r);

enum report_format { REPORT_TEXT, REPORT_MARKDOWN, REPORT_JSON };

/* A report is shorter than this, whatever the profile: rows go, and long names are cut. */
#define REPORT_SIZE 2000 /* bytes */

/* How much of it is written. */
struct report_room {
	uint32_t rows; /* of anything */
	size_t name;   /* bytes of a name */
	bool header;   /* who recorded it */
};

/* How many functions are told of: those that did something by themselves. */
uint32_t report_top_rows(const struct report *r, const struct report_room *room);

/*
 * The rows of the difference that are told: those that are certain, or, where none is, the surest
 * ones; of spans those whose share changed by REPORT_POINTS percentage points. What has
 * the values of another row is told once.
 */
#define REPORT_POINTS 1
struct report_picked {
	uint32_t rows[REPORT_ROWS], count;
};
struct report_picked report_pick(const struct report *r, const struct report_room *room);

/* The same of the start. */
struct report_picked report_pick_start(const struct report *r,
				       const struct report_room *room);

/* "top --limit 5": the command that prints these. */
#define REPORT_VERB_MAX 80
const char *report_top_verb(const struct report_room *room,
			    char verb[static REPORT_VERB_MAX]);
const char *report_diff_verb(const char *verb_so_far, const struct report_picked *picked,
			     char verb[static REPORT_VERB_MAX]);

bool report_write(const struct report *r, enum report_format format, FILE *out,
		  struct error *err);

#endif
