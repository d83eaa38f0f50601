/* tree_view.h - the call tree: one row per frame, which opens and closes, with values or changes. */

#ifndef VIEW_TREE_VIEW_H
#define VIEW_TREE_VIEW_H

#include "analysis/graph/tree_rows.h"

/* The rows that are listed; `self` is that of tree_view_ops. Borrowed. */
const struct tree_rows *tree_view_rows(const void *self);

#endif
