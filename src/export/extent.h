/* extent.h - estimates the size of an export before it is written. */

#ifndef EXPORT_EXTENT_H
#define EXPORT_EXTENT_H

#include "analysis/flame.h"

/*
 * Some formats write each stack with all its frames, or a name at each node. They can be far
 * longer than the profile, in which stacks share their beginnings. The functions return bytes,
 * with names at their plain length, and UINT64_MAX on overflow; false and an error when memory
 * runs out.
 */

/* Each stack is written once: for each node with self samples, the path from the root. */
enum extent_of { EXTENT_NAMES, EXTENT_NUMBERS };
bool extent_of_paths(const struct flame *f, enum extent_of of, uint64_t *bytes,
		     struct error *err);

/* Each node is written once, with its name and module. */
bool extent_of_nodes(const struct flame *f, uint64_t *bytes, struct error *err);

/*
 * The stack is written for each sample: either with names, modules and the name of the thread,
 * or as numbers of frames, with the names of threads once.
 */
bool extent_of_samples(const struct flame *f, enum extent_of of, uint64_t *bytes,
		       struct error *err);

/* Outputs up to this size need no confirmation. A day as a heat map takes a tenth of EXTENT_MAP. */
#define EXTENT_FILE (UINT64_C(1) << 30)
#define EXTENT_MAP  (UINT64_C(64) << 20)

/* Is `bytes` at most `unasked`, or at most 512 times the size of the profile? */
bool extent_size_is_allowed(uint64_t bytes, uint64_t unasked, const struct profile *p);

/*
 * The same as an error, ERROR_LIMIT: "as a flame graph in SVG this would take about 3.0 GiB, 600
 * times the size of the profile; export --large writes it anyway".
 */
bool extent_check(uint64_t bytes, uint64_t unasked, const struct profile *p,
		  const char *what, const char *command, struct error *err);

#endif
