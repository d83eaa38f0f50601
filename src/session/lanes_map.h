/* lanes_map.h - lanes in the place of the first file's map: of what is kept, in its columns. */

#ifndef SESSION_LANES_MAP_H
#define SESSION_LANES_MAP_H

#include "session/picture_lanes.h"
#include "view/lanes/lanes_view.h"

/* Zero to begin. */
struct lanes_map {
	struct picture_lanes of; /* owned */
	struct lanes_view
	    view; /* of these; its `time` is the map, which has one row then */
	struct lane_told told;	 /* that the view shows, once something is told */
	struct lane_folds folds; /* owned */
	size_t folds_room;
	char why[280]; /* there are none */
};

/* All anew, of what is kept now; the cursor stays on its lane. What fails is said instead. */
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
 * Of threads' time: say what this row did in the column of the cursor, or at its moment where that is no
 * column's begin. False and an error when nothing is known of it. It goes through all switches.
 */
bool lanes_map_tell(struct lanes_map *m, const struct session *s, uint32_t row,
		    struct error *err);

/* The cursor goes to who ended the wait that was told, at that moment, and that is told. */
bool lanes_map_go_to_waker(struct lanes_map *m, const struct session *s,
			   struct error *err);

/*
 * The term of a filter that keeps the samples of this row, or drops them. NULL: there is none, and
 * an error; of events, of which one is chosen instead, `*event` is that. Release with mem_free().
 */
char *lanes_map_term(const struct lanes_map *m, const struct session *s, uint32_t row,
		     bool refuse, uint32_t *event, struct error *err);

#endif
