/* difference.h - how a difference is shown: its step, colour, sign and words. */

#ifndef VIEW_DIFFERENCE_H
#define VIEW_DIFFERENCE_H

#include "analysis/compare/comparison.h"
#include "choice/choice.h"
#include "view/label.h"
#include "view/theme.h"

/*
 * Colours and labels use points: the change of a value as a fraction of the larger side. So the
 * points of a frame are the sum of its callees' points and of its self value, and a narrow box that
 * has doubled is not emphasized more than a wide one that grew by a fifth. When values are shares,
 * points are the change of the share. The steps are the same in every comparison: two similar sides
 * are pale.
 */
struct difference {
	double points; /* -1 ... 1 */
	int step; /* -DIFFERENCE_STEPS ... DIFFERENCE_STEPS; 0: hardly any difference */
	bool is_new, is_gone;
	/* borrowed: the one of two parts with most of the value; empty: neither */
	struct text part;
};

#define DIFFERENCE_STEPS CHANGE_STEPS

/* The frames in a graph with this look, and their widths. */
enum shown_widths difference_widths(const struct difference_look *look);

struct difference difference_of(const struct comparison *c, struct change change);

/* The difference of a frame: of its self value, or of its total. */
struct difference difference_at(const struct comparison *c, uint32_t node, bool self);

/* "+41 % ▲", the label of a box; "" if there is hardly any difference. */
const char *difference_words(struct difference d, bool ascii, char buf[LABEL_MAX]);

/* The sign alone; 0 if there is hardly any difference. */
char32_t difference_sign(struct difference d, bool ascii);

/* The colours of a box; none on a terminal without colours. */
struct style difference_style(const struct theme *t, struct difference d);

/*
 * Draw DIFFERENCE_WIDTH columns of a table: difference_words() in its colours, or `instead` if the
 * words are empty. Without colours, or if `t` is NULL, the style is `s`.
 */
#define DIFFERENCE_WIDTH 16
void difference_draw(const struct theme *t, struct difference d, bool ascii,
		     const char *instead, struct pane p, int x, int y, struct style s);

/*
 * The legend of a comparison of two parts of one whole, with their names. Returns like
 * difference_legend().
 */
int difference_legend_of_parts(const struct theme *t, const struct comparison *c,
			       struct pane p);

/*
 * Draw the legend at the right end of line 0 of a pane, as much of it as fits. Returns its first
 * column.
 */
int difference_legend(const struct theme *t, const struct difference_look *look,
		      struct pane p);

#endif
