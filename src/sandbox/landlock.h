/* landlock.h - the kernel's fence around what a process may do with files (Linux 5.13). */

#ifndef SANDBOX_LANDLOCK_H
#define SANDBOX_LANDLOCK_H

/*
 * From now on this thread and those that it makes may read any file, but write, make, remove
 * and rename them only in the directory `writable` (a descriptor; -1: nowhere) and below,
 * run no program, and open no TCP connection. The terminal stays one. Answers the version of
 * the kernel's interface, 1 to 7 and more; 0 and errno where there is none. For good.
 */
unsigned landlock_enter(int writable);

/* Why it answered 0, in words. */
const char *landlock_lack(int error);

#endif
