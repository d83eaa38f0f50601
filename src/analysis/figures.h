/* figures.h - the numbers beside a flame graph: what of all is in the range, and how busy it was. */

#ifndef ANALYSIS_FIGURES_H
#define ANALYSIS_FIGURES_H

#include "analysis/search.h"
#include "analysis/summary.h"

/*
 * What percentages are of: of what the filter keeps in the range, of all that it keeps, or of everything of
 * the event, with the idle samples that are hidden and those that the filter drops.
 */
enum percent_base { PERCENT_RANGE, PERCENT_KEPT, PERCENT_EVERYTHING, PERCENT_BASES };
extern const char *const percent_base_names[PERCENT_BASES];

/* What they are of. All borrowed. */
struct figures_question {
	const struct flame *flame; /* of the range */
	const struct flame *graph; /* the same in the tree that is shown: of two files */
	const struct kept *kept;   /* the samples that it may have */
	const struct summary *summary; /* of the profile */
	const struct search *search;   /* of that tree; NULL: nothing is searched */
	struct text filter;	       /* the expression that left what is kept */
	uint32_t event;
	uint32_t zoom; /* the node of it that is zoomed into, 0: none */
	struct range range;
	uint64_t all; /* value of the flame graph of everything kept */
	struct selection
	    several; /* of these, where the flame does not tell; none: it does */
};

struct figures {
	struct range range,
	    whole;	 /* that is looked at; from the first sample to the end */
	uint32_t ranges; /* so many are; if several, `range` is around them */
	uint64_t length; /* ns of them that lie in the whole */

	/* in the range, of all that is kept */
	uint64_t value, all;	/* of the flame graphs */
	uint64_t everything;	/* whatever is kept */
	uint64_t samples, kept; /* moments or spans */
	uint64_t zoomed;	/* value of the node that is zoomed into */
	uint64_t found;		/* of it, what the search matched */
	bool spans;		/* all of them are stretches of time */
	bool is_time;		/* values are ns */
	bool is_cpu_time;	/* ns of the CPU, not those that spans lasted */
	unsigned margin;	/* see flame_margin() */

	/* on average in the range; negative: cannot be said */
	double busy;	/* CPUs, by moments of a clock */
	double at_once; /* spans; of CPU time: CPUs, busy with them */
	uint32_t
	    cpus; /* with samples, of those that the filter's cpu= leaves; 0: not recorded */

	/* numbers of records, by kind of loss */
	uint64_t lost_samples, lost_parts, unread;
};

/* Costs no look at the samples. */
struct figures figures_of(const struct figures_question *q);

/* Its `everything` alone; of the question flame, kept, summary and event are enough. */
uint64_t figures_everything(const struct figures_question *q);

/* What a percentage is of. */
uint64_t figures_base(const struct figures *f, enum percent_base base);

/* How much time the spans that are counted took in the range, whatever is weighed; in ns. */
uint64_t figures_covered(const struct flame *f);

#endif
