/* activity.h - the amount of activity in equal steps of time. */

#ifndef ANALYSIS_FIND_ACTIVITY_H
#define ANALYSIS_FIND_ACTIVITY_H

#include "analysis/range.h"
#include "base/bits.h"

/*
 * The level of a step is its number of samples, which need not be whole, or the total time, in ns,
 * that spans cover in it.
 */
struct activity {
	uint64_t from; /* ns after profile_origin(): the start of the first step */
	uint64_t step; /* ns */
	uint32_t count;
	double *level; /* owned, by step */
	double total;  /* the sum of all levels */
};

struct activity_query {
	const struct bits *which; /* borrowed, by sample */
	bool spans;		  /* all samples are spans; else moments */
	struct range range;
	uint64_t step; /* ns, not 0 */
};

/*
 * Build the levels. Each moment is distributed over three steps around its time by a quadratic
 * spline (the triangular shaped cloud of Hockney and Eastwood, Computer Simulation Using Particles,
 * 5.3). So activity that is faster than the steps, such as the ticks of a sampler, causes hardly
 * any aliasing. A span adds to each step the part of its time that is in the step. Release with
 * activity_release().
 */
bool activity_build(struct activity *a, const struct profile *p,
		    const struct activity_query *q, struct error *err);
void activity_release(struct activity *a);

/* The moments that activity_build_moments() distributes in the same way. */
struct activity_moments {
	/* borrowed: ns after the start of `span`, ascending, within `span` */
	const uint64_t *time;
	uint64_t count;
	struct range span;
	uint64_t step; /* ns, not 0 */
};
bool activity_build_moments(struct activity *a, const struct activity_moments *m,
			    struct error *err);

/* The part of `r` within the profile; empty if they do not overlap. */
struct range activity_span(const struct profile *p, struct range r);

/*
 * Find the sampling period of an event, in ns: the period of its clock if known, else the median
 * distance between consecutive samples of a CPU, or of a thread if CPUs are not known. Activity
 * with a period of less than two sampling periods cannot be detected. `*tick` is 0 for spans and
 * tracepoints, or if there are no distances. For ALL_EVENTS, it is the longest period of the first
 * eight events.
 */
bool activity_tick(const struct profile *p, uint32_t event, uint64_t *tick,
		   struct error *err);

#endif
