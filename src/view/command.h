/* command.h - what a user can ask for, whatever key or button it came from. */

#ifndef VIEW_COMMAND_H
#define VIEW_COMMAND_H

#include <stddef.h>
#include <uchar.h>

/* The views of an open profile, then what else has the keys at times. */
enum view_id {
#define VIEW(place, ops, pane, command) VIEW_##place,
#include "view/views.def"
#undef VIEW
	VIEW_COUNT
};

/* Where a key works; sets are or-ed. */
enum place {
#define VIEW(place, ops, pane, command) PLACE_##place = 1 << VIEW_##place,
#include "view/views.def"
#undef VIEW
	PLACE_FILES = 1 << VIEW_COUNT, /* the list of files */
	PLACE_MENU = PLACE_FILES << 1,
	PLACE_PAGE = PLACE_FILES << 2, /* help, header: text to scroll */
	PLACE_PROMPT = PLACE_FILES << 3,
	PLACE_MAIN = PLACE_FILES - 1, /* every view */
	PLACE_LISTS = PLACE_MAIN | PLACE_FILES | PLACE_MENU | PLACE_PAGE,
	PLACE_EVERYWHERE = PLACE_LISTS | PLACE_PROMPT,
};

enum command {
	COMMAND_NONE,
#define COMMAND(id, name, kind, where, keys, bar, help) COMMAND_##id,
#include "view/commands.def"
#undef COMMAND
	COMMAND_COUNT
};

enum command_kind {
	KIND_ACTION,
	KIND_MOVE,  /* of a cursor */
	KIND_MOUSE, /* with a position; no key */
	KIND_SIDES, /* of a comparison */
};

struct command_info {
	const char *name;
	enum command_kind kind;
	unsigned where; /* enum place, or-ed */
	const char *keys, *bar, *help;
};

/* By enum command; row 0 is empty. */
extern const struct command_info commands[COMMAND_COUNT];

#define COMMAND_KEY_MAX 24 /* the longest name of a key fits, with its NUL */

/*
 * The first key of a command as people write it: "u", "Esc", "Ctrl-C". This and
 * command_words() are how a sentence comes to name a key.
 */
const char *command_key(enum command c, char buf[COMMAND_KEY_MAX]);

/*
 * A text of ours, not of a file, in which "{undo}" stands for the key of the command of that
 * name, and "{down 2}" for the second key in its row. Cut where `room` ends.
 */
const char *command_words(const char *text, char *buf, size_t room);

/*
 * One thing the user did. `count` is the number typed before the key, 0 for none. `x`, `y`
 * are the cell of a mouse command, in the coordinates of whoever receives it. A character
 * typed into a prompt comes as COMMAND_NONE with its `rune`.
 */
struct input {
	enum command command;
	int count;
	int x, y;
	char32_t rune;
};

#endif
