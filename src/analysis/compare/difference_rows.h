/* difference_rows.h - rows with the differences between two sides, the most surprising first. */

#ifndef ANALYSIS_COMPARE_DIFFERENCE_ROWS_H
#define ANALYSIS_COMPARE_DIFFERENCE_ROWS_H

#include "analysis/compare/row_statistics.h"

/*
 * How certain it is that a row has changed. VERDICT_UNKNOWN: this cannot be estimated, because the
 * samples are spans, have no times, or come from a database, or because a side is empty.
 */
enum verdict {
	VERDICT_UNKNOWN,
	VERDICT_CHANCE,
	VERDICT_LIKELY,
	VERDICT_CERTAIN,
	VERDICTS
};

/* Upper bounds of difference_row.q for these verdicts. */
#define CERTAIN_BELOW 0.01
#define LIKELY_BELOW  0.1

/* "unknown", "may be chance", "likely", "certain". */
extern const char *const verdict_words[VERDICTS];

struct difference_row {
	uint32_t key; /* in difference_rows.keys[by]: see difference_row_name() */
	enum keys_by by;
	/*
	 * The values of the samples that have the key, and of the samples in which it is innermost.
	 * The two are equal for keys that are not part of stacks.
	 */
	uint64_t total[SIDES], self[SIDES];
	bool of_self; /* a second row of a function, for its self time */
	bool leads;   /* threads waited longer for this key: the row precedes others */
	/* the number of functions that share this row, at least 1: see struct chains */
	uint32_t with;
	struct estimate estimate;
	double z; /* the deviate that decides the verdict: see difference_rows.steady */
	/*
	 * -log10 of p / weight (see significance_q()), where p is the probability of this
	 * difference by chance.
	 */
	double score;
	/*
	 * The score if each sample were a separate event (estimate.once). Orders rows with equal
	 * verdicts. If nothing is judged, `once` and `score` are the size of the change in the
	 * share, in percentage points.
	 */
	double once;
	/* the expected share of false rows among the rows of its kind whose q is not larger */
	double q;
	enum verdict verdict;
};

struct difference_rows {
	struct difference_row *rows; /* owned */
	/* the number of all rows, and of rows with these verdicts */
	uint32_t count, certain, likely;
	/* owned: of the requested kinds, and of functions */
	struct sample_keys keys[KEYS_BY];
	enum unchanged_by steady; /* the assumption behind all verdicts */
	bool is_judged;
	/*
	 * 0 ... 1: the part of the baseline that estimates leave out because it resembles the
	 * subject: see row_statistics.h
	 */
	double left_out;
	/* the result of row_statistics_common(); functions are judged relative to this factor */
	double common;
	bool self; /* rows are judged by self values instead of totals */
};

/* Sets of kinds of keys. */
#define KEYS_OF(by) (1u << (by))
/* the kind of code implies its mode */
#define KEYS_ALL ((KEYS_OF(KEYS_BY) - 1) & ~KEYS_OF(KEYS_MODE))

/*
 * Build a row for each key of the kinds in the set `by` that has a value on either side. Release
 * with difference_rows_release().
 */
bool difference_rows_build(struct difference_rows *d, const struct comparison *c,
			   unsigned by, bool self, struct error *err);

/*
 * Do the same by totals, for callers that need only the rows with a q below `q`. If there are none,
 * this is faster, the order of the rows is arbitrary, and each q is only a lower bound, not below
 * `q`. The caller zeroes `d`, but may leave in it the keys of an earlier build for the same tree.
 */
bool difference_rows_build_below(struct difference_rows *d, const struct comparison *c,
				 unsigned by, double q, struct error *err);

/*
 * Build one table of everything that may explain a difference:
 *
 * - functions including their callees; functions in the same samples share a row (struct chains);
 * - the self time of functions, where it differs from their total;
 * - processes by name; threads, except short-lived ones; CPUs; hosts; modules; kinds of code;
 * - the causes of waits, if a profile has thread states; those of longer waits come first.
 *
 * With `self`, functions have one row each, with their self time. `limit` (may be NULL) is
 * checked at least once per pass over the call tree; the build fails with ERROR_CANCELLED once it
 * is reached or the work is cancelled.
 */
bool difference_rows_explain(struct difference_rows *d, const struct comparison *c,
			     bool self, struct time_limit *limit, struct error *err);
void difference_rows_release(struct difference_rows *d);

/* The kind of the row: "function", "thread" ...; "self" for the self time of a function. */
const char *difference_row_by(const struct difference_row *r);

/* The name of the row, borrowed from `d`. */
struct text difference_row_name(const struct difference_rows *d,
				const struct difference_row *r);

/*
 * The change in the self value or the total, whichever the row shows. If a part of the baseline is
 * left out, shares, rates and differences are relative to the other part; the counts are still
 * those of the whole baseline.
 */
struct change difference_row_change(const struct difference_rows *d,
				    const struct difference_row *r,
				    const struct comparison *c);

/* ---- growth ---- */

/* The change in the share of the row's total, in percentage points; negative if it fell. */
double difference_row_growth(const struct difference_row *r, const struct comparison *c);

/*
 * The row whose share grew most among the rows with at least this verdict; NULL: none grew. Unless
 * `least` is VERDICT_UNKNOWN, the judged change must be a growth, too; it may be that of the rate.
 */
const struct difference_row *difference_rows_grown(const struct difference_rows *d,
						   const struct comparison *c,
						   enum verdict least);

/* The factor by which both sides must be longer for this change to be certain; may be INFINITY. */
double difference_row_needs(const struct difference_row *r);

/* ---- functions in the same samples ---- */

/*
 * _start, __libc_start_main and main usually have the same samples, so they are a chain and share a
 * row. A function belongs to the chain of its caller if it has only this caller, and both functions
 * have the same totals on both sides.
 *
 * A chain has the name of its most informative function: functions of the kernel, libc and the
 * dynamic linker are less informative than others, and nameless functions are the least. Of several
 * equally informative functions, the innermost one is chosen.
 */
struct chains {
	/* owned, by key: the key that names its chain; often the key itself */
	uint32_t *name;
	/* owned, by key: the number of functions in its chain */
	uint32_t *with;
};

/* `keys` are those of functions; `counts` has their values. Release with chains_release(). */
bool chains_build(struct chains *chains, const struct sample_keys *keys,
		  const struct key_counts *counts, const struct comparison *c,
		  struct error *err);
void chains_release(struct chains *chains);

/* ---- stalls ---- */

/*
 * Is the subject a stall: is at least 30 % of the work missing that the baseline does in the same
 * time? Both sides must consist of running time, or of samples on CPUs. A stall need not have a
 * gap: while workers wait for a lock, its holder may run all the time. So threads are compared by
 * name. Samples of a name are missing if at least five were expected, and fewer than half of these
 * exist. A subject without samples is a stall. Without times, or with an empty baseline, `*is` is
 * false. Returns false and an error when memory runs out.
 */
bool stall_find(const struct comparison *c, bool *is, struct error *err);

#endif
