/* panes.h - which part of the screen each pane has. */

#ifndef WORKSPACE_PANES_H
#define WORKSPACE_PANES_H

#include "workspace/parts.h"

/* Divide the screen anew, after its size or what is asked has changed, and count for its panes. */
void panes_arrange(struct workspace *w, int width, int height);

/* The same where other maps are shown than before, or lanes; where a menu or the focus has `moved`
 * only if the parts of the screen are others by that. */
void panes_fit(struct workspace *w, bool moved);

/* Move the divider of maps and graph a step, or to where it is dragged. True if it has moved. */
bool panes_step_split(struct workspace *w, bool higher);
bool panes_drag_split(struct workspace *w, const struct input *in);

/*
 * Have every view scroll to what its cursor is on: once before each command, so that where it
 * scrolls does not depend on how many of them come before the next picture, and once before that.
 */
void panes_follow(struct workspace *w);

/* Say that not all rows that were asked for fit, if that is so. */
void panes_tell_rows(struct workspace *w);

/* Lines that lanes are drawn on; 0: the map is there, or why there are none. */
uint32_t panes_lanes(const struct open_profile *o);

#endif
