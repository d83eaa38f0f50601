/* threads.h - a few threads that do one piece of work together. */

#ifndef BASE_THREADS_H
#define BASE_THREADS_H

#include <signal.h>

/*
 * Call work(arg, i) for i = 0 ... count - 1 at once and return when all have returned. 0 runs
 * on the caller's thread; a thread that cannot be had, or is beyond THREADS_MOST, is left out, so
 * the work must be such that whoever is there does all of it. The threads take no signals
 * but those of their own crashes.
 */
#define THREADS_MOST 64
void threads_run(unsigned count, void (*work)(void *arg, unsigned i), void *arg);

/* How many threads can run at once: the CPUs that we may use, at least 1. */
unsigned threads_cpus(void);

/*
 * Block all signals in the calling thread and those that it makes: they are for the shell.
 * Crashes stay open, or else the kernel ends the program before its handler can give the
 * terminal back. The mask as it was goes to `*old`, for pthread_sigmask(SIG_SETMASK).
 */
void threads_block_signals(sigset_t *old);

#endif
