/* keyboard.h - turns the bytes of a terminal into input: keys, counts, mouse. */

#ifndef TUI_KEYBOARD_H
#define TUI_KEYBOARD_H

#include <termkey.h>

#include "base/error.h"
#include "base/text.h"
#include "tui/replies.h"
#include "view/command.h"

struct keyboard;

/*
 * For a terminal of type `term` (NULL: unknown) that sends UTF-8, or single bytes. `escape_ms`: how
 * long an Escape waits for the rest of a key's sequence before it counts as the key. Release with
 * keyboard_free().
 */
struct keyboard *keyboard_new(const char *term, bool utf8, int escape_ms,
			      struct error *err);
void keyboard_free(struct keyboard *k);

/* Read the bytes waiting in `fd`, in one call of read(); false when the terminal is gone. */
bool keyboard_read(struct keyboard *k, int fd);

/* Add bytes from another source; false when not all of them fit. */
bool keyboard_push(struct keyboard *k, struct text bytes);

/*
 * REPLIES_QUESTION has been sent: answers will arrive between keys, and are never taken for keys.
 * keyboard_facts() returns the answers so far, borrowed from the keyboard.
 */
void keyboard_expect_replies(struct keyboard *k);
const struct terminal_facts *keyboard_facts(const struct keyboard *k);

/*
 * The next input of the user, with the keys of `place`; false when nothing is complete. Digits
 * before a key become its count. Of successive moves of the mouse only the last is returned: over
 * a slow link many arrive at once.
 */
bool keyboard_next(struct keyboard *k, enum place place, struct input *in);

/* Are there bytes that keyboard_next() has not returned yet? */
bool keyboard_has_more(const struct keyboard *k);

/* The ms after which keyboard_next() must be called even if nothing arrives; -1: never. */
int keyboard_timeout(const struct keyboard *k);

/* ---- which events of the mouse the terminal reports ---- */

enum mouse_mode {
	/* every move; a packet for every cell crossed, which is slow over a slow link */
	MOUSE_HOVER,
	MOUSE_CLICK, /* buttons, and moves while one is held */
	MOUSE_OFF,   /* no events: the terminal uses the mouse for its own selection */
	MOUSE_MODES
};

/* The sequence that sets this mode, whatever the mode before. */
const char *mouse_sequence(enum mouse_mode mode);

const char *mouse_name(enum mouse_mode mode); /* for the status line */
enum mouse_mode mouse_next(enum mouse_mode mode);

/* ---- the commands of keys ---- */

struct keymap;

/*
 * Build it from commands.def. Fails if a key is unknown, or has two commands in one place. `tk`
 * is borrowed. Release with keymap_free().
 */
struct keymap *keymap_new(TermKey *tk, struct error *err);
void keymap_free(struct keymap *map);

/* The command of a key in this place, or COMMAND_NONE. */
enum command keymap_find(const struct keymap *map, const TermKeyKey *key,
			 enum place where);

/* keymap_new() from another table with `count` rows; row 0 is not read. */
struct keymap *keymap_from(TermKey *tk, const struct command_info *table, int count,
			   struct error *err);

#endif
