#include "export/export.h"

#include "base/mem.h"
#include "base/utf8.h"
#include "export/extent.h"
#include "export/stack_lines.h"

/* What a frame or a group adds to a line: parts[first] up to parts[first + count]. */
struct wording {
	size_t first;
	uint32_t count;
	uint8_t state; /* what follows from it for the frames that it calls */
};

/* How far along a stack we are, as far as that has a say in how the next frame is written. */
enum { STATE_JAVA = 1, STATE_SKIPPING = 2, STATES = 4 };

struct folder {
	const struct flame *flame; /* borrowed */
	struct folded_style style;
	struct stack_lines lines; /* owned */
	struct tidy_text text;	  /* owned: the frame at hand */
	struct idmap wording_ids; /* (frame, state): wording */
	struct wording *wordings; /* owned */
	size_t wording_room;
	uint32_t *parts; /* owned: of lines, all wordings' */
	size_t part_count, part_room;
	uint32_t *line; /* owned: by node */
	uint8_t *state; /* owned: by node */
};

static bool append_plain(struct tidy_text *to, struct text name, struct error *err)
{
	struct printable p = printable_of(name);

	while (p.rest.len) {
		char bytes[UTF8_MAX];
		char32_t rune = printable_next(&p);
		size_t n = utf8_encode(rune == ';' ? ':' : rune, bytes);

		if (!tidy_append(to, (struct text){bytes, n}, err))
			return false;
	}
	return true;
}

/* "_[k]" behind a name that does not end so already. */
static bool append_mark(struct folder *f, struct text name, uint32_t kind,
			struct error *err)
{
	struct text mark = TEXT("");

	if (kind == FRAME_KERNEL && (f->style.annotate & ANNOTATE_KERNEL))
		mark = TEXT("_[k]");
	else if (kind == FRAME_JIT && (f->style.annotate & ANNOTATE_JIT))
		mark = TEXT("_[j]");
	else if (kind == FRAME_INLINED && f->style.annotate != ANNOTATE_NONE)
		mark = TEXT("_[i]");
	return text_ends(name, mark) || tidy_append(&f->text, mark, err);
}

/* Write a frame as it is; ';' is left to stand between frames. */
static bool write_plain(struct folder *f, uint32_t frame, struct text label,
			struct error *err)
{
	return append_plain(&f->text, label, err) &&
	       (!frame ||
		append_mark(f, label, f->flame->tree->profile->frames[frame].kind, err));
}

/* Write a frame as the script does, or nothing, and say what state that leaves. */
static bool write_tidy(struct folder *f, uint32_t frame, struct text label,
		       uint8_t *state, struct error *err)
{
	struct tidy t = {.annotate = f->style.annotate,
			 .java = *state & STATE_JAVA,
			 .skipping = *state & STATE_SKIPPING};

	if (!frame) {
		t.java = text_starts(label, TEXT("java"));
		if (!tidy_append(&f->text, TEXT(";"), err) ||
		    !tidy_group(&f->text, label, err))
			return false;
	} else if (!tidy_frame(&t, &f->text, f->flame->tree->profile, frame, err)) {
		return false;
	}
	*state = (uint8_t)((t.java ? STATE_JAVA : 0) | (t.skipping ? STATE_SKIPPING : 0));
	return true;
}

static bool add_part(struct folder *f, struct wording *w, struct text t,
		     struct error *err)
{
	w->count++;
	return mem_reserve(&f->parts, &f->part_room, f->part_count + 1, sizeof *f->parts,
			   "names", err) &&
	       stack_lines_part(&f->lines, t, &f->parts[f->part_count++], err);
}

/* A tidied text begins with a ';', when it is not empty, and may hold others. */
static bool cut_parts(struct folder *f, struct wording *w, struct error *err)
{
	struct text rest = {f->text.at, f->text.len};

	if (!f->style.tidy)
		return add_part(f, w, rest, err);
	while (rest.len) {
		const char *end;

		rest = text_from(rest, 1);
		end = rest.len ? memchr(rest.at, ';', rest.len) : NULL;
		if (!add_part(f, w,
			      text_upto(rest, end ? (size_t)(end - rest.at) : rest.len),
			      err))
			return false;
		rest = text_from(rest, end ? (size_t)(end - rest.at) : rest.len);
	}
	return true;
}

/* How a node is written below a parent that left `state`. */
static bool word(struct folder *f, uint32_t node, uint8_t state, struct wording *w,
		 struct error *err)
{
	const struct tree *t = f->flame->tree;
	uint32_t frame = t->frame[node];
	struct text label = tree_label(t, node);

	*w = (struct wording){.first = f->part_count, .state = state};
	f->text.len = 0;
	if (!(f->style.tidy ? write_tidy(f, frame, label, &w->state, err)
			    : write_plain(f, frame, label, err)))
		return false;
	return cut_parts(f, w, err);
}

/* The same for a frame, worded once. */
static bool find_wording(struct folder *f, uint32_t node, uint8_t state,
			 struct wording *w, struct error *err)
{
	uint32_t frame = f->flame->tree->frame[node], id;
	uint32_t fresh = (uint32_t)f->wording_ids.count;

	if (!frame)
		return word(f, node, state, w, err);
	if (!idmap_put(&f->wording_ids, idmap_pair(frame, state), fresh, &id, err))
		return false;
	if (id == fresh) {
		if (!mem_reserve(&f->wordings, &f->wording_room, (size_t)fresh + 1,
				 sizeof *f->wordings, "names", err) ||
		    !word(f, node, state, &f->wordings[fresh], err))
			return false;
	}
	*w = f->wordings[id];
	return true;
}

static bool add_node(struct folder *f, uint32_t node, struct error *err)
{
	uint32_t parent = f->flame->tree->parent[node], line = f->line[parent];
	struct wording w;

	if (!find_wording(f, node, f->state[parent], &w, err))
		return false;
	for (uint32_t i = 0; i < w.count; i++)
		if (!stack_lines_longer(&f->lines, line, f->parts[w.first + i], &line,
					err))
			return false;
	f->line[node] = line;
	f->state[node] = w.state;
	return true;
}

/* A line without text, be it for want of frames or of their names, says so. */
static bool count_line(struct folder *f, uint32_t line, uint64_t value, struct error *err)
{
	struct stack_line *row = &f->lines.rows[line];
	uint32_t part;

	if (row->parent == 0 && row->part == 0) {
		if (!stack_lines_part(&f->lines, TEXT("[no stack]"), &part, err) ||
		    !stack_lines_longer(&f->lines, 0, part, &line, err))
			return false;
	}
	f->lines.rows[line].value += value;
	return true;
}

static bool add_nodes(struct folder *f, struct error *err)
{
	const struct flame *flame = f->flame;
	uint32_t count = flame->tree->count;

	f->line = mem_array(count, sizeof *f->line, "call paths", err);
	f->state = f->line ? mem_array(count, 1, "call paths", err) : NULL;
	if (!f->state || !stack_lines_build(&f->lines, err))
		return false;
	for (uint32_t node = 0; node < count; node++) {
		if (node && flame->total[node] && !add_node(f, node, err))
			return false;
		if (flame->self[node] &&
		    !count_line(f, f->line[node], flame->self[node], err))
			return false;
	}
	return true;
}

/*
 * Every stack with samples of its own, root first, with its self value; equal texts are
 * added up, and the lines are sorted bytewise by stack. In names only ';' (as ':'), line
 * ends, control characters and bytes that are not UTF-8 (as U+FFFD) are replaced; with
 * `tidy` they are what stackcollapse-perf.pl makes of them. With `annotate` frames of the
 * chosen kinds end in "_[k]" or "_[j]", and inlined ones in "_[i]". A sample without any
 * frame is its group alone, or "[no stack]" when there are no groups.
 */
static bool folded_write(const struct export_job *job, FILE *out, struct error *err)
{
	struct folder f = {.flame = job->flame, .style = job->style};
	uint64_t unit = job->style.unit;
	bool ok =
	    add_nodes(&f, err) && stack_lines_write(&f.lines, unit ? unit : 1, out, err);

	stack_lines_release(&f.lines);
	idmap_release(&f.wording_ids);
	mem_free(f.wordings);
	mem_free(f.parts);
	mem_free(f.text.at);
	mem_free(f.line);
	mem_free(f.state);
	return ok;
}

static bool folded_measure(const struct export_job *job, uint64_t *bytes,
			   struct error *err)
{
	return extent_of_paths(job->flame, EXTENT_NAMES, bytes, err);
}

const struct notation folded_notation = {
    .name = "folded",
    .extension = "folded",
    .what = "folded stacks",
    .help = "one line per stack, for flamegraph.pl and similar tools",
    .has_style = true,
    .write = folded_write,
    .measure = folded_measure,
};
