/* threads.h - runs a piece of work on a few threads. */

#ifndef BASE_THREADS_H
#define BASE_THREADS_H

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>

/*
 * Call work(arg, i) for i = 0 ... count - 1 concurrently and return when all have returned. 0 runs
 * on the caller's thread; a thread that cannot be created, or is beyond THREADS_MOST, is skipped,
 * so the running ones must share all of the work. The threads handle no signals except those of
 * their own crashes.
 */
#define THREADS_MOST 64
void threads_run(unsigned count, void (*work)(void *arg, unsigned i), void *arg);

/* One thread, in addition to the caller's. */
struct threads_one {
	void (*work)(void *arg);
	void *arg;
	pthread_t thread;
	bool there;
};

/*
 * Start work(arg) concurrently with the caller; false if no thread can be created, and nothing has
 * started. `*t` must not move until threads_end(), which waits, and does nothing if nothing has
 * started.
 */
bool threads_begin(struct threads_one *t, void (*work)(void *arg), void *arg);
void threads_end(struct threads_one *t);

/*
 * The number of threads that can run simultaneously: the CPUs that this process may use, at least
 * 1.
 */
unsigned threads_cpus(void);

/*
 * Block all signals in the calling thread and in threads that it creates: tui/shell handles them.
 * Signals of crashes are not blocked, because the kernel would end the program before its handler
 * can restore the terminal. `*old` is the former mask, for pthread_sigmask(SIG_SETMASK).
 */
void threads_block_signals(sigset_t *old);

#endif
