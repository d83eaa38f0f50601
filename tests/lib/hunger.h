/* hunger.h - memory that runs out when a test says so. */

#ifndef TESTS_HUNGER_H
#define TESTS_HUNGER_H

#include <stdbool.h>

/*
 * For programs linked with --wrap=malloc,calloc,realloc: the allocation that is due fails, and
 * none after it. What is not released then is found by the leak checker of a sanitizer build.
 * 0: none fails; else that many more succeed, less one.
 */
extern unsigned hunger_due;

/* All allocations fail of all threads but the first. */
extern bool hunger_of_helpers;

#endif
