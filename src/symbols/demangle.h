/* demangle.h - demangles C++, Rust and OCaml names. */

#ifndef SYMBOLS_DEMANGLE_H
#define SYMBOLS_DEMANGLE_H

#include <stdint.h>

#include "base/library.h"

/*
 * Limits on the work for one name and for all names of one file. A mangled name may refer to its
 * own parts, so that its output, or the work for it, doubles with every few bytes. Among 580,000
 * C++ names, the most expensive one takes 34,000 steps, and all of them together take 60 million.
 */
#define DEMANGLE_NAME_STEPS (UINT64_C(1) << 20)
#define DEMANGLE_STEPS	    (UINT64_C(1) << 27)

/*
 * The demangled name without parameters, as perf prints it: "work::Engine::spin" for
 * "_ZN4work6Engine4spinEi". The steps taken are subtracted from `*steps`. Returns NULL when the
 * name is not mangled or is too long, when it takes more than DEMANGLE_NAME_STEPS or `*steps`, or
 * when memory runs out. Release with mem_free().
 */
char *demangle_name(const char *mangled, uint64_t *steps);

/* Without this library, only OCaml names are demangled. */
extern const struct library iberty_library;

#endif
