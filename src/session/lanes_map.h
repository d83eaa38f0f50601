/* lanes_map.h - lanes in place of the first file's map: the kept samples, in the map's columns. */

#ifndef SESSION_LANES_MAP_H
#define SESSION_LANES_MAP_H

#include "session/picture_lanes.h"
#include "view/lanes/lanes_view.h"

/* Zero to begin. */
struct lanes_map {
	struct picture_lanes of; /* owned */
	struct lanes_view view;	 /* its `time` is the map, which has one row then */
	struct lane_told told;	 /* the state at the cursor, for the view */
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

/* Only the search is another. False and as they were, also where there are none. */
bool lanes_map_search(struct lanes_map *m, const struct session *s, struct error *err);

/* There are none now, until they are built. */
void lanes_map_forget(struct lanes_map *m);

/* Before they are drawn: the columns that the map shows are counted. */
void lanes_map_follow(struct lanes_map *m, const struct session *s, struct pane p);

/* The threads of the process that this row is of are one row from its next build on, or are no
 * more. */
bool lanes_map_fold(struct lanes_map *m, uint32_t row, struct error *err);

/* What lanes are of after these, of what is not one and the same for all samples; LANES_BY: there
 * is no more. LANES_BY asks for the first. */
enum lanes_by lanes_map_next(const struct session *s, enum lanes_by by);

/*
 * Of threads' time: say what this row did in the column of the cursor, or at its moment where that
 * is no column's begin. False and an error when nothing is known of it. It goes through all
 * switches.
 */
bool lanes_map_tell(struct lanes_map *m, const struct session *s, uint32_t row,
		    struct error *err);

/* Move the cursor to the thread that ended the described wait, at that time, and describe that. */
bool lanes_map_go_to_waker(struct lanes_map *m, const struct session *s,
			   struct error *err);

/*
 * The term of a filter that keeps or drops the samples of this row. NULL and an error when there
 * is none; for lanes by event, `*event` is the event to choose instead. Release with mem_free().
 */
char *lanes_map_term(const struct lanes_map *m, const struct session *s, uint32_t row,
		     bool refuse, uint32_t *event, struct error *err);

#endif
