/* opened.h - bytes opened as a file would be, for tests of the formats. */

#ifndef TESTS_OPENED_H
#define TESTS_OPENED_H

#include "input/reading.h"

/* The profile of it, or NULL and why not. Release with profile_free(). `o` may be NULL. */
struct profile *opened_or_not(struct text data, const struct reading_options *o,
			      struct error *err);

/* The same of what must open, with nothing wrong in it: else the test fails. */
struct profile *opened(struct text data, const struct reading_options *o);

/* Its dump is this. */
void opened_is(struct text data, const struct reading_options *o, const char *dump);

/* It cannot be opened, and the message says this. */
struct error opened_is_refused(struct text data, const struct reading_options *o,
			       const char *why);

#endif
