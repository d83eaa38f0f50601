/* annotation.h - how often each instruction of a function was seen in a range. */

#ifndef ANALYSIS_ANNOTATION_H
#define ANALYSIS_ANNOTATION_H

#include "analysis/code/sited_rows.h"

/*
 * Of the samples that the range keeps those whose innermost address lies in the function: by
 * symbol, so what was inlined into it belongs to it. That is what perf annotate counts with
 * --percent-type local-hits. The CPU names the instruction that it had come to, often the one
 * behind that which took the time (skid): it is told as recorded.
 */
struct annotation {
	const struct code *code;	      /* borrowed from the profile */
	const struct code_function *function; /* the same */
	const struct instruction *lines;      /* the same: by address */
	uint64_t *counts;		      /* owned: by line */
	uint64_t samples;		      /* in the function; at no line: the rest */
	uint64_t all;			      /* in the range */
	uint64_t others; /* of them in other functions of this name, */
	char names
	    [300]; /* with what means each of those alone, as many as there is room for */
	uint32_t hottest; /* line; 0 where there are no samples */
};

/*
 * The function that `words` name (see function_name.h): of several of one name that with most samples,
 * or, of "spin@l1.so" and "spin@0x1170", the one in this module or that begins at this address. ERROR_NOTHING when there is none, several have it in their names, or no
 * sample of the profile was in it but in what it called, or in what it is inlined into.
 */
bool annotation_build(struct annotation *a, const struct flame *f, struct text words,
		      struct error *err);
/*
 * The same in two steps, for who asks of many ranges. The name of the function that is meant, in which
 * some sample of the profile was; then of that name, with the sites and the code of the profile itself or
 * of another reading of its file.
 */
bool annotation_find(const struct profile *p, const struct code *code, struct text words,
		     struct text *name, struct error *err);
bool annotation_count(struct annotation *a, const struct flame *f,
		      const struct sited_rows *at, struct text name, struct error *err);

/* Does another line of source code begin at this instruction, or what none is known of? */
bool annotation_tells_line(const struct annotation *a, uint32_t i);

/*
 * Where functions named `words` are inlined, of a profile that tells of them: a sentence in the error,
 * false; true when they are not inlined anywhere.
 */
bool annotation_is_apart(const struct flame *f, struct text words, struct error *err);
void annotation_release(struct annotation *a);

#endif
