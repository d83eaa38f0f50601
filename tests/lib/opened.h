/* opened.h - opens bytes like a file, for tests of formats. */

#ifndef TESTS_OPENED_H
#define TESTS_OPENED_H

#include "input/reading.h"

/* Returns the profile, or NULL and an error. Release with profile_free(). `o` may be NULL. */
struct profile *opened_or_not(struct text data, const struct reading_options *o,
			      struct error *err);

/* The same, but the test fails on an error, or if check_profile() rejects the profile. */
struct profile *opened(struct text data, const struct reading_options *o);

/* Check the dump of the profile. */
void opened_is(struct text data, const struct reading_options *o, const char *dump);

/* Check that it cannot be opened, and that the message has `why`. */
struct error opened_is_refused(struct text data, const struct reading_options *o,
			       const char *why);

#endif
