#include "input/lines.h"

#include <errno.h>
#include <pthread.h>
#include <time.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/number.h"
#include "input/scan.h"

/*
 * Bytes before the end of the data that are searched for the start of a record. Tests set it to 0.
 */
#ifndef LINES_LOOK_BACK
#define LINES_LOOK_BACK (64 * 1024)
#endif

/* ---- blocks ---- */

struct blocks {
	struct source *source; /* borrowed */
	/* guards the rest; the thread with the right also uses ahead */
	pthread_mutex_t lock;
	pthread_cond_t free;
	bool taken;   /* a thread has the right */
	bool stopped; /* the source has ended, or no more blocks are needed */
	uint64_t next;
	char *ahead; /* owned: bytes already read that belong to the next block */
	size_t ahead_room, ahead_from, ahead_to;
};

struct blocks *blocks_new(struct source *source, struct error *err)
{
	struct blocks *b = mem_array(1, sizeof *b, "blocks", err);
	pthread_condattr_t attr;

	if (!b)
		return NULL;
	b->source = source;
	pthread_mutex_init(&b->lock, NULL);
	pthread_condattr_init(&attr);
	pthread_condattr_setclock(&attr, CLOCK_MONOTONIC); /* the clock of clock_now() */
	pthread_cond_init(&b->free, &attr);
	pthread_condattr_destroy(&attr);
	return b;
}

void blocks_free(struct blocks *b)
{
	if (!b)
		return;
	pthread_cond_destroy(&b->free);
	pthread_mutex_destroy(&b->lock);
	mem_free(b->ahead);
	mem_free(b);
}

enum blocks_turn blocks_begin(struct blocks *b, unsigned ms, uint64_t *number)
{
	uint64_t until = ms ? clock_now() + ms * (NS_PER_SECOND / 1000) : 0;
	const struct timespec t = {.tv_sec = (time_t)(until / NS_PER_SECOND),
				   .tv_nsec = (long)(until % NS_PER_SECOND)};
	enum blocks_turn turn = BLOCKS_YOURS;
	int waited = 0;

	pthread_mutex_lock(&b->lock);
	while (ms && b->taken && !b->stopped && waited != ETIMEDOUT)
		waited = pthread_cond_timedwait(&b->free, &b->lock, &t);
	if (b->stopped) {
		turn = BLOCKS_NOTHING_LEFT;
	} else if (b->taken) {
		turn = BLOCKS_BUSY;
	} else {
		b->taken = true;
		*number = b->next++;
	}
	pthread_mutex_unlock(&b->lock);
	return turn;
}

/* Read up to `max` bytes; `*got` is 0 only at the end. Needs the right. */
static bool blocks_read(struct blocks *b, char *to, size_t max, size_t *got,
			struct error *err)
{
	size_t left = b->ahead_to - b->ahead_from, more = 0;

	*got = left < max ? left : max;
	if (*got)
		memcpy(to, b->ahead + b->ahead_from, *got);
	b->ahead_from += *got;
	if (*got == max)
		return true;
	if (!source_read(b->source, to + *got, max - *got, &more, err))
		return false;
	*got += more;
	return true;
}

/* `stop`: no thread gets the right from now on. */
static void give_up(struct blocks *b, bool stop)
{
	pthread_mutex_lock(&b->lock);
	b->taken = false;
	b->stopped |= stop;
	pthread_cond_broadcast(&b->free);
	pthread_mutex_unlock(&b->lock);
}

/* The next block begins with `ahead` (copied). Gives up the right, even on failure. */
static bool blocks_end(struct blocks *b, struct text ahead, struct error *err)
{
	size_t left = b->ahead_to - b->ahead_from;
	bool ok = mem_reserve(&b->ahead, &b->ahead_room, ahead.len + left, 1,
			      "bytes of lines", err);

	if (ok) {
		if (left)
			memmove(b->ahead + ahead.len, b->ahead + b->ahead_from, left);
		if (ahead.len)
			memcpy(b->ahead, ahead.at, ahead.len);
		b->ahead_from = 0;
		b->ahead_to = ahead.len + left;
	}
	give_up(b, !ok);
	return ok;
}

void blocks_stop(struct blocks *b)
{
	pthread_mutex_lock(&b->lock);
	b->stopped = true;
	pthread_cond_broadcast(&b->free);
	pthread_mutex_unlock(&b->lock);
}

/* ---- lines ---- */

static bool make_room(struct lines *l, struct error *err)
{
	return mem_reserve(&l->bytes, &l->room, LINES_BLOCK, 1, "bytes of lines", err);
}

bool lines_open(struct lines *l, struct source *source, struct error *err)
{
	*l = (struct lines){.source = source, .longest = LINES_LONGEST};
	return make_room(l, err);
}

bool lines_open_blocks(struct lines *l, struct blocks *blocks,
		       bool (*begins)(struct text line), struct error *err)
{
	*l = (struct lines){
	    .blocks = blocks, .begins = begins, .longest = LINES_LONGEST, .ended = true};
	return make_room(l, err);
}

void lines_close(struct lines *l)
{
	if (l->reading)
		give_up(l->blocks, true);
	mem_free(l->bytes);
	*l = (struct lines){0};
}

/* The offset after the last line end in [first, end), or `first`. */
static size_t last_end(const struct lines *l, size_t first, size_t end)
{
	const char *at =
	    end > first ? memrchr(l->bytes + first, '\n', end - first) : NULL;

	return at ? (size_t)(at - l->bytes) + 1 : first;
}

/* Find the last line at or after `*at` that begins a record, and set `*at` to it. */
static bool find_begin(const struct lines *l, size_t *at)
{
	size_t first = *at, end = l->to, from;
	size_t stop = end > LINES_LOOK_BACK ? end - LINES_LOOK_BACK : 0;

	end = last_end(l, first, end);
	for (; end > first && end > stop; end = from) {
		/* the line and its end are [from, end) */
		struct text line;

		from = last_end(l, first, end - 1);
		/* as lines_next() would return it */
		line = (struct text){l->bytes + from, end - 1 - from};
		if (line.len > LINES_LONGEST)
			line.len = LINES_LONGEST;
		else if (line.len && line.at[line.len - 1] == '\r')
			line.len--;
		if (l->begins(line)) {
			*at = from;
			return true;
		}
	}
	return false;
}

/* Read more of a block that has not ended, and end it if a next block can begin here. */
static bool more_of_block(struct lines *l, struct error *err)
{
	size_t got, at = l->from;
	struct text rest;

	if (!blocks_read(l->blocks, l->bytes + l->to, l->room - l->to, &got, err))
		return false;
	l->to += got;
	if (got == 0) {
		l->ended = true;
		l->reading = false;
		give_up(l->blocks, true);
		return true;
	}
	/* no record begins inside an overlong line */
	if (l->cut)
		return true;
	/* a block may not end at its first line, which begins a record itself */
	if (l->number == 0 && at == 0) {
		const char *end = memchr(l->bytes, '\n', l->to);

		if (!end)
			return true;
		at = (size_t)(end - l->bytes) + 1;
	}
	if (!find_begin(l, &at))
		return true;
	/* end the block before this line; the rest goes to the thread with the next block */
	rest = (struct text){l->bytes + at, l->to - at};
	l->to = at;
	l->ended = true;
	l->reading = false;
	return blocks_end(l->blocks, rest, err);
}

bool lines_take_block(struct lines *l, uint64_t number, struct error *err)
{
	l->block = number;
	l->from = l->to = 0;
	l->number = 0;
	l->cut = l->ended = false;
	l->reading = true;
	return more_of_block(l, err);
}

/* Read more bytes after the unread part, which moves to the front. */
static bool more(struct lines *l, struct error *err)
{
	size_t got;

	if (l->from) {
		memmove(l->bytes, l->bytes + l->from, l->to - l->from);
		l->to -= l->from;
		l->from = 0;
	}
	if (l->to == l->room && !mem_reserve(&l->bytes, &l->room, l->room + LINES_BLOCK,
					     1, "bytes of lines", err))
		return false;
	if (l->blocks)
		return more_of_block(l, err);
	if (!source_read(l->source, l->bytes + l->to, l->room - l->to, &got, err))
		return false;
	l->to += got;
	l->ended = got == 0;
	return true;
}

/* Skip the rest of a line that was too long. */
static bool skip_rest(struct lines *l, struct error *err)
{
	struct text rest, line;

	for (;;) {
		rest = (struct text){l->bytes + l->from, l->to - l->from};
		line = scan_until(rest, '\n');
		if (line.len < rest.len || l->ended)
			break;
		l->from = l->to;
		if (!more(l, err))
			return false;
	}
	l->from += line.len + (line.len < rest.len);
	l->cut = false;
	return true;
}

/* Find the line's end; `*len` does not include it. */
static bool find_end(struct lines *l, size_t *len, struct error *err)
{
	size_t seen = 0;

	for (;;) {
		size_t there = l->to - l->from;
		char *end = there > seen
				? memchr(l->bytes + l->from + seen, '\n', there - seen)
				: NULL;

		*len = end ? (size_t)(end - l->bytes) - l->from : there;
		l->complete = end != NULL;
		if (*len > LINES_LONGEST) {
			*len = LINES_LONGEST;
			l->cut = l->complete = true;
		}
		if (l->complete || l->ended)
			return true;
		seen = there;
		if (!more(l, err))
			return false;
	}
}

bool lines_next(struct lines *l, struct text *line, struct error *err)
{
	size_t len;

	if ((l->cut && !skip_rest(l, err)) || !find_end(l, &len, err))
		return false;
	if (len == 0 && !l->complete)
		return false;
	*line = (struct text){l->bytes + l->from, len};
	l->from += len + (l->complete && !l->cut);
	if (l->number++ == 0 && l->block == 0)
		*line = scan_skip_mark(*line);
	if (line->len && line->at[line->len - 1] == '\r' && !l->cut)
		line->len--;
	return true;
}
