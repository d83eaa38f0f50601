/* threads.h - threads that run a given function. */

#ifndef BASE_THREADS_H
#define BASE_THREADS_H

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>

/*
 * Call work(arg, i) for i = 0 ... count - 1 concurrently, and return when all calls have returned.
 * Call 0 runs on the caller's thread. Other calls are skipped if their thread cannot be created or
 * `i` is THREADS_MOST or more, so the calls must distribute the work among themselves. The new
 * threads handle no signals except those of their own crashes.
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
 * Start work(arg) on a new thread. Returns false, without calling it, if no thread can be created.
 * `*t` must stay in place until threads_end(), which waits for the thread to end, and does nothing
 * if there is no thread.
 */
bool threads_begin(struct threads_one *t, void (*work)(void *arg), void *arg);
void threads_end(struct threads_one *t);

/*
 * The number of CPUs that this process may use, limited by its affinity and its control group; at
 * least 1, at most THREADS_MOST.
 */
unsigned threads_cpus(void);

/*
 * Block all signals in the calling thread and in threads that it creates: tui/shell handles them.
 * Signals of crashes are not blocked: if they were, the kernel would end the program before its
 * handler could restore the terminal. `*old` is the previous mask, to be restored with
 * pthread_sigmask(SIG_SETMASK).
 */
void threads_block_signals(sigset_t *old);

#endif
