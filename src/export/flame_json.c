#include "export/export.h"

#include "base/mem.h"
#include "export/json_writer.h"
#include "export/extent.h"

/* The values of "libtype" for which d3-flame-graph has colours. */
static const char *const libtypes[FRAME_KINDS] = {
    [FRAME_NAMELESS] = "", [FRAME_USER] = "user",	[FRAME_KERNEL] = "kernel",
    [FRAME_JIT] = "jit",   [FRAME_INLINED] = "inlined", [FRAME_RUNTIME] = "",
    [FRAME_IDLE] = "",
};

static void write_facts(struct json_writer *e, const struct export_job *job,
			uint32_t node)
{
	const struct flame *f = export_graph(job);
	const struct tree *t = f->tree;
	uint32_t frame = t->frame[node];

	emit_text(emit_key(e, "name"), tree_label(t, node));
	emit_number(emit_key(e, "value"), f->total[node]);
	emit_number(emit_key(e, "self"), flame_own(f, node));
	emit_text(emit_key(e, "module"),
		  frame ? profile_frame_module(t->profile, frame) : TEXT(""));
	emit_text(emit_key(e, "kind"),
		  frame ? text_of(frame_kind_names[t->profile->frames[frame].kind])
			: TEXT("group"));
	emit_text(emit_key(e, "libtype"),
		  frame ? text_of(libtypes[t->profile->frames[frame].kind]) : TEXT(""));
	if (job->comparison) {
		/* the counts of the baseline, and the differences after scaling */
		const struct change total = comparison_total(job->comparison, node);
		const struct change self = comparison_self(job->comparison, node);

		emit_number(emit_key(e, "baseline"), total.baseline);
		emit_number(emit_key(e, "baseline_self"), self.baseline);
		emit_decimal(emit_key(e, "delta"), total.delta);
		emit_decimal(emit_key(e, "delta_self"), self.delta);
	}
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
		write_facts(e, job, c->nodes[i]);
		emit_close(e, '}');
	}
	emit_close(e, ']');
}

/* Write a node up to the opening bracket of its children. */
static void open_node(struct json_writer *e, const struct export_job *job,
		      const struct callers *c, uint32_t node)
{
	emit_open(e, '{');
	write_facts(e, job, node);
	if (job->search && bits_has(&job->search->nodes, node))
		emit_bool(emit_key(e, "match"), true);
	if (node == job->zoom)
		write_root_facts(e, job, c);
	emit_open(emit_key(e, "children"), '[');
}

/* Iterative: stacks are deep, and the tree links each node to its parent. */
static void write_flame_nodes(struct json_writer *e, const struct tree_excerpt *p,
			      const struct export_job *job, const struct callers *c)
{
	const struct tree *t = p->siblings.flame->tree;
	uint32_t node = job->zoom, level = 0;

	open_node(e, job, c, node);
	for (;;) {
		uint32_t next = tree_excerpt_first(p, node, level);

		while (!next) {
			const struct tree_excerpt_rest rest =
			    tree_excerpt_rest_of(p, node, level);

			emit_close(e, ']');
			if (rest.frames) { /* frames are left out below this one */
				emit_number(emit_key(e, "cut"), rest.frames);
				emit_number(emit_key(e, "cut_value"), rest.value);
			}
			emit_close(e, '}');
			if (node == job->zoom)
				return;
			next = tree_excerpt_next(p, node);
			node = t->parent[node];
			level--;
		}
		open_node(e, job, c, next);
		node = next;
		level++;
	}
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
	struct callers c = {.count = 0};
	const struct tree *t = export_graph(job)->tree;

	for (uint32_t n = job->zoom; n; n = t->parent[n])
		c.count++;
	c.nodes = mem_array(c.count + 1, sizeof *c.nodes, "callers", err);
	if (!c.nodes)
		return false;
	for (uint32_t i = c.count, n = t->parent[job->zoom]; i-- > 0; n = t->parent[n])
		c.nodes[i] = n; /* room: counted above */
	if (!tree_excerpt_build(&p, export_graph(job), job->order, &job->prune, err)) {
		mem_free(c.nodes);
		return false;
	}
	write_flame_nodes(&e, &p, job, &c);
	tree_excerpt_release(&p);
	mem_free(c.nodes);
	return emit_end(&e, err);
}

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
