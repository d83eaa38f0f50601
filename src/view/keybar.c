#include "view/keybar.h"

#include <string.h>

#include "base/utf8.h"

struct item {
	struct text key, word;
	int x, w;
	enum command command;
};

static struct text first_key(const char *keys)
{
	struct text key = {keys, strcspn(keys, " ")};

	return text_equal(key, TEXT("Escape")) ? TEXT("Esc") : key;
}

/* Enter does what suits the place; the other words are always the same. */
const char *keybar_word(enum command c, enum place place)
{
	if (c != COMMAND_ENTER || place == PLACE_GRAPH)
		return commands[c].bar;
	return place == PLACE_MAP ? "graph" : place == PLACE_TABLE ? "find" : "take";
}

static int width_of(enum command c, enum place place)
{
	return (int)first_key(commands[c].keys).len + (int)strlen(keybar_word(c, place)) +
	       3;
}

static bool shown(enum command c, enum place place)
{
	if (c == COMMAND_ENTER && place == PLACE_PAGE)
		return false; /* a page is only read */
	return (commands[c].where & place) && *commands[c].bar;
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
		const struct command_info *info = &commands[c];
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
		*item =
		    (struct item){.key = first_key(info->keys),
				  .word = text_of(keybar_word((enum command)c, place)),
				  .x = x,
				  .w = width_of((enum command)c, place),
				  .command = (enum command)c};
		return true;
	}
	return false;
}

void keybar_draw(enum place place, struct pane p)
{
	struct item item = {.x = 0};

	while (next(place, p.area.w, &item)) {
		int x = item.x;

		x += pane_text(p, x, 0, (struct style){.attr = ATTR_BOLD}, item.key);
		pane_text(p, x + 1, 0, (struct style){.attr = ATTR_DIM}, item.word);
	}
}

enum command keybar_at(enum place place, int width, int x)
{
	struct item item = {.x = 0};

	while (next(place, width, &item))
		if (x >= item.x && x < item.x + item.w - 2)
			return item.command;
	return COMMAND_NONE;
}
