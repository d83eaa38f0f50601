/* alignment.h - maps moments of one file to moments of a second one. */

#ifndef CHOICE_ALIGNMENT_H
#define CHOICE_ALIGNMENT_H

#include "analysis/range_words.h"

/*
 * Two moments that correspond to each other, such as the start of the same request: `first` ns
 * after the origin of the first file, and `other` ns after the origin of the second. All zero: the
 * two origins correspond.
 */
struct alignment {
	uint64_t first, other;
	bool follows; /* the second file has the same range as the first, shifted */
};

/*
 * Parse "A,B", a moment of the first file and one of the second. range_parse() parses them as
 * starts of ranges in the places `first` and `other`. If a place is NULL, a moment that depends on
 * it, such as a time of day, is checked for syntax only. `follows` is unchanged.
 */
bool alignment_parse(struct text t, const struct range_place *first,
		     const struct range_place *other, struct alignment *a,
		     struct error *err);

/* Write both moments as alignment_parse() reads them: "11.2,7.68". Returns `buf`. */
const char *alignment_text(const struct alignment *a, char buf[RANGE_TEXT_MAX]);

/*
 * Convert a moment of the first file to the corresponding moment of the second, or back. A moment
 * before the origin becomes the origin.
 */
uint64_t alignment_there(const struct alignment *a, uint64_t first);
uint64_t alignment_here(const struct alignment *a, uint64_t other);

/* Convert a range of the first file to one of the second; RANGE_ALL is unchanged. */
struct range alignment_range(const struct alignment *a, struct range r);

/* The number of columns of `period` ns by which a moment is later in the second file. */
int64_t alignment_columns(const struct alignment *a, uint64_t period);

#endif
