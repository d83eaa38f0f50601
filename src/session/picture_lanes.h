/* picture_lanes.h - the lanes of the kept samples, and a picture of them. */

#ifndef SESSION_PICTURE_LANES_H
#define SESSION_PICTURE_LANES_H

#include "analysis/waiting/thread_state.h"
#include "session/picture.h"

struct picture_lanes {
	struct lanes lanes;
	struct lane_rows rows;
	struct lane_window window;
	struct lane_cells cells;
	struct lane_cells matched; /* matches of the search; empty: no search */
	struct lane_cells states;  /* see lane_states_build(); empty: no thread states */
	uint32_t state_count;	   /* number of events; 0 without thread states */
	/* by event; THREAD_STATES: the event has no samples */
	enum thread_state state[THREAD_STATES];
};

/*
 * Find lanes, and count the samples of all times. At most `limit` lanes have their own row; the
 * others share one. Release with picture_lanes_release().
 */
bool picture_lanes_build(struct picture_lanes *m, const struct session *s,
			 enum lanes_by by, uint64_t period, uint64_t limit,
			 struct error *err);
void picture_lanes_release(struct picture_lanes *m);

/* Find lanes and rows, but count nothing yet; `folds` is as in lane_rows_build(). */
bool picture_lanes_find(struct picture_lanes *m, const struct session *s,
			enum lanes_by by, const struct lane_folds *folds, uint64_t limit,
			struct error *err);

/* Count other columns, for the same lanes and rows. On failure nothing changes. */
bool picture_lanes_count(struct picture_lanes *m, const struct session *s, uint64_t from,
			 uint64_t period, uint32_t columns, struct error *err);

/* Count the matches again after the search has changed. */
bool picture_lanes_search(struct picture_lanes *m, const struct session *s,
			  struct error *err);

/* After counting, lend the states to the view. */
struct lanes_view;
void picture_lanes_show_states(const struct picture_lanes *m, struct lanes_view *v);

/* Like picture_heatmap(), with the chosen lanes. */
struct canvas *picture_lanes(const struct session *s, const struct settings *settings,
			     uint64_t limit, int width, struct error *err);

#endif
