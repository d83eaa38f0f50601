#include "view/flame/narrow_frames.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/idmap.h"
#include "base/mem.h"
#include "base/number.h"
#include "view/flame/flame_view.h"
#include "view/label.h"

#define LISTED_MOST 1000

struct narrow {
	uint64_t value;
	uint32_t node;
};

static int by_value(const void *a, const void *b)
{
	const struct narrow *x = a, *y = b;

	if (x->value != y->value)
		return x->value < y->value ? 1 : -1;
	return x->node < y->node ? -1 : x->node > y->node;
}

bool narrow_frames_fill(const struct flame_view *v, bool is_time, struct menu_view *menu,
			char title[static NARROW_FRAMES_TITLE], struct error *err)
{
	const struct layout *l = &v->layout;
	uint32_t box = flame_geometry_box(v, v->cursor), from = 0;
	uint32_t count = box == LAYOUT_NO_BOX ? 0 : l->boxes[box].merged;
	uint32_t listed = count < LISTED_MOST ? count : LISTED_MOST;
	struct narrow *all;
	bool ok;

	if (count == 0)
		return true;
	for (uint32_t i = 0; i < box; i++)
		from += l->boxes[i].merged;
	all = mem_array(count, sizeof *all, "choices", err);
	ok = all != NULL;
	for (uint32_t i = 0; ok && i < count; i++) {
		uint32_t node = l->merged_nodes[from + i];

		all[i] = (struct narrow){v->flame->total[node], node};
	}
	if (ok)
		qsort(all, count, sizeof *all, by_value);
	for (uint32_t i = 0; ok && i < listed; i++) {
		const struct flame *f = v->flame;
		char detail[2 * LABEL_MAX], value[LABEL_MAX], share[LABEL_MAX], key[24];

		snprintf(detail, sizeof detail, "%9s %7s",
			 label_value(all[i].value, is_time, value),
			 label_share(all[i].value, f->total[0], share));
		snprintf(key, sizeof key, "%" PRIu64,
			 idmap_pair(all[i].node, f->tree->count));
		ok = menu_view_add(menu, tree_label(f->tree, all[i].node), detail, key,
				   err);
	}
	mem_free(all);
	if (listed < count)
		snprintf(title, NARROW_FRAMES_TITLE,
			 " The largest %u of %u narrow frames ", listed, count);
	else
		snprintf(title, NARROW_FRAMES_TITLE, " %u narrow frames ", count);
	menu->hint = " {enter}: zoom into it   {cancel}: close ";
	return ok;
}

struct action narrow_frames_take(const struct menu_view *menu, uint32_t line,
				 const struct tree *t)
{
	uint64_t key;

	/* the node, and the number of nodes at that time */
	if (!number_u64(text_of(menu->lines[line].key), &key) ||
	    (uint32_t)key != t->count)
		return ACTION(REDRAW);
	return (struct action){
	    .kind = ACTION_ZOOM, .id = (uint32_t)(key >> 32), .settled = true};
}
