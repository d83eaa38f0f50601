/* theme.h - the capabilities of the terminal, and the meaning of colours. */

#ifndef VIEW_THEME_H
#define VIEW_THEME_H

#include "analysis/waiting/thread_state.h"
#include "canvas/palette.h"
#include "choice/choice.h"

struct theme {
	enum palette_depth depth;
	bool ascii;	 /* no UTF-8: no half blocks, no box lines */
	bool told_light; /* the terminal reports a light background */

	/* derived from the background and the user's choice by theme_follow() */
	bool light;
	enum heat_scale scale;
	enum flame_colours flame;
};

/*
 * Does the terminal show counts as colours (with half blocks)? If not, they are shown as
 * characters.
 */
bool theme_has_blocks(const struct theme *t);

/* The default heat scale: FlameScope's on a light background, HEAT_DARK on a dark one. */
enum heat_scale theme_usual_scale(bool light);

/*
 * Apply the user's choice; by default the theme follows the terminal's background. Returns false if
 * nothing has changed.
 */
bool theme_follow(struct theme *t, const struct choice *c);

/*
 * The colour of `count` samples, where `peak` is the largest count. A count of 0 has the background
 * colour: white in FlameScope's scales, the terminal's background in the others.
 */
colour theme_heat(const struct theme *t, uint64_t count, uint64_t peak);
colour theme_ground(const struct theme *t);

/* The same for samples that match the search. */
colour theme_match(const struct theme *t, uint64_t count, uint64_t peak);

/*
 * The same for samples that do not match the search: greys, darker or lighter by count. With few
 * colours it is a colour of the terminal.
 */
colour theme_unmatched(const struct theme *t, uint64_t count, uint64_t peak);

/* The colour of a cell outside the selection; not for cells in the background colour. */
colour theme_faded(const struct theme *t, colour c);

/* Blend `over` onto `under` with an opacity of `percent`; neither is COLOUR_DEFAULT. */
colour theme_blend(colour under, colour over, unsigned percent);

/* The sides of a comparison: A is the subject, B the baseline. */
enum side_mark { SIDE_NONE, SIDE_A, SIDE_B };

/*
 * The marks around the cells of a side: A is orange, B is blue. Without colours a letter marks the
 * side.
 */
colour theme_side(const struct theme *t, enum side_mark side);
char theme_side_letter(enum side_mark side);

/*
 * Text that refers to a side, or to search matches, in a colour that is readable on the terminal's
 * background. With few colours the background is seldom known, and the style sets its own. It
 * does so for characters that represent the cells of a side, too.
 */
struct style theme_side_words(const struct theme *t, enum side_mark side);
struct style theme_found_words(const struct theme *t);

/* The colour of the empty cells of a side, with the lightness of the background. */
colour theme_side_ground(const struct theme *t, enum side_mark side);

/*
 * The value of step `i` of a legend; step 0 is the peak. Counts end at 1. Other values
 * fall in equal steps, and a further step would be 0.
 */
uint64_t theme_scale_step(uint64_t peak, bool counts, unsigned i, unsigned steps);

/* A count as a character, denser for more, for terminals without colours. */
char theme_heat_glyph(uint64_t count, uint64_t peak);

/* For a cell with search matches, without colours: '1' up to '9' for `peak`. */
char theme_match_glyph(uint64_t count, uint64_t peak);

/* Black or white, whichever is more readable on `ground`. */
colour theme_ink(colour ground);

/*
 * The colour of a thread state (THREAD_STATES: no state), and a character for terminals with few
 * colours.
 */
colour theme_state(const struct theme *t, enum thread_state state);
char theme_state_glyph(enum thread_state state);

/* The style of a box in a flame graph, with the colours that the theme has chosen. */
struct style theme_box(const struct theme *t, const struct hue_box *b);

/* Colours by kind, independent of the theme; `label` varies the shade. */
struct style theme_frame(const struct theme *t, enum code_kind kind, struct text label);
struct style theme_matched_frame(const struct theme *t);

#endif
