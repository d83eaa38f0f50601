#include "symbols/ahead.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/crew.h"
#include "base/mem.h"
#include "symbols/regular_file.h"

struct ahead {
	char *path; /* owned */
	size_t max;
	pthread_t thread;
	bool running; /* it is to be joined, and has the rest until then */
	char *text;   /* owned */
	size_t len;
	enum symbol_status why;
};

static void *read_it(void *arg)
{
	struct ahead *a = arg;

	a->text = regular_file_text(a->path, a->max, &a->len, &a->why);
	return NULL;
}

struct ahead *ahead_begin(const char *path, size_t max)
{
	struct error ignored = ERROR_INIT;
	struct ahead *a = mem_array(1, sizeof *a, "a file", &ignored);
	sigset_t old;

	if (!a)
		return NULL;
	a->max = max;
	a->path = mem_text(path, strlen(path), &ignored);
	if (a->path) {
		crew_block_signals(&old);
		a->running = pthread_create(&a->thread, NULL, read_it, a) == 0;
		pthread_sigmask(SIG_SETMASK, &old, NULL);
	}
	if (a->running)
		return a;
	ahead_free(a);
	return NULL;
}

static void wait_for(struct ahead *a)
{
	if (a->running)
		pthread_join(a->thread, NULL);
	a->running = false;
}

void ahead_free(struct ahead *a)
{
	if (!a)
		return;
	wait_for(a);
	free(a->text);
	free(a->path);
	free(a);
}

char *ahead_take(struct ahead *a, size_t *len, enum symbol_status *why)
{
	char *text;

	wait_for(a);
	text = a->text;
	a->text = NULL;
	*len = a->len;
	*why = text ? SYMBOLS_FOUND : a->why;
	return text;
}
