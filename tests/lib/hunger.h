/* hunger.h - lets an allocation fail. */

#ifndef TESTS_HUNGER_H
#define TESTS_HUNGER_H

#include <stdbool.h>

/*
 * For programs linked with --wrap=malloc,calloc,realloc. N: the Nth allocation from now fails, and
 * none after it; 0: none fails. The leak checker of a sanitizer build finds what is not released
 * then.
 */
extern unsigned hunger_due;

/* All allocations of other threads than the main thread fail. */
extern bool hunger_of_helpers;

#endif
