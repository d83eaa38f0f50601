/* tree_view.h - the call tree: one row per frame, which opens and closes, with values or changes. */

#ifndef VIEW_TREE_VIEW_H
#define VIEW_TREE_VIEW_H

#include <stdio.h>

/*
 * Write the options of `flarescope tree` that list the rows on the screen: " --depth 4 --sort
 * self". `self` belongs to tree_view_ops.
 */
void tree_view_write_options(const void *self, FILE *out);

#endif
