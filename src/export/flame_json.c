#include "export/flame_json.h"

#include "base/mem.h"
#include "base/number.h"
#include "export/extent.h"
#include "export/table/value_columns.h"

/* The values of "libtype" for which d3-flame-graph has colours. */
static const char *const libtypes[FRAME_KINDS] = {
    [FRAME_NAMELESS] = "", [FRAME_USER] = "user",	[FRAME_KERNEL] = "kernel",
    [FRAME_JIT] = "jit",   [FRAME_INLINED] = "inlined", [FRAME_RUNTIME] = "",
    [FRAME_IDLE] = "",
};

/* Members of a node: for d3-flame-graph, or for a document, nested or as a row. */
enum node_style { NODE_D3, NODE_NESTED, NODE_ROW };

static void write_changes(struct json_writer *e, const struct export_job *job,
			  uint32_t node, bool d3)
{
	/* the counts of the baseline, and the differences after scaling */
	const struct change total = comparison_total(job->comparison, node);
	const struct change self = comparison_self(job->comparison, node);

	emit_number(emit_key(e, d3 ? "baseline" : "baseline_total"), total.baseline);
	emit_number(emit_key(e, "baseline_self"), self.baseline);
	emit_decimal(emit_key(e, d3 ? "delta" : "total_delta"), total.delta);
	emit_decimal(emit_key(e, d3 ? "delta_self" : "self_delta"), self.delta);
}

static void write_facts(struct json_writer *e, const struct export_job *job,
			uint32_t node, enum node_style style)
{
	const struct flame *f = export_graph(job);
	const struct tree *t = f->tree;
	uint32_t frame = t->frame[node];
	struct text module = frame ? profile_frame_module(t->profile, frame) : TEXT("");
	bool d3 = style == NODE_D3;

	emit_text(emit_key(e, "name"), tree_label(t, node));
	emit_number(emit_key(e, d3 ? "value" : "total"), f->total[node]);
	emit_number(emit_key(e, "self"), flame_own(f, node));
	emit_key(e, "module");
	if (d3 || module.len)
		emit_text(e, module);
	else
		emit_null(e);
	emit_text(emit_key(e, "kind"),
		  frame ? text_of(frame_kind_names[t->profile->frames[frame].kind])
			: TEXT("group"));
	if (d3)
		emit_text(emit_key(e, "libtype"),
			  frame ? text_of(libtypes[t->profile->frames[frame].kind])
				: TEXT(""));
	if (job->comparison)
		write_changes(e, job, node, d3);
}

/* The frames above the zoomed node, from the root. Together with the node they are its stack. */
struct callers {
	uint32_t *nodes; /* owned */
	uint32_t count;
};

static void write_root_facts(struct json_writer *e, const struct export_job *job,
			     const struct callers *c)
{
	emit_key(e, "range");
	if (job->timed)
		emit_range(e, job->range);
	else
		emit_null(e);
	emit_ranges(e, job->several);
	emit_number(emit_key(e, "samples"), export_graph(job)->samples);
	emit_text(emit_key(e, "weight"), flame_measure(job->flame));
	if (job->comparison) {
		emit_number(emit_key(e, "baseline_samples"),
			    job->comparison->baseline.samples);
		emit_text(emit_key(e, "normalised"),
			  text_of(normalised_names[job->comparison->normalised]));
		emit_decimal(emit_key(e, "factor"), job->comparison->factor);
	}
	if (job->search)
		emit_number(emit_key(e, "matched"),
			    search_value(job->search, export_graph(job), job->zoom));
	if (!c->count)
		return;
	emit_open(emit_key(e, "callers"), '[');
	for (uint32_t i = 0; i < c->count; i++) {
		emit_open(e, '{');
		write_facts(e, job, c->nodes[i], NODE_D3);
		emit_close(e, '}');
	}
	emit_close(e, ']');
}

/* The walk through a graph. */
struct node_writer {
	struct json_writer *e;
	const struct export_job *job;
	const struct tree_excerpt *excerpt;
	const struct callers *callers; /* for d3 */
	enum node_style style;
	uint64_t written, left_out; /* numbers of frames */
};

/* Write a node up to the opening bracket of its children, or as a row. */
static void open_node(struct node_writer *w, uint32_t node, uint32_t level)
{
	const struct export_job *job = w->job;
	struct json_writer *e = w->e;

	w->written++;
	emit_open(e, '{');
	if (w->style == NODE_ROW) {
		emit_number(emit_key(e, "id"), node);
		if (node == job->zoom)
			emit_null(emit_key(e, "parent"));
		else
			emit_number(emit_key(e, "parent"),
				    export_graph(job)->tree->parent[node]);
		emit_number(emit_key(e, "depth"), level);
	}
	write_facts(e, job, node, w->style);
	if (job->search && bits_has(&job->search->nodes, node))
		emit_bool(emit_key(e, "match"), true);
	if (w->style == NODE_D3 && node == job->zoom)
		write_root_facts(e, job, w->callers);
	if (w->style != NODE_ROW)
		emit_open(emit_key(e, "children"), '[');
}

static void close_node(struct node_writer *w, uint32_t node, uint32_t level)
{
	const struct tree_excerpt_rest rest =
	    tree_excerpt_rest_of(w->excerpt, node, level);
	bool d3 = w->style == NODE_D3;

	if (w->style != NODE_ROW)
		emit_close(w->e, ']');
	if (rest.frames) { /* frames are left out below this one */
		emit_number(emit_key(w->e, d3 ? "cut" : "left_out_frames"), rest.frames);
		emit_number(emit_key(w->e, d3 ? "cut_value" : "left_out_total"),
			    rest.value);
	}
	w->left_out += rest.frames;
	emit_close(w->e, '}');
}

/* Iterative: stacks are deep, and the tree links each node to its parent. */
static void write_nodes(struct node_writer *w)
{
	const struct tree *t = export_graph(w->job)->tree;
	bool rows = w->style == NODE_ROW;
	uint32_t node = w->job->zoom, level = 0;

	open_node(w, node, level);
	if (rows)
		close_node(w, node, level);
	for (;;) {
		uint32_t next = tree_excerpt_first(w->excerpt, node, level);

		while (!next) {
			if (!rows)
				close_node(w, node, level);
			if (node == w->job->zoom)
				return;
			next = tree_excerpt_next(w->excerpt, node);
			node = t->parent[node];
			level--;
		}
		level++;
		open_node(w, next, level);
		if (rows)
			close_node(w, next, level);
		node = next;
	}
}

/* The frames above the zoomed node. Release with mem_free(). */
static bool find_callers(struct callers *c, const struct export_job *job,
			 struct error *err)
{
	const struct tree *t = export_graph(job)->tree;

	*c = (struct callers){.count = 0};
	for (uint32_t n = job->zoom; n; n = t->parent[n])
		c->count++;
	c->nodes = mem_array(c->count + 1, sizeof *c->nodes, "callers", err);
	if (!c->nodes)
		return false;
	for (uint32_t i = c->count, n = t->parent[job->zoom]; i-- > 0; n = t->parent[n])
		c->nodes[i] = n; /* room: counted above */
	return true;
}

/*
 * {"name", "value", "self", "module", "kind", "libtype", "children"} for each node with samples.
 * d3-flame-graph needs the name, the value (which includes the children), the children, and the
 * libtype for its colours. The root also has "range" (seconds after the origin, or null),
 * "samples", "weight" and, with a search, "matched"; matching nodes have "match": true. In a
 * comparison, nodes have "baseline" and "baseline_self", the counts of the baseline, and "delta"
 * and "delta_self", the difference to these counts times "factor". The root then has "factor",
 * "baseline_samples" and "normalised". In a zoomed tree the root has "callers", the frames above
 * it with the members of a node. In a pruned tree a node has "cut", the number of frames left
 * out below it, and "cut_value", their value.
 */
static bool flame_json_write(const struct export_job *job, FILE *out, struct error *err)
{
	struct json_writer e = {.out = out};
	struct tree_excerpt p;
	struct callers c;
	struct node_writer w = {&e, job, &p, &c, NODE_D3, 0, 0};

	if (!find_callers(&c, job, err))
		return false;
	if (!tree_excerpt_build(&p, export_graph(job), job->order, &job->prune, err)) {
		mem_free(c.nodes);
		return false;
	}
	write_nodes(&w);
	tree_excerpt_release(&p);
	mem_free(c.nodes);
	return emit_end(&e, err);
}

/* ---- documents ---- */

bool flame_json_graph(struct json_writer *e, const struct export_job *job,
		      const char *key, bool rows, struct error *err)
{
	struct tree_excerpt p;
	struct node_writer w = {e, job, &p, NULL, rows ? NODE_ROW : NODE_NESTED, 0, 0};

	if (!tree_excerpt_build(&p, export_graph(job), job->order, &job->prune, err))
		return false;
	emit_key(e, rows ? "rows" : key);
	if (rows)
		emit_open(e, '[');
	write_nodes(&w);
	if (rows) {
		emit_close(e, ']');
		emit_number(emit_key(e, "rows_total"), number_add(w.written, w.left_out));
	}
	tree_excerpt_release(&p);
	return true;
}

void flame_json_comparison(struct json_writer *e, const struct comparison *c)
{
	if (!c)
		return;
	value_baseline_json(e, c);
	emit_significant(emit_key(e, "baseline_factor"), c->factor);
}

bool flame_json_document(const struct export_job *job, const struct document *d,
			 bool rows, FILE *out, struct error *err)
{
	struct json_writer e = {.out = out};
	struct callers c;
	bool ok;

	if (!find_callers(&c, job, err))
		return false;
	document_open(&e, d);
	flame_json_comparison(&e, job->comparison);
	if (job->search)
		emit_number(emit_key(&e, "matched"),
			    search_value(job->search, export_graph(job), job->zoom));
	if (c.count) {
		emit_open(emit_key(&e, "path"), '[');
		for (uint32_t i = 0; i < c.count; i++) {
			emit_open(&e, '{');
			write_facts(&e, job, c.nodes[i], NODE_NESTED);
			emit_close(&e, '}');
		}
		emit_close(&e, ']');
	}
	ok = flame_json_graph(&e, job, "root", rows, err);
	mem_free(c.nodes);
	emit_close(&e, '}');
	return ok && emit_end(&e, err);
}

#define CHANGES                                                                          \
	{"baseline_total", COLUMN_NUMBER, .in = IN_JSON, .optional = true,               \
	 .about = "total in the baseline"},                                              \
	    {"baseline_self", COLUMN_NUMBER, .in = IN_JSON, .optional = true,            \
	     .about = "self in the baseline"},                                           \
	    {"total_delta", COLUMN_DECIMAL, .in = IN_JSON, .optional = true,             \
	     .about = "total minus baseline_factor times baseline_total"},               \
	{                                                                                \
		"self_delta", COLUMN_DECIMAL,                                            \
		    .in = IN_JSON, .optional = true,                                     \
		    .about = "self minus baseline_factor times baseline_self"            \
	}

#define NODE                                                                             \
	{"name", COLUMN_TEXT, .in = IN_JSON,                                             \
	 .about = "the name of the function or, of a group, of its thread or process"},  \
	    {"total", COLUMN_NUMBER, .in = IN_JSON,                                      \
	     .about = "the value including callees"},                                    \
	    {"self", COLUMN_NUMBER, .in = IN_JSON,                                       \
	     .about = "the value without callees"},                                      \
	    {"module", COLUMN_TEXT, .in = IN_JSON, .nullable = true,                     \
	     .about = "its program or library; null if unknown, and for groups"},        \
	    {"kind", COLUMN_TEXT, .in = IN_JSON,                                         \
	     .about =                                                                    \
		 "user, kernel, jit, inlined ..., or group for threads and processes"},  \
	    CHANGES

#define NODE_END                                                                         \
	{"match", COLUMN_BOOL, .in = IN_JSON, .optional = true,                          \
	 .about = "true if it matches the search"},                                      \
	    {"left_out_frames", COLUMN_NUMBER, .in = IN_JSON, .optional = true,          \
	     .about = "the number of frames left out below it"},                         \
	{                                                                                \
		"left_out_total", COLUMN_NUMBER, .in = IN_JSON, .optional = true,        \
						 .about = "their value"                  \
	}

static const struct table_column caller_members[] = {NODE};

static const struct table_column node_members[] = {
    NODE,
    NODE_END,
    {"children", COLUMN_OTHER, .in = IN_JSON,
     .schema = "{\"type\": \"array\", \"items\": {\"$ref\": \"#/$defs/frame\"}}",
     .about = "its callees, objects like this one"},
};
static const struct document_definition flame_json_frame = {
    "frame", node_members, sizeof node_members / sizeof *node_members};
#define FRAME_SCHEMA "{\"$ref\": \"#/$defs/frame\"}"

static const struct table_column row_members[] = {
    {"id", COLUMN_NUMBER, .in = IN_JSON, .about = "a number for \"parent\""},
    {"parent", COLUMN_NUMBER, .in = IN_JSON, .nullable = true,
     .about = "the id of its caller; null for the first row"},
    {"depth", COLUMN_NUMBER, .in = IN_JSON,
     .about = "the number of callers listed above it"},
    NODE,
    NODE_END,
};

static const struct table_column document_graph[] = {
    {"baseline", COLUMN_OBJECT, .in = IN_JSON, .optional = true,
     .about = "the selected samples of the baseline", COLUMNS_OF(value_baseline_members)},
    {"normalised", COLUMN_TEXT, .in = IN_JSON, .optional = true,
     .about = "how both sides are compared: time, share or none"},
    {"baseline_factor", COLUMN_DECIMAL, .in = IN_JSON, .optional = true,
     .about = "by which values of the baseline are multiplied for a comparison"},
    {"matched", COLUMN_NUMBER, .in = IN_JSON, .optional = true,
     .about = "the value of samples that match the search"},
    {"path", COLUMN_ROWS, .in = IN_JSON, .optional = true,
     .about = "the callers of the frame of --zoom, outermost first",
     COLUMNS_OF(caller_members)},
    {"root", COLUMN_OTHER, .in = IN_JSON, .optional = true, .schema = FRAME_SCHEMA,
     .about = "the first frame of the graph; absent with --flat"},
    {"rows", COLUMN_ROWS, .in = IN_JSON, .optional = true,
     .about = "with --flat: all frames, each caller before its callees",
     COLUMNS_OF(row_members)},
    {"rows_total", COLUMN_NUMBER, .in = IN_JSON, .optional = true,
     .about =
	 "with --flat: the number of frames, with those that --depth and --min-share "
	 "leave out"},
    {"function", COLUMN_TEXT, .in = IN_JSON, .optional = true,
     .about = "the function of --function"},
    {"function_samples", COLUMN_NUMBER, .in = IN_JSON, .optional = true,
     .about = "the number of samples with this function"},
    {"callers", COLUMN_OTHER, .in = IN_JSON, .optional = true, .schema = FRAME_SCHEMA,
     .about =
	 "with --function: its callers; below the first frame, all, is the function, and "
	 "below each frame are its callers"},
    {"callers_matched", COLUMN_NUMBER, .in = IN_JSON, .optional = true,
     .about = "the value of samples whose callers match the search"},
    {"callees", COLUMN_OTHER, .in = IN_JSON, .optional = true, .schema = FRAME_SCHEMA,
     .about =
	 "with --function: its callees; below the first frame, all, is the function"},
    {"callees_matched", COLUMN_NUMBER, .in = IN_JSON, .optional = true,
     .about = "the value of samples whose callees match the search"},
};
#define GRAPH_MEMBERS (sizeof document_graph / sizeof *document_graph)

const struct document_kind flame_document = {"flame",
					     "the flame graph of a range",
					     true,
					     true,
					     document_graph,
					     GRAPH_MEMBERS,
					     &flame_json_frame};
const struct document_kind tree_document = {"tree",
					    "the call tree of a range",
					    true,
					    true,
					    document_graph,
					    GRAPH_MEMBERS - 6,
					    &flame_json_frame};

/* ---- as a notation ---- */

static bool flame_json_measure(const struct export_job *job, uint64_t *bytes,
			       struct error *err)
{
	return extent_of_nodes(export_graph(job), bytes, err);
}

const struct notation flame_json_notation = {
    .name = "json",
    .extension = "json",
    .begins = "{\"name\":\"",
    .has = "\",\"value\":",
    .what = "a tree in JSON",
    .help = "the flame graph as a tree, for d3-flame-graph",
    .of_sides = true,
    .sums = SUMS_ALWAYS,
    .write = flame_json_write,
    .measure = flame_json_measure,
};
