#include "session/history.h"

#include <stdlib.h>

#include "base/mem.h"

static bool same(const struct moment *a, const struct moment *b)
{
	return a->range.from == b->range.from && a->range.to == b->range.to &&
	       a->root == b->root && a->zoom == b->zoom &&
	       strcmp(a->filter, b->filter) == 0;
}

static void drop_first(struct history *h)
{
	free(h->moments[0].filter);
	h->count--;
	h->now--;
	memmove(h->moments, h->moments + 1, (size_t)h->count * sizeof *h->moments);
}

void history_note(struct history *h, const struct moment *m)
{
	struct error err = ERROR_INIT;
	struct moment copy = *m;

	if (h->count && same(&h->moments[h->now], m))
		return;
	copy.filter = mem_text(m->filter, strlen(m->filter), &err);
	if (!copy.filter)
		return;
	while (h->count > h->now + 1)
		free(h->moments[--h->count].filter);
	if (h->count == HISTORY_MAX)
		drop_first(h);
	h->moments[h->count] = copy;
	h->now = h->count++;
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
		free(h->moments[i].filter);
	*h = (struct history){0};
}
