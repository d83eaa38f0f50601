#include "view/menu_view.h"

#include "base/append.h"
#include "base/mem.h"
#include "base/utf8.h"

/* The widths are stored: a menu has thousands of lines, too many to measure for each drawing. */
static void measure_menu_line(struct menu_view *v, const struct menu_line *line)
{
	int label = utf8_columns(text_of(line->label));
	int detail = line->detail ? utf8_columns(text_of(line->detail)) : 0;

	v->label_width = label > v->label_width ? label : v->label_width;
	v->detail_width = detail > v->detail_width ? detail : v->detail_width;
}

bool menu_view_add(struct menu_view *v, struct text label, const char *detail,
		   const char *key, struct error *err)
{
	struct menu_line line = {0};

	line.label = mem_text(label.at, label.len, err);
	if (line.label && detail)
		line.detail = mem_text(detail, strlen(detail), err);
	if (line.label && (line.detail || !detail) && key)
		line.key = mem_text(key, strlen(key), err);
	if (line.label && (line.detail || !detail) && (line.key || !key) &&
	    APPEND(v->lines, v->list.count, v->room, "lines of a menu", err, line)) {
		measure_menu_line(v, &line);
		return true;
	}
	mem_free(line.label);
	mem_free(line.detail);
	mem_free(line.key);
	return false;
}

bool menu_view_change(struct menu_view *v, uint32_t line, const char *detail,
		      struct error *err)
{
	char *copy = mem_text(detail, strlen(detail), err);

	if (!copy)
		return false;
	mem_free(v->lines[line].detail);
	v->lines[line].detail = copy;
	v->label_width = v->detail_width = 0;
	for (uint32_t i = 0; i < v->list.count; i++)
		measure_menu_line(v, &v->lines[i]);
	return true;
}

void menu_view_release(struct menu_view *v)
{
	for (uint32_t i = 0; i < v->list.count; i++) {
		mem_free(v->lines[i].label);
		mem_free(v->lines[i].detail);
		mem_free(v->lines[i].key);
	}
	mem_free(v->lines);
	*v = (struct menu_view){0};
}

/* ---- searching ---- */

static bool label_has_words(const char *text, const char *words)
{
	struct text t = text_of(text ? text : "");

	return text_search(t, 0, text_of(words)) < t.len;
}

static bool is_found(const void *of, uint32_t line)
{
	const struct menu_view *v = of;
	const char *words = v->search.words;

	return words[0] && (label_has_words(v->lines[line].label, words) ||
			    label_has_words(v->lines[line].detail, words));
}

#define HINT_MAX 120 /* the line at the foot */

static const char *hint_of(const struct menu_view *v, char buf[HINT_MAX])
{
	return command_words(v->hint, buf, HINT_MAX);
}

/* The box for the lines, without its border. */
static struct pane find_menu_box(const struct menu_view *v, struct pane p)
{
	char words[HINT_MAX];
	int detail = v->detail_width, w = v->label_width + (detail ? detail + 2 : 0) + 2;
	int h = (int)(v->list.count < 200 ? v->list.count : 200);
	int least = utf8_columns(text_of(v->title)) + 4,
	    hint = utf8_columns(text_of(hint_of(v, words))) + 4;

	if (v->whole)
		return pane_inside(p, (struct rect){0, 1, p.area.w, p.area.h - 2});
	w = w < least ? least : w;
	w = w < hint ? hint : w;
	w = w > p.area.w - 4 ? p.area.w - 4 : w;
	h = h > p.area.h - 4 ? p.area.h - 4 : h;
	return pane_inside(p,
			   (struct rect){v->aside ? p.area.w - w - 2 : (p.area.w - w) / 2,
					 (p.area.h - h) / 2, w, h});
}

static void draw_line(const struct menu_view *v, const struct theme *theme, struct pane p,
		      int y, uint32_t i)
{
	struct style s = {.attr = i == v->list.cursor ? ATTR_REVERSE : 0};
	const struct menu_line *line = &v->lines[i];
	int detail = line->detail ? utf8_columns(text_of(line->detail)) : 0;

	if (is_found(v, i)) {
		s.fg = theme_found_words(theme).fg;
		s.attr |= ATTR_BOLD | ATTR_UNDERLINE;
	}
	for (int x = 0; x < p.area.w; x++)
		pane_put(p, x, y, U' ', (struct style){.attr = s.attr & ATTR_REVERSE});
	if (line->marked)
		pane_put(p, 0, y, U'*', (struct style){.attr = s.attr | ATTR_BOLD});
	pane_name(p, 1, y, p.area.w - detail - 3, s, text_of(line->label));
	if (line->detail)
		pane_text(p, p.area.w - detail - 1, y, s, text_of(line->detail));
}

void menu_view_draw(const struct menu_view *v, const struct theme *theme, struct pane p)
{
	struct pane inner = find_menu_box(v, p);
	char hint[HINT_MAX];

	if (v->whole) {
		pane_fill(p, (struct style){0});
		pane_print(p, 1, 0, (struct style){.attr = ATTR_BOLD}, v->title);
		pane_print(p, 1, p.area.h - 1, (struct style){.attr = ATTR_DIM},
			   hint_of(v, hint));
	} else {
		list_frame(p, inner, v->title, hint_of(v, hint));
	}
	for (int y = 0; y < inner.area.h; y++) {
		uint32_t line;

		if (list_at(&v->list, y, inner.area.h, &line))
			draw_line(v, theme, inner, y, line);
	}
}

bool menu_view_search(struct menu_view *v, struct text words, struct pane p)
{
	return list_search(&v->list, &v->search, words, find_menu_box(v, p).area.h,
			   is_found, v);
}

/* Go to the next match, or forward by the typed number of matches. */
static struct action step_found(struct menu_view *v, const struct input *in, int height)
{
	uint32_t line;

	if (!v->search.words[0] || !v->list.count)
		return ACTION_SAY("search for something in this list first: {search}");
	line = list_find_next(&v->list, in, is_found, v);
	if (line == v->list.count)
		return ACTION_SAY("no line of this list matches");
	list_point(&v->list, line, height);
	return ACTION(REDRAW);
}

static struct action answer(enum command command, uint32_t line)
{
	return (struct action){.kind = ACTION_LINE, .command = command, .id = line};
}

struct action menu_view_command(struct menu_view *v, const struct input *in,
				struct pane p)
{
	struct pane inner = find_menu_box(v, p);
	int x = in->x - (inner.area.x - p.area.x), y = in->y - (inner.area.y - p.area.y);
	uint32_t line;

	if (list_move(&v->list, in, inner.area.h))
		return ACTION(REDRAW);
	switch (in->command) {
	case COMMAND_ENTER:
		return v->list.count ? answer(COMMAND_ENTER, v->list.cursor)
				     : ACTION(CLOSE);
	case COMMAND_DROP:
		return v->can_refuse && v->list.count
			   ? answer(COMMAND_DROP, v->list.cursor)
			   : ACTION(NONE);
	case COMMAND_GATHER:
	case COMMAND_GATHER_LIKE:
		return v->can_gather && v->list.count
			   ? answer(in->command, v->list.cursor)
			   : ACTION(NONE);
	case COMMAND_PRESS:
		if (x < 0 || x >= inner.area.w ||
		    !list_at(&v->list, y, inner.area.h, &line))
			return v->whole ? ACTION(NONE) : ACTION(CLOSE);
		return answer(COMMAND_ENTER, line);
	case COMMAND_NEXT:
	case COMMAND_PREVIOUS:
		return step_found(v, in, inner.area.h);
	case COMMAND_CANCEL:
		if (!v->search.words[0])
			return ACTION(CLOSE);
		v->search.words[0] = '\0'; /* the first Escape ends the search */
		return ACTION(REDRAW);
	case COMMAND_QUIT:
	case COMMAND_BACK:
		return ACTION(CLOSE);
	default:
		return ACTION(NONE);
	}
}
