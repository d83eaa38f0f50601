/* arrivals.h - what has been read, or counted, comes to the screen. */

#ifndef WORKSPACE_ARRIVALS_H
#define WORKSPACE_ARRIVALS_H

#include "workspace/parts.h"

/* See workspace_wake() and what is with it. */
int arrivals_wake_fd(const struct workspace *w);
bool arrivals_wake(struct workspace *w);
int arrivals_timeout(const struct workspace *w);

/* To be called after each command. Has the progress not been drawn for long? */
bool arrivals_follow(struct workspace *w);

/* Show nothing new of what is recorded live, or again. */
void arrivals_freeze(struct workspace *w);

/* Read the file again with its inlined functions, or without them. */
void arrivals_toggle_inlining(struct workspace *w);

/* Stop that; false: it is not under way. */
bool arrivals_stop_inlining(struct workspace *w);

/* Keep what is there; or leave. */
void arrivals_stop(struct workspace *w);

/* Compare the file that is opened next with this one; named once more: with none. */
bool arrivals_choose_baseline(struct workspace *w, const char *path, struct error *err);
void arrivals_meter(const struct workspace *w, struct meter *m);

#endif
