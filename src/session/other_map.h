/* other_map.h - the heat map of a second file, beneath that of the first. */

#ifndef SESSION_OTHER_MAP_H
#define SESSION_OTHER_MAP_H

#include "session/picture.h"
#include "view/heat/heat_view.h"

/* Zero it is none. Both maps have columns of one length, one scale, and scroll together. */
struct other_map {
	struct picture_map map; /* owned */
	struct heat_view heat;	/* of its times */
	bool leads;		/* it was moved last: the first map scrolls as it does */
	char
	    heading[400]; /* its first line: whose map it is, and what it is aligned by */
	char why[280];	  /* there is none */
};

/* The view of a second file that has just come. */
void other_map_begin(struct other_map *m, const struct session *other,
		     const struct settings *settings);
void other_map_release(struct other_map *m);

/* What is kept of it, in cells as long as those of the first map; `hues` of both, borrowed, or NULL.
 * What fails is said instead. */
void other_map_build(struct other_map *m, const struct session *other, uint64_t period,
		     uint32_t rows, bool counts, const struct name_hues *hues);

/* As picture_map_search(); false also where there is no map. */
bool other_map_search(struct other_map *m, const struct session *other,
		      struct error *err);

/* The hues go: it has the colours of heat. */
void other_map_drop_hues(struct other_map *m);

/* Put its moments beneath those of the first map, and say so in its heading. */
void other_map_align(struct other_map *m, struct heat_view *first,
		     const struct session *s, const char *path);

/* Before both are drawn: the one that does not lead goes where the other is. */
void other_map_scroll(struct other_map *m, struct heat_view *first, struct pane pane,
		      struct pane first_pane);

#endif
