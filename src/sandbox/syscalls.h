/* syscalls.h - which system calls are still allowed: a seccomp filter, by libseccomp. */

#ifndef SANDBOX_SYSCALLS_H
#define SANDBOX_SYSCALLS_H

#include <stdbool.h>

#include "base/library.h"

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
