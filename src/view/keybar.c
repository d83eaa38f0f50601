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
	return (struct text){keys, strcspn(keys, " ")};
}

/* The `n`-th word of the bar; false beyond the last that fits. "q quit" always fits. */
static bool next(enum place place, int width, int *command, struct item *item)
{
	for (int c = *command + 1; c < COMMAND_COUNT; c++) {
		const struct command_info *info = &commands[c];

		if (!(info->where & place) || !*info->bar)
			continue;
		item->key = first_key(info->keys);
		item->word = text_of(info->bar);
		item->x += item->w;
		item->w = (int)item->key.len + (int)item->word.len + 3;
		item->command = (enum command)c;
		if (item->x + item->w > width + 2)
			return false;
		*command = c;
		return true;
	}
	return false;
}

void keybar_draw(enum place place, struct pane p)
{
	struct item item = {.x = 1};
	int command = COMMAND_NONE;

	while (next(place, p.area.w, &command, &item)) {
		int x = item.x;

		x += pane_text(p, x, 0, (struct style){.attr = ATTR_BOLD}, item.key);
		pane_text(p, x + 1, 0, (struct style){.attr = ATTR_DIM}, item.word);
	}
}

enum command keybar_at(enum place place, int width, int x)
{
	struct item item = {.x = 1};
	int command = COMMAND_NONE;

	while (next(place, width, &command, &item))
		if (x >= item.x && x < item.x + item.w - 2)
			return item.command;
	return COMMAND_NONE;
}
