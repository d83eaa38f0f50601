/* difference.h - how a difference is displayed: its step, colour, sign and label. */

#ifndef VIEW_DIFFERENCE_H
#define VIEW_DIFFERENCE_H

#include "analysis/compare/comparison.h"
#include "choice/choice.h"
#include "view/label.h"
#include "view/theme.h"

/*
 * Colours and labels depend on points: the change in a value, divided by the total of the larger
 * side. So the points of a frame are the sum of the points of its callees and of its self value,
 * and a narrow box that has doubled is not emphasized more than a wide box that grew by a fifth. If
 * values are shares, points are the change in the share. Two parts of a whole have the points
 * (a - b) / (a + b). The steps are the same in every comparison: if the sides are similar, all
 * boxes are pale.
 */
struct difference {
	double points; /* -1 ... 1 */
	int step; /* -DIFFERENCE_STEPS ... DIFFERENCE_STEPS; 0: hardly any difference */
	bool is_new, is_gone;
	/* borrowed: the larger part, if two parts are compared; else empty */
	struct text part;
};

#define DIFFERENCE_STEPS CHANGE_STEPS

/* The frames and their widths in a graph with this look. */
enum shown_widths difference_widths(const struct difference_look *look);

struct difference difference_of(const struct comparison *c, struct change change);

/* The difference of a frame: of its self value, or of its total. */
struct difference difference_at(const struct comparison *c, uint32_t node, bool self);

/* The label of a box, such as "+41 % ▲"; "" if two sides hardly differ. */
const char *difference_words(struct difference d, bool ascii, char buf[LABEL_MAX]);

/* The sign of the label; 0 if there is hardly any difference, or for two parts. */
char32_t difference_sign(struct difference d, bool ascii);

/* The colours of a box; default colours on a terminal without colours. */
struct style difference_style(const struct theme *t, struct difference d);

/*
 * Draw a table cell of DIFFERENCE_WIDTH columns with difference_words(), or with `instead` if they
 * are "", in difference_style(). Without colours, or if `t` is NULL, the style is `s`.
 */
#define DIFFERENCE_WIDTH 16
void difference_draw(const struct theme *t, struct difference d, bool ascii,
		     const char *instead, struct pane p, int x, int y, struct style s);

/* Like difference_legend(), but for two parts of a whole: with their names, never shortened. */
int difference_legend_of_parts(const struct theme *t, const struct comparison *c,
			       struct pane p);

/*
 * Draw the legend at the right end of line 0 of a pane, shortened if necessary. Returns its first
 * column; the width of the pane if nothing fits.
 */
int difference_legend(const struct theme *t, const struct difference_look *look,
		      struct pane p);

#endif
