/* tree_view.h - the call tree: a row a frame, which opens and closes, with total and self or how much has changed. */

#ifndef VIEW_TREE_VIEW_H
#define VIEW_TREE_VIEW_H

#include "analysis/graph/tree_rows.h"

/* What is listed now; `self` is that of tree_view_ops. Borrowed. */
const struct tree_rows *tree_view_rows(const void *self);

#endif
