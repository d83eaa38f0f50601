/* sandwich_view.h - one function: who calls it above, what it calls below. */

#ifndef VIEW_SANDWICH_VIEW_H
#define VIEW_SANDWICH_VIEW_H

#include "base/text.h"
#include "view/view.h"

/*
 * Show this function from the next update on; its name is copied. Escape goes back to the function
 * before. False: no memory; nothing has changed. `self` is that of sandwich_view_ops, here and
 * below.
 */
bool sandwich_view_show(void *self, struct text function, struct error *err);

/* The name of the function; "": none. Borrowed. */
struct text sandwich_view_function(const void *self);

/* The lines of the whole view, for printing. */
int sandwich_view_height(const void *self);

/* Before the tree of the graph is released: keep nothing but the function's name. */
void sandwich_view_forget(void *self);

#endif
