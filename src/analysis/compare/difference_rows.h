/* difference_rows.h - what differs between two sides, a row each, the most surprising first. */

#ifndef ANALYSIS_COMPARE_DIFFERENCE_ROWS_H
#define ANALYSIS_COMPARE_DIFFERENCE_ROWS_H

#include "analysis/compare/rating.h"

/* How sure it is that a row has changed; unknown where nothing tells what is chance: without times, of spans. */
enum verdict {
	VERDICT_UNKNOWN,
	VERDICT_CHANCE,
	VERDICT_LIKELY,
	VERDICT_CERTAIN,
	VERDICTS
};

#define CERTAIN_BELOW 0.01 /* q */
#define LIKELY_BELOW  0.1

/* "unknown", "may be chance", "likely", "certain". */
extern const char *const verdict_words[VERDICTS];

struct difference_row {
	uint32_t key; /* of its kind of names: see difference_row_name() */
	enum keys_by by;
	uint64_t total[SIDES]; /* the values of samples that have it, */
	uint64_t self[SIDES]; /* and of those in which it is innermost; else as `total` */
	bool of_self;	      /* beside another of all: what it spent itself */
	bool leads;    /* threads waited more for it: such rows stand before all others */
	uint32_t with; /* how many functions go by its name: see chains.h; else 1 */
	struct estimate estimate;
	double z; /* the deviate that decides: see `steady` */
	double
	    score; /* how unlikely that is, as -log10 of its chance by the row's part of all chance */
	double
	    once; /* the same where each sample of a run is an event: the order of rows of one
		      * verdict. Where nothing is judged both are points of share */
	double
	    q; /* the share of false ones among all rows of its kind with no larger q */
	enum verdict verdict;
};

struct difference_rows {
	struct difference_row *rows;	  /* owned */
	uint32_t count, certain, likely;  /* rows, those of each verdict */
	struct sample_keys keys[KEYS_BY]; /* owned: of those that were asked for */
	enum steady steady;		  /* what verdicts go by */
	bool is_judged;
	double
	    left_out; /* 0 ... 1: what part of the baseline is as odd as the subject, so that
			  * estimates are without it: see rating.h */
	bool self;    /* rows are ordered, and counted, by what they spent themselves */
};

/* Sets of names, or-ed. */
#define KEYS_OF(by) (1u << (by))
#define KEYS_ALL    ((KEYS_OF(KEYS_BY) - 1) & ~KEYS_OF(KEYS_MODE)) /* kinds say it, too */

/* All rows that have a value on a side. Release with difference_rows_release(). */
bool difference_rows_build(struct difference_rows *d, const struct comparison *c,
			   unsigned by, bool self, struct error *err);

/*
 * The same where it is only asked which rows have a q below `q`. If none has, which rows there are and
 * what their scores are is true, but their order is any, and what they have of q is no more than that
 * it is not below: it costs half as much to tell. `d` is all 0, or has nothing but keys, which an earlier
 * build of the same tree has made.
 */
bool difference_rows_build_below(struct difference_rows *d, const struct comparison *c,
				 unsigned by, double q, struct error *err);

/*
 * The same of everything in one table, as one who asks why wants it: functions with all that they
 * call, of which those that always come together are one row, and what functions spent themselves,
 * where that is not the same; processes by their names, threads that live for some time, CPUs,
 * modules and kinds. Of threads' time first what they waited for.
 */
bool difference_rows_explain(struct difference_rows *d, const struct comparison *c,
			     struct error *err);

/*
 * The same; with `self`, all kinds in one table, and functions by their self time. `limit` may be
 * NULL. It
 * is looked at after each pass over the call tree at the latest: false and ERROR_CANCELLED when nobody waits
 * for the rows any more.
 */
bool difference_rows_why(struct difference_rows *d, const struct comparison *c, bool self,
			 struct time_limit *limit, struct error *err);
void difference_rows_release(struct difference_rows *d);

/* What it is of: "function", "self" of what a function spent itself, "thread", ... */
const char *difference_row_by(const struct difference_row *r);

/* Borrowed from the rows. */
struct text difference_row_name(const struct difference_rows *d,
				const struct difference_row *r);

/*
 * How it differs, as the rows are counted. Where a part of the baseline is left out, share, rate and difference are from
 * what stays; the counts are still of all.
 */
struct change difference_row_change(const struct difference_rows *d,
				    const struct difference_row *r,
				    const struct comparison *c);

/* ---- what has become too much ---- */

/* By how many percentage points its inclusive share grew; below 0: it fell. */
double difference_row_growth(const struct difference_row *r, const struct comparison *c);

/* The row that grew most of those with at least this verdict; NULL: none did. */
const struct difference_row *difference_rows_grown(const struct difference_rows *d,
						   const struct comparison *c,
						   enum verdict least);

/* How long both sides would have to be, so much longer than they are, for such a change to be certain. */
double difference_row_needs(const struct difference_row *r);

#endif
