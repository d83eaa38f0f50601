#include "workspace/share.h"

#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/memory_stream.h"
#include "base/number.h"
#include "session/question_line.h"
#include "session/shell_line.h"

/* A command line that grows. */
struct line {
	FILE *out;  /* borrowed */
	bool ascii; /* the screen shows nothing else */
};

static void put_option(const struct line *l, const char *name, struct text value)
{
	question_line_option(name, value, l->ascii, l->out);
}

/* "openssl;main;work": what --zoom takes. */
static void put_zoom(const struct line *l, const struct tree *t, uint32_t zoom,
		     struct error *err)
{
	uint32_t n = t->depth[zoom], *path = mem_array(n, sizeof *path, "nodes", err);
	struct memory_stream joined;
	char *text = NULL;
	size_t len = 0;

	for (uint32_t node = zoom, i = n; path && i > 0; node = t->parent[node])
		path[--i] = node;
	if (path && memory_stream_open(&joined, err)) {
		for (uint32_t i = 0; i < n; i++) {
			struct text label = tree_label(t, path[i]);

			if (i)
				fputc(';', joined.out);
			fwrite(label.at, 1, label.len, joined.out);
		}
		text = memory_stream_take(&joined, &len, err);
	}
	if (text)
		put_option(l, "zoom", (struct text){text, len});
	mem_free(text);
	mem_free(path);
}

static void put_pictures(const struct line *l, const struct open_profile *o,
			 struct error *err)
{
	static const char *const belows[] = {"graph", "top", "why"};
	const struct theme *t = &o->settings->theme;
	enum below below = open_profile_below(o);
	char number[NUMBER_SECONDS_MAX];

	if (open_profile_has_lanes(o))
		put_option(l, "lanes", text_of(lanes_by_names[o->settings->lanes_by]));
	if (o->rows)
		fprintf(l->out, " --rows %u", o->rows);
	if (o->period != NS_PER_SECOND)
		put_option(l, "period", text_of(number_plain_seconds(o->period, number)));
	if (o->settings->counts)
		put_option(l, "cells", TEXT("counts"));
	if (o->settings->shares)
		put_option(l, "value", TEXT("share"));
	if (o->settings->hues_by)
		put_option(l, "colour-by", text_of(hues_by_names[o->settings->hues_by]));
	if (o->heat.time_down)
		put_option(l, "direction", TEXT("down"));
	if (o->heat.clock.local)
		put_option(l, "clock", TEXT("local"));
	if (below)
		put_option(l, "below", text_of(belows[below]));
	if (o->flame.icicle)
		put_option(l, "layout", TEXT("icicle"));
	if (!o->flame.folds)
		put_option(l, "fold", TEXT("off"));
	if (o->flame.least > 0)
		fprintf(l->out, " --min-share %.9g", o->flame.least * 100);
	if (o->flame.order != ORDER_NAME)
		put_option(l, "sort", text_of(sibling_order_names[o->flame.order]));
	if (o->settings->percent)
		put_option(l, "percent",
			   text_of(percent_base_names[o->settings->percent]));
	if (t->chosen)
		put_option(l, "scale", text_of(heat_scale_names[t->scale]));
	if (t->flame != FLAME_BY_KIND)
		put_option(l, "colours", text_of(flame_colours_names[t->flame]));
	if (o->flame.zoom)
		put_zoom(l, session_graph(o->session)->tree, o->flame.zoom, err);
}

static void put_all(const struct line *l, const struct open_profile *o, bool inlined,
		    struct error *err)
{
	fputs("flarescope", l->out);
	question_line_write(o->session, l->ascii, l->out);
	question_line_write_baseline(o->session, l->ascii, l->out);
	put_pictures(l, o, err);
	if (inlined)
		fputs(" --inline", l->out);
	if (o->settings->reading.format)
		put_option(l, "input-format", text_of(o->settings->reading.format));
	fputc(' ', l->out);
	shell_line_file(o->path, l->ascii, l->out);
	if (o->session->choice.baseline.against == AGAINST_FILE &&
	    o->settings->baseline_file) {
		fputc(' ', l->out);
		shell_line_file(o->settings->baseline_file, l->ascii, l->out);
	}
}

char *share_command_line(const struct open_profile *o, bool inlined, struct error *err)
{
	struct memory_stream all;
	struct line l = {.ascii = o->settings->theme.ascii};

	if (!memory_stream_open(&all, err))
		return NULL;
	l.out = all.out;
	put_all(&l, o, inlined, err);
	return memory_stream_take(&all, NULL, err);
}

#define LEAST_COLUMNS 20
#define FRAME_COLUMNS 6 /* of a page: its edges, and blanks within and around them */

bool share_fill_page(const char *line, int width, struct page_view *page,
		     struct error *err)
{
	int columns = width - FRAME_COLUMNS;
	struct shell_line l = {.rest = text_of(line)};
	struct shell_part part;
	bool ok = true;

	page_view_release(page);
	page->title = " The command line of this view ";
	if (columns < LEAST_COLUMNS)
		columns = LEAST_COLUMNS;
	while (ok && shell_line_next(&l, columns, &part))
		ok = page_view_add(page, err, "%s%.*s%s", part.before, (int)part.text.len,
				   part.text.at, part.behind);
	return ok;
}
