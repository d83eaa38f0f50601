/* syscalls.h - which system calls are still allowed: a seccomp filter, by libseccomp. */

#ifndef SANDBOX_SYSCALLS_H
#define SANDBOX_SYSCALLS_H

#include <stdbool.h>

#include "base/library.h"

/*
 * What a new library or a newer libc calls shows itself in tests/sandbox/killed.sh and
 * same.t: then it is a row of the table, if a process that was taken over may have it.
 * tests/sandbox/attempts_*.c try what must be refused. A build with sanitizers is not
 * limited, as LeakSanitizer traces its own process. PCRE2's compiler of patterns may map
 * no code: patterns are interpreted.
 */

/*
 * From now on this thread and those that it creates may only: read open files and open files
 * for reading, use memory, threads, clocks and the terminal, and signal themselves. With `writes`
 * files may be opened for writing, renamed and removed as well, as far as Landlock allows. Other
 * calls fail with EPERM. False when there can be no filter, and why in `*lack`, a literal. For
 * good.
 *
 * Programs of tests/sandbox have a copy of their own that is built with SYSCALLS_KILL: there a
 * call that is not allowed ends the process, so that none that is needed goes unseen.
 */
bool syscalls_limit(bool writes, const char **lack);

extern const struct library seccomp_library;

#endif
