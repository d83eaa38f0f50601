/* report.h - a short report: load, anomalies, periods, top functions, differences. */

#ifndef SESSION_REPORT_REPORT_H
#define SESSION_REPORT_REPORT_H

#include <stdatomic.h>

#include "analysis/compare/difference_rows.h"
#include "analysis/find/start_up.h"
#include "analysis/top.h"
#include "base/threads.h"
#include "session/session.h"
#include "analysis/find/time_query.h"

/* ---- report_command.c: the commands that show the details ---- */

/*
 * The common part of all commands: the options for the report's choice and for reading the file,
 * and the file. If this part is long, it is written only once, in a line that sets "$@" and, for a
 * second file, "$old"; the commands use these variables.
 */
struct report_commands {
	const char *file;	    /* borrowed: as it was opened */
	const char *baseline_file;  /* borrowed; NULL: none */
	struct selection selection; /* of the report; borrowed from the session */
	char *words;   /* owned: options and file, quoted; a blank precedes each word */
	char *second;  /* owned: the second file in this form; NULL: none */
	char *renamed; /* owned: options for two files; NULL or "": none */
	size_t place;  /* length of the options in `words` that info does not accept */
	bool is_apart; /* the common part is long: commands use "$@" */
	bool is_huge;  /* the common part is too long to be written */
};

/* `ascii`: see shell_line_word(). Release with report_commands_release(). */
bool report_commands_build(struct report_commands *c, const struct session *s,
			   const struct settings *settings, bool ascii,
			   struct error *err);
void report_commands_release(struct report_commands *c);

/*
 * "flarescope top --limit 3 --range 1,2 FILE" for the verb "top --limit 3". RANGE_ALL: the range of
 * the report. NULL and an error when memory runs out. Release the results of these functions with
 * mem_free().
 */
char *report_command(const struct report_commands *c, const char *verb,
		     struct range range, struct error *err);

/* The same with the second file after the first, if there is one: for diff. */
char *report_command_diff(const struct report_commands *c, const char *verb,
			  struct range range, struct error *err);

/* "flarescope info FILE"; NULL without an error if "$@" has options that info does not accept. */
char *report_command_info(const struct report_commands *c, struct error *err);

/* "set -- FILE", which sets "$@". NULL without an error if not `is_apart`, or if `is_huge`. */
char *report_command_set(const struct report_commands *c, struct error *err);

/* ---- report_moments.c: anomalies; similar ones are reported once ---- */

#define REPORT_GROUPS 5 /* maximum number of groups */

/* Anomalies of one kind with the same explanation, or bursts at regular intervals. */
struct report_group {
	uint32_t shown; /* the anomaly that is reported for the group */
	uint32_t count;
};

struct report_moments {
	struct anomalies all; /* owned */
	/* the groups with the highest scores, in descending order */
	struct report_group groups[REPORT_GROUPS];
	uint32_t count;
	uint32_t bursts, stalls, each_second, threads, mixes; /* numbers by kind */
	uint64_t every; /* ns: interval of regular bursts; 0: irregular */
};

/*
 * Find anomalies; spans, and profiles without times, have none. Release with
 * report_moments_release(), also after a failure.
 */
bool report_moments_find(struct report_moments *m, const struct time_query *w,
			 struct error *err);

/*
 * Group the anomalies. Four or more bursts are regular if two thirds of the intervals between their
 * starts differ from the median, `every`, by at most a tenth. The bursts at the ends of these
 * intervals form a group.
 */
void report_moments_tell(struct report_moments *m, const struct profile *p);
void report_moments_release(struct report_moments *m);

/* ---- the report ---- */

/* All borrowed. */
struct report_query {
	const struct session *session;	 /* its choice is reported */
	const struct settings *settings; /* for the printed commands */
	bool ascii;	      /* for the printed commands: see shell_line_word() */
	bool no_command_line; /* leave out the command line of the recording */
	bool whole_commands;  /* never write "$@" for long options and files */
};

#define REPORT_ROWS 5 /* maximum number of rows in each part */

/* Private: the state of the threads that run the analyses. */
#define REPORT_QUESTIONS 6
struct report_asking {
	struct time_query when;
	/* a thread that started before the session was complete */
	struct threads_one early;
	atomic_bool has_session;
	atomic_uint next, next_of_session;
	struct error errors[REPORT_QUESTIONS];
};

struct report {
	struct report_asking asking;
	const struct session *session; /* borrowed */
	struct session_document document;
	bool no_command_line;
	/* why there are no samples to report; else ERROR_NONE */
	struct error nothing;
	struct range_totals figures, baseline_figures;

	/*
	 * The 95 % margin of error of a share, in percentage points: at most 98 / sqrt(n) with n
	 * independent samples. 0 for spans, which are not sampled, or if there are no samples.
	 */
	double margin;
	struct summary_unnamed unnamed;

	/* borrowed from the session; NULL: no baseline */
	const struct comparison *comparison;
	struct difference_rows difference; /* owned */
	/* why no difference can be reported; else ERROR_NONE */
	struct error alike;
	struct top top; /* owned: functions by self value */

	/* the root frames with the largest values: nodes of the tree */
	uint32_t groups[REPORT_ROWS], group_count;

	struct report_moments moments; /* owned */
	struct start_up start;	       /* owned */
	struct periods periods;
	struct report_commands commands;
};

/*
 * For session_new_early(): start the analyses that need no call tree while a new session builds its
 * tree. `r` must be zero, must not be moved, and must be built from that session.
 */
struct early report_early(struct report *r);

/*
 * Run all analyses; `*r` is zero or from report_early(). A range or filter without samples is an
 * error, ERROR_NOTHING; a profile without samples is not. Release with report_release(), also after
 * a failure.
 */
bool report_build(struct report *r, const struct report_query *q, struct error *err);
void report_release(struct report *r);

enum report_format { REPORT_TEXT, REPORT_MARKDOWN, REPORT_JSON };

/* To keep a text shorter than this, rows are left out, and long names are truncated. */
#define REPORT_SIZE 2000 /* bytes */

/* Limits of a report. */
struct report_room {
	uint32_t rows; /* maximum number in each part */
	size_t name;   /* maximum length of a name in bytes */
	bool header;   /* print the host and the command line of the recording */
};

/* The number of functions to report; functions without a self value are left out. */
uint32_t report_top_rows(const struct report *r, const struct report_room *room);

/*
 * The functions with the largest totals, as indices of `top.rows`; returns their number. Functions
 * with at least 90 % are left out, unless there are no others.
 */
uint32_t report_top_total(const struct report *r, const struct report_room *room,
			  uint32_t rows[static REPORT_ROWS]);

/*
 * The rows of the difference to report: rows that are certain or, if there are none, the likeliest;
 * if the samples are spans or have no times, rows that changed by at least REPORT_POINTS. Rows
 * with the same values or the same function as an earlier row are left out.
 */
#define REPORT_POINTS 1 /* percentage points */
struct report_picked {
	uint32_t rows[REPORT_ROWS], count;
};
struct report_picked report_pick(const struct report *r, const struct report_room *room);

/* The rows to report for the start-up phase. */
struct report_picked report_pick_start(const struct report *r,
				       const struct report_room *room);

/* The verb of the command that prints these rows: "top --limit 5". */
#define REPORT_VERB_MAX 80
const char *report_top_verb(const struct report_room *room, bool by_total,
			    char verb[static REPORT_VERB_MAX]);
const char *report_diff_verb(const char *verb_so_far, const struct report_picked *picked,
			     char verb[static REPORT_VERB_MAX]);

bool report_write(const struct report *r, enum report_format format, FILE *out,
		  struct error *err);

/* ---- report_page.c: plain text and Markdown; report_json.c: JSON ---- */

bool report_page_write(const struct report *r, const struct report_room *room,
		       bool markdown, FILE *out, struct error *err);

bool report_json_write(const struct report *r, const struct report_room *room, FILE *out,
		       struct error *err);
extern const struct document_kind report_document; /* for schemas */

#endif
