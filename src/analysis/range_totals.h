/* range_totals.h - the numbers shown beside a flame graph: the size of the range, and how busy it was. */

#ifndef ANALYSIS_RANGE_TOTALS_H
#define ANALYSIS_RANGE_TOTALS_H

#include "analysis/search.h"
#include "analysis/summary.h"

/*
 * The base of percentages: the kept samples of the range, all kept samples, or all samples of the
 * event, including hidden idle samples and those that the filter drops.
 */
enum percent_base { PERCENT_RANGE, PERCENT_KEPT, PERCENT_EVERYTHING, PERCENT_BASES };
extern const char *const percent_base_names[PERCENT_BASES];

/* The data from which the totals are computed. All pointers are borrowed. */
struct range_totals_query {
	const struct flame *flame; /* of the range */
	/* the same in the displayed tree, which may be the joint tree of two files */
	const struct flame *graph;
	const struct included *kept;   /* the kept samples */
	const struct summary *summary; /* of the profile */
	const struct search *search;   /* in that tree; NULL: no search */
	struct text filter;	       /* the expression that selected the kept samples */
	uint32_t event;
	uint32_t zoom; /* the zoomed node of `graph`; 0: none */
	struct range range;
	uint64_t all; /* value of the flame graph of all kept samples */
	/* the ranges, if the flame does not have them; otherwise empty */
	struct selection several;
};

struct range_totals {
	/* the current range; from the first sample to the end */
	struct range range, whole;
	uint32_t ranges; /* number of ranges; if several, `range` spans them */
	uint64_t length; /* ns of the ranges within `whole` */

	/* in the range; of all kept samples */
	uint64_t value, all;	/* of the flame graphs */
	uint64_t everything;	/* of all samples of the event, kept or not */
	uint64_t samples, kept; /* moments or spans */
	uint64_t zoomed;	/* value of the zoomed node */
	uint64_t found;		/* the part of `zoomed` that matches the search */
	bool spans;		/* all samples are spans */
	bool is_time;		/* values are ns */
	bool is_cpu_time;	/* values are ns of CPU time, not durations of spans */
	unsigned margin;	/* see flame_margin() */

	/* on average in the range; negative: unknown */
	double busy;	/* busy CPUs, from the samples of a clock */
	double at_once; /* concurrent spans; for CPU time: the CPUs that they used */
	/* CPUs with samples that pass the cpu= of the filter; 0: not recorded */
	uint32_t cpus;

	/* numbers of lost records, by kind of loss */
	uint64_t lost_samples, lost_parts, unread;
};

/* Does not read the samples. */
struct range_totals range_totals_of(const struct range_totals_query *q);

/* Only range_totals.everything; needs `flame`, `kept`, `summary` and `event`. */
uint64_t range_totals_everything(const struct range_totals_query *q);

/* The value that counts as 100 %. */
uint64_t range_totals_base(const struct range_totals *f, enum percent_base base);

/* The time that the counted spans took in the range, in ns; weights do not count. */
uint64_t range_totals_covered(const struct flame *f);

#endif
