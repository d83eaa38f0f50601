#include "session/loader.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/mem.h"
#include "input/keepsake.h"
#include "profile/second.h"

/* Shared by the thread and the owner: whoever leaves last releases it. */
struct loader {
	char *path;   /* owned */
	char *format; /* owned, or NULL */
	struct reading_options options;
	struct cache cache; /* options.cache, when there is one */
	struct progress progress;
	int news[2]; /* the thread writes a byte when it has ended */

	pthread_mutex_t lock; /* guards the rest */
	bool ended, abandoned;
	struct profile *profile; /* owned until taken */
	struct error error;
};

static void release(struct loader *l)
{
	for (int i = 0; i < 2; i++)
		if (l->news[i] >= 0)
			close(l->news[i]);
	pthread_mutex_destroy(&l->lock);
	profile_free(l->profile);
	free(l->format);
	free(l->path);
	free(l);
}

/* What is written to the cache after the profile was handed over. */
struct legacy {
	struct keepsake keepsake;
	struct cache cache;
	struct profile *second; /* owned; NULL: nothing is written */
};

static void prepare(struct legacy *legacy, const struct loader *l, struct profile **p)
{
	struct error ignored = ERROR_INIT;

	legacy->cache = l->cache;
	if (*p && l->options.cache && legacy->keepsake.key[0])
		legacy->second = second_new(p, &ignored);
}

static void execute(struct legacy *legacy)
{
	if (legacy->second)
		keepsake_write(&legacy->keepsake, &legacy->cache, legacy->second);
	profile_free(legacy->second);
}

static void *run(void *arg)
{
	struct loader *l = arg;
	struct error err = ERROR_INIT;
	struct legacy legacy = {0};
	struct profile *p;
	bool abandoned;

	l->options.keepsake = &legacy.keepsake;
	p = reading_run(l->path, &l->options, &l->progress, &err);
	prepare(&legacy, l, &p);
	pthread_mutex_lock(&l->lock);
	l->profile = p;
	l->error = err;
	l->ended = true;
	abandoned = l->abandoned;
	/* while the lock is held nobody can have closed the pipe */
	if (!abandoned)
		while (write(l->news[1], "", 1) < 0)
			;
	pthread_mutex_unlock(&l->lock);
	if (abandoned)
		release(l);
	execute(&legacy);
	return NULL;
}

/* The thread takes no signals: they are for the shell. Its own crashes are, or else the
 * kernel ends the program before its handler can give the terminal back. */
static bool start(struct loader *l, struct error *err)
{
	static const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
	pthread_attr_t attr;
	pthread_t thread;
	sigset_t all, old;
	int failed;

	sigfillset(&all);
	for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++)
		sigdelset(&all, crashes[i]);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	pthread_attr_init(&attr);
	pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
	failed = pthread_create(&thread, &attr, run, l);
	pthread_attr_destroy(&attr);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	return !failed ||
	       error_set(err, ERROR_SYSTEM, "cannot start a thread to read with");
}

struct loader *loader_new(const char *path, const struct reading_options *options,
			  struct error *err)
{
	struct loader *l = mem_array(1, sizeof *l, "loader", err);

	if (!l)
		return NULL;
	l->news[0] = l->news[1] = -1;
	l->options = *options;
	if (options->cache) { /* the thread may outlive the options */
		l->cache = *options->cache;
		l->options.cache = &l->cache;
	}
	pthread_mutex_init(&l->lock, NULL);
	l->path = mem_text(path, strlen(path), err);
	if (l->path && options->format) {
		l->format = mem_text(options->format, strlen(options->format), err);
		l->options.format = l->format;
	}
	if (!l->path || (options->format && !l->format) ||
	    (pipe2(l->news, O_CLOEXEC) < 0 && !error_sys(err, "cannot make a pipe")) ||
	    !start(l, err)) {
		release(l);
		return NULL;
	}
	return l;
}

void loader_free(struct loader *l)
{
	bool ended;

	if (!l)
		return;
	loader_cancel(l);
	pthread_mutex_lock(&l->lock);
	ended = l->ended;
	l->abandoned = true;
	pthread_mutex_unlock(&l->lock);
	if (ended)
		release(l);
}

int loader_fd(const struct loader *l)
{
	return l->news[0];
}

const struct progress *loader_progress(const struct loader *l)
{
	return &l->progress;
}

void loader_cancel(struct loader *l)
{
	atomic_store(&l->progress.cancel, true);
}

bool loader_take(struct loader *l, struct profile **p, struct error *err)
{
	bool ended;

	pthread_mutex_lock(&l->lock);
	ended = l->ended;
	if (ended) {
		*p = l->profile;
		l->profile = NULL;
		*err = l->error;
	}
	pthread_mutex_unlock(&l->lock);
	return ended;
}
