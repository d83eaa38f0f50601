#include "input/parallel_parse.h"

#include <pthread.h>

#include "base/threads.h"
#include "base/mem.h"
#include "profile/builder.h"

/* Parsed blocks of a thread that may wait for their turn; with more, the thread waits. */
#define WAITING_MOST 8

/*
 * An estimate in bytes of the names and stacks that all threads together remember besides the
 * shared profile. A thread that exceeds its share forgets it and starts anew; this is cheap with a
 * share of a few MiB.
 */
#ifndef PARSERS_REMEMBER
#define PARSERS_REMEMBER (UINT64_C(192) << 20)
#endif

#define LOOK_UP_MS 50 /* the interval at which a waiting thread calls reading_goes_on() */

/* bytes; below, a second thread would only learn the same names again */
#define SMALL (16u << 20)

struct parallel_parse {
	unsigned threads;
	struct reading *reading;     /* borrowed: the shared result */
	const struct parser *parser; /* borrowed */
	struct blocks *blocks;	     /* owned */

	/* guards the rest, and the builder and losses of `reading` */
	pthread_mutex_t lock;
	pthread_cond_t turn;
	uint64_t joined; /* blocks in the shared result */
	uint64_t lines;	 /* lines in the shared result */
	bool stopped;
	struct error err; /* why it stopped: the first error */
};

/* The part of the thread's builder that one block has filled. */
struct parsed_block {
	uint64_t number, lines;
	struct merge_mark from, to;
	struct losses losses;
};

struct worker {
	struct parallel_parse *all; /* borrowed */
	struct reading part;	    /* owns its builder */
	struct losses losses;	    /* of the current block */
	struct merge *merge;	    /* owned */
	void *state;		    /* owned: the state of the parser */
	struct lines lines;
	struct parsed_block waiting[WAITING_MOST];
	unsigned waiting_count;
	struct error err;
};

/* ---- the state of one thread ---- */

static void put_down(struct worker *w)
{
	if (w->state)
		w->all->parser->close(w->state);
	merge_free(w->merge);
	builder_free(w->part.builder);
	w->state = NULL;
	w->merge = NULL;
	w->part.builder = NULL;
}

static bool take_up(struct worker *w)
{
	const struct parser *parser = w->all->parser;

	w->part = *w->all->reading;
	w->part.losses = &w->losses;
	w->part.builder = builder_new(&w->err);
	if (w->part.builder)
		w->merge = merge_new(w->all->reading->builder, w->part.builder, &w->err);
	if (w->merge)
		w->state = parser->open(&w->part, parser->about, &w->err);
	return w->state != NULL;
}

/* ---- joining ---- */

static void stop_parsing(struct parallel_parse *t, const struct error *err)
{
	if (!t->stopped)
		t->err = *err;
	t->stopped = true;
	pthread_cond_broadcast(&t->turn);
	blocks_stop(t->blocks);
}

/* Called with the lock held, when it is this block's turn. */
static void join_block(struct worker *w, const struct parsed_block *h)
{
	struct parallel_parse *t = w->all;
	struct error err = ERROR_INIT;

	merge_hand_over(w->merge, h->from, h->to);
	for (enum loss_reason why = 0; why < LOSS_REASONS; why++) {
		uint64_t line = h->losses.of[why].first_line;

		losses_add(t->reading->losses, why, h->losses.of[why].count,
			   line ? t->lines + line : 0);
	}
	t->lines += h->lines;
	t->joined++;
	if (!reading_goes_on(t->reading, &err))
		stop_parsing(t, &err);
	pthread_cond_broadcast(&t->turn);
}

/* Join the parsed blocks whose turn has come; wait until at most `most` are left. */
static bool join_waiting(struct worker *w, unsigned most)
{
	struct parallel_parse *t = w->all;
	unsigned done = 0;
	bool going;

	pthread_mutex_lock(&t->lock);
	while (done < w->waiting_count && !t->stopped) {
		const struct parsed_block *h = &w->waiting[done];

		if (h->number == t->joined) {
			join_block(w, h);
			done++;
		} else if (w->waiting_count - done > most) {
			pthread_cond_wait(&t->turn, &t->lock);
		} else {
			break;
		}
	}
	going = !t->stopped;
	pthread_mutex_unlock(&t->lock);
	w->waiting_count -= done;
	memmove(w->waiting, w->waiting + done, w->waiting_count * sizeof *w->waiting);
	if (w->waiting_count == 0)
		merge_forget_samples(w->merge);
	return going;
}

/* ---- a thread ---- */

static bool parse_block(struct worker *w)
{
	struct parsed_block *h = &w->waiting[w->waiting_count];

	*h = (struct parsed_block){.number = w->lines.block,
				   .from = merge_mark(w->part.builder)};
	w->losses = (struct losses){0};
	if (!w->all->parser->parse(w->state, &w->lines, &w->err))
		return false;
	h->to = merge_mark(w->part.builder);
	h->lines = w->lines.number;
	h->losses = w->losses;
	w->waiting_count++;
	return true;
}

/* A pipe may be silent for long; the audience may want a preview meanwhile. */
static bool look_up(struct parallel_parse *t)
{
	struct error err = ERROR_INIT;
	bool going;

	pthread_mutex_lock(&t->lock);
	if (!t->stopped && !reading_goes_on(t->reading, &err))
		stop_parsing(t, &err);
	going = !t->stopped;
	pthread_mutex_unlock(&t->lock);
	return going;
}

/*
 * If another thread has the right to read, which may take long, join the blocks parsed so far
 * first: they must not wait for it.
 */
static bool take_block(struct worker *w)
{
	struct blocks *b = w->all->blocks;
	uint64_t number;
	enum blocks_turn turn = blocks_begin(b, 0, &number);

	if (turn == BLOCKS_BUSY && !join_waiting(w, 0))
		return false;
	while (turn == BLOCKS_BUSY) {
		turn = blocks_begin(b, LOOK_UP_MS, &number);
		if (turn == BLOCKS_BUSY && !look_up(w->all))
			return false;
	}
	return turn == BLOCKS_YOURS && lines_take_block(&w->lines, number, &w->err);
}

/* The whole work of this thread; w->err is set when it failed. */
static void parse_blocks(struct worker *w)
{
	uint64_t share = PARSERS_REMEMBER / w->all->threads;
	const struct reading *r = w->all->reading;
	/* a thread that waits for bytes of a pipe must not delay previews */
	bool held = !r->options->audience || source_size(r->source) > 0;
	unsigned most = held ? WAITING_MOST - 1 : 0;

	while (take_block(w)) {
		bool full = merge_weight(w->part.builder) >= share;

		if (!parse_block(w) || !join_waiting(w, full ? 0 : most))
			return;
		if (full) {
			put_down(w);
			if (!take_up(w))
				return;
		}
	}
	if (w->err.kind == ERROR_NONE)
		join_waiting(w, 0);
}

static void run_worker(void *arg, unsigned i)
{
	struct parallel_parse *t = arg;
	struct worker *w;
	struct error err = ERROR_INIT;
	bool ready = false;

	w = mem_array(1, sizeof *w, "a thread's tables", &err);
	if (w) {
		w->all = t;
		ready =
		    lines_open_blocks(&w->lines, t->blocks, t->parser->begins, &w->err) &&
		    take_up(w);
		if (ready)
			parse_blocks(w);
		err = w->err;
	}
	/* when memory runs out for another thread, the first one works alone */
	if (err.kind && (ready || i == 0)) {
		pthread_mutex_lock(&t->lock);
		stop_parsing(t, &err);
		pthread_mutex_unlock(&t->lock);
	}
	if (w) {
		lines_close(&w->lines);
		put_down(w);
	}
	mem_free(w);
}

bool parallel_parse(struct reading *r, const struct parser *parser, struct error *err)
{
	struct parallel_parse t = {.reading = r, .parser = parser};
	unsigned n = reading_threads(r->options);
	uint64_t size = source_size(r->source);

	if (!r->options->threads && size && size < SMALL && !source_packing(r->source))
		n = 1;
	else if (r->options->audience && n < 2)
		n = 2; /* one waits for bytes, the other serves previews: look_up() */
	t.threads = n > PARSERS_MOST ? PARSERS_MOST : n;
	t.blocks = blocks_new(r->source, err);
	if (!t.blocks)
		return false;
	pthread_mutex_init(&t.lock, NULL);
	pthread_cond_init(&t.turn, NULL);
	threads_run(t.threads, run_worker, &t);
	pthread_cond_destroy(&t.turn);
	pthread_mutex_destroy(&t.lock);
	blocks_free(t.blocks);
	if (t.stopped)
		*err = t.err;
	return !t.stopped;
}
