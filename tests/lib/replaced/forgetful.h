/* forgetful.h - known_*.c of src/input with a switch that disables their caches. */

#ifndef TESTS_FORGETFUL_H
#define TESTS_FORGETFUL_H

#include <stdbool.h>

/* Defined by each program; called by several threads concurrently. */
bool forgetful_now(void);

#endif
