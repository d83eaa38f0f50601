#include "base/threads.h"

#include <sched.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"

/* The arguments of one thread; they live until threads_run() returns. */
struct thread_arguments {
	void (*work)(void *arg, unsigned i);
	void *arg;
	unsigned number;
	pthread_t thread;
	bool there;
};

static void *run_thread_work(void *arg)
{
	struct thread_arguments *m = arg;

	m->work(m->arg, m->number);
	return NULL;
}

void threads_block_signals(sigset_t *old)
{
	static const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
	sigset_t all;

	sigfillset(&all);
	for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++)
		sigdelset(&all, crashes[i]);
	pthread_sigmask(SIG_SETMASK, &all, old);
}

void threads_run(unsigned count, void (*work)(void *arg, unsigned i), void *arg)
{
	struct thread_arguments members[THREADS_MOST];
	sigset_t old;

	if (count > THREADS_MOST)
		count = THREADS_MOST;
	threads_block_signals(&old);
	for (unsigned i = 1; i < count; i++) {
		struct thread_arguments *m = &members[i];

		*m = (struct thread_arguments){.work = work, .arg = arg, .number = i};
		m->there = pthread_create(&m->thread, NULL, run_thread_work, m) == 0;
	}
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	work(arg, 0);
	for (unsigned i = 1; i < count; i++)
		if (members[i].there)
			pthread_join(members[i].thread, NULL);
}

static void *run_one(void *arg)
{
	struct threads_one *t = arg;

	t->work(t->arg);
	return NULL;
}

bool threads_begin(struct threads_one *t, void (*work)(void *arg), void *arg)
{
	sigset_t old;

	*t = (struct threads_one){.work = work, .arg = arg};
	threads_block_signals(&old);
	t->there = pthread_create(&t->thread, NULL, run_one, t) == 0;
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	return t->there;
}

void threads_end(struct threads_one *t)
{
	if (t->there)
		pthread_join(t->thread, NULL);
	t->there = false;
}

/* The number of CPUs that a container may use (cgroup quota), rounded up; 0: unlimited. */
static unsigned quota(void)
{
	char line[64] = ""; /* "150000 100000", "max 100000" */
	FILE *in = fopen("/sys/fs/cgroup/cpu.max", "re");
	uint64_t most, period;
	struct text t;
	size_t word;

	if (in) {
		(void)!fgets(line, sizeof line, in);
		fclose(in);
	}
	t = text_trim(text_of(line));
	word = strcspn(line, " ");
	if (!number_u64(text_upto(t, word), &most) ||
	    !number_u64(text_from(t, word + 1), &period) || period == 0 ||
	    most / period >= THREADS_MOST)
		return 0;
	return (unsigned)(most / period + (most % period != 0));
}

unsigned threads_cpus(void)
{
	unsigned limit = quota();
	cpu_set_t set;
	int n;

	if (sched_getaffinity(0, sizeof set, &set) != 0)
		return 1;
	n = CPU_COUNT(&set);
	if (limit && (unsigned)n > limit)
		return limit;
	return n < 1 ? 1 : n > THREADS_MOST ? THREADS_MOST : (unsigned)n;
}
