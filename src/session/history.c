#include "session/history.h"

#include "base/mem.h"

static bool same(const struct moment *a, const struct moment *b)
{
	return a->range.from == b->range.from && a->range.to == b->range.to &&
	       a->root == b->root && path_equal(&a->zoom, &b->zoom) &&
	       text_equal(a->filter, b->filter);
}

static void release(struct moment *m)
{
	path_release(&m->zoom);
	mem_free((void *)m->filter.at);
}

static void drop_first(struct history *h)
{
	release(&h->moments[0]);
	h->count--;
	h->now--;
	memmove(h->moments, h->moments + 1, (size_t)h->count * sizeof *h->moments);
}

void history_note(struct history *h, struct moment *m)
{
	struct error err = ERROR_INIT;
	struct moment own = *m;

	m->zoom = (struct path){0};
	own.filter.at = h->count && same(&h->moments[h->now], &own)
			    ? NULL
			    : mem_text(m->filter.at, m->filter.len, &err);
	if (!own.filter.at) {
		path_release(&own.zoom);
		return;
	}
	while (h->count > h->now + 1)
		release(&h->moments[--h->count]);
	if (h->count == HISTORY_MAX)
		drop_first(h);
	h->moments[h->count] = own;
	h->now = h->count++;
}

void history_shift(struct history *h, uint64_t earlier)
{
	for (int i = 0; i < h->count; i++)
		h->moments[i].range = range_shift(h->moments[i].range, earlier);
}

void history_translate(struct history *h, const uint32_t *frames)
{
	for (int i = 0; i < h->count; i++)
		path_translate(&h->moments[i].zoom, frames);
}

const struct moment *history_back(struct history *h)
{
	return h->count && h->now > 0 ? &h->moments[--h->now] : NULL;
}

const struct moment *history_on(struct history *h)
{
	return h->now + 1 < h->count ? &h->moments[++h->now] : NULL;
}

void history_release(struct history *h)
{
	for (int i = 0; i < h->count; i++)
		release(&h->moments[i]);
	*h = (struct history){0};
}
