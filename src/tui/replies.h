/* replies.h - separates the answers of the terminal from the keys. */

#ifndef TUI_REPLIES_H
#define TUI_REPLIES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"
#include "view/theme.h"

/*
 * Answers arrive between the bytes of keys, at any time, in any pieces, or never. libtermkey would
 * parse one that ends with BEL as keys, and they would be commands. So all bytes pass through here
 * first, as long as the program runs: an answer may be late, or belong to an earlier program.
 *
 * Answers look unlike keys: CSI with a '?', '>' or '=', OSC with a number, and DCS and APC in the
 * forms of terminals, in 7 or 8 bits. Whatever its length and its end, no byte of an answer is a
 * key.
 */

/* The answers of the terminal. */
struct terminal_facts {
	/* it has answered the last question: no further facts will follow */
	bool answered;
	bool synchronises;     /* it can show a picture as a whole (mode 2026) */
	bool has_background;   /* the next member is known */
	uint8_t background[3]; /* red, green, blue */
};

#define REPLY_MAX 64 /* bytes; longer answers are ignored */

/* Zero it first. */
struct replies {
	struct terminal_facts facts;
	bool asked; /* answers may come */

	/* private: */
	char held[REPLY_MAX]; /* bytes that may become an answer */
	size_t count;
	size_t told;	/* bytes of `held` that proved to be keys */
	bool is_cut;	/* some bytes of it were dropped */
	unsigned tails; /* missing bytes of the last key, a multi-byte character */
};

/*
 * The sequence that queries the background (OSC 11), mode 2026, and the kind of terminal (DA1),
 * because terminals that know neither of the first two answer the third. A terminal answers in this
 * order.
 */
#define REPLIES_QUESTION "\033]11;?\033\\\033[?2026$p\033[c"

/*
 * Remove answers from `bytes`, and write the other bytes to `keys`, which must have room for
 * REPLY_MAX bytes more than `bytes`. Returns their number. A key that may begin an answer (Escape)
 * is held back.
 */
size_t replies_take(struct replies *r, struct text bytes, char *keys);

/*
 * How many ms after the last byte to wait for the rest; -1 when nothing is held back. `escape_ms`
 * is how long an Escape waits.
 */
int replies_patience(const struct replies *r, int escape_ms);

/* Call this after that time: the bytes that were held back go to `keys`, at most REPLY_MAX. */
size_t replies_give_up(struct replies *r, char *keys);

/*
 * Call this after REPLIES_FORGET_MS: the Escape that was given up was a key, and does not begin an
 * answer.
 */
#define REPLIES_FORGET_MS 1000
void replies_forget(struct replies *r);

/* Is a key held back, and not half of an answer? */
bool replies_hold_key(const struct replies *r);

/* ---- the background ---- */

/*
 * Uses the user's choice, otherwise the answer of the terminal, otherwise `colorfgbg` ("15;0", from
 * the environment; may be NULL), otherwise dark. `facts` may be NULL: the terminal was not queried.
 */
bool background_is_light(enum background_wish wish, const struct terminal_facts *facts,
			 const char *colorfgbg);

#endif
