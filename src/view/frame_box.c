#include "view/frame_box.h"

struct style frame_box_style(const struct theme *t, const struct tree *tree,
			     uint32_t node, uint64_t value, uint64_t all)
{
	struct hue_box box = {.kind = hue_kind(tree->profile, tree->frame[node]),
			      .label = tree_label(tree, node),
			      .module =
				  profile_frame_module(tree->profile, tree->frame[node]),
			      .value = value,
			      .all = all};
	struct style s = theme_box(t, &box);

	if (box.kind == CODE_INLINED && t->flame != FLAME_BY_KIND)
		s.attr |= ATTR_UNDERLINE;
	return s;
}

void frame_box_draw(struct pane p, int x, int y, int w, struct style s, bool ascii,
		    struct text label)
{
	struct style edge = s;
	bool labelled = w > 3;

	/*
	 * The edge has the colour of the names: a separate one for each background would be
	 * a third of the data that a drag sends.
	 */
	if (s.bg)
		edge.attr = 0;
	/* blanks show no foreground, but changing it costs 20 bytes for every box */
	for (int i = 0; i < w; i++)
		pane_put(p, x + i, y, U' ', labelled || s.attr ? s : edge);
	pane_put(p, x, y, ascii ? U'|' : U'▏', edge);
	if (labelled)
		pane_name(p, x + 1, y, w - 1, s, label);
}
