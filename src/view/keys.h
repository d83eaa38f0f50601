/* keys.h - the help on keys: the bar at the bottom, and the help page. */

#ifndef VIEW_KEYS_H
#define VIEW_KEYS_H

#include "view/difference.h"
#include "view/page_view.h"

/* The place that has the keyboard, and the comparison shown there. */
struct keys_at {
	enum place place;
	enum difference_graph graph;
	bool has_other;	   /* a second file has a separate map, ... */
	bool has_moment;   /* ... whose moments are not compared with the range yet */
	bool is_aligned;   /* moments are compared: its map can be shifted */
	bool has_baseline; /* a chosen baseline, not everything else */
	bool waits;	   /* the comparison still needs a range */
	bool has_threads;  /* lanes are threads, which can be folded */
	enum lane_action lane_enter; /* the effect of Enter among lanes */
	bool has_switches; /* there are scheduler switches, so threads have states */
	bool is_live;	   /* it is still being recorded, ... */
	bool is_frozen;	   /* ... but the display is frozen */
	bool is_timeless;  /* samples have no times: no anomalies can be found */
	/* a database holds the samples: single samples cannot be shown */
	bool is_counted;
};

/* Draw the commands of commands.def that have a word for the bar and work there, as many as fit. */
void keys_draw_bar(struct keys_at at, struct pane p);

/* The word of a command; some depend on the next effect of the key. */
const char *keys_word(enum command c, struct keys_at at);

/* The command whose word is at column `x`, or COMMAND_NONE. */
enum command keys_bar_at(struct keys_at at, int width, int x);

/* List the keys that work in `place`, with their effects; generated from commands.def. */
bool keys_help(struct page_view *v, enum place place, struct error *err);

#endif
