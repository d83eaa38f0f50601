/* lanes_map.h - lanes in place of the first file's heat map, with the same columns. */

#ifndef SESSION_LANES_MAP_H
#define SESSION_LANES_MAP_H

#include "session/picture_lanes.h"
#include "view/lanes/lanes_view.h"

/* Initialise it with zeroes. */
struct lanes_map {
	struct picture_lanes of; /* owned */
	struct lanes_view view;	 /* its `time` is the heat map */
	struct lane_detail told; /* for the view: the thread state at the cursor */
	struct lane_folds folds; /* owned */
	size_t folds_room;
	char why[280]; /* why there are no lanes */
};

/* Rebuild the lanes; the cursor stays on its lane. An error is shown in place of the lanes. */
void lanes_map_build(struct lanes_map *m, const struct session *s, enum lanes_by by,
		     struct heat_view *time, struct pane p);
void lanes_map_release(struct lanes_map *m);

/* Update the search's matches. On failure or without lanes, returns false and changes nothing. */
bool lanes_map_search(struct lanes_map *m, const struct session *s, struct error *err);

/* Show no lanes until lanes_map_build(). */
void lanes_map_forget(struct lanes_map *m);

/* Count the visible columns, unless they have been counted. Call this before lanes are drawn. */
void lanes_map_follow(struct lanes_map *m, const struct session *s, struct pane p);

/* Fold the threads of this row's process into one row, or unfold them, at the next build. */
bool lanes_map_fold(struct lanes_map *m, uint32_t row, struct error *err);

/*
 * The next key of lanes after `by` that has more than one value in the profile or, for a database,
 * the next one that it offers; LANES_BY if there is none. After LANES_BY comes the first key.
 */
enum lanes_by lanes_map_next(const struct session *s, enum lanes_by by);

/*
 * For a profile of states: describe this row in the cursor's column or, if the cursor is not at the
 * start of a column, at its exact time. False and an error on failure. Reads all switches.
 */
bool lanes_map_tell(struct lanes_map *m, const struct session *s, uint32_t row,
		    struct error *err);

/* Go to the waker of the described wait, at the time of the wake-up, and describe the waker. */
bool lanes_map_go_to_waker(struct lanes_map *m, const struct session *s,
			   struct error *err);

/*
 * A filter term that keeps or, with `refuse`, drops the samples of this row; release with
 * mem_free(). NULL and an error if there is no such term. There is none for a row of an event: to
 * keep it, choose `*event`, which is ALL_EVENTS in other cases.
 */
char *lanes_map_term(const struct lanes_map *m, const struct session *s, uint32_t row,
		     bool refuse, uint32_t *event, struct error *err);

#endif
