/* annotation.h - the samples of a range at each instruction of a function. */

#ifndef ANALYSIS_ANNOTATION_H
#define ANALYSIS_ANNOTATION_H

#include "analysis/flame.h"
#include "profile/code.h"

/* ---- the samples in functions with known code ---- */

/*
 * An index of the samples that have a site (an address in known code), so that only these are read
 * to count the moments of a range. The sites may come from another profile of the same file, with
 * the same samples.
 */
struct samples_by_address {
	const struct code *code; /* borrowed */
	const uint32_t *site;	 /* borrowed, by sample; NULL: no sample has a site */
	uint64_t *rows;		 /* owned: the samples that have a site, ascending */
	uint64_t count;
};

/* `samples` is the length of `site`. Release with samples_by_address_release(). */
bool samples_by_address_build(struct samples_by_address *s, const struct code *code,
			      const uint32_t *site, uint64_t samples, struct error *err);
void samples_by_address_release(struct samples_by_address *s);

/* ---- annotations ---- */

/*
 * The samples of a range whose innermost address lies in the function. Inlined code belongs to the
 * function that contains it, as in perf annotate. Addresses are not corrected for skid: the CPU
 * often reports the instruction after the one that took the time.
 */
struct annotation {
	/* borrowed, as are the next two members */
	const struct code *code;
	const struct code_function *function;
	const struct instruction *lines; /* sorted by address */
	uint64_t *counts;		 /* owned, by line: samples */
	/* samples in the function, including those in none of its lines */
	uint64_t samples;
	uint64_t all;	 /* all samples of the range */
	uint64_t others; /* samples in other functions with this name */
	/* the unambiguous names of these other functions; those that do not fit are left out */
	char names[300];
	uint32_t hottest; /* the line with the most samples; 0 if no line has samples */
};

/*
 * Annotate the function named `words` (see function_name.h). If several functions have this name,
 * the one with the most samples in the range is annotated. A module or an address selects one of
 * them: "spin@l1.so", "spin@0x1170". Fails with ERROR_NOTHING if the profile has no code, if the
 * function does not exist, if `words` is a part of several names, or if no sample of the profile is
 * in the function itself, because all are in its callees or in functions into which it is inlined.
 */
bool annotation_build(struct annotation *a, const struct flame *f, struct text words,
		      struct error *err);
/*
 * Do the same in two steps, to annotate many ranges. annotation_find() finds the name of a function
 * that has samples in the profile, borrowed from `p` or `words`. annotation_count() counts the
 * samples of that function in the range of `f`. `at` has the sites and the code of the profile, or
 * of another profile of the same file.
 */
bool annotation_find(const struct profile *p, const struct code *code, struct text words,
		     struct text *name, struct error *err);
bool annotation_count(struct annotation *a, const struct flame *f,
		      const struct samples_by_address *at, struct text name,
		      struct error *err);

/*
 * Does the code of a source line begin at this instruction, or code without a known line that
 * follows code with one?
 */
bool annotation_tells_line(const struct annotation *a, uint32_t i);

/*
 * Is no sample of `f` in an inlined copy of the function named `words`? Otherwise returns false and
 * an error that names the function into which it is inlined in the most samples.
 */
bool annotation_is_apart(const struct flame *f, struct text words, struct error *err);
void annotation_release(struct annotation *a);

#endif
