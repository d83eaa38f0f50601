#include "input/blocks.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/number.h"

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

/* Called with the lock held. */
static void wait_for_right(struct blocks *b, unsigned ms)
{
	uint64_t until = clock_now() + ms * (NS_PER_SECOND / 1000);
	const struct timespec t = {.tv_sec = (time_t)(until / NS_PER_SECOND),
				   .tv_nsec = (long)(until % NS_PER_SECOND)};

	while (b->taken && !b->stopped)
		if (pthread_cond_timedwait(&b->free, &b->lock, &t) == ETIMEDOUT)
			return;
}

enum blocks_turn blocks_begin(struct blocks *b, unsigned ms, uint64_t *number)
{
	enum blocks_turn turn = BLOCKS_YOURS;

	pthread_mutex_lock(&b->lock);
	if (ms)
		wait_for_right(b, ms);
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

bool blocks_read(struct blocks *b, char *to, size_t max, size_t *got, struct error *err)
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

static void give_up(struct blocks *b, bool stop)
{
	pthread_mutex_lock(&b->lock);
	b->taken = false;
	b->stopped |= stop;
	pthread_cond_broadcast(&b->free);
	pthread_mutex_unlock(&b->lock);
}

bool blocks_end(struct blocks *b, struct text ahead, struct error *err)
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

void blocks_stop(struct blocks *b, bool has_right)
{
	if (has_right) {
		give_up(b, true);
		return;
	}
	pthread_mutex_lock(&b->lock);
	b->stopped = true;
	pthread_cond_broadcast(&b->free);
	pthread_mutex_unlock(&b->lock);
}
