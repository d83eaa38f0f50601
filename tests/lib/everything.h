/* everything.h - all that flarescope can answer of a profile, one after the other. */

#ifndef TESTS_EVERYTHING_H
#define TESTS_EVERYTHING_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Open the bytes as a .flare file, and if it is one look at its facts, check its samples,
 * and if they are right draw its heat map, build its trees and graphs, search, sort and
 * export it. For hostile files: the test is that nothing happens. True when it got to the
 * end; aborts when a failure has no message.
 */
bool everything_of(const void *bytes, size_t len);

#endif
