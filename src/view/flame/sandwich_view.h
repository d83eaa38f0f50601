/* sandwich_view.h - one function, with its callers above and its callees below. */

#ifndef VIEW_SANDWICH_VIEW_H
#define VIEW_SANDWICH_VIEW_H

#include "base/text.h"
#include "view/view.h"

/*
 * Show this function from the next update on; its name is copied. Escape goes back to the previous
 * function. False without memory; nothing changes then. `self` belongs to sandwich_view_ops, here
 * and below.
 */
bool sandwich_view_show(void *self, struct text function, struct error *err);

/* The name of the function; "" if there is none. Borrowed. */
struct text sandwich_view_function(const void *self);

/* The height of the whole view, for printing. */
int sandwich_view_height(const void *self);

/* Call it before the tree of the graph is released: keeps only the function's name. */
void sandwich_view_forget(void *self);

#endif
