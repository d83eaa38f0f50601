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
 * Create a keyboard for a terminal of type `term` (NULL: unknown) that sends UTF-8 or, if `utf8` is
 * false, single-byte characters. An Escape byte that is not followed by the rest of a sequence
 * within `escape_ms` counts as the Escape key. Release with keyboard_free().
 */
struct keyboard *keyboard_new(const char *term, bool utf8, int escape_ms,
			      struct error *err);
void keyboard_free(struct keyboard *k);

/* Read bytes from `fd` with one read(). Returns false when the terminal is gone. */
bool keyboard_read(struct keyboard *k, int fd);

/* Add bytes from another source. Returns false if not all of them fit. */
bool keyboard_push(struct keyboard *k, struct text bytes);

/*
 * Call this after sending REPLIES_QUESTION. The answers arrive between keys, and are not taken for
 * keys unless they stall (see replies.h). keyboard_facts() returns the answers so far, borrowed
 * from the keyboard.
 */
void keyboard_expect_replies(struct keyboard *k);
const struct terminal_facts *keyboard_facts(const struct keyboard *k);

/*
 * Get the user's next input, interpreted with the key bindings of `place`. Returns false if no
 * input is complete. Digits before a key become its count. Of successive mouse moves only the last
 * is returned, because many arrive at once over a slow link.
 */
bool keyboard_next(struct keyboard *k, enum place place, struct input *in);

/* Is there input that keyboard_next() has not returned yet, even if incomplete? */
bool keyboard_has_more(const struct keyboard *k);

/* Call keyboard_next() after this many ms even if no bytes arrive; -1: wait for bytes. */
int keyboard_timeout(const struct keyboard *k);

/* ---- the mouse events that the terminal reports ---- */

enum mouse_mode {
	/* every move: one packet for each cell crossed, too many for a slow link */
	MOUSE_HOVER,
	MOUSE_CLICK, /* buttons, and moves while a button is held */
	MOUSE_OFF,   /* no events: the terminal uses the mouse for its own selection */
	MOUSE_MODES
};

/* The sequence that sets this mode from any other mode. */
const char *mouse_sequence(enum mouse_mode mode);

const char *mouse_name(enum mouse_mode mode); /* for the status line */
enum mouse_mode mouse_next(enum mouse_mode mode);

/* ---- key bindings ---- */

struct keymap;

/*
 * Build a keymap from commands.def. Fails if a key is unknown, or is bound to two commands in one
 * place. `tk` is borrowed. Release with keymap_free().
 */
struct keymap *keymap_new(TermKey *tk, struct error *err);
void keymap_free(struct keymap *map);

/* The command of a key in this place, or COMMAND_NONE. */
enum command keymap_find(const struct keymap *map, const TermKeyKey *key,
			 enum place where);

/* Like keymap_new(), but from another table, with `count` rows; row 0 is not read. */
struct keymap *keymap_from(TermKey *tk, const struct command_info *table, int count,
			   struct error *err);

#endif
