/* extent.h - estimates the size of an export before it is written. */

#ifndef EXPORT_EXTENT_H
#define EXPORT_EXTENT_H

#include "analysis/flame.h"

/*
 * In a profile, stacks share their outer frames, and names are stored once. Some formats write each
 * stack in full, or a name at each node, so their files can be far larger than the profile.
 * `*bytes` is an estimate that ignores escapes; UINT64_MAX on overflow. False and an error if
 * memory runs out.
 */

/* For formats that write each stack once: the path to each node that has a self value. */
enum extent_of { EXTENT_NAMES, EXTENT_NUMBERS };
bool extent_of_paths(const struct flame *f, enum extent_of of, uint64_t *bytes,
		     struct error *err);

/* For formats that write each node once, with its name and module. */
bool extent_of_nodes(const struct flame *f, uint64_t *bytes, struct error *err);

/*
 * For formats that write the stack of each sample. EXTENT_NAMES: with names, modules and the
 * thread's name. EXTENT_NUMBERS: as numbers of frames; the name of each thread is written once.
 */
bool extent_of_samples(const struct flame *f, enum extent_of of, uint64_t *bytes,
		       struct error *err);

/* Sizes that need no confirmation. The counts of a week's heat map take less than EXTENT_MAP. */
#define EXTENT_FILE (UINT64_C(1) << 30)
#define EXTENT_MAP  (UINT64_C(64) << 20)

/* Is `bytes` at most `unasked`, or at most 512 times the size of the profile? */
bool extent_size_is_allowed(uint64_t bytes, uint64_t unasked, const struct profile *p);

/*
 * Like extent_size_is_allowed(), but on failure sets ERROR_LIMIT, with `what` and `command` in the
 * message: "as a flame graph in SVG this would take about 3.0 GiB, 600 times the size of the
 * profile; export --large writes it anyway".
 */
bool extent_check(uint64_t bytes, uint64_t unasked, const struct profile *p,
		  const char *what, const char *command, struct error *err);

#endif
