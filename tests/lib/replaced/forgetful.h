/* forgetful.h - known_*.c of src/input with a switch: whether anything is known again. */

#ifndef TESTS_FORGETFUL_H
#define TESTS_FORGETFUL_H

#include <stdbool.h>

/* Each program defines it; it is asked by several threads at once. */
bool forgetful_now(void);

#endif
