#include "export/folded.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/intern.h"
#include "base/mem.h"
#include "export/harmless.h"

struct folder {
	const struct flame *flame; /* borrowed */
	bool tidy;
	enum annotate annotate;
	struct intern *lines;  /* owned: the stacks as text */
	uint64_t *values;      /* owned: by line */
	size_t room;	       /* of values */
	struct tidy_text text; /* owned: the stack at hand */
	uint32_t *path;	       /* owned: its nodes, root first */
};

/* The nodes from below "all" to `node`; returns how many. */
static size_t find_path(struct folder *f, uint32_t node)
{
	const struct tree *t = f->flame->tree;
	size_t n = t->depth[node];

	for (size_t i = n; i > 0; i--) {
		f->path[i - 1] = node;
		node = t->parent[node];
	}
	return n;
}

static bool append_plain(struct tidy_text *to, struct text name, struct error *err)
{
	while (name.len > 0) {
		char bytes[UTF8_MAX];
		char32_t rune = harmless_take(&name);
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

	if (kind == FRAME_KERNEL && (f->annotate & ANNOTATE_KERNEL))
		mark = TEXT("_[k]");
	else if (kind == FRAME_JIT && (f->annotate & ANNOTATE_JIT))
		mark = TEXT("_[j]");
	else if (kind == FRAME_INLINED && f->annotate != ANNOTATE_NONE)
		mark = TEXT("_[i]");
	return text_ends(name, mark) || tidy_append(&f->text, mark, err);
}

static bool write_plain(struct folder *f, size_t n, struct error *err)
{
	const struct tree *t = f->flame->tree;

	for (size_t i = 0; i < n; i++) {
		uint32_t frame = t->frame[f->path[i]];
		struct text label = tree_label(t, f->path[i]);

		if (i > 0 && !tidy_append(&f->text, TEXT(";"), err))
			return false;
		if (!append_plain(&f->text, label, err) ||
		    (frame &&
		     !append_mark(f, label, t->profile->frames[frame].kind, err)))
			return false;
	}
	return true;
}

static bool write_tidy(struct folder *f, size_t n, struct error *err)
{
	const struct tree *t = f->flame->tree;
	struct tidy state = {.annotate = f->annotate};

	for (size_t i = 0; i < n; i++) {
		uint32_t frame = t->frame[f->path[i]];
		struct text label;

		if (frame != 0) {
			if (!tidy_frame(&state, &f->text, t->profile, frame, err))
				return false;
			continue;
		}
		label = tree_label(t, f->path[i]);
		state.java = text_starts(label, TEXT("java"));
		if (!tidy_group(&f->text, label, err))
			return false;
	}
	return true;
}

/* Without groups the first frame brought a ';' along. */
static struct text finished(const struct folder *f)
{
	struct text t = {f->text.at, f->text.len};

	if (f->flame->tree->root == ROOT_NONE && f->tidy)
		t = text_from(t, 1);
	return t.len == 0 ? TEXT("[no stack]") : t;
}

static bool add_stack(struct folder *f, uint32_t node, struct error *err)
{
	size_t n = find_path(f, node);
	uint32_t line;
	size_t had;

	f->text.len = 0;
	if (!(f->tidy ? write_tidy(f, n, err) : write_plain(f, n, err)))
		return false;
	if (!intern_put(f->lines, finished(f), &line, err))
		return false;
	had = f->room;
	if (!mem_reserve(&f->values, &f->room, (size_t)line + 1, sizeof *f->values,
			 "stacks", err))
		return false;
	for (size_t i = had; i < f->room; i++)
		f->values[i] = 0;
	f->values[line] += f->flame->self[node];
	return true;
}

static int by_stack(const void *a, const void *b, void *context)
{
	const struct folder *f = context;

	return text_compare(intern_get(f->lines, *(const uint32_t *)a),
			    intern_get(f->lines, *(const uint32_t *)b));
}

static bool print_sorted(struct folder *f, FILE *out, struct error *err)
{
	uint32_t count = intern_count(f->lines);
	uint32_t *order = mem_array(count, sizeof *order, "stacks", err);
	uint32_t n = 0;

	if (!order)
		return false;
	for (uint32_t i = 1; i < count; i++)
		order[n++] = i;
	qsort_r(order, n, sizeof *order, by_stack, f);
	for (uint32_t i = 0; i < n; i++) {
		struct text t = intern_get(f->lines, order[i]);

		fwrite(t.at, 1, t.len, out);
		fprintf(out, " %" PRIu64 "\n", f->values[order[i]]);
	}
	free(order);
	return !ferror(out) || error_sys(err, "cannot write");
}

bool folded_write(const struct flame *flame, bool tidy, enum annotate annotate, FILE *out,
		  struct error *err)
{
	struct folder f = {.flame = flame, .tidy = tidy, .annotate = annotate};
	bool ok = false;

	f.lines = intern_new(err);
	if (!f.lines)
		return false;
	f.path =
	    mem_array((size_t)flame->tree->deepest + 1, sizeof *f.path, "frames", err);
	if (!f.path)
		goto out;
	for (uint32_t node = 0; node < flame->tree->count; node++) {
		if (flame->self[node] > 0 && !add_stack(&f, node, err))
			goto out;
	}
	ok = print_sorted(&f, out, err);
out:
	intern_free(f.lines);
	free(f.values);
	free(f.text.at);
	free(f.path);
	return ok;
}
