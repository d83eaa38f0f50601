/* difference_rows.h - what differs between two sides, a row each, the most surprising first. */

#ifndef ANALYSIS_COMPARE_DIFFERENCE_ROWS_H
#define ANALYSIS_COMPARE_DIFFERENCE_ROWS_H

#include "analysis/compare/sample_keys.h"
#include "analysis/compare/surprise.h"

struct difference_row {
	uint32_t key; /* of its kind of names: see difference_row_name() */
	enum keys_by by;
	uint64_t total[SIDES]; /* the values of samples that have it, */
	uint64_t self[SIDES]; /* and of those in which it is innermost; else as `total` */
	bool of_self;	      /* beside another of all: what it spent itself */
	bool leads;    /* threads waited more for it: such rows stand before all others */
	uint32_t with; /* how many functions go by its name: see chains.h; else 1 */
	double
	    score; /* how surprising: rows are in this order, those that lead by how much more
			* time it was; see rating.h */
	double q; /* the share of false ones among all rows with no larger q */
};

struct difference_rows {
	struct difference_row *rows;	  /* owned */
	uint32_t count, stands_out;	  /* rows with q below STANDS_OUT_BELOW */
	struct sample_keys keys[KEYS_BY]; /* owned: of those that were asked for */
	double
	    left_out; /* 0 ... 1: what part of the baseline is as odd as the subject, so that
			  * scores and q are without it: see rating.h */
	bool self;    /* rows are ordered, and counted, by what they spent themselves */
};

/* Sets of names, or-ed. */
#define KEYS_OF(by) (1u << (by))
#define KEYS_ALL    (KEYS_OF(KEYS_BY) - 1)

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
void difference_rows_release(struct difference_rows *d);

/* What it is of: "function", "self" of what a function spent itself, "thread", ... */
const char *difference_row_by(const struct difference_row *r);

/* Borrowed from the rows. */
struct text difference_row_name(const struct difference_rows *d,
				const struct difference_row *r);

/* How it differs, as the rows are counted. */
struct change difference_row_change(const struct difference_rows *d,
				    const struct difference_row *r,
				    const struct comparison *c);

/*
 * The row that grew most of those that stand out, if its inclusive share grew by more than so
 * many percentage points; NULL: none did.
 */
const struct difference_row *difference_rows_grown(const struct difference_rows *d,
						   const struct comparison *c,
						   double points);

#endif
