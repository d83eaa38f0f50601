#include "view/keys.h"

#include <string.h>

#include "base/utf8.h"

/* ---- the bar at the bottom ---- */

struct bar_item {
	struct text word;
	int x, w;
	int turn; /* see turn_of() */
	enum command command;
};

/* The order of the words in the bar. */
enum {
	TURN_SIDES,   /* of a comparison */
	TURN_OWN,     /* of this view only, and commands that leave it */
	TURN_INSTEAD, /* views that can replace it */
	TURN_OTHERS,
	TURN_KNOWN, /* keys that need no explanation */
	TURN_END,   /* at the right end */
	TURNS
};

static bool has_sides(struct keys_at at)
{
	return (at.graph != GRAPH_PLAIN && !at.waits) || at.has_baseline || at.has_other;
}

/* The view that has the keyboard; NULL: something else has it. */
static const struct view_info *view_at(enum place place)
{
	for (int i = 0; i < VIEW_COUNT; i++)
		if (place == (enum place)(1 << i))
			return &view_table[i];
	return NULL;
}

/* Does Escape go back from this view to the previous one, which need not be the graph? */
static bool is_left_by_escape(const struct view_info *view)
{
	return view->command == COMMAND_CALLERS || view->command == COMMAND_ANNOTATE;
}

/* Does the command show another view of the lower pane? */
static bool shows_lower(enum command c)
{
	for (int i = 0; i < VIEW_COUNT; i++)
		if (view_table[i].pane == PANE_LOWER && view_table[i].command == c)
			return c != COMMAND_NONE;
	return false;
}

const char *keys_word(enum command c, struct keys_at at)
{
	static const char *const next[] = {[GRAPH_PLAIN] = "compare",
					   [GRAPH_DIFFERENTIAL] = "what is gone",
					   [GRAPH_ELIDED] = "compare no more"};

	const struct view_info *view = view_at(at.place);

	if (c == COMMAND_ENTER && at.place == PLACE_LANES && at.lane_enter != LANE_KEEP)
		return at.lane_enter == LANE_TELL ? "what it did" : "who woke it";
	if (c == COMMAND_ENTER)
		return view ? view->ops->enter : commands[c].bar;
	if (c == COMMAND_DIFFERENTIAL)
		return next[at.graph];
	if (c == COMMAND_FREEZE && at.is_frozen)
		return "now";
	if (at.place == PLACE_OTHER &&
	    (c == COMMAND_AGAINST || (c == COMMAND_BASELINE && !at.has_baseline)))
		return ""; /* a selection here is the baseline anyway */
	if (c == COMMAND_BASELINE && at.has_baseline)
		return at.has_other ? "whole file" : "no baseline";
	if (c == COMMAND_ALIGN && at.place != PLACE_OTHER)
		return at.has_moment			? "same moment"
		       : at.has_other && !at.is_aligned ? commands[c].bar
							: "";
	if ((c == COMMAND_EARLIER || c == COMMAND_LATER) &&
	    (at.place != PLACE_OTHER || !at.is_aligned))
		return "";
	if (c == COMMAND_FOLD_LANES && !at.has_threads)
		return "";
	if (view && view->pane == PANE_LOWER && c == view->command)
		return is_left_by_escape(view) ? "" : "graph";
	if (c == COMMAND_LOOK && has_sides(at))
		return "how";
	return commands[c].bar;
}

static int width_of(enum command c, struct keys_at at)
{
	char key[COMMAND_KEY_MAX];

	return (int)strlen(command_key(c, key)) + (int)strlen(keys_word(c, at)) + 3;
}

/* While two sides are compared: does the command concern them? */
static bool is_of_sides(enum command c, struct keys_at at)
{
	return has_sides(at) &&
	       (commands[c].kind == KIND_SIDES || c == COMMAND_DIFFERENTIAL ||
		c == COMMAND_WHY || c == COMMAND_LOOK ||
		(c == COMMAND_ENTER && at.place == PLACE_WHY));
}

/* Does the command work in views of the lower pane only? */
static bool is_of_lower(enum command c)
{
	unsigned lower = 0;

	for (int i = 0; i < VIEW_COUNT; i++)
		if (view_table[i].pane == PANE_LOWER)
			lower |= 1u << i;
	return (commands[c].where & ~lower) == 0;
}

/*
 * Keys that work as expected: Escape, Enter, the selection of columns in addition to cells, and the
 * next anomaly outside the map. They are in the bar only if there is room.
 */
static bool is_known(enum command c, enum place place, const struct view_info *view)
{
	static const unsigned plain = PLACE_GRAPH | PLACE_TABLE | PLACE_TREE;

	return c == COMMAND_COLUMNS ||
	       (c == COMMAND_CANCEL && !is_left_by_escape(view)) ||
	       (c == COMMAND_ENTER && (place & plain)) ||
	       (c == COMMAND_ANOMALY_NEXT && view->pane == PANE_LOWER &&
		place != PLACE_WHY);
}

/* Help and quit are at the right end of any bar, however narrow. */
static bool is_always_there(enum command c)
{
	return c == COMMAND_HELP || c == COMMAND_QUIT;
}

static int turn_of(enum command c, struct keys_at at)
{
	const struct view_info *view = view_at(at.place);

	if (is_always_there(c))
		return TURN_END;
	if (is_of_sides(c, at))
		return TURN_SIDES;
	if (view && is_known(c, at.place, view))
		return TURN_KNOWN;
	if (!view || view->pane != PANE_LOWER || at.place == PLACE_WHY)
		return TURN_OTHERS;
	if (c == view->command || c == COMMAND_ENTER || c == COMMAND_CANCEL)
		return TURN_OWN;
	if (shows_lower(c) && c != COMMAND_ANNOTATE)
		return TURN_INSTEAD;
	return is_of_lower(c) && c != COMMAND_ANNOTATE ? TURN_OWN : TURN_OTHERS;
}

static bool is_key_shown(enum command c, struct keys_at at)
{
	if (c == COMMAND_ENTER && at.place == PLACE_PAGE)
		return false; /* a page can only be read */
	if ((commands[c].kind == KIND_SIDES && !has_sides(at)) ||
	    (c == COMMAND_ANOMALY_NEXT && (at.is_timeless || at.is_counted)) ||
	    (c == COMMAND_ANNOTATE && at.is_counted) ||
	    (c == COMMAND_STATE && !at.has_switches) ||
	    (c == COMMAND_FREEZE && !at.is_live))
		return false;
	return (commands[c].where & at.place) && *keys_word(c, at);
}

/* The next word of the bar; false if there is none. Begin with a zeroed item. */
static bool next(struct keys_at at, int width, struct bar_item *item)
{
	int from = (int)item->command + 1;
	int x = item->command ? item->x + item->w : 1;
	int end = width + 1; /* where the words at the right end begin */

	for (int c = COMMAND_NONE + 1; c < COMMAND_COUNT; c++)
		if (is_key_shown((enum command)c, at) && is_always_there((enum command)c))
			end -= width_of((enum command)c, at);
	for (int turn = item->turn; turn < TURNS; turn++) {
		for (int i = from; i < COMMAND_COUNT; i++) {
			enum command c = (enum command)i;
			int w;

			if (turn_of(c, at) != turn || !is_key_shown(c, at))
				continue;
			w = width_of(c, at);
			if (is_always_there(c) && x < end)
				x = end;
			else if (x + w > width + 3 ||
				 (!is_always_there(c) && x + w > end))
				continue;
			*item = (struct bar_item){.word = text_of(keys_word(c, at)),
						  .x = x,
						  .w = w,
						  .turn = turn,
						  .command = c};
			return true;
		}
		from = COMMAND_NONE + 1;
	}
	return false;
}

void keys_draw_bar(struct keys_at at, struct pane p)
{
	struct bar_item item = {.x = 0};
	char key[COMMAND_KEY_MAX];

	while (next(at, p.area.w, &item)) {
		int x = item.x;

		x += pane_print(p, x, 0, (struct style){.attr = ATTR_BOLD},
				command_key(item.command, key));
		pane_text(p, x + 1, 0, (struct style){.attr = ATTR_DIM}, item.word);
	}
}

enum command keys_bar_at(struct keys_at at, int width, int x)
{
	struct bar_item item = {.x = 0};

	while (next(at, width, &item))
		if (x >= item.x && x < item.x + item.w - 2)
			return item.command;
	return COMMAND_NONE;
}

/* ---- the page of help ---- */

#define HELP_KEYS 16 /* columns of the keys */
#define HELP_TEXT 56 /* columns of the text: together with the keys they fit 80 columns */

/* The number of bytes of the words that fit a line of the help; at least one word. */
static size_t help_part(struct text text)
{
	size_t end = text.len;

	if (text.len <= HELP_TEXT)
		return end;
	for (end = HELP_TEXT; end > 0 && text.at[end] != ' ';)
		end--;
	return end ? end : HELP_TEXT;
}

static bool add_help(struct page_view *v, const char *keys, struct text help,
		     struct error *err)
{
	while (help.len) {
		size_t part = help_part(help);

		if (!page_view_add(v, err, "%-*s %.*s", HELP_KEYS, keys, (int)part,
				   help.at))
			return false;
		help = text_trim(text_from(help, part));
		keys = "";
	}
	return true;
}

/* The headings of the keys that work in one pane only. */
static const char *const pane_words[VIEW_COUNT] = {
    [VIEW_MAP] = "In the map",
    [VIEW_LANES] = "In lanes",
    [VIEW_OTHER] = "In the map of the second file",
    [VIEW_GRAPH] = "In the graph",
    [VIEW_TABLE] = "In the top table",
    [VIEW_TREE] = "In the call tree",
    [VIEW_WHY] = "In the list of differences",
    [VIEW_SANDWICH] = "Between callers and callees",
    [VIEW_CHART] = "In the chart of a thread",
};

/*
 * Add the keys that work in some panes only, or those that work in all. Enter has a different
 * effect in each.
 */
static bool add_commands(struct page_view *v, enum place place, bool of_panes,
			 struct error *err)
{
	for (int c = COMMAND_NONE + 1; c < COMMAND_COUNT; c++) {
		const struct command_info *info = &commands[c];
		bool own = c == COMMAND_ENTER || (info->where & PLACE_MAIN) != PLACE_MAIN;

		if ((info->where & place) && *info->keys && own == of_panes &&
		    !add_help(v, info->keys, text_of(info->help), err))
			return false;
	}
	return true;
}

bool keys_help(struct page_view *v, enum place place, struct error *err)
{
	static const char count[] = "repeats it: 10{right}, 3{step-on}";
	static const char mouse[] =
	    "drag selects, with Ctrl the baseline; a click starts, the next one ends; a "
	    "click on a frame zooms into "
	    "it; right button: zoom out; wheel scrolls, with "
	    "Ctrl zooms in time; Shift-click "
	    "moves the nearer end; Shift-drag is the terminal's "
	    "own selection; {mouse} turns "
	    "the mouse off and on";
	const struct view_info *view = view_at(place);
	const char *heading = view ? pane_words[view - view_table] : NULL;
	char words[sizeof mouse + COMMAND_KEY_MAX];

	page_view_release(v);
	v->title = " Keys ";
	/* the keys of the pane with the focus come first; outside the panes there is one list */
	if ((view && !page_view_add(v, err, "%s", heading ? heading : "In this pane")) ||
	    !add_commands(v, place, true, err) ||
	    (view && (!page_view_add(v, err, "%s", "") ||
		      !page_view_add(v, err, "Everywhere"))) ||
	    !add_commands(v, place, false, err))
		return false;
	command_words(count, words, sizeof words);
	if (!add_help(v, "a number before", text_of(words), err))
		return false;
	command_words(mouse, words, sizeof words);
	return add_help(v, "mouse", text_of(words), err);
}
