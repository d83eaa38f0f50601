/* denial.h - what becomes of a system call that is not allowed. */

#ifndef SANDBOX_DENIAL_H
#define SANDBOX_DENIAL_H

#include <stdbool.h>

/*
 * False: it fails with EPERM. A program for tests is linked with another file in the place of
 * denial.c, where it is true: the process is killed, so that no call that is wanted goes unseen.
 */
bool denial_kills(void);

#endif
