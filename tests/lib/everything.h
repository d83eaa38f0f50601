/* everything.h - runs all analyses and exports on a profile. */

#ifndef TESTS_EVERYTHING_H
#define TESTS_EVERYTHING_H

#include <stdbool.h>
#include <stddef.h>

#include "profile/profile.h"

/*
 * Open the bytes as a .flare file. If that succeeds, check the samples; if they are valid, build
 * heat map, trees and graphs, search, sort and export. For hostile files: the test is that nothing
 * crashes. True if all of it succeeded; aborts if a failure has no message.
 */
bool everything_of(const void *bytes, size_t len);

/*
 * The same for a profile that a reader has made; it is released. Also tries all notations of
 * export, weights, events and orders. This is slow, so use it for few inputs.
 */
void everything_of_profile(struct profile *p, const char *format);

#endif
