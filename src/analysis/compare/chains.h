/* chains.h - functions that always come together, which say one thing and are one row. */

#ifndef ANALYSIS_COMPARE_CHAINS_H
#define ANALYSIS_COMPARE_CHAINS_H

#include "analysis/compare/sample_keys.h"

/*
 * _start, __libc_start_main and main have the same samples on both sides: three rows would push
 * down what else there is. A function belongs to its caller's chain if it is called by that alone,
 * wherever it stands, and if both have the same values on both sides: then neither is ever without
 * the other.
 *
 * A chain goes by the name that a person would give it: one that is known rather than not, the
 * program's own rather than one of the kernel, libc or the dynamic linker; of these the innermost,
 * which is nearest to the work.
 */
struct chains {
	uint32_t *name; /* owned: by key, the key that its chain goes by; often itself */
	uint32_t *with; /* owned: by key, how many are in its chain; 1: it stands alone */
};

/* Of functions; `counts` are of the same keys. Release with chains_release(). */
bool chains_build(struct chains *chains, const struct sample_keys *keys,
		  const struct key_counts *counts, const struct comparison *c,
		  struct error *err);
void chains_release(struct chains *chains);

#endif
