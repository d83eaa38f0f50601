/* difference.h - what a difference looks like: its step, its colour, its sign and its words. */

#ifndef VIEW_DIFFERENCE_H
#define VIEW_DIFFERENCE_H

#include "analysis/compare/change_hue.h"
#include "choice/choice.h"
#include "view/label.h"
#include "view/theme.h"

/*
 * Colours and labels go by points: the delta of a value in parts of the larger side, so that those
 * of what a frame calls, and its own, add up to the frame's, and a narrow box that happens to have
 * doubled is not louder than a wide one that grew by a fifth. By share that is the change
 * of the share. The steps are the same for every comparison: two sides that are alike are pale.
 */
struct difference {
	double points; /* -1 ... 1 */
	int step;      /* -DIFFERENCE_STEPS ... DIFFERENCE_STEPS; 0: hardly any */
	bool is_new, is_gone;
	struct text part; /* borrowed: which of two parts most of it is; empty: of none */
};

#define DIFFERENCE_STEPS CHANGE_STEPS

/* The frames that a graph of this look has, and their widths. */
enum shown_widths difference_widths(const struct difference_look *look);

struct difference difference_of(const struct comparison *c, struct change change);

/* Of a frame: of its own value or, unless `self`, with all that it calls. */
struct difference difference_at(const struct comparison *c, uint32_t node, bool self);

/* "+41 %", "-0.7 %", "new +3.1 %", "gone"; "" of hardly any. */
const char *difference_label(struct difference d, char buf[LABEL_MAX]);

/* The same with its sign, "+41 % ▲": the label of a box. */
const char *difference_words(struct difference d, bool ascii, char buf[LABEL_MAX]);

/* The sign alone; 0 of hardly any. */
char32_t difference_sign(struct difference d, bool ascii);

/* The colours of a box; none on a terminal without colours. */
struct style difference_style(const struct theme *t, struct difference d);

/*
 * Draw DIFFERENCE_WIDTH columns of a table: difference_words() on their colour, or `instead` if
 * there are none. Without colours, and if `t` is NULL, the style is `s`.
 */
#define DIFFERENCE_WIDTH 16
void difference_draw(const struct theme *t, struct difference d, bool ascii,
		     const char *instead, struct pane p, int x, int y, struct style s);

/* The same as the next, of two parts of one whole, with their names. */
int difference_legend_of_parts(const struct theme *t, const struct comparison *c,
			       struct pane p);

/*
 * The meaning of the colours in line 0 of a pane, at its right end, as much of it as fits. Returns
 * the column where it begins.
 */
int difference_legend(const struct theme *t, const struct difference_look *look,
		      struct pane p);

#endif
