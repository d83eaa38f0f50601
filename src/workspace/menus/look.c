#include "workspace/menus/look.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/mem.h"
#include "base/memory_stream.h"
#include "base/number.h"
#include "workspace/comparing.h"

#define DETAIL_MAX 64

/* The first letter of a line's key; a number follows it. */
enum line_kind { LINE_WAY = 'w', LINE_ROW = 'r', LINE_KEEP = 'k' };

static enum line_kind kind_of(const struct menu_line *l, uint32_t *number)
{
	uint64_t n = 0;

	number_u64(text_of(l->key + 1), &n);
	*number = (uint32_t)n;
	return (enum line_kind)l->key[0];
}

static const char *detail_of(const struct open_profile *o, enum choice_id id,
			     char buf[DETAIL_MAX])
{
	char value[CHOICE_VALUE_MAX];

	snprintf(buf, DETAIL_MAX, "--%-11s %-9s", choice_table[id].name,
		 choice_value(&o->session->choice, id, value));
	return buf;
}

/* Active ways have a mark. */
static bool fill_ways(const struct open_profile *o, struct menu_view *menu,
		      struct error *err)
{
	bool ok = true;

	for (uint32_t i = 0; ok && i < COMPARING_WAYS; i++) {
		const struct comparing_way *w = &comparing_ways[i];
		char label[80], key[16];

		snprintf(label, sizeof label, "%s %s", comparing_is(o, i) ? "*" : " ",
			 w->label);
		snprintf(key, sizeof key, "%c%" PRIu32, LINE_WAY, i);
		ok = menu_view_add(menu, text_of(label), w->detail, key, err);
	}
	return ok;
}

bool look_fill(const struct open_profile *o, struct menu_view *menu, struct error *err)
{
	const struct choice *c = &o->session->choice;
	bool has_states =
	    state_change_has_switches(o->session->profile, c->waiting.states);
	bool ok = c->baseline.against == BASELINE_NOTHING || fill_ways(o, menu, err);

	for (enum choice_id id = 0; ok && id < CHOICE_COUNT; id++) {
		const struct choice_info *row = &choice_table[id];
		char key[16], detail[DETAIL_MAX];

		if (!*row->label || (row->changes == CHANGES_PROFILE && !has_states))
			continue;
		snprintf(key, sizeof key, "%c%d", LINE_ROW, id);
		ok = menu_view_add(menu, text_of(row->label), detail_of(o, id, detail),
				   key, err);
	}
	if (ok)
		ok = menu_view_add(menu, TEXT("save these for later commands"), "", "k",
				   err);
	menu->aside = true;
	menu->hint = " {enter}, {right 2}: next   {left 2}: before   {cancel}: close ";
	return ok;
}

bool look_renew(const struct open_profile *o, struct menu_view *menu, struct error *err)
{
	bool ok = true;

	for (uint32_t i = 0; ok && i < menu->list.count; i++) {
		char detail[DETAIL_MAX];
		uint32_t id;

		if (kind_of(&menu->lines[i], &id) == LINE_ROW)
			ok = menu_view_change(
			    menu, i, detail_of(o, (enum choice_id)id, detail), err);
	}
	return ok;
}

struct action look_step(const struct menu_view *menu, uint32_t line, int steps)
{
	uint32_t number;

	if (kind_of(&menu->lines[line], &number) != LINE_ROW)
		return ACTION(NONE);
	return (struct action){.kind = ACTION_STEP, .id = number, .steps = steps};
}

const char *look_values(const struct open_profile *o, const struct menu_view *menu,
			int width, char *buf, size_t room)
{
	char word[CHOICE_VALUE_MAX];
	size_t at, option;
	uint32_t id;

	buf[0] = '\0';
	if (kind_of(&menu->lines[menu->list.cursor], &id) != LINE_ROW)
		return buf;
	option = at = (size_t)snprintf(buf, room, "--%s", choice_table[id].name);
	for (unsigned n = 0; choice_step_word((enum choice_id)id, n, word); n++)
		if (at < room)
			at += (size_t)snprintf(
			    buf + at, room - at,
			    choice_is(&o->session->choice, (enum choice_id)id, word)
				? " [%s]"
				: " %s",
			    word);
	return at < (size_t)width ? buf : buf + option + 1;
}

/* Write a line for each choice; `words` gets those that differ from the default. */
static void write_lines(const struct choice *c, FILE *lines, FILE *words)
{
	for (enum choice_id id = 0; id < CHOICE_COUNT; id++) {
		const struct choice_info *row = &choice_table[id];
		char value[CHOICE_VALUE_MAX];

		if (!(row->flags & CHOICE_SAVED))
			continue;
		if (choice_is_usual(c, id)) {
			fprintf(lines, "!%s\n", row->name);
			continue;
		}
		choice_value(c, id, value);
		fprintf(lines, "%s %s\n", row->name, value);
		fprintf(words, " --%s %s", row->name, value);
	}
}

/* Store the values for later commands. */
static bool store_values(const struct open_profile *o, char words[LOOK_WORDS],
			 struct error *err)
{
	const struct look_store *k = o->settings->look_store;
	struct memory_stream lines, options;
	char *text = NULL, *changed = NULL;
	bool ok;

	words[0] = '\0';
	if (!k)
		return error_set(err, ERROR_NOTHING, "nothing is saved here");
	if (!memory_stream_open(&lines, err))
		return false;
	ok = memory_stream_open(&options, err);
	if (ok) {
		write_lines(&o->session->choice, lines.out, options.out);
		changed = memory_stream_take(&options, NULL, err);
	}
	text = memory_stream_take(&lines, NULL, err);
	ok = changed && text && k->keep(k->arg, text, err);
	if (ok)
		snprintf(words, LOOK_WORDS, "saved in %.200s:%s", k->path,
			 *changed ? changed : " all as usual");
	mem_free(changed);
	mem_free(text);
	return ok;
}

bool look_take(struct open_profile *o, const struct menu_view *menu, uint32_t line,
	       char words[LOOK_WORDS], struct error *err)
{
	uint32_t number;

	if (kind_of(&menu->lines[line], &number) == LINE_KEEP)
		return store_values(o, words, err);
	return comparing_choose(o, number, err);
}
