/* other_map.h - the heat map of a second file, below the first file's map. */

#ifndef SESSION_OTHER_MAP_H
#define SESSION_OTHER_MAP_H

#include "session/picture.h"
#include "view/heat/heat_view.h"

/* All zero: no map. Both maps have the same period and scale, and scroll together. */
struct other_map {
	struct picture_map map; /* owned */
	struct heat_view heat;	/* with times of the second file */
	bool leads;		/* this map was moved last, and the first map follows */
	char heading[400];	/* first line of the map: the file, and its alignment */
	char why[280];		/* why there is no map */
};

void other_map_begin(struct other_map *m, const struct session *other,
		     const struct settings *settings);
void other_map_release(struct other_map *m);

/*
 * Count the kept samples of `other`, in cells like those of the first map. `hues` are of both files
 * and borrowed, or NULL. An error is shown in place of the map.
 */
void other_map_build(struct other_map *m, const struct session *other, uint64_t period,
		     uint32_t rows, bool counts, const struct name_hues *hues);

/* Like picture_map_search(); also returns false without a map. */
bool other_map_search(struct other_map *m, const struct session *other,
		      struct error *err);

/* Draw with heat colours, because the hues are about to be released. */
void other_map_drop_hues(struct other_map *m);

/* Apply the alignment of the session's baseline to both maps, and update the heading. */
void other_map_align(struct other_map *m, struct heat_view *first,
		     const struct session *s, const char *path);

/* Scroll one map to the position of the map that leads. Call this before either is drawn. */
void other_map_scroll(struct other_map *m, struct heat_view *first, struct pane pane,
		      struct pane first_pane);

#endif
