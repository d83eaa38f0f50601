#include "view/command.h"

#include <ctype.h>
#include <stdio.h>

#include "base/fill.h"
#include "view/view.h"

/* Places as written in commands.def, without their prefix: MAIN, GRAPH|TABLE. */
enum {
#define VIEW(place, ops, pane, command) place = PLACE_##place,
#include "view/views.def"
#undef VIEW
	MENU = PLACE_MENU,
	PAGE = PLACE_PAGE,
	MAIN = PLACE_MAIN,
	LISTS = PLACE_LISTS,
	FILES = PLACE_FILES,
	PROMPT = PLACE_PROMPT,
	EVERYWHERE = PLACE_EVERYWHERE,
};

const struct command_info commands[COMMAND_COUNT] = {
#define COMMAND(id, name, kind, where, keys, bar, help)                                  \
	[COMMAND_##id] = {name, KIND_##kind, (unsigned)(where), keys, bar, help},
#include "view/commands.def"
#undef COMMAND
};

const struct view_info view_table[VIEW_COUNT] = {
#define VIEW(place, ops, pane, command)                                                  \
	[VIEW_##place] = {&(ops), PANE_##pane, COMMAND_##command},
#include "view/views.def"
#undef VIEW
};

struct action view_frame_action(enum command command, const struct tree *t, uint32_t node)
{
	bool of_function = command == COMMAND_CALLERS || command == COMMAND_TRANSFORM ||
			   command == COMMAND_ANNOTATE;
	struct action a = {.kind = ACTION_FRAME, .command = command};

	if (!node || (of_function && !t->frame[node]))
		return a;
	a.node = node;
	a.text = tree_label(t, node);
	a.module = profile_frame_module(t->profile, t->frame[node]);
	return a;
}

/* ---- names of keys ---- */

/* The `nth` key of a command, from 1; if it has fewer keys, the last one. */
static struct text key_of(enum command c, int nth)
{
	const char *keys = commands[c].keys;
	size_t len = strcspn(keys, " ");

	while (--nth > 0 && keys[len]) {
		keys += len + 1;
		len = strcspn(keys, " ");
	}
	return (struct text){keys, len};
}

static const char *name_key(struct text key, char buf[COMMAND_KEY_MAX])
{
	if (text_equal(key, TEXT("Escape")))
		key = TEXT("Esc");
	if (text_starts(key, TEXT("C-")) && key.len == 3)
		snprintf(buf, COMMAND_KEY_MAX, "Ctrl-%c",
			 toupper((unsigned char)key.at[2]));
	else if (text_starts(key, TEXT("S-")))
		snprintf(buf, COMMAND_KEY_MAX, "Shift-%.*s", (int)key.len - 2,
			 key.at + 2);
	else
		snprintf(buf, COMMAND_KEY_MAX, "%.*s", (int)key.len, key.at);
	return buf;
}

const char *command_key(enum command c, char buf[COMMAND_KEY_MAX])
{
	return name_key(key_of(c, 1), buf);
}

static enum command named(struct text name)
{
	for (int c = COMMAND_NONE + 1; c < COMMAND_COUNT; c++)
		if (text_equal(name, text_of(commands[c].name)))
			return (enum command)c;
	return COMMAND_NONE;
}

/* The key for "{undo}" or "{down 2}"; the mark itself if the command does not exist. */
static const char *mark_words(struct text mark, char buf[COMMAND_KEY_MAX])
{
	struct text name = text_from(text_upto(mark, mark.len - 1), 1);
	bool second = text_ends(name, TEXT(" 2"));
	enum command c = named(text_upto(name, name.len - (second ? 2 : 0)));

	if (c != COMMAND_NONE)
		return name_key(key_of(c, second ? 2 : 1), buf);
	snprintf(buf, COMMAND_KEY_MAX, "%.*s", (int)mark.len, mark.at);
	return buf;
}

const char *command_words(const char *text, char *buf, size_t room)
{
	struct fill out = fill_of(buf, room - 1);
	struct text rest = text_of(text);
	char key[COMMAND_KEY_MAX];

	while (rest.len) {
		size_t plain = strcspn(rest.at, "{"),
		       mark = strcspn(rest.at + plain, "}");

		fill_text(&out, text_upto(rest, plain));
		rest = text_from(rest, plain);
		if (!rest.len)
			break;
		mark += mark < rest.len;
		fill_text(&out, text_of(mark_words(text_upto(rest, mark), key)));
		rest = text_from(rest, mark);
	}
	*out.at = '\0';
	return buf;
}
