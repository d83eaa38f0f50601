/* losses.h - counts the input that a reader could not use, by reason, with the first line. */

#ifndef INPUT_LOSSES_H
#define INPUT_LOSSES_H

#include "profile/builder.h"
#include "symbols/symbol_file.h"

/* The reasons of all formats; losses.def has their texts. */
enum loss_reason {
#define LOSS(id, kind, sentence) id,
#define ASIDE(id, sentence)
#include "input/losses.def"
#undef LOSS
#undef ASIDE
	LOSS_NAMELESS, /* frames without a name; add enum symbol_status for the reason */
	LOSS_NAMELESS_LAST = LOSS_NAMELESS + SYMBOLS_STATUS_COUNT - 1,
#define LOSS(id, kind, sentence)
#define ASIDE(id, sentence) id,
#include "input/losses.def"
#undef LOSS
#undef ASIDE
	LOSS_REASONS
};

struct losses {
	struct {
		uint64_t count, first_line;
	} of[LOSS_REASONS];
	/* the input has no lines: `first_line` is a byte offset, stored in the text of the loss */
	bool by_byte;
};

/* Count one loss, or `n` losses, at this line (or byte, if `by_byte`); 0: unknown. */
void losses_count(struct losses *l, enum loss_reason why, uint64_t line);
void losses_add(struct losses *l, enum loss_reason why, uint64_t n, uint64_t line);

/* Add the counts of `more`. */
void losses_join(struct losses *l, const struct losses *more);

/*
 * The most frequent loss other than missing names and asides, for the end of a sentence: ": lines
 * not understood, first at line 3". Empty if there is none.
 */
#define LOSSES_MAIN_MAX 160
const char *losses_main(const struct losses *l, char buf[static LOSSES_MAIN_MAX]);

/* Store the counts in the profile. */
void losses_store(const struct losses *l, struct builder *b);

#endif
