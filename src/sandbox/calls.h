/* calls.h - the system calls that are left: a filter in the kernel, by libseccomp. */

#ifndef SANDBOX_CALLS_H
#define SANDBOX_CALLS_H

#include <stdbool.h>

#include "base/library.h"

/*
 * From now on only these calls are there for this thread and those that it makes: read what
 * is open and open what is to be read, memory, threads, clocks, the terminal, and signals to
 * itself. With `writes` files can be opened for writing as well, renamed and removed, as far
 * as somebody else (Landlock) lets it. The others fail with EPERM (see denial.h). False when
 * there can be no filter, and why in `*lack`, a literal. For good.
 */
bool calls_limit(bool writes, const char **lack);

extern const struct library seccomp_library;

#endif
