/* history.c - undo and redo: the steps that can be gone back to. */

#include "choice/choice.h"

static void release(struct step *s)
{
	path_release(&s->zoom);
	choice_release(&s->choice);
}

static void drop_first(struct history *h)
{
	release(&h->steps[0]);
	h->count--;
	h->now--;
	memmove(h->steps, h->steps + 1, (size_t)h->count * sizeof *h->steps);
}

static bool is_same(const struct step *a, const struct step *b)
{
	return path_equal(&a->zoom, &b->zoom) &&
	       !choice_differs(&a->choice, &b->choice, choice_rows(CHOICE_UNDONE, 0));
}

void history_note(struct history *h, const struct step *s)
{
	struct error ignored = ERROR_INIT; /* a step less to go back */
	struct step own = *s;

	if ((h->count && !s->fitted && is_same(&h->steps[h->now], s)) ||
	    !choice_copy(&own.choice, &s->choice, &ignored)) {
		path_release(&own.zoom);
		return;
	}
	while (h->count > h->now + 1)
		release(&h->steps[--h->count]);
	if (h->count == HISTORY_MAX)
		drop_first(h);
	h->steps[h->count] = own;
	h->now = h->count++;
}

void history_shift(struct history *h, int64_t earlier)
{
	for (int i = 0; i < h->count; i++) {
		struct choice *c = &h->steps[i].choice;

		c->range = range_shift(c->range, earlier);
		ranges_shift(&c->also, earlier);
		c->baseline.range = range_shift(c->baseline.range, earlier);
		ranges_shift(&c->baseline.also, earlier);
	}
}

void history_translate(struct history *h, const uint32_t *frames)
{
	for (int i = 0; i < h->count; i++)
		path_translate(&h->steps[i].zoom, frames);
}

const struct step *history_peek(const struct history *h, bool on)
{
	if (on ? h->now + 1 >= h->count : h->now == 0)
		return NULL;
	return &h->steps[h->now + (on ? 1 : -1)];
}

const struct step *history_go(struct history *h, bool on, uint64_t *period)
{
	if (!history_peek(h, on))
		return NULL;
	*period = on ? h->steps[h->now + 1].fitted : h->steps[h->now].unfitted;
	h->now += on ? 1 : -1;
	return &h->steps[h->now];
}

void history_release(struct history *h)
{
	for (int i = 0; i < h->count; i++)
		release(&h->steps[i]);
	*h = (struct history){0};
}
