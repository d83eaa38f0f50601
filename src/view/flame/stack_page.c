#include "view/flame/stack_page.h"

#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/memory_stream.h"
#include "base/utf8.h"
#include "view/label.h"

uint32_t stack_page_node(const struct flame *f, uint32_t frame, struct text name)
{
	const struct tree *t = f->tree;
	uint32_t best = 0;
	uint64_t most = 0;

	for (uint32_t n = 1; n < t->count; n++) {
		bool is_it = frame ? t->frame[n] == frame
				   : t->frame[n] && text_equal(tree_label(t, n), name);

		if (is_it && f->total[n] > most) {
			most = f->total[n];
			best = n;
		}
	}
	return best;
}

/* ---- the text of a line ---- */

/* The drawn graph, and the bases of its figures. */
struct stack_figures {
	const struct flame *flame;
	const struct comparison *comparison; /* NULL: one side */
	uint64_t all, baseline;		     /* the bases of shares */
	bool is_time;
	int width; /* width of the largest number */
};

static uint64_t total_of(const struct stack_figures *s, uint32_t node)
{
	return s->comparison ? comparison_total(s->comparison, node).value
			     : s->flame->total[node];
}

static uint64_t self_of(const struct stack_figures *s, uint32_t node)
{
	return s->comparison ? comparison_self(s->comparison, node).value
			     : flame_own(s->flame, node);
}

static struct stack_figures stack_figures_of(const struct flame_view *v, bool is_time)
{
	struct stack_figures s = {
	    .flame = v->flame, .comparison = v->comparison, .is_time = is_time};
	char n[LABEL_MAX];

	s.all = s.comparison ? s.comparison->subject.value : s.flame->total[0];
	s.baseline = s.comparison ? s.comparison->baseline.value : 0;
	s.width = (int)strlen(label_value(s.all, s.is_time, n));
	for (int least = 9; s.width < least;)
		s.width = least;
	return s;
}

/* "Heap::MarkRoots  libjvm.so, inlined" */
static void put_frame(const struct stack_figures *s, uint32_t node, FILE *out)
{
	const struct tree *t = s->flame->tree;
	uint32_t frame = t->frame[node];
	struct text module;

	printable_write(tree_label(t, node), out);
	if (!frame)
		return;
	module = profile_frame_module(t->profile, frame);
	if (module.len) {
		fputs("  ", out);
		printable_write(module, out);
	}
	if (t->profile->frames[frame].kind == FRAME_INLINED)
		fputs(module.len ? ", inlined" : "  inlined", out);
}

/* ---- the page ---- */

/* Add a line to the page, which may become several, and to the text for copying. */
static bool add_stack_line(const struct stack_figures *s, uint32_t node, bool heading,
			   FILE *copied, struct page_view *page, struct error *err)
{
	struct memory_stream line;
	size_t len = 0;
	char *text;
	bool ok;

	if (!memory_stream_open(&line, err))
		return false;
	if (heading) {
		fprintf(line.out, "%*s %7s  ", s->width, "total",
			s->comparison ? "A" : "%");
		if (s->comparison)
			fprintf(line.out, "%7s  ", "B");
		fprintf(line.out, "%*s %7s  ", s->width, "self",
			s->comparison ? "A" : "%");
		fputs("frame  module", line.out);
	} else {
		/* The numbers before a name, with the same width in each line. */
		uint64_t total = total_of(s, node), self = self_of(s, node);
		char n[LABEL_MAX], share[LABEL_MAX];

		fprintf(line.out, "%*s %7s  ", s->width,
			label_value(total, s->is_time, n),
			label_share(total, s->all, share));
		if (s->comparison)
			fprintf(
			    line.out, "%7s  ",
			    label_share(comparison_total(s->comparison, node).baseline,
					s->baseline, share));
		fprintf(line.out, "%*s %7s  ", s->width, label_value(self, s->is_time, n),
			label_share(self, s->all, share));
		put_frame(s, node, line.out);
	}
	text = memory_stream_take(&line, &len, err);
	if (!text)
		return false;
	fprintf(copied, "%s\n", text);
	ok = page_view_wrap(page, 2 * (s->width + 10) + (s->comparison ? 9 : 0),
			    (struct text){text, len}, err);
	mem_free(text);
	return ok;
}

static bool add_stack(const struct stack_figures *s, const uint32_t *path, uint32_t n,
		      struct page_view *page, struct error *err)
{
	struct memory_stream copied;
	bool ok;

	if (!memory_stream_open(&copied, err))
		return false;
	ok = add_stack_line(s, 0, true, copied.out, page, err);
	for (uint32_t i = 0; ok && i < n; i++)
		ok = add_stack_line(s, path[i], false, copied.out, page, err);
	page->text = memory_stream_take(&copied, NULL, err);
	return ok && page->text;
}

static bool keep_name(const struct tree *t, uint32_t node, struct page_view *page,
		      struct error *err)
{
	struct memory_stream name;

	if (!memory_stream_open(&name, err))
		return false;
	printable_write(tree_label(t, node), name.out);
	page->name = memory_stream_take(&name, NULL, err);
	return page->name != NULL;
}

bool stack_page_fill(const struct flame_view *v, bool is_time, uint32_t node, int width,
		     struct page_view *page, struct error *err)
{
	const struct stack_figures s = stack_figures_of(v, is_time);
	const struct tree *t = s.flame->tree;
	uint32_t n = 1, *path;
	bool ok;

	if (node >= t->count)
		return error_set(err, ERROR_NOTHING, "the graph has no such frame");
	/* depths of a tree are limited, but paths are not */
	for (uint32_t at = node; at; at = t->parent[at])
		n++;
	path = mem_array(n, sizeof *path, "frames of a stack", err);
	if (!path)
		return false;
	for (uint32_t i = n, at = node; i-- > 0; at = t->parent[at])
		path[i] = at;
	page_view_release(page);
	/* the heading of the columns, which for long names start below */
	page->title = s.comparison ? " The whole stack: total A, B, self A "
				   : " The whole stack: total, self, frame, module ";
	page->width = width > 46 ? width - 6 : 40;
	ok = add_stack(&s, path, n, page, err) && keep_name(t, node, page, err);
	page->list.scroll = page->list.count;
	mem_free(path);
	return ok;
}
