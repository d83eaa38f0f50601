/* flame_view.h - the flame graph on the screen: boxes, cursor, zoom and scrolling. */

#ifndef VIEW_FLAME_VIEW_H
#define VIEW_FLAME_VIEW_H

#include "analysis/graph/layout.h"
#include "analysis/search.h"
#include "view/view.h"

#define FLAME_VIEW_MARGIN 5 /* columns at the right for "+N", frames that found no cell */
#define FLAME_VIEW_TRAIL  64 /* zooms that Esc can take back one by one */

struct flame_view {
	const struct flame
	    *flame; /* borrowed, with its tree and profile; or of `shown` */
	const struct flame *range; /* borrowed: of the range; NULL as long as flame is */
	const struct comparison
	    *comparison;    /* borrowed; NULL: the range is drawn, and nothing else */
	struct shown shown; /* owned: of the comparison */
	const struct choice *choice; /* borrowed: how it is drawn; NULL: as usual */
	const char *shaped; /* borrowed: how call paths were changed; "" or NULL: not */
	const char *wait;   /* why nothing is compared yet. Or NULL */
	const struct search
	    *search; /* borrowed; no words in `nodes`: nothing is searched */
	const struct theme *theme; /* borrowed */
	struct layout layout;	   /* owned: of `shown`, see flame_view_update() */
	uint32_t zoom;		   /* the node the user zoomed into */
	uint32_t cursor;	   /* a node */
	uint32_t trail[FLAME_VIEW_TRAIL];
	int trail_count;
	int scroll;		   /* levels hidden at the root's side, */
	int rootless;		   /* and how many of them are never shown */
	const char *instead;	   /* of the boxes: why there are none yet. Or NULL */
	struct trunks trunks;	   /* owned: of the flame's tree */
	struct unfolded *unfolded; /* owned; by node: of folded runs those that are not */
	size_t unfolded_count, unfolded_room;
	bool folded; /* runs were, when it was laid out */
	bool focused;
	bool hovering;
	uint32_t hover; /* a node */
};

/*
 * Lay the boxes out for a pane of this size; to be called before drawing whenever counts,
 * zoom or size have changed. A zoomed node without samples in the range gives way to its
 * nearest ancestor that has some, for as long as that is so.
 */
bool flame_view_update(struct flame_view *v, struct pane p, struct error *err);

/* Before that: draw the flame of the data, or how it differs from what it is held against. */
bool flame_view_choose(struct flame_view *v, const struct view_data *data,
		       struct error *err);
void flame_view_release(struct flame_view *v);

void flame_view_draw(const struct flame_view *v, struct pane p);
struct action flame_view_command(struct flame_view *v, const struct input *in,
				 struct pane p);

/* Zoom, remembering where from; to be called on ACTION_ZOOM. */
void flame_view_zoom(struct flame_view *v, uint32_t node);

/* Put the cursor on a node, and see that it is in sight. */
void flame_view_point(struct flame_view *v, uint32_t node, struct pane p);

/* After another tree has taken the place of the one shown: the same path in it, and no boxes
 * until the next flame_view_update(). */
void flame_view_retree(struct flame_view *v, const struct tree *old,
		       const struct tree *new);

/* After one that is turned over: the whole graph, and the cursor on this function at its root, if it is there. */
void flame_view_go_to_function(struct flame_view *v, const struct tree *t,
			       uint32_t frame);

/*
 * The same after the profile has grown, so that nothing the user did is lost: the steps of
 * the zoom and what the pointer is on stay as well. `frames` are the numbers that its frames
 * have now, by those they had; NULL: the same.
 */
void flame_view_regrow(struct flame_view *v, const struct tree *old,
		       const struct tree *new, const uint32_t *frames);

/* How it is drawn. */
static inline const struct choice *flame_view_choice(const struct flame_view *v)
{
	return v->choice ? v->choice : &choice_usual;
}

/*
 * What the pointer or the cursor is on: a node, and how many share its box (0: it alone), or the
 * run that is drawn as one with it.
 */
struct flame_pointed {
	uint32_t node;
	uint32_t merged;
	struct fold_run run;
	uint64_t value; /* total of the node, or of all that share the box */
};
struct flame_pointed flame_view_pointed(const struct flame_view *v);

/* Go no further than there are levels, in a pane of this height. */
void flame_view_clip(struct flame_view *v, struct pane p);

/* How many lines the picture would need, for printing all of it. */
int flame_view_height(const struct flame_view *v);

/* Lines above the boxes: the zoom path and the meaning of the colours. */
#define FLAME_VIEW_HEADER 1

#endif
