/* syscalls.h - limits the system calls of the process with a seccomp filter of libseccomp. */

#ifndef SANDBOX_SYSCALLS_H
#define SANDBOX_SYSCALLS_H

#include <stdbool.h>

#include "base/library.h"

/*
 * tests/sandbox/killed.sh and same.t detect system calls that a new version of a library makes. Add
 * them to the table in syscalls.c if they are harmless even when an attacker makes them.
 * tests/sandbox/attempts_*.c try calls that must be refused. A build with sanitizers is not
 * limited, as LeakSanitizer traces its own process. PCRE2 interprets patterns, as it may not map
 * executable memory for compiled ones.
 */

/*
 * From now on, this thread and its children may only open files for reading; use files that are
 * open, memory, threads, clocks and the terminal; signal their own process; and stop their process
 * group. With `writes`, files may also be opened for writing, renamed and removed, as far as
 * Landlock allows. Other calls fail with EPERM, and clone3() with ENOSYS, so that the C library
 * falls back to clone(). The limit is permanent. Returns false when the filter cannot be installed,
 * and sets `*lack` to the reason, a string literal.
 *
 * tests/sandbox also builds programs with SYSCALLS_KILL: in these, a call that is not allowed ends
 * the process, so that a test fails for each call that is missing from the table.
 */
bool syscalls_limit(bool writes, const char **lack);

extern const struct library seccomp_library;

#endif
