#include "workspace/share.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/number.h"
#include "session/shell_line.h"

/* A command line that grows. */
struct line {
	FILE *out;  /* owned */
	bool ascii; /* the screen shows nothing else */
};

static void put_option(const struct line *l, const char *name, struct text value)
{
	fprintf(l->out, " --%s ", name);
	shell_line_word(value, l->ascii, l->out);
}

/* "openssl;main;work": what --zoom takes. */
static void put_zoom(const struct line *l, const struct tree *t, uint32_t zoom,
		     struct error *err)
{
	uint32_t n = t->depth[zoom], *path = mem_array(n, sizeof *path, "nodes", err);
	char *text = NULL;
	size_t len = 0;
	FILE *joined = path ? open_memstream(&text, &len) : NULL;

	for (uint32_t node = zoom, i = n; joined && i > 0; node = t->parent[node])
		path[--i] = node;
	for (uint32_t i = 0; joined && i < n; i++) {
		struct text label = tree_label(t, path[i]);

		if (i)
			fputc(';', joined);
		fwrite(label.at, 1, label.len, joined);
	}
	mem_free(path);
	if (joined && fclose(joined) == 0)
		put_option(l, "zoom", (struct text){text, len});
	else if (!err->kind)
		error_set(err, ERROR_MEMORY, "out of memory for a command line");
	free(text);
}

static void put_question(const struct line *l, const struct session *s)
{
	static const char *const idle[] = {"hide", "show", "only"};
	const struct choice *c = &s->choice;
	char range[RANGE_TEXT_MAX];

	if (!range_is_all(c->range))
		put_option(l, "range", text_of(range_text(c->range, range)));
	if (c->event == KEPT_ALL_EVENTS)
		put_option(l, "event", TEXT("all"));
	else if (c->event > 0)
		put_option(l, "event", session_event_name(s));
	if (c->idle != IDLE_HIDE)
		put_option(l, "idle", text_of(idle[c->idle]));
	if (c->filter.len)
		put_option(l, "filter", c->filter);
	if (c->search.len)
		put_option(l, "search", c->search);
	if (c->root != ROOT_COMM)
		put_option(l, "root", text_of(root_mode_names[c->root]));
	if (c->weigh == WEIGH_PERIOD)
		put_option(l, "weight", TEXT("period"));
}

static void put_pictures(const struct line *l, const struct open_profile *o,
			 struct error *err)
{
	const struct theme *t = &o->settings->theme;
	char number[NUMBER_SECONDS_MAX];

	if (o->rows)
		fprintf(l->out, " --rows %u", o->rows);
	if (o->period != NS_PER_SECOND)
		put_option(l, "period", text_of(number_plain_seconds(o->period, number)));
	if (o->settings->counts)
		put_option(l, "cells", TEXT("counts"));
	if (o->settings->shares)
		put_option(l, "value", TEXT("share"));
	if (o->heat.time_down)
		put_option(l, "direction", TEXT("down"));
	if (o->heat.clock.local)
		put_option(l, "clock", TEXT("local"));
	if (o->flame.icicle)
		put_option(l, "layout", TEXT("icicle"));
	if (o->flame.order != ORDER_NAME)
		put_option(l, "sort", text_of(sibling_order_names[o->flame.order]));
	if (t->scale != HEAT_DEFAULT)
		put_option(l, "scale", text_of(heat_scale_names[t->scale]));
	if (t->flame == FLAME_BY_NAME)
		put_option(l, "colours", TEXT("name"));
	if (o->flame.zoom)
		put_zoom(l, o->session->tree, o->flame.zoom, err);
}

static void put_all(const struct line *l, const struct open_profile *o, bool inlined,
		    struct error *err)
{
	fputs("flarescope", l->out);
	put_question(l, o->session);
	put_pictures(l, o, err);
	if (inlined)
		fputs(" --inline", l->out);
	if (o->settings->reading.format)
		put_option(l, "input-format", text_of(o->settings->reading.format));
	fputc(' ', l->out);
	shell_line_file(o->path, l->ascii, l->out);
}

char *share_command_line(const struct open_profile *o, bool inlined, struct error *err)
{
	char *text = NULL, *copy = NULL;
	size_t len = 0;
	struct line l = {open_memstream(&text, &len), o->settings->theme.ascii};

	if (!l.out) {
		error_set(err, ERROR_MEMORY, "out of memory for a command line");
		return NULL;
	}
	put_all(&l, o, inlined, err);
	if (fclose(l.out) != 0 && !err->kind)
		error_set(err, ERROR_MEMORY, "out of memory for a command line");
	if (!err->kind)
		copy = mem_text(text, len, err);
	free(text);
	return copy;
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
