/* losses.h - what a reader could not use, counted by reason with the first line. */

#ifndef INPUT_LOSSES_H
#define INPUT_LOSSES_H

#include "profile/builder.h"
#include "symbols/symbol_file.h"

/* The reasons of all formats are the rows of losses.def. */
enum loss_reason {
#define LOSS(id, kind, sentence) id,
#define ASIDE(id, sentence)
#include "input/losses.def"
#undef LOSS
#undef ASIDE
	LOSS_NAMELESS, /* frames without a name: + enum symbol_status says why */
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
	bool by_byte; /* the input has no lines: `first_line` is an offset in it */
};

/* Count one (or `n`) at this line; 0 when there is no line to name. */
void losses_count(struct losses *l, enum loss_reason why, uint64_t line);
void losses_add(struct losses *l, enum loss_reason why, uint64_t n, uint64_t line);

/* Count as well what was counted in `more`. */
void losses_join(struct losses *l, const struct losses *more);

/*
 * ": lines not understood, first at line 3": why most of what was lost could not be used, to
 * stand behind a sentence; empty when nothing was.
 */
#define LOSSES_MAIN_MAX 160
const char *losses_main(const struct losses *l, char buf[static LOSSES_MAIN_MAX]);

/* Put what was counted into the profile. */
void losses_store(const struct losses *l, struct builder *b);

#endif
