#include "view/flame/flame_folds.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/append.h"
#include "base/mem.h"
#include "base/utf8.h"

#define NAME_LEAST 8 /* columns; with less room a trunk has one name, or no number */

const struct fold *flame_folds_rules(struct flame_view *v, struct fold *fold)
{
	const struct tree *t = v->flame->tree;
	struct error ignored = ERROR_INIT;

	if (v->trunks.tree != t || v->trunks.count != t->count) {
		trunks_release(&v->trunks);
		trunks_build(&v->trunks, v->flame, &ignored);
	}
	*fold = (struct fold){.unfolded = v->unfolded,
			      .unfolded_count = v->unfolded_count,
			      .trunks = v->trunks.next};
	if (v->comparison) {
		fold->sides[0] = v->comparison->subject.total;
		fold->sides[1] = v->comparison->baseline.total;
	}
	return fold;
}

void flame_folds_forget(struct flame_view *v)
{
	trunks_release(&v->trunks);
	mem_free(v->unfolded);
	v->unfolded = NULL;
	v->unfolded_count = v->unfolded_room = 0;
}

static int compare_nodes(const void *a, const void *b)
{
	const struct unfolded *x = a, *y = b;

	return x->node < y->node ? -1 : x->node > y->node;
}

/* Without memory a part of it stays folded. */
static void unfold(struct flame_view *v, const struct fold_run *run)
{
	struct error ignored = ERROR_INIT;
	const uint32_t *parent = v->flame->tree->parent;
	uint32_t node = run->last;

	while (APPEND(v->unfolded, v->unfolded_count, v->unfolded_room, "frames",
		      &ignored, (struct unfolded){node, run->first}) &&
	       node != run->first)
		node = parent[node];
	if (v->unfolded_count)
		qsort(v->unfolded, v->unfolded_count, sizeof *v->unfolded, compare_nodes);
}

/* Fold again what was unfolded together with this node; false: it was not. */
static bool fold_again(struct flame_view *v, uint32_t node)
{
	size_t at = 0, kept = 0;
	uint32_t run;

	while (at < v->unfolded_count && v->unfolded[at].node != node)
		at++;
	if (at == v->unfolded_count)
		return false;
	run = v->unfolded[at].run;
	for (size_t i = 0; i < v->unfolded_count; i++)
		if (v->unfolded[i].run != run)
			v->unfolded[kept++] = v->unfolded[i]; /* room: kept <= i */
	v->unfolded_count = kept;
	return true;
}

struct action flame_folds_toggle(struct flame_view *v)
{
	struct flame_pointed at;
	struct action r = ACTION(UPDATE);

	v->hovering = false;
	at = flame_view_pointed(v);
	if (at.run.frames > 1) {
		unfold(v, &at.run);
	} else if (!fold_again(v, at.node)) {
		r = ACTION(REDRAW);
		r.words = v->folded ? "nothing is folded here"
				    : "nothing is folded: {fold} folds";
	}
	return r;
}

/* At most `most` + 1: a name may be a megabyte. */
static int columns_of(struct text name, int most)
{
	int wide;

	if (name.len > (size_t)most * UTF8_MAX * (1 + UTF8_MARKS_MAX))
		return most + 1;
	wide = utf8_columns(name);
	return wide > most ? most + 1 : wide;
}

static int write_recursion(const struct flame_view *v, const struct fold_run *run,
			   struct pane p, int x, int y, int room, struct style s)
{
	struct text name = tree_label(v->flame->tree, run->first);
	char times[24];
	int wide;

	snprintf(times, sizeof times, v->theme->ascii ? " x%u" : " ×%u", run->frames);
	wide = utf8_columns(text_of(times));
	if (room < wide + 1)
		return pane_name(p, x, y, room, s, name);
	wide = pane_name(p, x, y, room - wide, s, name);
	return wide + pane_print(p, x + wide, y, s, times);
}

/* Both names whole or, where there is no room for that, as much of each. */
static int write_names(const struct flame_view *v, const struct fold_run *run,
		       struct pane p, int x, int y, int room, struct style s)
{
	const char *between = v->theme->ascii ? " .. " : " … ";
	struct text first = tree_label(v->flame->tree, run->first);
	struct text last = tree_label(v->flame->tree, run->last);
	int names = room - utf8_columns(text_of(between)), wide;
	int a = columns_of(first, names), b = columns_of(last, names);

	if (a + b > names) {
		a = b < names / 2 ? names - b : a < names / 2 ? a : names / 2;
		b = names - a;
	}
	wide = pane_name(p, x, y, a, s, first);
	wide += pane_print(p, x + wide, y, s, between);
	return wide + pane_name(p, x + wide, y, b, s, last);
}

int flame_folds_write(const struct flame_view *v, const struct fold_run *run,
		      struct pane p, int x, int y, int room, struct style s)
{
	const char *line = v->theme->ascii ? "-" : "┄";
	struct text first = tree_label(v->flame->tree, run->first);
	char count[32];
	int wide;

	if (fold_is_recursion(v->flame->tree, run))
		return write_recursion(v, run, p, x, y, room, s);
	snprintf(count, sizeof count, "%s %u frames ", line, run->frames);
	wide = utf8_columns(text_of(count));
	if (room < wide + NAME_LEAST) {
		wide = pane_print(p, x, y, s, line);
		return wide + pane_name(p, x + wide, y, room - wide, s, first);
	}
	pane_print(p, x, y, s, count);
	if (room < wide + 2 * NAME_LEAST + 6)
		return wide + pane_name(p, x + wide, y, room - wide, s, first);
	wide += write_names(v, run, p, x + wide, y, room - wide - 2, s) + 1;
	return wide + pane_print(p, x + wide, y, s, line);
}
