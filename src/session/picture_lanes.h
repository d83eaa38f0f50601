/* picture_lanes.h - the lanes of what is kept, and a picture of them. */

#ifndef SESSION_PICTURE_LANES_H
#define SESSION_PICTURE_LANES_H

#include "analysis/waiting/thread_state.h"
#include "session/picture.h"

/* All zero to begin, and after a failure. */
struct picture_lanes {
	struct lanes lanes;
	struct lane_rows rows;
	struct lane_window window;
	struct lane_cells cells;
	struct lane_cells matched; /* what a search found; empty: nothing is searched */
	struct lane_cells states;  /* see lane_states_build(); empty: there are none, */
	uint32_t state_count;	   /* of so many events, */
	enum thread_state state
	    [THREAD_STATES]; /* each of which is this state; THREAD_STATES: of which is nothing */
};

/* All columns of the profile. At most `limit` lanes have a row of their own; the others share one.
 * Release with picture_lanes_release(). */
bool picture_lanes_build(struct picture_lanes *m, const struct session *s,
			 enum lanes_by by, uint64_t period, uint64_t limit,
			 struct error *err);
void picture_lanes_release(struct picture_lanes *m);

/* The first part of that: lanes and their rows; `folds` as of lane_rows_build(). */
bool picture_lanes_find(struct picture_lanes *m, const struct session *s,
			enum lanes_by by, const struct lane_folds *folds, uint64_t limit,
			struct error *err);

/* The cells of other columns, where lanes and rows are known; on failure they are what they were. */
bool picture_lanes_count(struct picture_lanes *m, const struct session *s, uint64_t from,
			 uint64_t period, uint32_t columns, struct error *err);

/* The same columns where only the search of the session is another. */
bool picture_lanes_search(struct picture_lanes *m, const struct session *s,
			  struct error *err);

/* The states of it, for a view of it; once its window is counted. */
struct lanes_view;
void picture_lanes_show_states(const struct picture_lanes *m, struct lanes_view *v);

/* As picture_heatmap(): the settings' lanes. */
struct canvas *picture_lanes(const struct session *s, const struct settings *settings,
			     uint64_t limit, int width, struct error *err);

#endif
