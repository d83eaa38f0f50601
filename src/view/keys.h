/* keys.h - the help on keys: the bar at the bottom, and the help page. */

#ifndef VIEW_KEYS_H
#define VIEW_KEYS_H

#include "view/difference.h"
#include "view/page_view.h"

/* The place that has the keyboard focus, and the conditions that decide which keys it has. */
struct keys_at {
	enum place place;
	enum difference_graph graph;
	bool has_other;	   /* a second file has a separate map */
	bool has_moment;   /* a range is selected, and the second map is not aligned */
	bool is_aligned;   /* the maps are aligned: the second one can be shifted */
	bool has_baseline; /* the user has chosen a baseline */
	bool waits;	   /* a comparison is requested, but not possible */
	bool has_threads;  /* lanes are threads, which can be folded */
	enum lane_action lane_enter; /* the effect of Enter among lanes */
	bool has_switches; /* there are scheduler switches, so threads have states */
	bool is_live;	   /* the profile is a live recording */
	bool is_frozen;	   /* the display of a live recording is frozen */
	/* samples have no times, or are spans: anomalies cannot be found */
	bool is_timeless;
	/* the samples are in a database: single samples cannot be shown */
	bool is_counted;
};

/*
 * Draw the bar: the commands of commands.def that have a word for it and work at this place, as
 * many as fit.
 */
void keys_draw_bar(struct keys_at at, struct pane p);

/* The word of a command in the bar. It may depend on the effect that the key would have now. */
const char *keys_word(enum command c, struct keys_at at);

/* The command whose word is at column `x`, or COMMAND_NONE. */
enum command keys_bar_at(struct keys_at at, int width, int x);

/* List the keys that work in `place`, with their effects; generated from commands.def. */
bool keys_help(struct page_view *v, enum place place, struct error *err);

#endif
