#include "symbols/ahead.h"

#include <pthread.h>
#include <string.h>
#include <unistd.h>

#include "base/threads.h"
#include "base/mem.h"
#include "symbols/symbol_file.h"

#define PIECE ((size_t)64 * 1024) /* bytes */

/* Whole lines. */
struct piece {
	struct piece *next;
	size_t len;
	char bytes[PIECE];
};

struct ahead {
	char *path; /* owned */
	size_t max;
	pthread_t reader, parser;
	bool reading, parsing; /* there is such a thread, to be joined */

	pthread_mutex_t lock; /* guards: */
	pthread_cond_t changed;
	struct piece *first, *last; /* owned: read, and not taken yet */
	bool ended;		    /* no more are coming */
	bool stopped;		    /* nobody wants more */
	enum symbol_status why;	    /* when it ended: SYMBOLS_FOUND, or what went wrong */

	/* the parser's, until it is joined */
	struct symbol_table *table; /* owned */
	struct kallsyms said;
	enum symbol_status status; /* of these symbols */
};

/* ---- reading ---- */

static bool put(struct ahead *a, struct piece *p)
{
	bool stopped;

	pthread_mutex_lock(&a->lock);
	if (a->last)
		a->last->next = p;
	else
		a->first = p;
	a->last = p;
	stopped = a->stopped;
	pthread_cond_signal(&a->changed);
	pthread_mutex_unlock(&a->lock);
	return !stopped;
}

static void end(struct ahead *a, enum symbol_status why)
{
	pthread_mutex_lock(&a->lock);
	a->ended = true;
	a->why = why;
	pthread_cond_signal(&a->changed);
	pthread_mutex_unlock(&a->lock);
}

/* As much as there is room for; Linux gives a page at a time. False: it cannot be read. */
static bool fill(int fd, struct piece *p)
{
	ssize_t got = 1;

	while (p->len < PIECE && got > 0) {
		got = read(fd, p->bytes + p->len, PIECE - p->len);
		p->len += got > 0 ? (size_t)got : 0;
	}
	return got >= 0;
}

/* A new piece, which begins with the line that the last one ends in the middle of. */
static struct piece *follow(struct piece *p)
{
	struct error none = ERROR_INIT;
	struct piece *next = mem_array(1, sizeof *next, "lines", &none);
	const char *line = p && p->len ? memrchr(p->bytes, '\n', p->len) : NULL;

	if (next && line) {
		next->len = (size_t)(p->bytes + p->len - line) - 1;
		memcpy(next->bytes, line + 1, next->len);
		p->len -= next->len;
	}
	return next;
}

static enum symbol_status read_all(struct ahead *a, int fd)
{
	struct piece *p = follow(NULL), *next;
	size_t total = 0;

	while (p) {
		bool ok = fill(fd, p), whole = p->len < PIECE;

		total += p->len;
		if (!ok || total > a->max) {
			mem_free(p);
			return SYMBOLS_NO_FILE;
		}
		next = whole ? NULL : follow(p);
		if (!put(a, p)) {
			mem_free(next);
			return SYMBOLS_FOUND;
		}
		if (whole)
			return SYMBOLS_FOUND;
		p = next;
	}
	return SYMBOLS_NO_MEMORY;
}

static void *read_it(void *arg)
{
	struct ahead *a = arg;
	enum symbol_status why;
	struct stat st;
	int fd = symbol_file_open(NULL, a->path, &st, &why);

	if (fd >= 0)
		why = read_all(a, fd);
	symbol_file_close(fd);
	end(a, why);
	return NULL;
}

/* ---- parsing ---- */

/* The next piece; NULL: there are no more. */
static struct piece *take(struct ahead *a)
{
	struct piece *p;

	pthread_mutex_lock(&a->lock);
	while (!a->first && !a->ended)
		pthread_cond_wait(&a->changed, &a->lock);
	p = a->stopped ? NULL : a->first;
	if (p) {
		a->first = p->next;
		a->last = a->first ? a->last : NULL;
	}
	pthread_mutex_unlock(&a->lock);
	return p;
}

static void *parse_it(void *arg)
{
	struct error none = ERROR_INIT;
	struct ahead *a = arg;
	struct piece *p;

	a->table = symbol_table_new(false, &none);
	a->said.table = a->table;
	while ((p = take(a))) {
		if (a->table)
			kallsyms_take(&a->said, (struct text){p->bytes, p->len});
		mem_free(p);
	}
	a->status = a->table ? kallsyms_end(&a->said) : SYMBOLS_NO_MEMORY;
	return NULL;
}

/* ---- both ---- */

struct ahead *ahead_begin(const char *path, size_t max)
{
	struct error ignored = ERROR_INIT;
	struct ahead *a = mem_array(1, sizeof *a, "a file", &ignored);
	sigset_t old;

	if (!a)
		return NULL;
	pthread_mutex_init(&a->lock, NULL);
	pthread_cond_init(&a->changed, NULL);
	a->max = max;
	a->path = mem_text(path, strlen(path), &ignored);
	if (a->path) {
		threads_block_signals(&old);
		a->reading = pthread_create(&a->reader, NULL, read_it, a) == 0;
		a->parsing =
		    a->reading && pthread_create(&a->parser, NULL, parse_it, a) == 0;
		pthread_sigmask(SIG_SETMASK, &old, NULL);
	}
	if (a->reading)
		return a;
	ahead_free(a);
	return NULL;
}

static void wait_for(struct ahead *a)
{
	if (a->parsing)
		pthread_join(a->parser, NULL);
	if (a->reading)
		pthread_join(a->reader, NULL);
	a->parsing = a->reading = false;
}

void ahead_free(struct ahead *a)
{
	struct piece *p;

	if (!a)
		return;
	pthread_mutex_lock(&a->lock);
	a->stopped = true;
	pthread_mutex_unlock(&a->lock);
	wait_for(a);
	while ((p = a->first)) {
		a->first = p->next;
		mem_free(p);
	}
	symbol_table_free(a->table);
	pthread_cond_destroy(&a->changed);
	pthread_mutex_destroy(&a->lock);
	mem_free(a->path);
	mem_free(a);
}

struct symbol_table *ahead_take(struct ahead *a, struct kallsyms *said,
				enum symbol_status *why)
{
	struct symbol_table *table;

	if (a->reading && !a->parsing)
		parse_it(a);
	wait_for(a);
	table = a->why == SYMBOLS_FOUND ? a->table : NULL;
	*why = a->why != SYMBOLS_FOUND ? a->why : a->status;
	*said = a->said;
	if (table)
		a->table = NULL;
	return table;
}
