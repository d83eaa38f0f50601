/* syscalls.h - the system calls that are left: a filter in the kernel, by libseccomp. */

#ifndef SANDBOX_SYSCALLS_H
#define SANDBOX_SYSCALLS_H

#include <stdbool.h>

#include "base/library.h"

/*
 * From now on only these calls are there for this thread and those that it makes: read what
 * is open and open what is to be read, memory, threads, clocks, the terminal, and signals to
 * itself. With `writes` files can be opened for writing as well, renamed and removed, as far
 * as somebody else (Landlock) lets it. The others fail with EPERM. False when
 * there can be no filter, and why in `*lack`, a literal. For good.
 *
 * Programs of tests/sandbox have a copy of their own that is built with SYSCALLS_KILL: there a
 * call that is not allowed ends the process, so that none that is needed goes unseen.
 */
bool syscalls_limit(bool writes, const char **lack);

extern const struct library seccomp_library;

#endif
