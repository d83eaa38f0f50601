/* privileges.h - what root can do and a reader of files need not. */

#ifndef SANDBOX_PRIVILEGES_H
#define SANDBOX_PRIVILEGES_H

#include <stdbool.h>

/* No program that this process or its children start gets more rights than it has. */
bool privileges_fix(void);

/*
 * Give up all capabilities but those to read any file and the addresses of the kernel's
 * symbols. True when there are no others, as with any user but root. For good.
 */
bool privileges_drop(void);

#endif
