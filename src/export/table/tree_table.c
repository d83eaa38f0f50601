#include "export/table/tree_table.h"

#include <inttypes.h>

#include "analysis/compare/change_hue.h"
#include "base/number.h"
#include "base/utf8.h"

struct table {
	const struct export_job *job; /* borrowed */
	const struct flame *flame;    /* borrowed: that is shown */
	struct value_columns columns;
	struct pruned pruned; /* owned */
	uint64_t left_out;    /* frames */
	FILE *out;	      /* borrowed */
};

static void put_headings(const struct table *t)
{
	value_columns_heading(&t->columns, "total", t->out);
	value_columns_heading(&t->columns, "self", t->out);
	if (t->job->comparison)
		fputs("baseline %  change %  ", t->out);
	fputs(t->job->search ? "  frame  module\n" : "frame  module\n", t->out);
}

/* ---- rows ---- */

/* "     10.00    +31.20  ": see change_points() */
static void put_change(const struct table *t, uint32_t node)
{
	const struct comparison *c = t->job->comparison;
	struct change x = comparison_total(c, node);
	double points = change_points(c, x);

	fprintf(t->out, "%10.2f  %+8.2f  ", 100 * x.baseline_share,
		points > -0.005 && points < 0.005 ? 0 : points);
}

static void put_indent(const struct table *t, uint32_t level)
{
	uint32_t shown = level < TREE_TABLE_LEVELS ? level : TREE_TABLE_LEVELS;

	fprintf(t->out, "%*s", 2 * (int)shown, "");
	if (level > shown)
		fprintf(t->out, "%" PRIu32 "> ", level);
}

static void put_name(const struct table *t, uint32_t node, uint32_t level)
{
	const struct tree *tree = t->flame->tree;

	put_indent(t, level);
	printable_write(tree_label(tree, node), t->out);
	if (!tree->frame[node])
		return;
	fputs("  ", t->out);
	printable_write(profile_frame_module(tree->profile, tree->frame[node]), t->out);
}

/* With what lies too deep below it. */
static void put_row(struct table *t, uint32_t node, uint32_t level)
{
	const struct flame *f = t->flame;
	const struct search *search = t->job->search;
	char words[NUMBER_THINGS_MAX];
	uint64_t deeper = pruned_is_deepest(&t->pruned, level)
			      ? pruned_rest_of(&t->pruned, node, level).frames
			      : 0;

	value_columns_text(&t->columns, "total", f->total[node], t->out);
	value_columns_text(&t->columns, "self", flame_own(f, node), t->out);
	if (t->job->comparison)
		put_change(t, node);
	if (search)
		fputs(bits_has(&search->nodes, node) ? "* " : "  ", t->out);
	put_name(t, node, level);
	if (deeper)
		fprintf(t->out, "  ... %s", number_things(deeper, "more frames", words));
	putc('\n', t->out);
	t->left_out += deeper;
}

/* What is too small to be listed below a node, in the place of a row. */
static void put_rest(struct table *t, uint32_t node, uint32_t level)
{
	const struct pruned_rest rest = pruned_rest_of(&t->pruned, node, level);
	char words[NUMBER_THINGS_MAX];

	if (!rest.frames || pruned_is_deepest(&t->pruned, level))
		return;
	t->left_out += rest.frames;
	value_columns_text(&t->columns, "total", rest.value, t->out);
	fprintf(t->out, "%*s  %6s  ", t->columns.width, "", "");
	if (t->job->comparison)
		fprintf(t->out, "%10s  %8s  ", "", "");
	if (t->job->search)
		fputs("  ", t->out);
	put_indent(t, level + 1);
	fprintf(t->out, "... %s\n", number_things(rest.frames, "more frames", words));
}

/* Without recursion: the tree knows every node's parent, which is stack enough. */
static void put_rows(struct table *t)
{
	const struct tree *tree = t->flame->tree;
	uint32_t node = t->job->zoom, level = 0;

	put_row(t, node, level);
	for (;;) {
		uint32_t next = pruned_first(&t->pruned, node, level);

		while (!next) {
			put_rest(t, node, level);
			if (node == t->job->zoom)
				return;
			next = pruned_next(&t->pruned, node);
			node = tree->parent[node];
			level--;
		}
		put_row(t, next, ++level);
		node = next;
	}
}

/* ---- what stands below ---- */

static void put_foot(const struct table *t)
{
	const struct export_job *job = t->job;
	char part[NUMBER_GROUPED_MAX], all[NUMBER_GROUPED_MAX], words[NUMBER_THINGS_MAX];
	uint64_t found, of = t->flame->total[job->zoom];

	if (t->left_out)
		fprintf(t->out, "left out: %s (--depth, --min-share)\n",
			number_things(t->left_out, "frames", words));
	if (job->search) {
		found = search_value(job->search, t->flame, job->zoom);
		fprintf(t->out,
			"found: %s of %s, %.2f %%, including all that they call\n",
			number_grouped(found, part), number_grouped(of, all),
			value_columns_share(found, of));
	}
	value_columns_base(&t->columns, t->out);
}

bool tree_table_text(const struct export_job *job, const struct top_choice *choice,
		     FILE *out, struct error *err)
{
	struct table t = {.job = job, .flame = export_graph(job), .out = out};

	if (!pruned_build(&t.pruned, t.flame, job->order, &job->prune, err))
		return false;
	t.columns = value_columns_of(choice, t.flame->total[0], 0);
	put_headings(&t);
	put_rows(&t);
	put_foot(&t);
	pruned_release(&t.pruned);
	return !ferror(out) || error_sys(err, "cannot write");
}
