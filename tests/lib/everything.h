/* everything.h - all that flarescope can answer of a profile, one after the other. */

#ifndef TESTS_EVERYTHING_H
#define TESTS_EVERYTHING_H

#include <stdbool.h>
#include <stddef.h>

#include "profile/profile.h"

/*
 * Open the bytes as a .flare file, and if it is one look at its facts, check its samples,
 * and if they are right draw its heat map, build its trees and graphs, search, sort and
 * export it. For hostile files: the test is that nothing happens. True when it got to the
 * end; aborts when a failure has no message.
 */
bool everything_of(const void *bytes, size_t len);

/*
 * The same of a profile that a reader has made, which is released; and besides each notation
 * of export and each weight, event and order. Longer than that, so for few inputs.
 */
void everything_of_profile(struct profile *p, const char *format);

#endif
