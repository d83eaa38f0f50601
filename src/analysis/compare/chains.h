/* chains.h - functions that occur in the same samples, and so are one row of a comparison. */

#ifndef ANALYSIS_COMPARE_CHAINS_H
#define ANALYSIS_COMPARE_CHAINS_H

#include "analysis/compare/sample_keys.h"

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

#endif
