#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/number.h"
#include "base/utf8.h"
#include "session/workspace_state.h"

/* Does a terminal or an editor show the first character of `t` as it is? `n`: its bytes. */
static bool is_shown(struct text t, size_t *n)
{
	char32_t rune;

	*n = utf8_decode(t, &rune);
	if (rune == 0xfffd && *n < 3) /* what stands for bytes that are no character */
		return false;
	return utf8_harmless(rune) == rune;
}

/*
 * Pasted as they are, control bytes would act: a ^U drops the line so far, a carriage
 * return runs it. So they are written in figures: $'a\025b'.
 */
static void put_in_figures(FILE *out, struct text t)
{
	fputs("$'", out);
	for (size_t n; t.len > 0; t = text_from(t, n)) {
		bool shown = is_shown(t, &n) && *t.at != '\'' && *t.at != '\\';

		for (size_t i = 0; i < n && !shown; i++)
			fprintf(out, "\\%03o", (unsigned)(unsigned char)t.at[i]);
		if (shown)
			fwrite(t.at, 1, n, out);
	}
	fputc('\'', out);
}

/* For a shell: in single quotes where it holds anything but plain characters. */
static void put_quoted(FILE *out, struct text t)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				    "0123456789_./,:=-+@%";
	bool bare = t.len > 0, shown = true;

	for (size_t i = 0; i < t.len; i++)
		bare = bare && t.at[i] && strchr(plain, t.at[i]);
	if (bare) {
		fwrite(t.at, 1, t.len, out);
		return;
	}
	for (size_t i = 0, n; i < t.len; i += n)
		shown = is_shown(text_from(t, i), &n) && shown;
	if (!shown) {
		put_in_figures(out, t);
		return;
	}
	fputc('\'', out);
	for (size_t i = 0; i < t.len; i++) {
		if (t.at[i] == '\'')
			fputs("'\\''", out);
		else
			fputc(t.at[i], out);
	}
	fputc('\'', out);
}

static void put_option(FILE *out, const char *name, struct text value)
{
	fprintf(out, " --%s ", name);
	put_quoted(out, value);
}

/* "openssl;main;work": what --zoom takes. */
static void put_zoom(FILE *out, const struct tree *t, uint32_t zoom, struct error *err)
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
		put_option(out, "zoom", (struct text){text, len});
	else if (!err->kind)
		error_set(err, ERROR_MEMORY, "out of memory for a command line");
	free(text);
}

static void put_question(FILE *out, const struct session *s)
{
	static const char *const idle[] = {"hide", "show", "only"};
	const struct choice *c = &s->choice;
	char range[RANGE_TEXT_MAX];

	if (!range_is_all(c->range))
		put_option(out, "range", text_of(range_text(c->range, range)));
	if (c->event == KEPT_ALL_EVENTS)
		put_option(out, "event", TEXT("all"));
	else if (c->event > 0)
		put_option(out, "event", session_event_name(s));
	if (c->idle != IDLE_HIDE)
		put_option(out, "idle", text_of(idle[c->idle]));
	if (*c->filter)
		put_option(out, "filter", text_of(c->filter));
	if (*c->search)
		put_option(out, "search", text_of(c->search));
	if (c->root != ROOT_COMM)
		put_option(out, "root", text_of(root_mode_names[c->root]));
	if (c->weigh == WEIGH_PERIOD)
		put_option(out, "weight", TEXT("period"));
}

static void put_pictures(FILE *out, const struct workspace *w, struct error *err)
{
	const struct desk *d = &w->desk;
	const struct theme *t = &w->settings.theme;
	char number[NUMBER_SECONDS_MAX];

	if (d->rows)
		fprintf(out, " --rows %u", d->rows);
	if (d->period != NS_PER_SECOND)
		put_option(out, "period",
			   text_of(number_plain_seconds(d->period, number)));
	if (d->heat.time_down)
		put_option(out, "direction", TEXT("down"));
	if (d->flame.icicle)
		put_option(out, "layout", TEXT("icicle"));
	if (d->flame.order != ORDER_NAME)
		put_option(out, "sort", text_of(sibling_order_names[d->flame.order]));
	if (t->scale != HEAT_DEFAULT)
		put_option(out, "scale", text_of(heat_scale_names[t->scale]));
	if (t->flame == FLAME_BY_NAME)
		put_option(out, "colours", TEXT("name"));
	if (d->flame.zoom)
		put_zoom(out, d->session.tree, d->flame.zoom, err);
}

char *share_command_line(const struct workspace *w, struct error *err)
{
	char *line = NULL, *ours;
	size_t len = 0;
	FILE *out = open_memstream(&line, &len);

	if (!out) {
		error_set(err, ERROR_MEMORY, "out of memory for a command line");
		return NULL;
	}
	fputs("flarescope", out);
	put_question(out, &w->desk.session);
	put_pictures(out, w, err);
	if (w->settings.reading.inlined)
		fputs(" --inline", out);
	if (w->settings.reading.format)
		put_option(out, "input-format", text_of(w->settings.reading.format));
	fputc(' ', out);
	if (w->path[0] == '-' && w->path[1])
		fputs("./", out);
	put_quoted(out, text_of(w->path));
	if (fclose(out) != 0 && !err->kind)
		error_set(err, ERROR_MEMORY, "out of memory for a command line");
	ours = err->kind ? NULL : mem_text(line, len, err);
	free(line);
	return ours;
}

/* The next place to break a line: a blank before an option, outside of quotes. */
static const char *next_option(const char *at)
{
	bool quoted = false;

	for (; *at; at++) {
		if (*at == '\'')
			quoted = !quoted;
		else if (!quoted && strncmp(at, " --", 3) == 0)
			return at;
	}
	return at;
}

bool share_fill_page(const char *line, struct page_view *page, struct error *err)
{
	const char *end = next_option(line);
	bool ok = true;

	page_view_release(page);
	page->title = " The command line of this view ";
	for (; ok && *line; line = end, end = next_option(end + (*end != '\0')))
		ok = page_view_add(page, err, "%.*s%s", (int)(end - line), line,
				   *end ? " \\" : "");
	return ok;
}
