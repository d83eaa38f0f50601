#include "session/choice.h"

#include "base/mem.h"

static bool copy_text(struct text *to, struct text from, struct error *err)
{
	*to = (struct text){mem_text(from.at, from.len, err), from.len};
	return to->at != NULL;
}

bool choice_is_all(const struct choice *c)
{
	return range_is_all(c->range) && !c->also.count;
}

bool choice_copy(struct choice *to, const struct choice *from, struct error *err)
{
	*to = *from;
	to->filter = to->search = to->transform = to->baseline.filter = (struct text){0};
	to->also = to->baseline.also = (struct ranges){0};
	if (ranges_copy(&to->also, &from->also, err) &&
	    ranges_copy(&to->baseline.also, &from->baseline.also, err) &&
	    copy_text(&to->filter, from->filter, err) &&
	    copy_text(&to->search, from->search, err) &&
	    copy_text(&to->transform, from->transform, err) &&
	    (!from->baseline.filter.len ||
	     copy_text(&to->baseline.filter, from->baseline.filter, err)))
		return true;
	choice_release(to);
	return false;
}

void choice_release(struct choice *c)
{
	mem_free((void *)c->filter.at);
	mem_free((void *)c->search.at);
	mem_free((void *)c->transform.at);
	mem_free((void *)c->baseline.filter.at);
	ranges_release(&c->also);
	ranges_release(&c->baseline.also);
	*c = (struct choice){0};
}

static bool same_filter_of_file(const struct baseline *a, const struct baseline *b)
{
	return a->has_filter == b->has_filter &&
	       (!a->has_filter || text_equal(a->filter, b->filter));
}

bool choice_same_baseline(const struct choice *a, const struct choice *b)
{
	const struct baseline *x = &a->baseline, *y = &b->baseline;

	if (x->against != y->against)
		return false;
	if (x->against == AGAINST_FILE)
		return same_filter_of_file(x, y);
	return x->against != AGAINST_RANGE ||
	       (text_equal(x->filter, y->filter) && ranges_equal(&x->also, &y->also));
}

bool choice_same_shape(const struct choice *a, const struct choice *b)
{
	return a->reversed == b->reversed && text_equal(a->transform, b->transform);
}

bool choice_asks_the_same(const struct choice *a, const struct choice *b)
{
	return a->event == b->event && a->idle == b->idle && a->root == b->root &&
	       a->weigh == b->weigh && text_equal(a->filter, b->filter) &&
	       text_equal(a->search, b->search) && ranges_equal(&a->also, &b->also) &&
	       choice_same_shape(a, b) && choice_same_baseline(a, b);
}

/* ---- undo and redo ---- */

static bool same_alignment(const struct alignment *a, const struct alignment *b)
{
	return a->first == b->first && a->other == b->other && a->follows == b->follows;
}

/* Filter and range of a baseline count only while it has them. */
static bool same_baseline(const struct baseline *a, const struct baseline *b)
{
	if (a->against != b->against || a->normalised != b->normalised ||
	    a->swapped != b->swapped || a->look.graph != b->look.graph ||
	    a->look.hidden < b->look.hidden || a->look.hidden > b->look.hidden ||
	    a->look.both != b->look.both || a->look.self != b->look.self)
		return false;
	switch (a->against) {
	case AGAINST_RANGE:
		return range_equal(a->range, b->range) &&
		       ranges_equal(&a->also, &b->also) &&
		       text_equal(a->filter, b->filter);
	case AGAINST_FILE:
		return range_equal(a->range, b->range) &&
		       same_alignment(&a->align, &b->align) && same_filter_of_file(a, b);
	default:
		return true;
	}
}

static bool same(const struct step *a, const struct step *b)
{
	return range_equal(a->range, b->range) && ranges_equal(&a->also, &b->also) &&
	       a->root == b->root && path_equal(&a->zoom, &b->zoom) &&
	       text_equal(a->filter, b->filter) && text_equal(a->search, b->search) &&
	       text_equal(a->transform, b->transform) && a->reversed == b->reversed &&
	       a->idle == b->idle && waiting_choice_equal(&a->waiting, &b->waiting) &&
	       same_baseline(&a->baseline, &b->baseline);
}

static void release(struct step *s)
{
	path_release(&s->zoom);
	mem_free((void *)s->filter.at);
	mem_free((void *)s->search.at);
	mem_free((void *)s->transform.at);
	mem_free((void *)s->baseline.filter.at);
	ranges_release(&s->baseline.also);
	ranges_release(&s->also);
}

static void drop_first(struct history *h)
{
	release(&h->steps[0]);
	h->count--;
	h->now--;
	memmove(h->steps, h->steps + 1, (size_t)h->count * sizeof *h->steps);
}

void history_note(struct history *h, const struct step *s)
{
	struct error ignored = ERROR_INIT; /* a step less to go back */
	struct step own = *s;

	own.filter = own.search = own.transform = own.baseline.filter = (struct text){0};
	own.also = own.baseline.also = (struct ranges){0};
	if ((h->count && !s->fitted && same(&h->steps[h->now], s)) ||
	    !ranges_copy(&own.also, &s->also, &ignored) ||
	    !ranges_copy(&own.baseline.also, &s->baseline.also, &ignored) ||
	    !copy_text(&own.filter, s->filter, &ignored) ||
	    !copy_text(&own.search, s->search, &ignored) ||
	    !copy_text(&own.transform, s->transform, &ignored) ||
	    !copy_text(&own.baseline.filter, s->baseline.filter, &ignored)) {
		release(&own);
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
		struct step *s = &h->steps[i];

		s->range = range_shift(s->range, earlier);
		ranges_shift(&s->also, earlier);
		s->baseline.range = range_shift(s->baseline.range, earlier);
		ranges_shift(&s->baseline.also, earlier);
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
