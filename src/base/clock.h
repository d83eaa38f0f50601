/* clock.h - time that passes, for progress and patience. */

#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <stdint.h>

/* Nanoseconds of a clock that only runs forwards; the origin means nothing. */
uint64_t clock_now(void);

/* Nanoseconds that this thread has been running on a CPU. */
uint64_t clock_spent(void);

#endif
