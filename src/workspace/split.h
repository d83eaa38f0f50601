/* split.h - how the lines are divided among maps and graph: by what is in them, or by hand. */

#ifndef WORKSPACE_SPLIT_H
#define WORKSPACE_SPLIT_H

#include "view/arrange.h"
#include "workspace/open_profile.h"

/*
 * The graph's levels are those of everything that was kept when the tree was built, not those of a
 * range: nothing jumps while a selection is dragged or a filter is tried. Zero to begin. What was
 * made by hand stays until the program ends.
 */
struct split {
	struct arrange_split by_hand;
	bool dragged; /* the divider is */
	const struct tree
	    *tree; /* borrowed, to be compared only: what the levels are of */
	uint32_t nodes;
	int width, levels;
	bool folds;
};

/* Count the levels that the graph of the whole profile has in so many columns; 0: not known. */
void split_settle(struct split *s, const struct open_profile *o, int width);

#endif
