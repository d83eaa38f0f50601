/* alignment.h - maps moments of one file to moments of a second one. */

#ifndef CHOICE_ALIGNMENT_H
#define CHOICE_ALIGNMENT_H

#include "analysis/range_words.h"

/*
 * The moment `other` of the second file, in ns after its origin, corresponds to `first` in the
 * first file, such as the start of a request or of the program. All zero: both files begin
 * together.
 */
struct alignment {
	uint64_t first, other;
	bool follows; /* the range of the second file is that of the first, shifted */
};

/*
 * Parse "A,B": a moment of the first file and one of the second, each parsed by range_parse() as
 * the start of a range in its place. Without places only the syntax is checked. `follows` is
 * unchanged.
 */
bool alignment_parse(struct text t, const struct range_place *first,
		     const struct range_place *other, struct alignment *a,
		     struct error *err);

/* Write "11.2,7.68", which alignment_parse() parses to the same alignment. Returns `buf`. */
const char *alignment_text(const struct alignment *a, char buf[RANGE_TEXT_MAX]);

/* Convert a moment of the first file to the second, or back; at least the origin of that file. */
uint64_t alignment_there(const struct alignment *a, uint64_t first);
uint64_t alignment_here(const struct alignment *a, uint64_t other);

/* Convert a range of the first file to the second; RANGE_ALL is unchanged. */
struct range alignment_range(const struct alignment *a, struct range r);

/* The number of columns of this length by which the second file is shifted. */
int64_t alignment_columns(const struct alignment *a, uint64_t period);

#endif
