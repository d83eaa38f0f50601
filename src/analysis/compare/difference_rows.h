/* difference_rows.h - the differences between two sides, one row each, most surprising first. */

#ifndef ANALYSIS_COMPARE_DIFFERENCE_ROWS_H
#define ANALYSIS_COMPARE_DIFFERENCE_ROWS_H

#include "analysis/compare/row_statistics.h"

/*
 * How certain it is that a row has changed. VERDICT_UNKNOWN: without times, and for spans, chance
 * cannot be estimated.
 */
enum verdict {
	VERDICT_UNKNOWN,
	VERDICT_CHANCE,
	VERDICT_LIKELY,
	VERDICT_CERTAIN,
	VERDICTS
};

/* Bounds of q. */
#define CERTAIN_BELOW 0.01
#define LIKELY_BELOW  0.1

/* "unknown", "may be chance", "likely", "certain". */
extern const char *const verdict_words[VERDICTS];

struct difference_row {
	uint32_t key; /* in the sample_keys of `by`: see difference_row_name() */
	enum keys_by by;
	/*
	 * The values of the samples that have the key, and of those in which it is innermost; equal
	 * for keys that are not part of stacks.
	 */
	uint64_t total[SIDES], self[SIDES];
	bool of_self;  /* a second row of a function, for its self time */
	bool leads;    /* threads waited longer for it: it precedes other rows */
	uint32_t with; /* functions that the row stands for: see struct chains; else 1 */
	struct estimate estimate;
	double z; /* the deviate that decides: see `steady` */
	/* -log10 of the chance of this difference, weighted by the row's part of all chance. */
	double score;
	/*
	 * The same if every sample of a run counts as an event. It orders rows with the same
	 * verdict. If nothing is judged, both are percentage points of share.
	 */
	double once;
	/* the share of false rows among all rows of its kind with no larger q */
	double q;
	enum verdict verdict;
};

struct difference_rows {
	struct difference_row *rows;	  /* owned */
	uint32_t count, certain, likely;  /* rows, and rows with these verdicts */
	struct sample_keys keys[KEYS_BY]; /* owned: of the requested kinds */
	enum unchanged_by steady;	  /* the assumption on which verdicts are based */
	bool is_judged;
	/*
	 * 0 ... 1: the part of the baseline that is as odd as the subject, and that estimates
	 * therefore leave out: see row_statistics.h
	 */
	double left_out;
	/* the factor of row_statistics_common(), beside which functions are judged; 1: none */
	double common;
	bool self; /* rows are ordered and counted by self time */
};

/* Sets of kinds of keys, combined with |. */
#define KEYS_OF(by) (1u << (by))
#define KEYS_ALL    ((KEYS_OF(KEYS_BY) - 1) & ~KEYS_OF(KEYS_MODE)) /* kinds imply the mode */

/* All rows with a value on either side. Release with difference_rows_release(). */
bool difference_rows_build(struct difference_rows *d, const struct comparison *c,
			   unsigned by, bool self, struct error *err);

/*
 * The same for a caller that only needs to know which rows have a q below `q`. If there are none,
 * the rows and their scores are right, but their order is arbitrary, and their q is only known to
 * be no smaller than `q`; this costs half the time. `d` is all 0, or has the keys that an earlier
 * build of the same tree made, and nothing else.
 */
bool difference_rows_build_below(struct difference_rows *d, const struct comparison *c,
				 unsigned by, double q, struct error *err);

/*
 * A single table of everything that may explain a difference: functions with their callees, where
 * functions that always occur together are one row; the self time of functions, where it differs
 * from their total; processes by name; threads that live for some time; CPUs; modules; kinds. If
 * the samples are threads' time, the reasons of waits come first.
 *
 * With `self`, functions by their self time alone. `limit` may be NULL; it is checked
 * after each pass over the call tree at the latest, and the build then fails with ERROR_CANCELLED
 * if the rows are no longer needed.
 */
bool difference_rows_explain(struct difference_rows *d, const struct comparison *c,
			     bool self, struct time_limit *limit, struct error *err);
void difference_rows_release(struct difference_rows *d);

/* The kind of the row: "function", "self" for a function's self time, "thread", ... */
const char *difference_row_by(const struct difference_row *r);

/* Its name, borrowed from the rows. */
struct text difference_row_name(const struct difference_rows *d,
				const struct difference_row *r);

/*
 * The change of the value by which the rows are ordered. If a part of the baseline is left out,
 * share, rate and difference are relative to the rest; the counts are still those of the whole
 * baseline.
 */
struct change difference_row_change(const struct difference_rows *d,
				    const struct difference_row *r,
				    const struct comparison *c);

/* ---- growth ---- */

/* The percentage points by which its inclusive share grew; negative: it fell. */
double difference_row_growth(const struct difference_row *r, const struct comparison *c);

/* The row that grew most among those with at least this verdict; NULL: none grew. */
const struct difference_row *difference_rows_grown(const struct difference_rows *d,
						   const struct comparison *c,
						   enum verdict least);

/* How many times longer both sides would have to be for this change to be certain. */
double difference_row_needs(const struct difference_row *r);

/* ---- functions that occur in the same samples, and so are one row ---- */

/*
 * _start, __libc_start_main and main have the same samples on both sides; three rows for them would
 * push other rows down. A function belongs to the chain of its caller if it has only that caller
 * and both have the same values on both sides.
 *
 * A chain is named after the function that a person would choose: a known name is preferred to a
 * nameless function, a function of the program to one of the kernel, libc or the dynamic linker,
 * and among these the innermost, which is nearest to the work.
 */
struct chains {
	uint32_t *name; /* owned: by key, the key that names its chain; often itself */
	/* owned: by key, the number of functions in its chain; 1: alone */
	uint32_t *with;
};

/* `keys` must be functions, and `counts` their values. Release with chains_release(). */
bool chains_build(struct chains *chains, const struct sample_keys *keys,
		  const struct key_counts *counts, const struct comparison *c,
		  struct error *err);
void chains_release(struct chains *chains);

/* ---- stalls ---- */

/*
 * The sides are running time or samples on CPUs. Is a large part of the work of the baseline
 * missing in the subject? There need not be a gap: while workers wait for a lock, its holder may
 * run all the time. Threads are compared by name, as threads of one name do the same work even if
 * they are new each time. A thread name counts as missing if five samples were expected and fewer
 * than half of them are there. A subject in which nothing ran is a stall. Without times, or if
 * nothing was expected, `*is` is false. Returns false and an error when memory runs out.
 */
bool stall_find(const struct comparison *c, bool *is, struct error *err);

#endif
