/* alignment.h - which moment of a second file is the same as which of the first. */

#ifndef CHOICE_ALIGNMENT_H
#define CHOICE_ALIGNMENT_H

#include "analysis/range_words.h"

/*
 * The moment `other` of the second file, in ns after its origin, is what `first` is in the first one:
 * the request began, the program started. All zero: both files begin together.
 */
struct alignment {
	uint64_t first, other;
	bool follows; /* the range of the second file is that of the first, so moved */
};

/*
 * "A,B": a moment of the first file and one of the second, each as range_parse() reads the begin of
 * a range in its place. Without places it is only looked at. `follows` stays.
 */
bool alignment_parse(struct text t, const struct range_place *first,
		     const struct range_place *other, struct alignment *a,
		     struct error *err);

/* "11.2,7.68": what alignment_parse() reads back as the same. Returns `buf`. */
const char *alignment_text(const struct alignment *a, char buf[RANGE_TEXT_MAX]);

/* A moment of the first file, in the second one, and the other way round; where it would lie
 * before that file's origin, the origin. */
uint64_t alignment_there(const struct alignment *a, uint64_t first);
uint64_t alignment_here(const struct alignment *a, uint64_t other);

/* A range of the first file in the second; "all" is all there, too. */
struct range alignment_range(const struct alignment *a, struct range r);

/* How many columns of this length the second file's are behind where they would be without. */
int64_t alignment_columns(const struct alignment *a, uint64_t period);

#endif
