/* demangle.h - names of C++, Rust and OCaml as their programmers wrote them. */

#ifndef SYMBOLS_DEMANGLE_H
#define SYMBOLS_DEMANGLE_H

#include <stdint.h>

#include "base/library.h"

/*
 * Names refer to their own parts, so their output, or the work without output, may double with
 * every few bytes. These are the steps that one name may take, and all names of one file: the most
 * expensive of 580,000 names of C++ takes 34,000, and all of them together take 60 million.
 */
#define DEMANGLE_NAME_STEPS (UINT64_C(1) << 20)
#define DEMANGLE_STEPS	    (UINT64_C(1) << 27)

/*
 * The plain name without parameters, "work::Engine::spin" for "_ZN4work6Engine4spinEi", as
 * perf prints it. NULL when it is not a mangled name, is too long, would take too many steps or more
 * than are left in `*steps`, which become fewer, or memory has run out. Release with mem_free().
 */
char *demangle_name(const char *mangled, uint64_t *steps);

/* Without it, only names of OCaml are demangled. */
extern const struct library iberty_library;

#endif
