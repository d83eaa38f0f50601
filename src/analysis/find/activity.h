/* activity.h - how much was going on, in equal steps of time. */

#ifndef ANALYSIS_FIND_ACTIVITY_H
#define ANALYSIS_FIND_ACTIVITY_H

#include "analysis/range.h"
#include "base/bits.h"

/* A step has samples, or ns that spans cover; neither need be whole numbers. */
struct activity {
	uint64_t from; /* ns after profile_origin(): where the first step begins */
	uint64_t step; /* ns */
	uint32_t count;
	double *level; /* owned: of each step */
	double total;  /* of all levels */
};

/* What is looked at. */
struct activity_query {
	const struct bits *which; /* borrowed: by sample */
	bool spans;		  /* all of them are stretches of time; else moments */
	struct range range;
	uint64_t step; /* ns, not 0 */
};

/*
 * A sample is spread over three steps about its time by a quadratic spline: what comes oftener
 * than the steps do, as the ticks of a sampler, then hardly appears as something slow (the
 * triangular shaped cloud of Hockney and Eastwood, Computer Simulation Using Particles, 5.3).
 * Release with activity_release().
 */
bool activity_build(struct activity *a, const struct profile *p,
		    const struct activity_query *q, struct error *err);
void activity_release(struct activity *a);

/* The same of all moments of a list: */
struct activity_moments {
	const uint64_t *time; /* borrowed: ns after `span` begins, rising, within it */
	uint64_t count;
	struct range span;
	uint64_t step; /* ns, not 0 */
};
bool activity_build_moments(struct activity *a, const struct activity_moments *m,
			    struct error *err);

/* The part of `r` that lies in the profile; empty where nothing does. */
struct range activity_span(const struct profile *p, struct range r);

/*
 * How often a sampler looked, in ns: what its clock is known to do, else the median of the times
 * between two samples of a CPU (of a thread where CPUs are not known). Nothing can be told of
 * what comes oftener than every second time. 0 of what no clock takes: spans, tracepoints.
 */
bool activity_tick(const struct profile *p, uint32_t event, uint64_t *tick,
		   struct error *err);

#endif
