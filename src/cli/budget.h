/* budget.h - how much memory this process gives itself. */

#ifndef CLI_BUDGET_H
#define CLI_BUDGET_H

#include <stdint.h>

/*
 * To be called before anything of a profile is read, and after programs were started that
 * are not to be held to it: at most `bytes` of ours from now on, 0 for half of what is free,
 * at least 256 MiB and at most 8 GiB. What libraries allocate by themselves is stopped by
 * RLIMIT_DATA, somewhat above; only its soft limit is lowered, and readers of the user's own
 * have theirs.
 */
void budget_begin(uint64_t bytes);

#endif
