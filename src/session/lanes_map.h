/* lanes_map.h - lanes in place of the first file's map: the kept samples, in the map's columns. */

#ifndef SESSION_LANES_MAP_H
#define SESSION_LANES_MAP_H

#include "session/picture_lanes.h"
#include "view/lanes/lanes_view.h"

/* Initialise it with zeroes. */
struct lanes_map {
	struct picture_lanes of; /* owned */
	struct lanes_view view;	 /* its `time` is the map, which then has one row */
	struct lane_detail told; /* the state at the cursor, for the view */
	struct lane_folds folds; /* owned */
	size_t folds_room;
	char why[280]; /* why there are no lanes */
};

/*
 * Rebuild the lanes of the kept samples; the cursor stays on its lane. An error is shown in place
 * of them.
 */
void lanes_map_build(struct lanes_map *m, const struct session *s, enum lanes_by by,
		     struct heat_view *time, struct pane p);
void lanes_map_release(struct lanes_map *m);

/* Only the search has changed. False, with unchanged lanes, on failure or without lanes. */
bool lanes_map_search(struct lanes_map *m, const struct session *s, struct error *err);

/* Show no lanes until they are built. */
void lanes_map_forget(struct lanes_map *m);

/* Call it before lanes are drawn: counts the visible columns of the map. */
void lanes_map_follow(struct lanes_map *m, const struct session *s, struct pane p);

/* Fold the threads of this row's process into one row, or unfold them, from the next build on. */
bool lanes_map_fold(struct lanes_map *m, uint32_t row, struct error *err);

/*
 * The key of lanes after `by`, among those with different values in the profile; LANES_BY: no more.
 * For LANES_BY it is the first key.
 */
enum lanes_by lanes_map_next(const struct session *s, enum lanes_by by);

/*
 * For a profile of states: describe this row in the column of the cursor, or at its time if that is
 * not the start of a column. False and an error when it is unknown. Reads all context switches.
 */
bool lanes_map_tell(struct lanes_map *m, const struct session *s, uint32_t row,
		    struct error *err);

/* Move the cursor to the thread that ended the described wait, at that time, and describe that. */
bool lanes_map_go_to_waker(struct lanes_map *m, const struct session *s,
			   struct error *err);

/*
 * The term of a filter that keeps or drops the samples of this row. NULL and an error if there is
 * none; for lanes by event, `*event` is the event to choose instead. Release with mem_free().
 */
char *lanes_map_term(const struct lanes_map *m, const struct session *s, uint32_t row,
		     bool refuse, uint32_t *event, struct error *err);

#endif
