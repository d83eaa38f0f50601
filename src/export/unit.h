/* unit.h - what the numbers of a flame graph count. */

#ifndef EXPORT_UNIT_H
#define EXPORT_UNIT_H

#include "analysis/flame.h"

/* "ns" of spans; "bytes" ... when periods are weighed and all events have this unit; else
 * empty. */
struct text unit_of_flame(const struct flame *f);

#endif
