/* flame_folds.h - which runs of a flame graph are folded, and what is written on those that are. */

#ifndef VIEW_FLAME_FLAME_FOLDS_H
#define VIEW_FLAME_FLAME_FOLDS_H

#include "view/flame/flame_view.h"

/* How runs are folded. Without memory for trunks only recursion is. */
const struct fold *flame_folds_rules(struct flame_view *v, struct fold *fold);

/* Nothing is unfolded by itself any more, and the tree may be another. */
void flame_folds_forget(struct flame_view *v);

/* Unfold the run under the cursor, or fold again what was unfolded with the frame there. */
struct action flame_folds_toggle(struct flame_view *v);

/*
 * Write what a box of a run says, "┄ 12 frames main … work ┄" or "walk ×9", into so many columns;
 * answers those that were used.
 */
int flame_folds_write(const struct flame_view *v, const struct fold_run *run,
		      struct pane p, int x, int y, int room, struct style s);

#endif
