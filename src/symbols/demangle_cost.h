/* demangle_cost.h - how many steps libiberty may take for a name of C++, told beforehand. */

#ifndef SYMBOLS_DEMANGLE_COST_H
#define SYMBOLS_DEMANGLE_COST_H

#include <stdint.h>

/* More than any number of steps; also of what is no such name. */
#define DEMANGLE_ENDLESS UINT64_MAX

/*
 * A name of C++ (_Z, _GLOBAL_) refers to its own parts, so a few hundred bytes can stand for
 * 2^100 of them. The library walks through all of them, some without writing a byte, and
 * cannot be told to stop. This is a bound of those walks, found in time about linear in the
 * length of the name: never too low, and for the names of real programs near what it is.
 */
uint64_t demangle_cost(const char *mangled);

#endif
