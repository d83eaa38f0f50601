/* range_totals.h - the numbers shown with a flame graph, such as the length of the range. */

#ifndef ANALYSIS_RANGE_TOTALS_H
#define ANALYSIS_RANGE_TOTALS_H

#include "analysis/search.h"
#include "analysis/summary.h"

/*
 * The samples that count as 100 %: those of the range, all kept samples, or all samples of the
 * event. Samples that are hidden as idle or dropped by the filter are not kept.
 */
enum percent_base { PERCENT_RANGE, PERCENT_KEPT, PERCENT_EVERYTHING, PERCENT_BASES };
extern const char *const percent_base_names[PERCENT_BASES];

/* The input of range_totals_of(). All pointers are borrowed. */
struct range_totals_query {
	const struct flame *flame; /* of the range */
	/* the same values in the displayed tree, which may be the joint tree of two files */
	const struct flame *graph;
	const struct included *kept;   /* the kept samples */
	const struct summary *summary; /* of the profile */
	const struct search *search;   /* in the tree of `graph`; NULL: no search */
	struct text filter;	       /* the expression that selected the kept samples */
	uint32_t event;
	uint32_t zoom; /* the zoomed node of `graph`; 0: none */
	struct range range;
	uint64_t all; /* the value of all kept samples */
	/* the selected ranges, if a server has the samples; otherwise empty */
	struct selection several;
};

struct range_totals {
	struct range range, whole; /* from the query, and from range_whole() */
	uint32_t ranges;	   /* number of ranges; if several, `range` spans them */
	uint64_t length;	   /* ns of the ranges up to the end of `whole` */

	uint64_t value, all;	/* of the range, and of all kept samples */
	uint64_t everything;	/* the value of all samples of the event */
	uint64_t samples, kept; /* kept samples in the range, and in total */
	uint64_t zoomed;	/* the value of the zoomed node */
	uint64_t found;		/* the part of `zoomed` that matches the search */
	bool spans;		/* all kept samples are spans */
	bool is_time;		/* values are ns */
	bool is_cpu_time;	/* values are ns of CPU time, not durations of spans */
	unsigned margin;	/* see flame_margin() */

	/* averages over the range; negative: unknown */
	double busy;	/* busy CPUs: see summary_busy_cpus() */
	double at_once; /* concurrent spans; for CPU time, the number of CPUs in use */
	/* CPUs that have samples and pass the filter; 0: not recorded */
	uint32_t cpus;

	uint64_t lost_samples, lost_parts, unread; /* see enum loss_kind */
};

/* Compute all totals, without a pass over the samples. */
struct range_totals range_totals_of(const struct range_totals_query *q);

/* Compute only `everything`, from `flame`, `kept`, `summary` and `event`. */
uint64_t range_totals_everything(const struct range_totals_query *q);

/* The value that counts as 100 %. */
uint64_t range_totals_base(const struct range_totals *f, enum percent_base base);

/* The total duration of the counted spans in ns, clipped to the ranges of `f`. */
uint64_t range_totals_covered(const struct flame *f);

#endif
