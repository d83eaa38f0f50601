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

/* ---- report_command.c: the commands that show the same ---- */

/*
 * The parts that all commands have in common: the choice of the report, and the file with the
 * options to read it. Long words are written once, in a line that sets "$@", and the commands have
 * "$@" in their place.
 */
struct report_commands {
	const char *file;	    /* borrowed: as it was opened */
	const char *baseline_file;  /* borrowed; NULL if there is none */
	struct selection selection; /* that of the report; borrowed from the session */
	char *words;   /* owned: options and file, quoted; a blank before each */
	char *second;  /* owned: the second file in the same way; NULL: none */
	char *renamed; /* owned: options about both files; NULL or "": none */
	size_t place;  /* length of the options in `words` that info does not take */
	bool is_apart; /* they are long: write "$@" */
	bool is_huge;  /* too long to be written at all */
};

/* `ascii`: see shell_line_word(). Release with report_commands_release(). */
bool report_commands_build(struct report_commands *c, const struct session *s,
			   const struct settings *settings, bool ascii,
			   struct error *err);
void report_commands_release(struct report_commands *c);

/*
 * "flarescope top --limit 3 --range 1,2 FILE" for the verb "top --limit 3". RANGE_ALL stands for
 * the range of the report. NULL and an error without memory; release this and the next two with
 * mem_free().
 */
char *report_command(const struct report_commands *c, const char *verb,
		     struct range range, struct error *err);

/* The same with the second file after the first, if there is one: for diff. */
char *report_command_diff(const struct report_commands *c, const char *verb,
			  struct range range, struct error *err);

/* "flarescope info FILE"; NULL without an error if the line would be long. */
char *report_command_info(const struct report_commands *c, struct error *err);

/* "set -- FILE", which sets "$@". NULL without an error if no command has "$@". */
char *report_command_set(const struct report_commands *c, struct error *err);

/* ---- report_moments.c: anomalies; similar ones are reported once ---- */

#define REPORT_GROUPS 5 /* the most groups */

/* Moments of one kind with the same reason, or bursts at regular intervals. */
struct report_group {
	uint32_t shown; /* the moment that is reported for the group */
	uint32_t count;
};

struct report_moments {
	struct anomalies all; /* owned */
	/* in descending order of scores; not all */
	struct report_group groups[REPORT_GROUPS];
	uint32_t count;
	uint32_t bursts, stalls, each_second, threads, mixes;
	uint64_t every; /* ns: interval of regular bursts, see below; else 0 */
};

/*
 * Spans and profiles without times have none. Release with report_moments_release(), also after a
 * failure.
 */
bool report_moments_find(struct report_moments *m, const struct time_query *w,
			 struct error *err);

/*
 * Group the moments. Bursts are regular if there are four or more, and if two of three intervals
 * between their starts are within a tenth of the median interval, which is `every`; then a burst
 * next to such an interval is regular.
 */
void report_moments_tell(struct report_moments *m, const struct profile *p);
void report_moments_release(struct report_moments *m);

/* "burst", "stall", "each second", "one thread alone", "another mix" */
const char *report_moments_word(enum anomaly_kind kind);

/* ---- the report ---- */

/* All borrowed. */
struct report_query {
	const struct session *session;	 /* the report covers its choice */
	const struct settings *settings; /* for commands that read the file again */
	bool ascii;			 /* for commands: see shell_line_word() */
};

#define REPORT_ROWS 5 /* the most rows of each part */

/* Private: the state of the threads that run the analyses. */
#define REPORT_QUESTIONS 6
struct report_asking {
	struct time_query when;
	/* the thread that has started before the session was complete */
	struct threads_one early;
	atomic_bool has_session;
	atomic_uint next, next_of_session;
	struct error errors[REPORT_QUESTIONS];
};

struct report {
	struct report_asking asking;
	const struct session *session; /* borrowed */
	/* why the profile has no samples here, if that is the case */
	struct error nothing;
	struct range_totals figures, baseline_figures;

	/*
	 * The margin of error of a share of the samples in percentage points: with n independent
	 * samples, 95 in 100 shares are within 98 / sqrt(n). 0 for spans, which are not sampled,
	 * and without samples.
	 */
	double margin;
	struct summary_unnamed unnamed;

	/* borrowed from the session: with the second file or the rest; NULL: none */
	const struct comparison *comparison;
	struct difference_rows difference; /* owned */
	/* why there is no difference to report, if that is the case */
	struct error alike;
	struct top top; /* owned: functions by self */

	/* the root frames (processes) with the largest values: nodes of the tree */
	uint32_t groups[REPORT_ROWS], group_count;

	struct report_moments moments; /* owned */
	struct start_up start;	       /* owned */
	struct periods periods;
	struct report_commands commands;
};

/*
 * Start the analyses that need no call tree while a new session builds its tree. `r` must be zero,
 * must not be moved, and must be built from that session.
 */
struct early report_early(struct report *r);

/*
 * Run all analyses; `*r` is zero or has started early. A profile without samples is not an error,
 * but a range or filter without samples is: ERROR_NOTHING. Release with report_release(), also
 * after a failure.
 */
bool report_build(struct report *r, const struct report_query *q, struct error *err);
void report_release(struct report *r);

enum report_format { REPORT_TEXT, REPORT_MARKDOWN, REPORT_JSON };

/* A report is always shorter than this: rows are left out, and long names are truncated. */
#define REPORT_SIZE 2000 /* bytes */

/* Limits of the text. */
struct report_room {
	uint32_t rows; /* in each part */
	size_t name;   /* bytes of a name */
	bool header;   /* host and command line of the recording */
};

/* The number of functions reported: those with a self value. */
uint32_t report_top_rows(const struct report *r, const struct report_room *room);

/*
 * The rows of the difference that are reported: the certain ones or, if there are none, the surest;
 * for spans those whose share has changed by REPORT_POINTS percentage points. Rows with the values
 * of another row are left out.
 */
#define REPORT_POINTS 1
struct report_picked {
	uint32_t rows[REPORT_ROWS], count;
};
struct report_picked report_pick(const struct report *r, const struct report_room *room);

/* The same for the start. */
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

/* ---- report_page.c: for people, as plain text or Markdown; report_json.c: for programs ---- */

bool report_page_write(const struct report *r, const struct report_room *room,
		       bool markdown, FILE *out, struct error *err);

/* The manual describes the members. */
bool report_json_write(const struct report *r, const struct report_room *room, FILE *out,
		       struct error *err);

#endif
