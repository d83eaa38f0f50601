/* command.h - the user's commands, entered with the keyboard or the mouse. */

#ifndef VIEW_COMMAND_H
#define VIEW_COMMAND_H

#include <stddef.h>
#include <uchar.h>

/* The views of an open profile. */
enum view_id {
#define VIEW(place, ops, pane, command) VIEW_##place,
#include "view/views.def"
#undef VIEW
	VIEW_COUNT
};

/*
 * Where a key works: in a view, or in something else that temporarily has the keyboard focus. The
 * values can be combined with |.
 */
enum place {
#define VIEW(place, ops, pane, command) PLACE_##place = 1 << VIEW_##place,
#include "view/views.def"
#undef VIEW
	PLACE_FILES = 1 << VIEW_COUNT, /* the list of files */
	PLACE_MENU = PLACE_FILES << 1,
	PLACE_PAGE = PLACE_FILES << 2, /* a page of text, such as the help */
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
	KIND_MOVE,  /* moves the cursor */
	KIND_MOUSE, /* has a position and no key */
	KIND_SIDES, /* applies to the two sides of a comparison */
	KIND_FRAME, /* applies to the frame under the cursor: ACTION_FRAME */
};

struct command_info {
	const char *name;
	enum command_kind kind;
	unsigned where; /* enum place, combined with | */
	const char *keys, *bar, *help;
};

/* Indexed by enum command; row 0 is empty. */
extern const struct command_info commands[COMMAND_COUNT];

#define COMMAND_KEY_MAX 24 /* bytes for the longest name of a key, with its NUL */

/* The first key of a command as people write it: "u", "Esc", "Ctrl-C". */
const char *command_key(enum command c, char buf[COMMAND_KEY_MAX]);

/*
 * Copy `text` to `buf`, with names of commands replaced by keys: "{undo}" becomes the first key of
 * that command, "{down 2}" the second key. The result is truncated to `room` bytes.
 */
const char *command_words(const char *text, char *buf, size_t room);

/*
 * One input event. `count` is the number typed before the key; 0: none. `x`, `y` are the cell of a
 * mouse command, relative to the pane that receives it. A character typed into a prompt is
 * COMMAND_NONE with its `rune`.
 */
struct input {
	enum command command;
	int count;
	int x, y;
	char32_t rune;
};

#endif
