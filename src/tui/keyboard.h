/* keyboard.h - from the bytes a terminal sends to what the user did: keys, counts, mouse.
 */

#ifndef TUI_KEYBOARD_H
#define TUI_KEYBOARD_H

#include <termkey.h>

#include "base/error.h"
#include "base/text.h"
#include "tui/replies.h"
#include "view/command.h"

struct keyboard;

/*
 * For a terminal of type `term` (NULL: unknown) that sends UTF-8, or single bytes.
 * `escape_ms`: how long an Escape waits for the rest of a key's sequence before it is
 * taken for the key. Release with keyboard_free().
 */
struct keyboard *keyboard_new(const char *term, bool utf8, int escape_ms,
			      struct error *err);
void keyboard_free(struct keyboard *k);

/* Add what is waiting in `fd`; false when the terminal is gone. Never reads twice. */
bool keyboard_read(struct keyboard *k, int fd);

/* Add bytes that came some other way; false when there is no room for all of them. */
bool keyboard_push(struct keyboard *k, struct text bytes);

/*
 * REPLIES_QUESTION has been sent: the answers come among the keys, and are never taken for one.
 * What has come so far (borrowed, from the keyboard):
 */
void keyboard_expect_replies(struct keyboard *k);
const struct terminal_facts *keyboard_facts(const struct keyboard *k);

/*
 * The next thing the user did, where keys mean what they mean in `place`; false when
 * nothing is complete. Digits before a key become its count. Of a run of moves of the
 * mouse only the last is told: over a slow link many arrive at once.
 */
bool keyboard_next(struct keyboard *k, enum place place, struct input *in);

/* Have bytes come that keyboard_next() has not told of? */
bool keyboard_has_more(const struct keyboard *k);

/* In how many ms keyboard_next() must be called even if nothing arrives; -1: never. */
int keyboard_timeout(const struct keyboard *k);

/* ---- how much the terminal tells of the mouse ---- */

enum mouse_mode {
	MOUSE_HOVER, /* every move; over a slow link a packet for every cell crossed */
	MOUSE_CLICK, /* buttons, and moves while one is held */
	MOUSE_OFF,   /* the terminal keeps the mouse for its own selection */
	MOUSE_MODES
};

/* What to send to the terminal to get this mode, whatever the mode before. */
const char *mouse_sequence(enum mouse_mode mode);

const char *mouse_name(enum mouse_mode mode); /* for the status line */
enum mouse_mode mouse_next(enum mouse_mode mode);

/* ---- which key means what ---- */

struct keymap;

/*
 * Built once from commands.def. Fails if a key is unknown, or means two things in one
 * place. `tk` is borrowed. Release with keymap_free().
 */
struct keymap *keymap_new(TermKey *tk, struct error *err);
void keymap_free(struct keymap *map);

/* COMMAND_NONE when the key means nothing there. */
enum command keymap_find(const struct keymap *map, const TermKeyKey *key,
			 enum place where);

/* keymap_new() from a table of one's own, `count` rows; row 0 is not read. */
struct keymap *keymap_from(TermKey *tk, const struct command_info *table, int count,
			   struct error *err);

#endif
