/* replies.h - separates the answers of the terminal from the keys. */

#ifndef TUI_REPLIES_H
#define TUI_REPLIES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"
#include "view/theme.h"

/*
 * Answers arrive between the bytes of keys, at any time, split anywhere, or never. libtermkey would
 * parse an answer that ends with BEL as keys, which would run commands. So all bytes pass through
 * here first, as long as the program runs: an answer may be late, or belong to an earlier program.
 *
 * Answers differ from keys: they begin with CSI and a '?', '>' or '=', with OSC and a number, or
 * with DCS or APC and a prefix that terminals send, in 7-bit or 8-bit form. No byte of an answer is
 * taken for a key, however long the answer is and however it ends, unless the terminal pauses
 * within it for longer than replies_patience().
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
	bool asked; /* the terminal was queried */

	/* private: */
	char held[REPLY_MAX]; /* bytes that may become an answer */
	size_t count;
	size_t told;	/* bytes of `held` already returned as keys */
	bool is_cut;	/* some bytes of the answer were dropped */
	unsigned tails; /* bytes of the last key that have not arrived yet */
};

/*
 * The sequence that queries the background (OSC 11), mode 2026, and the kind of terminal (DA1).
 * Terminals answer in this order; those that know neither of the first two queries still answer the
 * third.
 */
#define REPLIES_QUESTION "\033]11;?\033\\\033[?2026$p\033[c"

/*
 * Remove answers from `bytes`, and write the other bytes to `keys`, which must have room for
 * REPLY_MAX bytes more than `bytes`. Returns the number of bytes written. A key that may begin an
 * answer (Escape) is held back.
 */
size_t replies_take(struct replies *r, struct text bytes, char *keys);

/*
 * The number of milliseconds to wait for more bytes after the last one; -1 when nothing is held
 * back. `escape_ms` is the usual time to wait after an Escape.
 */
int replies_patience(const struct replies *r, int escape_ms);

/*
 * Call this when that time has passed. Writes the held bytes, at most REPLY_MAX, to `keys` if they
 * may be keys, and drops them if they certainly belong to an answer. Returns the number of bytes
 * written.
 */
size_t replies_give_up(struct replies *r, char *keys);

/*
 * Call this when no byte has arrived for REPLIES_FORGET_MS: an Escape that replies_give_up()
 * returned was indeed a key, and no longer counts as the beginning of an answer.
 */
#define REPLIES_FORGET_MS 1000
void replies_forget(struct replies *r);

/* Are bytes held back that may be a key? */
bool replies_hold_key(const struct replies *r);

/* ---- the background ---- */

/*
 * Is the background light? Uses the user's choice, otherwise the answer of the terminal, otherwise
 * `colorfgbg` (such as "15;0", from the environment; may be NULL). If all are missing, it is dark.
 * `facts` is NULL if the terminal was not queried.
 */
bool background_is_light(enum background_wish wish, const struct terminal_facts *facts,
			 const char *colorfgbg);

#endif
