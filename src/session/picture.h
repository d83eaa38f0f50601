/* picture.h - the maps and graphs of a session, as the screen and batch commands draw them. */

#ifndef SESSION_PICTURE_H
#define SESSION_PICTURE_H

#include "canvas/canvas.h"
#include "session/session.h"
#include "view/heat/heat_view.h"
#include "view/status.h"
#include "view/flame/flame_view.h"

/*
 * The heat map of the kept samples with its colours. Initialise it with zeroes, also after a
 * failure.
 */
struct picture_map {
	struct heatmap map;
	struct heatmap matched;	      /* matches of the search; empty: no search */
	struct cpu_usage busy, found; /* for both; without levels: samples are counted */
	const struct name_hues *hues; /* borrowed; NULL: colours of heat */
	struct cell_winners who, who_found; /* for both; empty without hues */
	uint64_t finds;			    /* the session's `finds` for `matched` */
	bool is_makeshift;		    /* memory was only sufficient for counts */
};

/* `counts`: count samples even if busy CPUs are known; also done if memory is short. */
bool picture_map_build(struct picture_map *m, const struct session *s, uint64_t period,
		       uint32_t rows, bool counts, struct error *err);
void picture_map_release(struct picture_map *m);

/*
 * Count the matches again after a change of the search alone, unless it has the same matches.
 * `file` as in picture_map_add_hues(). On failure nothing changes; false also when the whole map
 * should be rebuilt.
 */
bool picture_map_search(struct picture_map *m, const struct session *s, int file,
			struct error *err);

/*
 * The names with hues in the map of a session, or of two sessions (`other` may be NULL). `*h` is
 * NULL if there are none: colours of heat, or names that have not been read yet. Release with
 * name_hues_free().
 */
bool picture_hues_new(enum hues_by by, const struct session *s,
		      const struct session *other, struct name_hues **h,
		      struct error *err);

/*
 * Give each cell the hue of its dominant name. `file`: 0 for the session of the hues, 1 for the
 * other one. NULL does nothing. On failure the map has no hues.
 */
bool picture_map_add_hues(struct picture_map *m, const struct session *s,
			  const struct name_hues *h, int file, struct error *err);

/* The cells for a view; borrowed. */
struct heat_cells picture_map_cells(const struct picture_map *m);

/*
 * The contents of the lines above and below; `file` as in session_title(), `zoom` is a node.
 * Borrowed.
 */
struct status picture_status(const struct session *s, const struct theme *theme,
			     const char *file, uint32_t zoom);

/* The value that is 100 percent for frames and functions. */
uint64_t picture_percent_of(const struct session *s, enum percent_base base);

/* The status for a printed picture, without keys, with theme and file of the settings. */
struct status picture_on_paper(const struct session *s, const struct settings *settings,
			       uint32_t zoom);

/*
 * A canvas for a map of `height` lines, `*inside`, with the title above it and a line about range
 * and search below. Release with canvas_free().
 */
struct canvas *picture_sheet(const struct session *s, const struct settings *settings,
			     int width, int height, struct pane *inside,
			     struct error *err);

/* The chosen period, or the shortest round one with which the profile fits into `room` columns. */
uint64_t picture_period(const struct session *s, uint32_t room);

/*
 * Draw into a new canvas of `width` columns, as high as the picture needs, in the colours of the
 * theme. NULL and an error on failure (no times, no frame to zoom into, no memory). Release with
 * canvas_free().
 */
struct canvas *picture_heatmap(const struct session *s, const struct settings *settings,
			       int width, struct error *err);
struct canvas *picture_flame(const struct session *s, const struct settings *settings,
			     int width, struct error *err);

/* ---- for graphs of other flames ---- */

#define PICTURE_HEIGHT_MAX                                                               \
	4000 /* lines of one picture; deeper graphs show that they continue */

/* A graph with the look of the settings; `shaped` as in struct view_data. */
struct flame_view picture_view(const struct session *s, const struct settings *settings,
			       const struct flame *flame, const char *shaped);

/* Show the comparison in the graph, if that is chosen; `c` as in struct derived_counts, or NULL. */
bool picture_compare(struct flame_view *v, const struct comparison *c,
		     const struct session *s, struct error *err);

/* Draw the graph; the view is released, also on failure. */
struct canvas *picture_graph(struct flame_view *v, const struct session *s,
			     const struct settings *settings, int width,
			     struct error *err);

/* A canvas with a line about the range, and `height` lines below it, `*inside`. */
struct canvas *picture_below_range(const struct session *s,
				   const struct settings *settings, int width, int height,
				   uint32_t zoom, struct pane *inside, struct error *err);

#endif
