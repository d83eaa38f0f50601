/* priority.h - to be the last that the host cares for. */

#ifndef CLI_PRIORITY_H
#define CLI_PRIORITY_H

/*
 * From now on this process, its threads and those that it starts get what others leave: the
 * lowest CPU priority (nice 19), and the disk when it is idle. Before any thread is created, and
 * before the sandbox, which forbids it. Whether the kernel does so cannot harm, so that it may not
 * is no failure.
 */
void priority_lower(void);

#endif
