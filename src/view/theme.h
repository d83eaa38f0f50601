/* theme.h - what the terminal can show and which colours mean what. */

#ifndef VIEW_THEME_H
#define VIEW_THEME_H

#include "analysis/waiting/thread_state.h"
#include "canvas/palette.h"
#include "choice/choice.h"

struct theme {
	enum palette_depth depth;
	bool ascii;	 /* no UTF-8: no half blocks, no box lines */
	bool told_light; /* the terminal says that its background is */

	/* by that, and what is chosen: theme_follow() */
	bool light;
	enum heat_scale scale;
	enum flame_colours flame;
};

/* Are colours what says how much is in a cell, in half blocks if need be? Else characters are. */
bool theme_has_blocks(const struct theme *t);

/* What suits the background: FlameScope's a light one, HEAT_DARK a dark one. */
enum heat_scale theme_usual_scale(bool light);

/*
 * What is chosen, for the terminal's background: as the user says, or else as it does itself. False:
 * nothing has changed by it.
 */
bool theme_follow(struct theme *t, const struct choice *c);

/* The colour of `count` samples where `peak` is the most; that of none is the ground: white
 * in FlameScope's scales, the terminal's own background in the others. */
colour theme_heat(const struct theme *t, uint64_t count, uint64_t peak);
colour theme_ground(const struct theme *t);

/* The same for the samples that a search found. */
colour theme_match(const struct theme *t, uint64_t count, uint64_t peak);

/* And of those that it did not find, beside them: greys, the stronger the more; of few colours
 * the terminal's own. */
colour theme_unmatched(const struct theme *t, uint64_t count, uint64_t peak);

/* A cell, not of the ground, beside what is selected. */
colour theme_faded(const struct theme *t, colour c);

/* `over` laid upon `under` with this opacity; neither is COLOUR_DEFAULT. */
colour theme_blend(colour under, colour over, unsigned percent);

/* The two sides of a comparison: of the subject, and of what it is held against. */
enum side_mark { SIDE_NONE, SIDE_A, SIDE_B };

/* A is orange and B is blue, around their cells on the ground; without colours the letter says it. */
colour theme_side(const struct theme *t, enum side_mark side);
char theme_side_letter(enum side_mark side);

/*
 * Words of a side, and of what a search found, that can be read on the terminal's background. Few
 * colours seldom know that, so there the words, and characters that stand for a side's cells,
 * bring their own.
 */
struct style theme_side_words(const struct theme *t, enum side_mark side);
struct style theme_found_words(const struct theme *t);

/* The same of the cells of a side in which nothing is: as pale, or as dark, as the ground. */
colour theme_side_ground(const struct theme *t, enum side_mark side);

/*
 * What step `i` of a legend stands for, of so many `steps` down from the peak, which is step 0:
 * counts as far as 1, other values evenly as if one step more were nothing.
 */
uint64_t theme_scale_step(uint64_t peak, bool counts, unsigned i, unsigned steps);

/* The same as a character, denser for more, for when colours cannot say it. */
char theme_heat_glyph(uint64_t count, uint64_t peak);

/* Without colours, in a cell in which a search has found something: '1' up to '9' for `peak`. */
char theme_match_glyph(uint64_t count, uint64_t peak);

/* Black or white, whichever can be read better on it. */
colour theme_ink(colour ground);

/* A state of threads, THREAD_STATES: none, as a colour; and as a character where colours are few. */
colour theme_state(const struct theme *t, enum thread_state state);
char theme_state_glyph(enum thread_state state);

/* The style of a flame graph's box, coloured by what the theme says. */
struct style theme_box(const struct theme *t, const struct hue_box *b);

/* By its kind, whatever the theme says; `label` varies the shade. */
struct style theme_frame(const struct theme *t, enum code_kind kind, struct text label);
struct style theme_matched_frame(const struct theme *t);

#endif
