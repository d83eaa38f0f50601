/* picture.h - the maps and graphs of a session, for the screen and for batch commands. */

#ifndef SESSION_PICTURE_H
#define SESSION_PICTURE_H

#include "canvas/canvas.h"
#include "session/session.h"
#include "view/heat/heat_view.h"
#include "view/status.h"
#include "view/flame/flame_view.h"

/* The heat map of the kept samples, with colours. picture_map_build() initialises it. */
struct picture_map {
	struct heatmap map;
	struct heatmap matched;	      /* matches of the search; empty: no search */
	struct cpu_usage busy, found; /* of both maps; no levels: samples are counted */
	const struct name_hues *hues; /* borrowed; NULL: heat colours */
	struct cell_winners who, who_found; /* of both maps; empty without hues */
	uint64_t finds;			    /* session.finds when `matched` was built */
	bool is_makeshift;		    /* too little memory for busy CPUs */
};

/* Count busy CPUs, or samples if `counts` is set, there is no CPU clock, or memory is short. */
bool picture_map_build(struct picture_map *m, const struct session *s, uint64_t period,
		       uint32_t rows, bool counts, struct error *err);
void picture_map_release(struct picture_map *m);

/*
 * Update the matches after a change in the search alone. `file` is as in picture_map_add_hues().
 * False, and no change, on failure or if the whole map should be rebuilt.
 */
bool picture_map_search(struct picture_map *m, const struct session *s, int file,
			struct error *err);

/*
 * Choose the names with hues in the map of one session or, if `other` is not NULL, of two. `*h` is
 * NULL for heat colours, for a database, and while names have not been read. Release with
 * name_hues_free().
 */
bool picture_hues_new(enum hues_by by, const struct session *s,
		      const struct session *other, struct name_hues **h,
		      struct error *err);

/*
 * Give each cell the hue of its dominant name. `file`: 0 for the first session of the hues, 1 for
 * the other. Does nothing if `h` is NULL. On failure the map has no hues.
 */
bool picture_map_add_hues(struct picture_map *m, const struct session *s,
			  const struct name_hues *h, int file, struct error *err);

/* The cells for a view; borrowed. */
struct heat_cells picture_map_cells(const struct picture_map *m);

/*
 * The contents of the lines above and below a picture; `file` is as in session_title(), `zoom` a
 * node. Borrowed.
 */
struct status picture_status(const struct session *s, const struct theme *theme,
			     const char *file, uint32_t zoom);

/* The value that is 100 % for frames and functions. */
uint64_t picture_percent_of(const struct session *s, enum percent_base base);

/* The status of a printed picture: without keys, with the theme and file of the settings. */
struct status picture_on_paper(const struct session *s, const struct settings *settings,
			       uint32_t zoom);

/*
 * Make a canvas for a map of `height` lines, with a title above and, if a range or a search is
 * chosen, a line about it below. `*inside` is the pane for the map. Release with canvas_free().
 */
struct canvas *picture_sheet(const struct session *s, const struct settings *settings,
			     int width, int height, struct pane *inside,
			     struct error *err);

/*
 * The chosen period, or else the shortest round one of a second or more that needs at most `room`
 * columns. A profile of spans that is shorter than a second gets a shorter one.
 */
uint64_t picture_period(const struct session *s, uint32_t room);

/*
 * Draw into a new canvas of `width` columns and the necessary height, in the colours of the theme.
 * NULL and an error if a heat map has no times, the frame of --zoom is unknown, or memory runs out.
 * Release with canvas_free().
 */
struct canvas *picture_heatmap(const struct session *s, const struct settings *settings,
			       int width, struct error *err);
struct canvas *picture_flame(const struct session *s, const struct settings *settings,
			     int width, struct error *err);

/* ---- for other flame graphs ---- */

#define PICTURE_HEIGHT_MAX                                                               \
	4000 /* lines of one picture; deeper graphs show that they are cut */

/* A graph in the session's style; `shaped` is as in struct view_data. */
struct flame_view picture_view(const struct session *s, const struct settings *settings,
			       const struct flame *flame, const char *shaped);

/* Show a comparison, unless GRAPH_PLAIN is chosen. `c` is as in struct derived_counts, or NULL. */
bool picture_compare(struct flame_view *v, const struct comparison *c,
		     const struct session *s, struct error *err);

/* Draw the graph, and release the view, also on failure. */
struct canvas *picture_graph(struct flame_view *v, const struct session *s,
			     const struct settings *settings, int width,
			     struct error *err);

/* Make a canvas with a line about the range and, below it, a pane of `height` lines, `*inside`. */
struct canvas *picture_below_range(const struct session *s,
				   const struct settings *settings, int width, int height,
				   uint32_t zoom, struct pane *inside, struct error *err);

#endif
