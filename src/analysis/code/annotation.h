/* annotation.h - the samples of each instruction of a function in a range. */

#ifndef ANALYSIS_ANNOTATION_H
#define ANALYSIS_ANNOTATION_H

#include "analysis/flame.h"
#include "profile/code.h"

/* ---- the samples in functions with known code ---- */

/*
 * An index of the samples that have a site, so that counting a range skips all others. The sites
 * may come from another reading of the same file, which has the same samples.
 */
struct samples_by_address {
	const struct code *code; /* borrowed */
	const uint32_t *site;	 /* borrowed: by sample; NULL: no sample has a site */
	uint64_t *rows;		 /* owned: the samples that have a site, in order */
	uint64_t count;
};

/* `samples` is the length of `site`. Release with samples_by_address_release(). */
bool samples_by_address_build(struct samples_by_address *s, const struct code *code,
			      const uint32_t *site, uint64_t samples, struct error *err);
void samples_by_address_release(struct samples_by_address *s);

/* ---- annotations ---- */

/*
 * Counts the samples of the range whose innermost address lies in the function, by symbol, so
 * inlined code belongs to the function that contains it; like perf annotate --percent-type
 * local-hits. The CPU often reports the instruction after the one that took the time (skid);
 * addresses are shown as recorded.
 */
struct annotation {
	const struct code *code;	      /* borrowed from the profile */
	const struct code_function *function; /* borrowed, like `code` */
	const struct instruction *lines;      /* borrowed, like `code`: by address */
	uint64_t *counts;		      /* owned: by line */
	/* in the function, including those outside of all lines */
	uint64_t samples;
	uint64_t all;	 /* in the range */
	uint64_t others; /* samples in other functions with this name */
	/* the unambiguous names of these functions, truncated to the buffer */
	char names[300];
	uint32_t hottest; /* the line with the most samples; 0 without samples */
};

/*
 * Annotate the function that `words` names (see function_name.h). If several functions have the
 * name, it is the one with the most samples, or for "spin@l1.so" and "spin@0x1170" the one in this
 * module or at this address. ERROR_NOTHING when there is no such function, when the name is
 * ambiguous, or when no sample of the profile is in the function itself, but only in its callees or
 * in the function into which it is inlined.
 */
bool annotation_build(struct annotation *a, const struct flame *f, struct text words,
		      struct error *err);
/*
 * The same in two steps, for callers that annotate many ranges. annotation_find() returns the full
 * name of the function, which has samples in the profile. annotation_count() counts them; `at` has
 * the sites and the code of the profile, or of another reading of its file.
 */
bool annotation_find(const struct profile *p, const struct code *code, struct text words,
		     struct text *name, struct error *err);
bool annotation_count(struct annotation *a, const struct flame *f,
		      const struct samples_by_address *at, struct text name,
		      struct error *err);

/* Does another source line (or code without a known line) begin at this instruction? */
bool annotation_tells_line(const struct annotation *a, uint32_t i);

/*
 * Is no function named `words` inlined anywhere? If one is, the error describes where. For profiles
 * with inlined frames.
 */
bool annotation_is_apart(const struct flame *f, struct text words, struct error *err);
void annotation_release(struct annotation *a);

#endif
