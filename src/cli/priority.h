/* priority.h - lowers the priority of this process. */

#ifndef CLI_PRIORITY_H
#define CLI_PRIORITY_H

/*
 * Give this process, its threads and its children the lowest CPU priority (nice 19) and the idle
 * I/O class. Call this before any thread is created, and before the sandbox, which forbids it.
 * Failures are harmless and ignored.
 */
void priority_lower(void);

#endif
