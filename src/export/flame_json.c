#include "export/flame_json.h"

#include "export/emit.h"
#include "export/siblings.h"

/* The kinds that d3-flame-graph has colours for. */
static const char *const libtypes[FRAME_KINDS] = {
    [FRAME_UNKNOWN] = "", [FRAME_USER] = "user",       [FRAME_KERNEL] = "kernel",
    [FRAME_JIT] = "jit",  [FRAME_INLINED] = "inlined", [FRAME_RUNTIME] = "",
    [FRAME_IDLE] = "",
};

static void write_root_facts(struct emit *e, const struct flame *f,
			     const struct flame_choice *choice)
{
	emit_key(e, "range");
	if (choice->timed) {
		emit_open(e, '[');
		emit_seconds(e, choice->range.from);
		emit_seconds(e, choice->range.to);
		emit_close(e, ']');
	} else {
		emit_null(e);
	}
	emit_key(e, "samples");
	emit_number(e, f->samples);
	emit_key(e, "weight");
	emit_text(e, flame_measure(f));
	if (choice->search) {
		emit_key(e, "matched");
		emit_number(e, search_value(choice->search, f, choice->zoom));
	}
}

/* Up to the bracket of its children. */
static void open_node(struct emit *e, const struct flame *f,
		      const struct flame_choice *choice, uint32_t node)
{
	const struct tree *t = f->tree;
	uint32_t frame = t->frame[node];

	emit_open(e, '{');
	emit_key(e, "name");
	emit_text(e, tree_label(t, node));
	emit_key(e, "value");
	emit_number(e, f->total[node]);
	emit_key(e, "self");
	emit_number(e, f->self[node]);
	emit_key(e, "module");
	emit_text(e, frame ? profile_frame_module(t->profile, frame) : TEXT(""));
	emit_key(e, "kind");
	emit_text(e, frame ? text_of(frame_kind_names[t->profile->frames[frame].kind])
			   : TEXT("group"));
	emit_key(e, "libtype");
	emit_text(e,
		  frame ? text_of(libtypes[t->profile->frames[frame].kind]) : TEXT(""));
	if (choice->search && bits_has(&choice->search->nodes, node)) {
		emit_key(e, "match");
		emit_bool(e, true);
	}
	if (node == choice->zoom)
		write_root_facts(e, f, choice);
	emit_key(e, "children");
	emit_open(e, '[');
}

static void close_node(struct emit *e)
{
	emit_close(e, ']');
	emit_close(e, '}');
}

/* Without recursion: the tree knows every node's parent, which is stack enough. */
static void walk(struct emit *e, const struct siblings *s,
		 const struct flame_choice *choice)
{
	const struct tree *t = s->flame->tree;
	uint32_t node = choice->zoom;

	open_node(e, s->flame, choice, node);
	for (;;) {
		uint32_t next = siblings_first(s, node);

		while (!next) {
			close_node(e);
			if (node == choice->zoom)
				return;
			next = siblings_next(s, node);
			node = t->parent[node];
		}
		open_node(e, s->flame, choice, next);
		node = next;
	}
}

bool flame_json_write(const struct flame *f, const struct flame_choice *choice, FILE *out,
		      struct error *err)
{
	struct emit e = {.out = out};
	struct siblings s;

	if (!siblings_build(&s, f, choice->order, err))
		return false;
	walk(&e, &s, choice);
	siblings_release(&s);
	return emit_end(&e, err);
}
