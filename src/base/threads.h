/* threads.h - a few threads that share one piece of work. */

#ifndef BASE_THREADS_H
#define BASE_THREADS_H

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>

/*
 * Call work(arg, i) for i = 0 ... count - 1 concurrently and return when all have returned. 0
 * runs on the caller's thread; a thread that cannot be created, or is beyond THREADS_MOST, is
 * left out, so those that run must share out all of the work among themselves. The threads
 * handle no signals but those of their own crashes.
 */
#define THREADS_MOST 64
void threads_run(unsigned count, void (*work)(void *arg, unsigned i), void *arg);

/* One thread, beside the caller's. */
struct threads_one {
	void (*work)(void *arg);
	void *arg;
	pthread_t thread;
	bool there;
};

/*
 * Begin work(arg) beside the caller: false where no thread can be created, and nothing has begun. It
 * must stay where it is until threads_end(), which waits, and does nothing where nothing has begun.
 */
bool threads_begin(struct threads_one *t, void (*work)(void *arg), void *arg);
void threads_end(struct threads_one *t);

/* How many threads can run at once: the CPUs that we may use, at least 1. */
unsigned threads_cpus(void);

/*
 * Block all signals in the calling thread and those that it creates: they are for tui/shell.
 * Those of crashes are not blocked, or else the kernel would end the program before its handler
 * can restore the terminal. `*old` is the former mask, for pthread_sigmask(SIG_SETMASK).
 */
void threads_block_signals(sigset_t *old);

#endif
