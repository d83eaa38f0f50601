/* report.h - what one has to know of a profile, found without looking at it. */

#ifndef SESSION_REPORT_REPORT_H
#define SESSION_REPORT_REPORT_H

#include <stdatomic.h>

#include "analysis/compare/difference_rows.h"
#include "analysis/find/start_up.h"
#include "analysis/top.h"
#include "base/threads.h"
#include "session/session.h"
#include "analysis/find/when.h"

/* ---- report_command.c: the commands that show the same ---- */

/*
 * All of them ask what the report was asked, of the same file read in the same way. Where that
 * takes long options or a long name, they have "$@" in its place, and a line before sets that.
 */
struct report_commands {
	const char *file;	    /* borrowed: as it was opened */
	const char *baseline_file;  /* borrowed; NULL: there is none */
	struct selection selection; /* of the report; borrowed from the session */
	char *words;   /* owned: options and file, quoted; a blank before each */
	char *second;  /* owned: the second file in the same way; NULL: there is none */
	char *renamed; /* owned: options that are of both files; NULL or "": none */
	size_t place;  /* where in them those end that info does not take */
	bool is_apart; /* they are long */
	bool is_huge;  /* too long to be written at all */
};

/* `ascii`: see shell_line_word(). Release with report_commands_release(). */
bool report_commands_build(struct report_commands *c, const struct session *s,
			   const struct settings *settings, bool ascii,
			   struct error *err);
void report_commands_release(struct report_commands *c);

/*
 * "flarescope top --limit 3 --range 1,2 FILE": `verb` is "top --limit 3". With RANGE_ALL it has the
 * range of the report, if that has one. NULL and an error without memory; release with mem_free(),
 * as the next two.
 */
char *report_command(const struct report_commands *c, const char *verb,
		     struct range range, struct error *err);

/* The same with the second file behind the first, if there is one: for diff. */
char *report_command_diff(const struct report_commands *c, const char *verb,
			  struct range range, struct error *err);

/* "flarescope info FILE"; NULL without an error when that cannot be said in a short line. */
char *report_command_info(const struct report_commands *c, struct error *err);

/* "set -- FILE": what makes "$@" mean the same. NULL without an error when nothing has to. */
char *report_command_set(const struct report_commands *c, struct error *err);

/* ---- report_moments.c: odd moments; similar ones are reported once ---- */

#define REPORT_GROUPS 5 /* at most */

/* Moments of one kind that the same function or thread explains, or bursts that come regularly. */
struct report_group {
	uint32_t shown; /* of all: one that stands for them */
	uint32_t count;
};

struct report_moments {
	struct odd_moments all; /* owned */
	struct report_group
	    groups[REPORT_GROUPS]; /* the oddest first; there may be more */
	uint32_t count;
	uint32_t bursts, stalls, each_second, threads, mixes;

	/* how far apart bursts begin, in ns, if they come regularly; else 0: see below */
	uint64_t every;
};

/* Of spans and without times there are none. Release with report_moments_release(), also when it has failed. */
bool report_moments_find(struct report_moments *m, const struct when *w,
			 struct error *err);

/*
 * What there is to tell of what was found. Bursts come regularly if there are four or more, and
 * two of three gaps between their beginnings are within a tenth of the median gap, which is
 * `every`; so do those then that have such a gap on a side.
 */
void report_moments_tell(struct report_moments *m, const struct profile *p);
void report_moments_release(struct report_moments *m);

/* What a reader calls it: "burst", "stall", "each second", "one thread alone", "another mix". */
const char *report_moments_word(enum odd_kind kind);

/* ---- the report ---- */

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

/* ---- report_page.c: for people, as plain text or Markdown; report_json.c: for programs ---- */

bool report_page_write(const struct report *r, const struct report_room *room,
		       bool markdown, FILE *out, struct error *err);

/* The manual describes the members. */
bool report_json_write(const struct report *r, const struct report_room *room, FILE *out,
		       struct error *err);

#endif
