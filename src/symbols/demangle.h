/* demangle.h - names of C++, Rust and OCaml as their programmers wrote them. */

#ifndef SYMBOLS_DEMANGLE_H
#define SYMBOLS_DEMANGLE_H

/*
 * The plain name without parameters, "work::Engine::spin" for "_ZN4work6Engine4spinEi", as
 * perf prints it. NULL when it is no mangled name, too long, or memory has run out. Release
 * with mem_free().
 */
char *demangle_name(const char *mangled);

/* The same for one family of names; chosen by configure, NULL for all without libiberty. */
char *demangle_with_library(const char *mangled);

#endif
