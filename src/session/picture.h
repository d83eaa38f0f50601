/* picture.h - what a session looks like: its heat map, and whole pictures for batch commands. */

#ifndef SESSION_PICTURE_H
#define SESSION_PICTURE_H

#include "canvas/canvas.h"
#include "session/session.h"
#include "view/heat/heat_view.h"
#include "view/status.h"
#include "view/flame/flame_view.h"

/* The heat map of what is kept, and all that is drawn into its cells. All zero to begin, and after
 * a failure. */
struct picture_map {
	struct heatmap map;
	struct heatmap matched;	 /* what a search found; empty: nothing is searched */
	struct busy busy, found; /* of the two; without levels: samples are counted */
	const struct name_hues *hues; /* borrowed; NULL: cells have the colours of heat */
	struct dominant who, who_found; /* of the two maps; empty without hues */
	uint64_t finds;			/* of the session: which `matched` it is of */
	bool is_makeshift;		/* there was memory for counts alone */
};

/*
 * `counts`: samples are counted even where it could be told how busy CPUs were; so they are
 * where there is memory for counts alone.
 */
bool picture_map_build(struct picture_map *m, const struct session *s, uint64_t period,
		       uint32_t rows, bool counts, struct error *err);
void picture_map_release(struct picture_map *m);

/*
 * The search of its session is another, and nothing else is: only what that found is counted anew,
 * if it is not what the one before has found.
 * `file` as in picture_map_add_hues(). On failure it is as it was; false also where
 * all of it is better built anew.
 */
bool picture_map_search(struct picture_map *m, const struct session *s, int file,
			struct error *err);

/*
 * The names that have hues in the map of a session, or of two together (`other` may be NULL). `*h`
 * is NULL where there are none: by heat, and while no names are known. Release with
 * name_hues_free().
 */
bool picture_hues_new(enum hues_by by, const struct session *s,
		      const struct session *other, struct name_hues **h,
		      struct error *err);

/*
 * Give the cells the hues of who dominates them: `file` 0 is the session that the hues were made
 * of, 1 the other. NULL does nothing. On failure the map has none.
 */
bool picture_map_add_hues(struct picture_map *m, const struct session *s,
			  const struct name_hues *h, int file, struct error *err);

/* What a view shows of it; it stays where it is. */
struct heat_cells picture_map_cells(const struct picture_map *m);

/* What the lines above and below it tell; `file` as in session_title(), `zoom` a node. Borrowed. */
struct status picture_status(const struct session *s, const struct theme *theme,
			     const char *file, uint32_t zoom);

/* The value that percentages of frames and functions are of. */
uint64_t picture_percent_of(const struct session *s, enum percent_base base);

/* The same on paper, where nobody can press a key; the theme and the file are the settings'. */
struct status picture_on_paper(const struct session *s, const struct settings *settings,
			       uint32_t zoom);

/* A sheet for a map of so many lines, to be drawn into `*inside`: the title stands above it, what
 * is told of the range, or of what was searched, below. Release with canvas_free(). */
struct canvas *picture_sheet(const struct session *s, const struct settings *settings,
			     int width, int height, struct pane *inside,
			     struct error *err);

/* The period asked for, or the shortest round one of which `room` columns have all of the profile. */
uint64_t picture_period(const struct session *s, uint32_t room);

/*
 * Each draws into a new canvas of `width` columns, as high as the picture needs; the colours
 * are the theme's. NULL and an error when it cannot be drawn (no times, no such frame to
 * zoom into, no memory). Release with canvas_free().
 */
struct canvas *picture_heatmap(const struct session *s, const struct settings *settings,
			       int width, struct error *err);
struct canvas *picture_flame(const struct session *s, const struct settings *settings,
			     int width, struct error *err);

/* ---- parts of that, for graphs of other flames ---- */

#define PICTURE_HEIGHT_MAX                                                               \
	4000 /* lines of one picture; deeper graphs say that they go on */

/* A graph as the settings say; `shaped` is as in struct view_data. */
struct flame_view picture_view(const struct session *s, const struct settings *settings,
			       const struct flame *flame, const char *shaped);

/* Draw how the sides of it differ, if they are to be drawn; `c` as in struct shaped, or NULL. */
bool picture_compare(struct flame_view *v, const struct comparison *c,
		     const struct session *s, struct error *err);

/* Its picture; the view is released, also when this fails. */
struct canvas *picture_graph(struct flame_view *v, const struct session *s,
			     const struct settings *settings, int width,
			     struct error *err);

/* A canvas with a line about the range, and `height` lines below it to draw `*inside`. */
struct canvas *picture_below_range(const struct session *s,
				   const struct settings *settings, int width, int height,
				   uint32_t zoom, struct pane *inside, struct error *err);

#endif
