/* flame_view.h - the flame graph on the screen: boxes, cursor, zoom and scrolling. */

#ifndef VIEW_FLAME_VIEW_H
#define VIEW_FLAME_VIEW_H

#include "analysis/graph/layout.h"
#include "analysis/search.h"
#include "view/view.h"

#define FLAME_VIEW_MARGIN 5  /* columns at the right for "+N": N hidden frames */
#define FLAME_VIEW_TRAIL  64 /* how many zooms Esc can undo one by one */

struct flame_view {
	/* borrowed, with its tree and profile; may be shown.flame */
	const struct flame *flame;
	/* borrowed: the flame of the range; NULL if `flame` is NULL */
	const struct flame *range;
	/* borrowed; NULL: the range is drawn alone */
	const struct comparison *comparison;
	struct diff_flame shown;     /* owned: the flame of the comparison */
	const struct choice *choice; /* borrowed; NULL: choice_default */
	/* borrowed: how call paths were transformed; "" or NULL: as recorded */
	const char *shaped;
	/* borrowed: why the comparison is not available yet; or NULL */
	const char *wait;
	/* borrowed; NULL, or without nodes.words: no search */
	const struct search *search;
	const struct theme *theme; /* borrowed */
	struct layout layout;	   /* owned; made by flame_view_update() */
	uint32_t zoom;		   /* the node the user zoomed into */
	uint32_t cursor;	   /* a node */
	uint32_t trail[FLAME_VIEW_TRAIL];
	int trail_count;
	int scroll;   /* the number of levels next to the root that are scrolled out */
	int rootless; /* the number of levels next to the root that are never shown */
	const char *instead;	   /* borrowed: drawn in place of the boxes; or NULL */
	struct trunks trunks;	   /* owned: of the flame's tree */
	struct unfolded *unfolded; /* owned: the nodes of unfolded runs, sorted by node */
	size_t unfolded_count, unfolded_room;
	bool folded; /* runs of frames are folded in the layout */
	bool focused;
	bool hovering;
	uint32_t hover; /* a node */
};

/*
 * Lay out the boxes for a pane of this size. Call this before drawing if the counts, the zoom or
 * the size have changed. As long as the zoomed node has no samples in the range, its nearest caller
 * that has samples is shown instead.
 */
bool flame_view_update(struct flame_view *v, struct pane p, struct error *err);

/*
 * Choose whether to draw data->flame or data->comparison. Call this before flame_view_update().
 */
bool flame_view_choose(struct flame_view *v, const struct view_data *data,
		       struct error *err);
void flame_view_release(struct flame_view *v);

void flame_view_draw(const struct flame_view *v, struct pane p);
struct action flame_view_command(struct flame_view *v, const struct input *in,
				 struct pane p);

/* Zoom to a node; when zooming in, remember the previous zoom. Call this on ACTION_ZOOM. */
void flame_view_zoom(struct flame_view *v, uint32_t node);

/* Put the cursor on a node, and scroll to it. */
void flame_view_point(struct flame_view *v, uint32_t node, struct pane p);

/*
 * Call this when the tree has been replaced. The zoom and the cursor move to the nodes with the
 * same paths in the new tree. There are no boxes until the next flame_view_update().
 */
void flame_view_retree(struct flame_view *v, const struct tree *old,
		       const struct tree *new);

/*
 * Call this when the tree has become leaf-first: zoom out, and put the cursor on the function
 * `frame`, next to "all".
 */
void flame_view_go_to_function(struct flame_view *v, const struct tree *t,
			       uint32_t frame);

/*
 * Like flame_view_retree(), for a profile that has grown. Also keeps the previous zooms and the
 * node under the pointer. `frames` maps old frame numbers to new ones; NULL: they are the same.
 */
void flame_view_regrow(struct flame_view *v, const struct tree *old,
		       const struct tree *new, const uint32_t *frames);

static inline const struct choice *flame_view_choice(const struct flame_view *v)
{
	return v->choice ? v->choice : &choice_default;
}

/* The node under the pointer; if the pointer is on no node, the node under the cursor. */
struct flame_pointed {
	uint32_t node;
	uint32_t merged;     /* the number of nodes in its box; 0: it has its own box */
	struct fold_run run; /* the folded run to which it belongs */
	uint64_t value;	     /* the total of the node, or of all nodes in its box */
};
struct flame_pointed flame_view_pointed(const struct flame_view *v);

/* Limit the scrolling to the levels that can be shown. */
void flame_view_clip(struct flame_view *v, struct pane p);

/* The number of lines of the whole picture, for printing. */
int flame_view_height(const struct flame_view *v);

/* The number of lines above the boxes, for the zoom path and the meaning of colours. */
#define FLAME_VIEW_HEADER 1

/* ---- positions of the boxes ---- */

/*
 * The number of levels for callers of the zoomed node, whose boxes are as wide as the picture; and
 * the number of all levels.
 */
int flame_geometry_callers(const struct flame_view *v);
int flame_geometry_levels(const struct flame_view *v);

/* The line on which a level is drawn. It may be outside the pane. */
int flame_geometry_line(const struct flame_view *v, int level, struct pane p);

/* The box of this node: see layout_find_visible(). */
uint32_t flame_geometry_box(const struct flame_view *v, uint32_t node);

/* The node that is drawn for this one: the first of its run or merged box, or itself. */
uint32_t flame_geometry_visible(const struct flame_view *v, uint32_t node);

/* Find the first frame of a run that matches the search. Returns false if none does. */
bool flame_geometry_run_match(const struct flame_view *v, const struct fold_run *run,
			      uint32_t *node);

/* Find the node at a position in the pane. Returns false if no box is there. */
bool flame_geometry_place(const struct flame_view *v, int x, int y, struct pane p,
			  uint32_t *node);

#endif
