/* extent.h - about how long an export will be, known before a byte of it is written. */

#ifndef EXPORT_EXTENT_H
#define EXPORT_EXTENT_H

#include "analysis/flame.h"

/*
 * Notations that write out each stack with all of its frames may be far longer than the
 * profile, where stacks share what they begin with; so may those that write a name at each
 * node. All give bytes, as if names were written as they are, UINT64_MAX if it is more; false
 * and an error when memory runs out.
 */

/* A stack is written once: for each node at which samples end, all that is above it. */
enum extent_of { EXTENT_NAMES, EXTENT_NUMBERS };
bool extent_of_paths(const struct flame *f, enum extent_of of, uint64_t *bytes,
		     struct error *err);

/* Each node once, with its name and module. */
bool extent_of_nodes(const struct flame *f, uint64_t *bytes, struct error *err);

/* It is written for each sample, with names and modules, and that of its thread; or as numbers of
 * frames, and the names of threads once. */
bool extent_of_samples(const struct flame *f, enum extent_of of, uint64_t *bytes,
		       struct error *err);

/* What nobody is asked about, whatever it is of. A day of seconds is a tenth of that as a map. */
#define EXTENT_FILE (UINT64_C(1) << 30)
#define EXTENT_MAP  (UINT64_C(64) << 20)

/* Is that no more than anybody expects of the profile: `unasked`, or 512 times what it is itself? */
bool extent_is_expected(uint64_t bytes, uint64_t unasked, const struct profile *p);

/*
 * The same, else ERROR_LIMIT: "as a flame graph in SVG this would take about 3.0 GiB, 600 times
 * the size of the profile; export --large writes it anyway".
 */
bool extent_check(uint64_t bytes, uint64_t unasked, const struct profile *p,
		  const char *what, const char *command, struct error *err);

#endif
