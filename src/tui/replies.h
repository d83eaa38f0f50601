/* replies.h - what the terminal answers when it is asked, taken from between the keys. */

#ifndef TUI_REPLIES_H
#define TUI_REPLIES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

/*
 * Answers come as bytes among those of keys, at any time, in any pieces, or never. libtermkey
 * would take one that ends with BEL for keys, and they would be commands. So all bytes go through
 * here first, as long as the program runs: an answer may be late, or one to a program before.
 *
 * An answer is what no key looks like: CSI with a '?', '>' or '=', OSC with a number, and DCS and
 * APC as terminals answer with them, of 7 bits or of 8. Whatever its length and its end, no byte of
 * it is a key.
 */

/* What the terminal has said of itself. */
struct terminal_facts {
	bool answered;	       /* the last question: what is not known now will not be */
	bool synchronises;     /* it can take a picture as a whole (mode 2026) */
	bool has_background;   /* it has told its colour: */
	uint8_t background[3]; /* red, green, blue */
};

#define REPLY_MAX 64 /* bytes; what is longer is not read */

/* Zero it first. */
struct replies {
	struct terminal_facts facts;
	bool asked; /* answers may come */

	/* private: */
	char held[REPLY_MAX]; /* what may become an answer */
	size_t count;
	size_t told;	/* of them, that were taken for keys after all */
	bool is_cut;	/* bytes were left out of them */
	unsigned tails; /* bytes that the last key, a character, still lacks */
};

/*
 * What to send to ask for the background (OSC 11), for mode 2026, and, since whoever knows
 * neither answers that, for the kind of terminal (DA1). A terminal answers in this order.
 */
#define REPLIES_QUESTION "\033]11;?\033\\\033[?2026$p\033[c"

/*
 * Take answers out of `bytes`: what is left goes to `keys`, which has room for REPLY_MAX bytes
 * more. Returns how many those are. A key that an answer may begin with (Escape) is held back.
 */
size_t replies_take(struct replies *r, struct text bytes, char *keys);

/*
 * For how many ms after the last byte the rest is waited for; -1: nothing is held back.
 * `escape_ms` is how long an Escape waits.
 */
int replies_patience(const struct replies *r, int escape_ms);

/* That has passed: what was held back goes to `keys`, REPLY_MAX bytes at most. */
size_t replies_give_up(struct replies *r, char *keys);

/*
 * A second or more has passed: the Escape that was given up was a key, and no answer begins with
 * it.
 */
#define REPLIES_FORGET_MS 1000
void replies_forget(struct replies *r);

/* Is a key held back, rather than half of an answer? */
bool replies_hold_key(const struct replies *r);

#endif
