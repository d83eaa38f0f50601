#include "view/keys.h"

#include <string.h>

#include "base/utf8.h"

/* ---- the bar at the bottom ---- */

struct item {
	struct text word;
	int x, w;
	enum command command;
};

/* Enter does what suits the place; the other words are always the same. */
const char *keys_word(enum command c, enum place place)
{
	if (c != COMMAND_ENTER)
		return commands[c].bar;
	for (int i = 0; i < VIEW_COUNT; i++)
		if (place == (enum place)(1 << i))
			return view_table[i].ops->enter;
	return commands[c].bar;
}

static int width_of(enum command c, enum place place)
{
	char key[COMMAND_KEY_MAX];

	return (int)strlen(command_key(c, key)) + (int)strlen(keys_word(c, place)) + 3;
}

static bool shown(enum command c, enum place place)
{
	if (c == COMMAND_ENTER && place == PLACE_PAGE)
		return false; /* a page is only read */
	return (commands[c].where & place) && *keys_word(c, place);
}

/* These two stand at the right end and are there however narrow the bar is. */
static bool always(enum command c)
{
	return c == COMMAND_HELP || c == COMMAND_QUIT;
}

/* The next word of the bar; false after the last. Begin with a zeroed item. */
static bool next(enum place place, int width, struct item *item)
{
	int end = width + 1;

	for (int c = COMMAND_NONE + 1; c < COMMAND_COUNT; c++)
		if (shown((enum command)c, place) && always((enum command)c))
			end -= width_of((enum command)c, place);
	for (int c = (int)item->command + 1; c < COMMAND_COUNT; c++) {
		int x = item->command ? item->x + item->w : 1;

		if (!shown((enum command)c, place))
			continue;
		if (always((enum command)c) && x < end)
			x = end;
		else if (x + width_of((enum command)c, place) > width + 3)
			continue;
		else if (!always((enum command)c) &&
			 x + width_of((enum command)c, place) > end)
			continue;
		*item = (struct item){.word = text_of(keys_word((enum command)c, place)),
				      .x = x,
				      .w = width_of((enum command)c, place),
				      .command = (enum command)c};
		return true;
	}
	return false;
}

void keys_draw_bar(enum place place, struct pane p)
{
	struct item item = {.x = 0};
	char key[COMMAND_KEY_MAX];

	while (next(place, p.area.w, &item)) {
		int x = item.x;

		x += pane_print(p, x, 0, (struct style){.attr = ATTR_BOLD},
				command_key(item.command, key));
		pane_text(p, x + 1, 0, (struct style){.attr = ATTR_DIM}, item.word);
	}
}

enum command keys_bar_at(enum place place, int width, int x)
{
	struct item item = {.x = 0};

	while (next(place, width, &item))
		if (x >= item.x && x < item.x + item.w - 2)
			return item.command;
	return COMMAND_NONE;
}

/* ---- the page of help ---- */

#define HELP_KEYS 16 /* columns for the keys, and for the text beside them */
#define HELP_TEXT 56 /* so that all fits 80 columns */

/* As many words of `text` as fit a line of the help; at least one. */
static size_t help_part(struct text text)
{
	size_t end = text.len;

	if (text.len <= HELP_TEXT)
		return end;
	for (end = HELP_TEXT; end > 0 && text.at[end] != ' ';)
		end--;
	return end ? end : HELP_TEXT;
}

static bool add_help(struct page_view *v, const char *keys, struct text help,
		     struct error *err)
{
	while (help.len) {
		size_t part = help_part(help);

		if (!page_view_add(v, err, "%-*s %.*s", HELP_KEYS, keys, (int)part,
				   help.at))
			return false;
		help = text_trim(text_from(help, part));
		keys = "";
	}
	return true;
}

bool keys_help(struct page_view *v, enum place place, struct error *err)
{
	static const char count[] = "does it so many times: 10{right}, 3{step-on}";
	static const char mouse[] = "drag selects; a click starts, the next one ends; a "
				    "click on a frame zooms into "
				    "it; right button: zoom out; wheel scrolls, with "
				    "Ctrl zooms in time; Shift-click "
				    "moves the nearer end; Shift-drag is the terminal's "
				    "own selection; {mouse} turns "
				    "the mouse off and on";
	char words[sizeof mouse + COMMAND_KEY_MAX];

	page_view_release(v);
	v->title = " Keys ";
	for (int c = COMMAND_NONE + 1; c < COMMAND_COUNT; c++) {
		const struct command_info *info = &commands[c];

		if ((info->where & place) && *info->keys &&
		    !add_help(v, info->keys, text_of(info->help), err))
			return false;
	}
	command_words(count, words, sizeof words);
	if (!add_help(v, "a number before", text_of(words), err))
		return false;
	command_words(mouse, words, sizeof words);
	return add_help(v, "mouse", text_of(words), err);
}
