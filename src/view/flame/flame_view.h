/* flame_view.h - the flame graph on the screen: boxes, cursor, zoom and scrolling. */

#ifndef VIEW_FLAME_VIEW_H
#define VIEW_FLAME_VIEW_H

#include "analysis/graph/layout.h"
#include "analysis/search.h"
#include "view/view.h"

#define FLAME_VIEW_MARGIN 5  /* columns at the right for "+N", frames without a cell */
#define FLAME_VIEW_TRAIL  64 /* zooms that Esc can undo one by one */

struct flame_view {
	const struct flame
	    *flame; /* borrowed, with its tree and profile; or that of `shown` */
	const struct flame *range; /* borrowed: of the range; NULL if `flame` is NULL */
	const struct comparison
	    *comparison;	     /* borrowed; NULL: the range is drawn alone */
	struct diff_flame shown;     /* owned: of the comparison */
	const struct choice *choice; /* borrowed; NULL: choice_default */
	/* borrowed: how call paths were transformed; "" or NULL: as recorded */
	const char *shaped;
	/* borrowed: why the comparison is not available yet; or NULL */
	const char *wait;
	const struct search *search; /* borrowed; no words in `nodes`: no search */
	const struct theme *theme;   /* borrowed */
	struct layout layout;	     /* owned; made by flame_view_update() */
	uint32_t zoom;		     /* the node the user zoomed into */
	uint32_t cursor;	     /* a node */
	uint32_t trail[FLAME_VIEW_TRAIL];
	int trail_count;
	int scroll;	      /* levels at the root that are scrolled out of the pane */
	int rootless;	      /* levels there that are never shown */
	const char *instead;  /* borrowed: drawn in place of the boxes; or NULL */
	struct trunks trunks; /* owned: of the flame's tree */
	struct unfolded *unfolded; /* owned: the nodes of unfolded runs, by node */
	size_t unfolded_count, unfolded_room;
	bool folded; /* the layout has folded runs */
	bool focused;
	bool hovering;
	uint32_t hover; /* a node */
};

/*
 * Lay out the boxes for a pane of this size. Call it before drawing if counts, zoom or size have
 * changed. As long as the zoomed node has no samples in the range, its nearest ancestor with
 * samples is shown instead.
 */
bool flame_view_update(struct flame_view *v, struct pane p, struct error *err);

/*
 * Call it before flame_view_update(): choose whether to draw the flame of the data, or its
 * comparison.
 */
bool flame_view_choose(struct flame_view *v, const struct view_data *data,
		       struct error *err);
void flame_view_release(struct flame_view *v);

void flame_view_draw(const struct flame_view *v, struct pane p);
struct action flame_view_command(struct flame_view *v, const struct input *in,
				 struct pane p);

/* Zoom into a node, and remember the previous zoom; called on ACTION_ZOOM. */
void flame_view_zoom(struct flame_view *v, uint32_t node);

/* Put the cursor on a node, and scroll to it. */
void flame_view_point(struct flame_view *v, uint32_t node, struct pane p);

/*
 * After the tree was replaced: keep the paths of zoom and cursor. There are no boxes until the next
 * flame_view_update().
 */
void flame_view_retree(struct flame_view *v, const struct tree *old,
		       const struct tree *new);

/*
 * After the tree was turned leaf first: zoom out, and put the cursor on this function at the root.
 */
void flame_view_go_to_function(struct flame_view *v, const struct tree *t,
			       uint32_t frame);

/*
 * Like flame_view_retree(), after the profile has grown: also keep the steps of the zoom and the
 * node under the pointer. `frames` maps old to new numbers of frames; NULL: they are the same.
 */
void flame_view_regrow(struct flame_view *v, const struct tree *old,
		       const struct tree *new, const uint32_t *frames);

static inline const struct choice *flame_view_choice(const struct flame_view *v)
{
	return v->choice ? v->choice : &choice_default;
}

/* The node under the pointer, or else under the cursor. */
struct flame_pointed {
	uint32_t node;
	uint32_t merged;     /* nodes that share its box; 0: it has its own */
	struct fold_run run; /* the folded run to which it belongs */
	uint64_t value;	     /* total of the node, or of all nodes that share the box */
};
struct flame_pointed flame_view_pointed(const struct flame_view *v);

/* Limit the scrolling to the existing levels. */
void flame_view_clip(struct flame_view *v, struct pane p);

/* The height of the whole picture, for printing. */
int flame_view_height(const struct flame_view *v);

/* Lines above the boxes: the zoom path and the meaning of the colours. */
#define FLAME_VIEW_HEADER 1

/* ---- the places of the boxes ---- */

/* The number of callers of the zoomed node, which are as wide as the picture; and of all levels. */
int flame_geometry_callers(const struct flame_view *v);
int flame_geometry_levels(const struct flame_view *v);

/* The line on which a level is drawn; may be outside the pane. */
int flame_geometry_line(const struct flame_view *v, int level, struct pane p);

/* The box of a node; LAYOUT_NO_BOX for callers of the zoomed node. */
uint32_t flame_geometry_box(const struct flame_view *v, uint32_t node);

/* The node drawn for this one: itself, or the first of its run or merged box. */
uint32_t flame_geometry_visible(const struct flame_view *v, uint32_t node);

/* The first frame of a run that matches the search; false if there is none. */
bool flame_geometry_run_match(const struct flame_view *v, const struct fold_run *run,
			      uint32_t *node);

/* The node at a place of the pane; false if there is none. */
bool flame_geometry_place(const struct flame_view *v, int x, int y, struct pane p,
			  uint32_t *node);

#endif
