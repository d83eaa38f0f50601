/* other_map.h - the heat map of a second file, below that of the first. */

#ifndef SESSION_OTHER_MAP_H
#define SESSION_OTHER_MAP_H

#include "session/picture.h"
#include "view/heat/heat_view.h"

/*
 * Zero: no map. Both maps have the same length of columns and the same scale, and scroll together.
 */
struct other_map {
	struct picture_map map; /* owned */
	struct heat_view heat;	/* in the times of the second file */
	bool leads;		/* it was moved last, and the first map follows it */
	char heading[400];	/* its first line: the file, and how it is aligned */
	char why[280];		/* why there is no map */
};

/* Begin the view of a second file. */
void other_map_begin(struct other_map *m, const struct session *other,
		     const struct settings *settings);
void other_map_release(struct other_map *m);

/*
 * Count its kept samples in cells like those of the first map; `hues` for both, borrowed, or NULL.
 * An error is shown in place of the map.
 */
void other_map_build(struct other_map *m, const struct session *other, uint64_t period,
		     uint32_t rows, bool counts, const struct name_hues *hues);

/* Like picture_map_search(); false also without a map. */
bool other_map_search(struct other_map *m, const struct session *other,
		      struct error *err);

/* The hues are about to be released: draw with the colours of heat. */
void other_map_drop_hues(struct other_map *m);

/* Align its moments with those of the first map, and describe that in the heading. */
void other_map_align(struct other_map *m, struct heat_view *first,
		     const struct session *s, const char *path);

/* Call it before both are drawn: scrolls one map to the place of the leading one. */
void other_map_scroll(struct other_map *m, struct heat_view *first, struct pane pane,
		      struct pane first_pane);

#endif
