/* sandwich_view.h - shows a function with its callers above and its callees below. */

#ifndef VIEW_SANDWICH_VIEW_H
#define VIEW_SANDWICH_VIEW_H

#include "base/text.h"
#include "view/view.h"

/*
 * Show this function from the next update on; the name is copied. Escape returns to the previous
 * function. If memory runs out, nothing changes. Each `self` is a view with sandwich_view_ops.
 */
bool sandwich_view_show(void *self, struct text function, struct error *err);

/* The name of the function, borrowed; "" if there is none. */
struct text sandwich_view_function(const void *self);

/* The number of lines that the whole view needs, for printing. */
int sandwich_view_height(const void *self);

/* Keep only the names of functions. Call this before the tree of the graph is released. */
void sandwich_view_forget(void *self);

#endif
