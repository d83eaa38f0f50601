/* The order of names, and of siblings by name, against comparing all texts. */

#include "lib/unit.h"

#include <stdio.h>

#include "analysis/tree.h"
#include "lib/made_profile.h"
#include "profile/builder.h"

static uint32_t some_text(struct builder *b, struct dice *d, uint32_t among)
{
	static const char *const starts[] = {"", "a_name_that_begins_alike_", "z"};
	char words[40];
	int len = snprintf(words, sizeof words, "%s%u", starts[dice_below(d, 3)],
			   dice_below(d, among));

	return builder_string(b, (struct text){words, (size_t)len});
}

/* Few names, modules and kinds: many frames share two of them. */
static struct profile *profile_of(struct dice *d, uint32_t rows)
{
	struct error err = ERROR_INIT;
	struct builder *b = builder_new(&err);
	uint16_t event = builder_event(b, TEXT("clock"), TEXT(""));
	uint32_t stacks[100] = {0};
	struct profile *p;

	assert_true(rows < 100);
	for (uint32_t i = 1; i <= rows; i++) {
		uint32_t name = some_text(b, d, 4), module = some_text(b, d, 2);
		uint32_t frame = builder_frame(b, name, module, dice_below(d, 3));

		stacks[i] = builder_stack(b, stacks[dice_below(d, i) / 2], frame);
		builder_add_sample(
		    b, &(struct sample){.stack = stacks[i],
					.thread = builder_thread(b, TEXT("app"), 1,
								 (int)dice_below(d, 3)),
					.cpu = (uint16_t)dice_below(d, 2),
					.event = event,
					.weight = 1});
	}
	p = builder_finish(b, &err);
	assert_non_null(p);
	builder_free(b);
	return p;
}

static int compare(const struct profile *p, uint32_t a, uint32_t b, bool by_kind)
{
	int order = text_compare(profile_frame_name(p, a), profile_frame_name(p, b));

	if (!order)
		order =
		    text_compare(profile_frame_module(p, a), profile_frame_module(p, b));
	if (!order && by_kind && p->frames[a].kind != p->frames[b].kind)
		order = p->frames[a].kind < p->frames[b].kind ? -1 : 1;
	return order ? order : a < b ? -1 : a > b;
}

TEST(places_are_those_of_comparing_texts)
{
	struct dice d = {3};

	for (uint32_t round = 0; round < 60; round++) {
		struct error err = ERROR_INIT;
		struct profile *p = profile_of(&d, round);
		struct name_order o;

		assert_true(name_order_build(&o, p, &err));
		for (uint32_t a = 0; a < p->frame_count; a++) {
			struct text name = profile_frame_name(p, a);
			uint32_t before = 0, siblings = 0, names = 0;

			for (uint32_t b = 0; b < p->frame_count; b++) {
				before += compare(p, b, a, false) < 0;
				siblings += compare(p, b, a, true) < 0;
				names += text_compare(profile_frame_name(p, b), name) < 0;
			}
			assert_int_equal(o.place[a], before);
			assert_int_equal(o.sibling[a], siblings);
			assert_int_equal(o.name[a], names);
		}
		name_order_release(&o);
		profile_free(p);
	}
}

static void assert_linked(const struct tree *t)
{
	uint32_t linked = 0, last;

	for (uint32_t n = 0; n < t->count; n++) {
		last = 0;
		for (uint32_t c = t->first_child[n]; c; c = t->next_sibling[c]) {
			assert_int_equal(t->parent[c], n);
			if (last && c <= tree_group_count(t))
				assert_true(last < c);
			else if (last)
				assert_true(compare(t->profile, t->frame[last],
						    t->frame[c], true) < 0);
			last = c;
			linked++;
		}
	}
	assert_int_equal(linked, t->count - 1);
}

TEST(siblings_are_linked_as_texts_compare)
{
	struct dice d = {8};

	for (uint32_t round = 0; round < 100; round++) {
		struct error err = ERROR_INIT;
		struct profile *p = profile_of(&d, round);

		for (int root = 0; root < ROOT_MODES; root++) {
			struct tree *t = tree_new(p, (enum root_mode)root, &err);

			assert_non_null(t);
			assert_linked(t);
			tree_free(t);
		}
		profile_free(p);
	}
}
