#include "symbols/kallsyms.h"

#include <pthread.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/number.h"
#include "base/threads.h"
#include "symbols/symbol_file.h"

struct symbol_line {
	uint64_t address;
	char type;
	struct text name, owner; /* owner: "[ext4]", empty for the kernel itself */
};

/*
 * Parse "ffffffff81000060 T entry_SYSCALL_64_after_hwframe" (Linux 6.18); symbols of modules end
 * with a tab and the module: "ffffffffc0a3e010 t ext4_sync_fs\t[ext4]".
 */
static bool parse_symbol_line(struct text t, struct symbol_line *l)
{
	const char *blank = memchr(t.at, ' ', t.len);
	size_t digits = blank ? (size_t)(blank - t.at) : 0;
	const char *tab;

	if (t.len < digits + 4 || t.at[digits + 2] != ' ' ||
	    !number_hex(text_upto(t, digits), &l->address))
		return false;
	l->type = t.at[digits + 1];
	l->name = text_from(t, digits + 3);
	l->owner = TEXT("");
	tab = memchr(l->name.at, '\t', l->name.len);
	if (tab) {
		l->owner = text_trim(text_from(l->name, (size_t)(tab - l->name.at)));
		l->name = text_upto(l->name, (size_t)(tab - l->name.at));
	}
	return l->name.len > 0;
}

/* Store the name of a module once for its lines, which are consecutive. */
static bool put_owner(struct kallsyms *k, struct text owner, struct error *err)
{
	if (text_equal(owner, (struct text){k->owner, k->owner_len}))
		return true;
	k->owner_len = owner.len <= sizeof k->owner ? owner.len : 0;
	memcpy(k->owner, owner.at, k->owner_len);
	return symbol_table_bytes(k->table, owner, &k->owner_at, err);
}

static bool add_kernel_symbol(struct kallsyms *k, const struct symbol_line *l)
{
	struct error none = ERROR_INIT;
	bool weak = l->type == 'W' || l->type == 'w';
	bool code = weak || l->type == 'T' || l->type == 't';
	struct symbol_row row = {
	    .start = l->address,
	    .binding = weak				  ? SYMBOL_WEAK
		       : l->type >= 'A' && l->type <= 'Z' ? SYMBOL_GLOBAL
							  : SYMBOL_LOCAL,
	    .type = code ? SYMBOL_FUNCTION : SYMBOL_DATA,
	};

	if (l->owner.len && !put_owner(k, l->owner, &none))
		return false;
	if (l->owner.len)
		row.owner = k->owner_at;
	return symbol_table_bytes(k->table, l->name, &row.name, &none) &&
	       symbol_table_add(k->table, &row, &none);
}

/* The anchor of this name; -1: none. */
static int anchor_of(struct text name)
{
	if (text_equal(name, TEXT("_text")))
		return KALLSYMS_TEXT;
	return text_equal(name, TEXT("_stext")) ? KALLSYMS_STEXT : -1;
}

void kallsyms_take(struct kallsyms *k, struct text text)
{
	struct symbol_line l;

	while (text.len && !k->failed) {
		const char *end = memchr(text.at, '\n', text.len);
		size_t len = end ? (size_t)(end - text.at) : text.len;
		bool parsed = parse_symbol_line(text_upto(text, len), &l);
		int anchor;

		text = text_from(text, len + 1);
		if (!parsed)
			continue;
		anchor = l.name.at[0] == '_' && !l.owner.len ? anchor_of(l.name) : -1;
		k->any = true;
		k->shown = k->shown || l.address != 0;
		if (anchor >= 0)
			k->anchors[anchor] = l.address;
		/* code and data, as in perf, without the mapping symbols of ARM modules */
		if (strchr("TtWwDdBb", l.type) && l.name.at[0] != '$' &&
		    !add_kernel_symbol(k, &l))
			k->failed = true;
	}
}

enum symbol_status kallsyms_end(struct kallsyms *k)
{
	struct error none = ERROR_INIT;

	if (k->failed || !symbol_table_settle(k->table, true, &none))
		return SYMBOLS_NO_MEMORY;
	if (!k->any)
		return SYMBOLS_NO_KALLSYMS;
	return k->shown ? SYMBOLS_FOUND : SYMBOLS_KERNEL_HIDDEN;
}

uint64_t kallsyms_anchor(const struct kallsyms *k, struct text name)
{
	int anchor = anchor_of(name);

	return anchor < 0 ? 0 : k->anchors[anchor];
}

/* ---- reading in the background ---- */

#define PIECE ((size_t)64 * 1024) /* bytes */

/* Complete lines. */
struct lines_piece {
	struct lines_piece *next;
	size_t len;
	char bytes[PIECE];
};

struct kallsyms_prefetch {
	char *path; /* owned */
	size_t max;
	pthread_t reader, parser;
	bool reading, parsing; /* the thread exists and must be joined */

	pthread_mutex_t lock; /* guards the next members */
	pthread_cond_t changed;
	struct lines_piece *first, *last; /* owned: the queue from reader to parser */
	bool ended;			  /* the reader has ended */
	bool stopped;			  /* the result is not needed any more */
	enum symbol_status why;		  /* of the reader: SYMBOLS_FOUND or the reason */

	/* used by the parser until it is joined */
	struct symbol_table *table; /* owned */
	struct kallsyms said;
	enum symbol_status status; /* of the table */
};

/* ---- reading ---- */

static bool queue_piece(struct kallsyms_prefetch *a, struct lines_piece *p)
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

/* A new piece that begins with the incomplete last line of the previous one. */
static struct lines_piece *begin_next_piece(struct lines_piece *p)
{
	struct error none = ERROR_INIT;
	struct lines_piece *next = mem_array(1, sizeof *next, "lines", &none);
	const char *line = p && p->len ? memrchr(p->bytes, '\n', p->len) : NULL;

	if (next && line) {
		next->len = (size_t)(p->bytes + p->len - line) - 1;
		memcpy(next->bytes, line + 1, next->len);
		p->len -= next->len;
	}
	return next;
}

static enum symbol_status read_all(struct kallsyms_prefetch *a, int fd)
{
	struct lines_piece *p = begin_next_piece(NULL), *next;
	size_t total = 0;

	while (p) {
		ssize_t got = 1;
		bool whole;

		while (p->len < PIECE && got > 0) { /* Linux returns a page per read() */
			got = read(fd, p->bytes + p->len, PIECE - p->len);
			p->len += got > 0 ? (size_t)got : 0;
		}
		whole = p->len < PIECE;
		total += p->len;
		if (got < 0 || total > a->max) {
			mem_free(p);
			return SYMBOLS_NO_FILE;
		}
		next = whole ? NULL : begin_next_piece(p);
		if (!queue_piece(a, p)) {
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
	struct kallsyms_prefetch *a = arg;
	enum symbol_status why;
	struct stat st;
	int fd = symbol_file_open(NULL, a->path, &st, &why);

	if (fd >= 0)
		why = read_all(a, fd);
	symbol_file_close(fd);
	pthread_mutex_lock(&a->lock);
	a->ended = true;
	a->why = why;
	pthread_cond_signal(&a->changed);
	pthread_mutex_unlock(&a->lock);
	return NULL;
}

/* ---- parsing ---- */

/* The next piece; NULL at the end. */
static struct lines_piece *next_piece(struct kallsyms_prefetch *a)
{
	struct lines_piece *p;

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
	struct kallsyms_prefetch *a = arg;
	struct lines_piece *p;

	a->table = symbol_table_new(false, &none);
	a->said.table = a->table;
	while ((p = next_piece(a))) {
		if (a->table)
			kallsyms_take(&a->said, (struct text){p->bytes, p->len});
		mem_free(p);
	}
	a->status = a->table ? kallsyms_end(&a->said) : SYMBOLS_NO_MEMORY;
	return NULL;
}

/* ---- both threads ---- */

struct kallsyms_prefetch *kallsyms_prefetch(const char *path, size_t max)
{
	struct error ignored = ERROR_INIT;
	struct kallsyms_prefetch *a = mem_array(1, sizeof *a, "a file", &ignored);
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
	kallsyms_prefetch_free(a);
	return NULL;
}

static void wait_for(struct kallsyms_prefetch *a)
{
	if (a->parsing)
		pthread_join(a->parser, NULL);
	if (a->reading)
		pthread_join(a->reader, NULL);
	a->parsing = a->reading = false;
}

void kallsyms_prefetch_free(struct kallsyms_prefetch *a)
{
	struct lines_piece *p;

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

struct symbol_table *kallsyms_prefetch_take(struct kallsyms_prefetch *a,
					    struct kallsyms *said,
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
