/* sandwich_view.h - one function: who calls it above, what it calls below. */

#ifndef VIEW_SANDWICH_VIEW_H
#define VIEW_SANDWICH_VIEW_H

#include "base/text.h"
#include "view/view.h"

/*
 * `self` is that of sandwich_view_ops. Show this function (its name as it is shown, which is copied) from the
 * next update on; Escape comes back to the one before. False without memory: then it is as it was.
 */
bool sandwich_view_show(void *self, struct text function, struct error *err);

/* The name that it was given; "": none. Borrowed. */
struct text sandwich_view_function(const void *self);

/* How many lines it would need, for printing all of it. */
int sandwich_view_height(const void *self);

/* The tree of the graph goes: nothing of it is kept but the function's name. */
void sandwich_view_forget(void *self);

#endif
