/* syscalls.h - limits the system calls of the process: a seccomp filter, by libseccomp. */

#ifndef SANDBOX_SYSCALLS_H
#define SANDBOX_SYSCALLS_H

#include <stdbool.h>

#include "base/library.h"

/*
 * New system calls of a library or libc are detected by tests/sandbox/killed.sh and same.t; they
 * become rows of the table if they are harmless in the hands of an attacker.
 * tests/sandbox/attempts_*.c try calls that must be refused. A build with sanitizers is not
 * limited, as LeakSanitizer traces its own process. PCRE2 may not map code for compiled patterns:
 * patterns are interpreted.
 */

/*
 * From now on this thread and its children may only: read open files and open files for reading,
 * use memory, threads, clocks and the terminal, and signal their own process. With `writes`, files
 * may also be opened for writing, renamed and removed, as far as Landlock allows. Other calls fail
 * with EPERM. False when there can be no filter, with the reason in `*lack`, a string literal.
 * Permanent.
 *
 * Programs of tests/sandbox have a copy built with SYSCALLS_KILL: there a call that is not allowed
 * ends the process, so that no needed call goes unnoticed.
 */
bool syscalls_limit(bool writes, const char **lack);

extern const struct library seccomp_library;

#endif
