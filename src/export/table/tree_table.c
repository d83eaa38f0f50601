#include "export/table/tree_table.h"

#include <inttypes.h>

#include "analysis/compare/comparison.h"
#include "base/number.h"
#include "base/utf8.h"
#include "export/table/value_columns.h"

struct tree_table {
	const struct export_job *job; /* borrowed */
	const struct flame *flame;    /* borrowed: the displayed one */
	struct value_columns values;
	struct table table;	    /* the columns before the frame */
	struct tree_excerpt pruned; /* owned */
	uint64_t left_out;	    /* number of frames */
	FILE *out;		    /* borrowed */
};

static void put_indent(const struct tree_table *t, uint32_t level)
{
	uint32_t shown = level < TREE_TABLE_LEVELS ? level : TREE_TABLE_LEVELS;

	fprintf(t->out, "%*s", 2 * (int)shown, "");
	if (level > shown)
		fprintf(t->out, "%" PRIu32 "> ", level);
}

/* Write a frame, and the number of frames below it that are too deep. */
static void put_row(struct tree_table *t, uint32_t node, uint32_t level)
{
	const struct flame *f = t->flame;
	const struct tree *tree = f->tree;
	const struct search *search = t->job->search;
	const struct comparison *c = t->job->comparison;
	char words[NUMBER_THINGS_MAX];
	struct change change = {0};
	uint64_t deeper = tree_excerpt_is_deepest(&t->pruned, level)
			      ? tree_excerpt_rest_of(&t->pruned, node, level).frames
			      : 0;

	if (c)
		change = comparison_total(c, node);
	table_cells(&t->table,
		    (struct table_cell[]){VALUE_CELLS(&t->values, f->total[node]),
					  VALUE_CELLS(&t->values, flame_own(f, node)),
					  CHANGE_CELLS(c, change)});
	fputs("  ", t->out);
	if (search)
		fputs(bits_has(&search->nodes, node) ? "* " : "  ", t->out);
	put_indent(t, level);
	printable_write(tree_label(tree, node), t->out);
	if (tree->frame[node]) {
		fputs("  ", t->out);
		printable_write(profile_frame_module(tree->profile, tree->frame[node]),
				t->out);
	}
	if (deeper)
		fprintf(t->out, "  ... %s", number_things(deeper, "more frames", words));
	putc('\n', t->out);
	t->left_out += deeper;
}

/* Write one row for the small frames below a node that are not listed. */
static void put_rest(struct tree_table *t, uint32_t node, uint32_t level)
{
	const struct tree_excerpt_rest rest =
	    tree_excerpt_rest_of(&t->pruned, node, level);
	char words[NUMBER_THINGS_MAX];

	if (!rest.frames || tree_excerpt_is_deepest(&t->pruned, level))
		return;
	t->left_out += rest.frames;
	table_cells(&t->table, (struct table_cell[6]){VALUE_CELLS(
				   &t->values, rest.value)}); /* other cells stay empty */
	fputs(t->job->search ? "    " : "  ", t->out);
	put_indent(t, level + 1);
	fprintf(t->out, "... %s\n", number_things(rest.frames, "more frames", words));
}

/* Iterative: stacks are deep, and the tree links each node to its parent. */
static void put_rows(struct tree_table *t)
{
	const struct tree *tree = t->flame->tree;
	uint32_t node = t->job->zoom, level = 0;

	put_row(t, node, level);
	for (;;) {
		uint32_t next = tree_excerpt_first(&t->pruned, node, level);

		while (!next) {
			put_rest(t, node, level);
			if (node == t->job->zoom)
				return;
			next = tree_excerpt_next(&t->pruned, node);
			node = tree->parent[node];
			level--;
		}
		put_row(t, next, ++level);
		node = next;
	}
}

bool tree_table_text(const struct export_job *job, const struct top_choice *choice,
		     FILE *out, struct error *err)
{
	struct tree_table t = {
	    .job = job,
	    .flame = export_graph(job),
	    .values = value_columns_of(choice, export_graph(job)->total[0], 0),
	    .out = out};
	struct table_column columns[] = {
	    VALUE_COLUMNS_TOTAL,
	    VALUE_COLUMNS_SELF,
	    CHANGE_COLUMNS,
	};
	const size_t changes = 2, count = sizeof columns / sizeof *columns;
	char part[NUMBER_GROUPED_MAX], all[NUMBER_GROUPED_MAX], words[NUMBER_THINGS_MAX];
	uint64_t found, of;

	if (!tree_excerpt_build(&t.pruned, t.flame, job->order, &job->prune, err))
		return false;
	value_columns_set(&t.values, columns, count);
	t.table =
	    table_of(TABLE_TEXT, columns, job->comparison ? count : count - changes, out);
	table_cells(&t.table, NULL);
	fputs(job->search ? "    frame  module\n" : "  frame  module\n", out);
	put_rows(&t);
	if (t.left_out)
		fprintf(out, "left out: %s (--depth, --limit, --min-share)\n",
			number_things(t.left_out, "frames", words));
	if (job->search) {
		found = search_value(job->search, t.flame, job->zoom);
		of = t.flame->total[job->zoom];
		fprintf(out, "found: %s of %s, %.2f %%, including callees\n",
			number_grouped(found, part), number_grouped(of, all),
			100 * value_columns_share(found, of));
	}
	value_columns_base(&t.values, out);
	tree_excerpt_release(&t.pruned);
	return table_close(&t.table, err);
}
