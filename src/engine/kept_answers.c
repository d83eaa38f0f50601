#include "engine/kept_answers.h"

#include "base/mem.h"

static void drop(struct kept_answers *k, struct kept_answer *a)
{
	k->bytes -= a->text.len;
	statement_release(&a->of);
	mem_free(a->text.at);
	*a = (struct kept_answer){.used = 0};
}

void kept_answers_release(struct kept_answers *k)
{
	for (size_t i = 0; i < KEPT_ANSWERS; i++)
		drop(k, &k->list[i]);
}

const struct text_buffer *kept_answers_find(struct kept_answers *k,
					    const struct statement *s)
{
	for (size_t i = 0; i < KEPT_ANSWERS; i++) {
		struct kept_answer *a = &k->list[i];

		if (!a->used || !statement_equal(&a->of, s))
			continue;
		a->used = ++k->uses;
		return &a->text;
	}
	return NULL;
}

static struct kept_answer *oldest(struct kept_answers *k, bool there)
{
	struct kept_answer *found = NULL;

	for (size_t i = 0; i < KEPT_ANSWERS; i++) {
		struct kept_answer *a = &k->list[i];

		if ((a->used || !there) && (!found || a->used < found->used))
			found = a;
	}
	return found;
}

static bool copy(struct statement *to, const struct statement *from)
{
	struct error ignored = ERROR_INIT; /* then it is not kept */

	to->count = from->count;
	return text_buffer_add(&to->sql, text_buffer_text(&from->sql), &ignored) &&
	       text_buffer_add(&to->values, text_buffer_text(&from->values), &ignored);
}

void kept_answers_add(struct kept_answers *k, const struct statement *s,
		      struct text_buffer *text)
{
	struct kept_answer fresh = {.text = *text, .used = ++k->uses}, *place;

	*text = (struct text_buffer){NULL};
	while (k->bytes && k->bytes + fresh.text.len > KEPT_ALL_BYTES)
		drop(k, oldest(k, true));
	place = oldest(k, false);
	drop(k, place);
	k->bytes += fresh.text.len;
	*place = fresh;
	if (!copy(&place->of, s))
		drop(k, place);
}
