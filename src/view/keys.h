/* keys.h - what a user is told of the keys: the bar at the bottom, the page of help. */

#ifndef VIEW_KEYS_H
#define VIEW_KEYS_H

#include "view/difference.h"
#include "view/page_view.h"

/* Where the keys go, and what is compared there. */
struct keys_at {
	enum place place;
	enum difference_graph graph;
	bool has_other;	   /* a second file has a map of its own, */
	bool has_moment;   /* and of that the range's moments are not compared yet */
	bool is_aligned;   /* moments are: its map can be shifted */
	bool has_baseline; /* of its own, not everything else */
	bool waits;	   /* for a range: nothing is compared yet */
	bool has_threads;  /* lanes are of threads, which can be folded */
	enum lane_action lane_enter; /* what Enter does among lanes */
	bool has_switches;	     /* of the scheduler: there are states of threads */
	bool is_live;		     /* it goes on being recorded, ... */
	bool is_frozen;		     /* ... but is not shown */
	bool is_timeless;	     /* no moments of samples: nothing can be odd */
	bool is_counted; /* an engine has the samples: none is looked at alone */
};

/* The commands of commands.def with a word for the bar that work there, as many as fit. */
void keys_draw_bar(struct keys_at at, struct pane p);

/* The word of a command: some say what the key does next. */
const char *keys_word(enum command c, struct keys_at at);

/* The command whose word is at this column, COMMAND_NONE when there is none. */
enum command keys_bar_at(struct keys_at at, int width, int x);

/* Every key that works in `place`, with what it does; made from commands.def. */
bool keys_help(struct page_view *v, enum place place, struct error *err);

#endif
