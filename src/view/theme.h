/* theme.h - colours that suit the terminal and the user's choice. */

#ifndef VIEW_THEME_H
#define VIEW_THEME_H

#include "analysis/waiting/thread_state.h"
#include "canvas/palette.h"
#include "choice/choice.h"

struct theme {
	enum palette_depth depth;
	bool ascii;	 /* use no half blocks and no box lines */
	bool told_light; /* the terminal reports a light background */

	/* set by theme_follow(), from the background and the user's choice */
	bool light;
	enum heat_scale scale;
	enum flame_colours flame;
};

/* Are counts shown as colours, with half blocks? Otherwise they are shown as characters. */
bool theme_has_blocks(const struct theme *t);

/* The default heat scale: FlameScope's on a light background, HEAT_DARK on a dark one. */
enum heat_scale theme_usual_scale(bool light);

/*
 * Apply the user's choice. By default the theme fits the background of the terminal. Returns false
 * if nothing has changed.
 */
bool theme_follow(struct theme *t, const struct choice *c);

/*
 * The colour of `count` samples if `peak` is the largest count. A count of 0 has the colour
 * theme_ground(): white in FlameScope's scales; in other scales, and with few colours, the default
 * background of the terminal.
 */
colour theme_heat(const struct theme *t, uint64_t count, uint64_t peak);
colour theme_ground(const struct theme *t);

/* Like theme_heat(), for samples that match the search; `count` must not be 0. */
colour theme_match(const struct theme *t, uint64_t count, uint64_t peak);

/*
 * Like theme_heat(), for samples that do not match the search: a grey that depends on the count;
 * with few colours, the default colour of the terminal.
 */
colour theme_unmatched(const struct theme *t, uint64_t count, uint64_t peak);

/* The colour `c` as drawn outside the selection. COLOUR_DEFAULT stays. */
colour theme_faded(const struct theme *t, colour c);

/* Blend `over` onto `under` with an opacity of `percent`; neither may be COLOUR_DEFAULT. */
colour theme_blend(colour under, colour over, unsigned percent);

/* The sides of a comparison. */
enum side_mark { SIDE_NONE, SIDE_A, SIDE_B };

/*
 * The colour of the marks around the cells of a side: orange or yellow for A, blue or cyan for B.
 * theme_side_letter() is for terminals without colours.
 */
colour theme_side(const struct theme *t, enum side_mark side);
char theme_side_letter(enum side_mark side);

/*
 * The styles of text about a side, or about matches of the search, readable on the background of
 * the terminal. With few colours that background is seldom known, so theme_side_words() sets one;
 * cells drawn as characters use this style too.
 */
struct style theme_side_words(const struct theme *t, enum side_mark side);
struct style theme_found_words(const struct theme *t);

/* The colour of the empty cells of a side: pale on white or a light terminal, else dark. */
colour theme_side_ground(const struct theme *t, enum side_mark side);

/*
 * The value of step `i` of a legend with equal steps. Step 0 is the peak. For counts the last step
 * is 1; otherwise step `steps` would be 0.
 */
uint64_t theme_scale_step(uint64_t peak, bool counts, unsigned i, unsigned steps);

/* A count as a character, for terminals without colours: the larger, the denser. */
char theme_heat_glyph(uint64_t count, uint64_t peak);

/* A count of matches of the search as a character, '1' to '9' (the peak); not for 0. */
char theme_match_glyph(uint64_t count, uint64_t peak);

/* Black or white, whichever is more readable on `ground`. */
colour theme_ink(colour ground);

/*
 * The colour of a thread state (THREAD_STATES: none), and a character for terminals with few
 * colours.
 */
colour theme_state(const struct theme *t, enum thread_state state);
char theme_state_glyph(enum thread_state state);

/* The style of a box in a flame graph, with the colours of t->flame. */
struct style theme_box(const struct theme *t, const struct hue_box *b);

/*
 * Like theme_box(), but always coloured by kind; with many colours, the shade depends on `label`.
 * theme_matched_frame() is for frames that match the search.
 */
struct style theme_frame(const struct theme *t, enum code_kind kind, struct text label);
struct style theme_matched_frame(const struct theme *t);

#endif
