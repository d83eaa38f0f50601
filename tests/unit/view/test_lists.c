#include "lib/unit.h"

#include <locale.h>

#include "lib/sheet.h"
#include "view/keys.h"
#include "view/menu_view.h"
#include "view/page_view.h"

static const struct theme theme = {.depth = PALETTE_256};

static bool press(struct list *l, enum command c, int count, int height)
{
	return list_move(l, &(struct input){.command = c, .count = count}, height);
}

/* ---- list ---- */

TEST(a_list_scrolls_to_keep_the_cursor_in_sight)
{
	struct list l = {0};

	list_resize(&l, 10);
	assert_true(press(&l, COMMAND_DOWN, 0, 4));
	assert_int_equal(l.cursor, 1);
	assert_int_equal(l.scroll, 0);
	press(&l, COMMAND_DOWN, 4, 4);
	assert_int_equal(l.cursor, 5);
	assert_int_equal(l.scroll, 2);
	press(&l, COMMAND_UP, 4, 4);
	assert_int_equal(l.cursor, 1);
	assert_int_equal(l.scroll, 1);
}

TEST(a_list_ends_at_its_ends)
{
	struct list l = {0};

	list_resize(&l, 10);
	press(&l, COMMAND_UP, 1, 4);
	assert_int_equal(l.cursor, 0);
	press(&l, COMMAND_PAGE_DOWN, INT32_MAX, 4);
	assert_int_equal(l.cursor, 9);
	assert_int_equal(l.scroll, 6);
	press(&l, COMMAND_TOP, 0, 4);
	assert_int_equal(l.cursor, 0);
	press(&l, COMMAND_BOTTOM, 0, 4);
	assert_int_equal(l.cursor, 9);
	press(&l, COMMAND_BOTTOM, 3, 4);
	assert_int_equal(l.cursor, 2);
	assert_false(press(&l, COMMAND_ENTER, 0, 4));
}

TEST(an_empty_list_can_be_moved_in)
{
	struct list l = {0};
	uint32_t line;

	list_resize(&l, 0);
	press(&l, COMMAND_DOWN, 0, 4);
	press(&l, COMMAND_BOTTOM, 0, 0);
	assert_int_equal(l.cursor, 0);
	assert_false(list_at(&l, 0, 4, &line));
}

TEST(the_cursor_stays_on_its_line_if_there_still_is_one)
{
	struct list l = {0};

	list_resize(&l, 10);
	list_point(&l, 7, 4);
	list_resize(&l, 9);
	assert_int_equal(l.cursor, 7);
	list_resize(&l, 3);
	assert_int_equal(l.cursor, 2);
	assert_true(l.scroll <= l.cursor);
	list_resize(&l, 0);
	assert_int_equal(l.cursor, 0);
}

TEST(a_row_of_the_window_is_a_line_of_the_list)
{
	struct list l = {.count = 5, .scroll = 3};
	uint32_t line = 99;

	assert_true(list_at(&l, 1, 4, &line));
	assert_int_equal(line, 4);
	assert_false(list_at(&l, 2, 4, &line));
	assert_false(list_at(&l, -1, 4, &line));
	assert_false(list_at(&l, 4, 4, &line));
}

/* ---- menu ---- */

static struct menu_view a_menu(void)
{
	struct menu_view m = {
	    .title = " Rows ", .hint = " Enter: take ", .can_refuse = true};
	struct error err = ERROR_INIT;

	assert_true(menu_view_add(&m, TEXT("ten"), "10", "k10", &err));
	assert_true(menu_view_add(&m, TEXT("fifty"), "50", NULL, &err));
	assert_true(
	    menu_view_add(&m, TEXT("\033[31m\xe4\xb8\xad\xff"), "1,000", NULL, &err));
	return m;
}

TEST(a_menu_is_a_box_with_its_lines_and_details)
{
	struct menu_view m = a_menu();
	struct sheet s;

	sheet_open(&s, 24, 8);
	menu_view_draw(&m, &theme, sheet_clean(&s));
	assert_string_equal(sheet_text(&s), "\n"
					    "  ┌─ Rows ──────────┐\n"
					    "  │ ten          10 │\n"
					    "  │ fifty        50 │\n"
					    "  │ �[31m中�  1,000 │\n"
					    "  └─ Enter: take ───┘\n"
					    "\n"
					    "\n");
	assert_true(sheet_is_harmless(&s));
	assert_int_equal(sheet_cell(&s, 4, 2)->style.attr, ATTR_REVERSE);
	sheet_close(&s);
	menu_view_release(&m);
}

TEST(a_line_that_is_found_has_the_colour_of_the_terminals_background)
{
	for (int light = 0; light < 2; light++) {
		const struct theme t = {.depth = PALETTE_256, .light = light};
		struct menu_view m = a_menu();
		struct sheet s;

		sheet_open(&s, 24, 8);
		assert_true(menu_view_search(&m, TEXT("fif"), pane_whole(s.canvas)));
		menu_view_draw(&m, &t, sheet_clean(&s));
		assert_int_equal(sheet_cell(&s, 4, 3)->rune, 'f');
		assert_int_equal(sheet_cell(&s, 4, 3)->style.fg,
				 theme_found_words(&t).fg);
		assert_int_equal(sheet_cell(&s, 4, 2)->style.fg, COLOUR_DEFAULT);
		sheet_close(&s);
		menu_view_release(&m);
	}
}

TEST(a_menu_answers_with_the_line_that_was_chosen)
{
	struct pane p = {.area = {0, 0, 24, 8}};
	struct menu_view m = a_menu();
	struct action r;

	menu_view_command(&m, &(struct input){.command = COMMAND_DOWN}, p);
	r = menu_view_command(&m, &(struct input){.command = COMMAND_ENTER}, p);
	assert_int_equal(r.kind, ACTION_LINE);
	assert_int_equal(r.command, COMMAND_ENTER);
	assert_int_equal(r.id, 1);
	r = menu_view_command(&m, &(struct input){.command = COMMAND_DROP}, p);
	assert_int_equal(r.kind, ACTION_LINE);
	assert_int_equal(r.command, COMMAND_DROP);
	assert_int_equal(r.id, 1);
	m.can_refuse = false;
	r = menu_view_command(&m, &(struct input){.command = COMMAND_DROP}, p);
	assert_int_equal(r.kind, ACTION_NONE);
	r = menu_view_command(&m, &(struct input){.command = COMMAND_CANCEL}, p);
	assert_int_equal(r.kind, ACTION_CLOSE);
	menu_view_release(&m);
}

TEST(a_click_chooses_the_line_it_is_on_and_beside_the_box_closes_it)
{
	struct pane p = {.area = {0, 0, 24, 8}};
	struct menu_view m = a_menu();
	struct action r;

	r = menu_view_command(&m, &(struct input){COMMAND_PRESS, .x = 5, .y = 4}, p);
	assert_int_equal(r.kind, ACTION_LINE);
	assert_int_equal(r.command, COMMAND_ENTER);
	assert_int_equal(r.id, 2);
	r = menu_view_command(&m, &(struct input){COMMAND_PRESS, .x = 0, .y = 4}, p);
	assert_int_equal(r.kind, ACTION_CLOSE);
	menu_view_release(&m);
}

TEST(a_menu_larger_than_the_screen_is_cut_and_scrolls)
{
	struct menu_view m = {.title = " Long ", .hint = " hint "};
	struct error err = ERROR_INIT;
	struct sheet s;

	for (int i = 0; i < 300; i++) {
		char label[100];

		memset(label, 'a' + i % 26, sizeof label);
		assert_true(menu_view_add(&m, (struct text){label, sizeof label}, "1",
					  NULL, &err));
	}
	sheet_open(&s, 20, 7);
	menu_view_command(&m, &(struct input){.command = COMMAND_BOTTOM},
			  pane_whole(s.canvas));
	menu_view_draw(&m, &theme, sheet_clean(&s));
	assert_string_equal(sheet_text(&s), "\n"
					    " ┌─ Long ─────────┐\n"
					    " │ llllll…lllll 1 │\n"
					    " │ mmmmmm…mmmmm 1 │\n"
					    " │ nnnnnn…nnnnn 1 │\n"
					    " └─ hint ─────────┘\n"
					    "\n");
	sheet_close(&s);
	menu_view_release(&m);
}

/* ---- page ---- */

TEST(a_page_scrolls_to_its_end_and_not_further)
{
	struct page_view v = {.title = " Facts "};
	struct error err = ERROR_INIT;
	struct sheet s;

	for (int i = 0; i < 9; i++)
		assert_true(page_view_add(&v, &err, "line %d", i));
	sheet_open(&s, 50, 6);
	page_view_draw(&v, sheet_clean(&s));
	assert_true(sheet_says(&s, "line 0"));
	assert_true(sheet_says(&s, "PageDown: more"));
	for (int i = 0; i < 20; i++)
		page_view_command(&v, &(struct input){.command = COMMAND_DOWN},
				  pane_whole(s.canvas));
	page_view_draw(&v, sheet_clean(&s));
	assert_null(strstr(sheet_text(&s), "line 5"));
	assert_true(sheet_says(&s, "line 6"));
	assert_true(sheet_says(&s, "line 8"));
	assert_null(strstr(sheet_text(&s), "more"));
	page_view_command(&v, &(struct input){.command = COMMAND_UP},
			  pane_whole(s.canvas));
	page_view_draw(&v, sheet_clean(&s));
	assert_true(sheet_says(&s, "line 5"));
	assert_int_equal(page_view_command(&v, &(struct input){.command = COMMAND_CANCEL},
					   pane_whole(s.canvas))
			     .kind,
			 ACTION_CLOSE);
	page_view_release(&v);
	sheet_close(&s);
}

TEST(a_short_page_does_not_scroll)
{
	struct page_view v = {.title = " Facts "};
	struct error err = ERROR_INIT;
	struct sheet s;

	assert_true(page_view_add(&v, &err, "only line"));
	sheet_open(&s, 50, 10);
	page_view_command(&v, &(struct input){.command = COMMAND_PAGE_DOWN},
			  pane_whole(s.canvas));
	page_view_draw(&v, sheet_clean(&s));
	assert_true(sheet_says(&s, "only line"));
	page_view_release(&v);
	sheet_close(&s);
}

TEST(a_text_too_long_for_80_columns_goes_on_below_itself)
{
	static const char text[] = "kernel symbols the kernel hides its addresses from "
				   "this user; run as root, or "
				   "sudo sysctl kernel.kptr_restrict=0";
	struct page_view v = {.title = " Facts "};
	struct error err = ERROR_INIT;
	struct sheet s;

	assert_true(page_view_wrap(&v, 15, TEXT("short"), &err));
	assert_true(page_view_wrap(&v, 15, text_of(text), &err));
	assert_true(page_view_wrap(&v, 15, TEXT(""), &err));
	assert_int_equal(v.list.count, 4);
	sheet_open(&s, 80, 24);
	page_view_draw(&v, sheet_clean(&s));
	assert_true(sheet_says(&s, "kernel symbols the kernel hides its addresses from "
				   "this user; run as root,"));
	assert_true(sheet_says(&s, "               or sudo sysctl "
				   "kernel.kptr_restrict=0"));
	page_view_release(&v);
	sheet_close(&s);
}

TEST(a_word_too_long_for_a_line_is_cut_into_several)
{
	char word[200] = "cmdline        ";
	struct page_view v = {.title = " Facts "};
	struct error err = ERROR_INIT;

	memset(word + 15, 'x', sizeof word - 16);
	assert_true(page_view_wrap(&v, 15, text_of(word), &err));
	assert_int_equal(v.list.count, 4);
	assert_int_equal(strlen(v.lines[0]), 75);
	assert_int_equal(strlen(v.lines[1]), 75);
	assert_int_equal(strspn(v.lines[3], " "), 15);
	page_view_release(&v);
}

/*
 * As in the page for a whole stack: numbers take half of the line, and the rest continues on the
 * next lines, indented.
 */
TEST(names_go_on_in_their_column_where_there_is_room_for_it)
{
	static const char line[] = "      596  43.7 %        596  43.7 %  msort_with_tmp"
				   "  /usr/lib/x86_64-linux-gnu/libc.so.6";
	struct page_view v = {.title = " Stack ", .width = 62};
	struct error err = ERROR_INIT;

	assert_true(page_view_wrap(&v, 38, text_of(line), &err));
	assert_true(strspn(v.lines[1], " ") == 38);
	page_view_release(&v);
	v = (struct page_view){.title = " Stack ", .width = 50};
	assert_true(page_view_wrap(&v, 38, text_of(line), &err));
	assert_int_equal(strspn(v.lines[1], " "), 2);
	page_view_release(&v);
}

static void type(struct page_view *v, const char *text, struct pane p)
{
	for (; *text; text++)
		page_view_command(v, &(struct input){.rune = (unsigned char)*text}, p);
}

TEST(a_page_is_searched_and_escape_ends_the_search_first)
{
	const struct input slash = {.command = COMMAND_SEARCH},
			   enter = {.command = COMMAND_ACCEPT},
			   next = {.command = COMMAND_NEXT},
			   before = {.command = COMMAND_PREVIOUS},
			   escape = {.command = COMMAND_CANCEL};
	struct page_view v = {.title = " Page "};
	struct error err = ERROR_INIT;
	struct sheet s;
	struct pane p;

	sheet_open(&s, 80, 20);
	p = pane_whole(s.canvas);
	for (int i = 0; i < 300; i++)
		assert_true(page_view_add(&v, &err, "line %d%s", i,
					  i % 100 == 50 ? " Heap::Mark" : ""));
	page_view_command(&v, &slash, p);
	assert_true(v.typing);
	type(&v, "heap::m", p);
	assert_int_equal(v.match, 50);
	page_view_command(&v, &enter, p);
	assert_false(v.typing);
	page_view_draw(&v, sheet_clean(&s));
	assert_true(sheet_says(&s, "line 50 Heap::Mark"));
	page_view_command(&v, &next, p);
	assert_int_equal(v.match, 150);
	page_view_command(&v, &before, p);
	page_view_command(&v, &before, p);
	assert_int_equal(v.match, 250); /* wraps around to the beginning */
	page_view_draw(&v, sheet_clean(&s));
	assert_true(sheet_says(&s, "line 250 Heap::Mark"));
	assert_int_equal(page_view_command(&v, &escape, p).kind, ACTION_REDRAW);
	assert_false(v.searching);
	page_view_command(&v, &slash, p);
	type(&v, "HEAP", p); /* a capital letter makes it case-sensitive */
	page_view_command(&v, &enter, p);
	page_view_draw(&v, sheet_clean(&s));
	assert_true(sheet_says(&s, "no line matches"));
	page_view_command(&v, &escape, p);
	assert_int_equal(page_view_command(&v, &escape, p).kind, ACTION_CLOSE);
	page_view_release(&v);
	sheet_close(&s);
}

TEST(a_page_says_that_there_is_more_of_it)
{
	struct page_view v = {.title = " Page "};
	struct error err = ERROR_INIT;
	struct sheet s;

	sheet_open(&s, 80, 12);
	for (int i = 0; i < 30; i++)
		assert_true(page_view_add(&v, &err, "line %d", i));
	page_view_draw(&v, sheet_clean(&s));
	assert_true(sheet_says(&s, " Page (1-9 of 30 lines) "));
	assert_true(sheet_says(&s, "Down, PageDown: more   /: search"));
	page_view_release(&v);
	sheet_close(&s);
}

TEST(the_help_begins_with_the_keys_of_the_pane)
{
	static const enum place places[] = {PLACE_MAP, PLACE_GRAPH, PLACE_TABLE};
	static const char *const heads[] = {"In the map", "In the graph",
					    "In the top table"};
	struct error err = ERROR_INIT;

	for (int i = 0; i < 3; i++) {
		struct page_view v = {0};

		assert_true(keys_help(&v, places[i], &err));
		assert_string_equal(v.lines[0], heads[i]);
		page_view_release(&v);
	}
}

TEST(the_help_has_every_key_of_the_place_and_no_other)
{
	struct page_view v = {0};
	struct error err = ERROR_INIT;
	bool columns = false, drop = false;

	assert_true(keys_help(&v, PLACE_MAP, &err));
	for (uint32_t i = 0; i < v.list.count; i++) {
		columns = columns || strstr(v.lines[i], commands[COMMAND_COLUMNS].help);
		drop = drop || strstr(v.lines[i], commands[COMMAND_DROP].help);
	}
	assert_true(columns);
	assert_false(drop);
	page_view_release(&v);
}

/* ---- commands and the key bar ---- */

TEST(every_command_has_a_name_of_its_own_a_place_and_a_help)
{
	for (int c = COMMAND_NONE + 1; c < COMMAND_COUNT; c++) {
		assert_true(*commands[c].name);
		assert_true(*commands[c].help);
		assert_int_not_equal(commands[c].where, 0);
		assert_int_equal(commands[c].where & ~(unsigned)PLACE_EVERYWHERE, 0);
		assert_non_null(commands[c].keys);
		assert_non_null(commands[c].bar);
		for (int d = c + 1; d < COMMAND_COUNT; d++)
			assert_string_not_equal(commands[c].name, commands[d].name);
		/* what the bar shows has a key */
		assert_true(!*commands[c].bar || *commands[c].keys);
	}
}

TEST(a_sentence_names_the_keys_of_the_table)
{
	char key[COMMAND_KEY_MAX], words[40];

	assert_string_equal(command_key(COMMAND_UNDO, key), "u");
	assert_string_equal(command_key(COMMAND_CANCEL, key), "Esc");
	assert_string_equal(command_key(COMMAND_INTERRUPT, key), "Ctrl-C");
	assert_string_equal(
	    command_words("{undo} undoes, {down 2} goes down", words, sizeof words),
	    "u undoes, Down goes down");
	assert_string_equal(command_words("{page-up 2}", words, sizeof words), "Ctrl-U");
	assert_string_equal(command_words("{nothing} {", words, sizeof words),
			    "{nothing} {");
	command_words("all of this would need a little more room", words, sizeof words);
	assert_true(strlen(words) < sizeof words);
}

TEST(each_pane_has_one_view_that_no_command_has_to_show)
{
	unsigned ready[PANES] = {0}; /* the bit of that view */

	for (int i = 0; i < VIEW_COUNT; i++) {
		const struct view_info *v = &view_table[i];

		assert_true(v->ops->size > 0);
		assert_non_null(v->ops->enter);
		assert_true(v->ops->update && v->ops->draw && v->ops->command &&
			    v->ops->release);
		if (v->command != COMMAND_NONE)
			continue;
		assert_int_equal(ready[v->pane], 0);
		ready[v->pane] = 1u << i;
	}
	for (int i = 0; i < VIEW_COUNT; i++) {
		const struct view_info *v = &view_table[i];
		/* to show it, and to leave it again */
		unsigned both = ready[v->pane] | 1u << i;

		assert_int_not_equal(ready[v->pane], 0);
		if (v->command != COMMAND_NONE)
			assert_int_equal(commands[v->command].where & both, both);
	}
}

TEST(eighty_columns_name_what_is_needed_next)
{
#define WORDS 8
	static const struct {
		enum place place;
		const char *words[WORDS];
	} panes[] = {
	    {PLACE_MAP,
	     {"v select", "] odd", "Enter graph", "W why", "D compare", "u undo",
	      "T top"}},
	    {PLACE_LANES, {"v select", "] odd", "W why", "D compare", "u undo"}},
	    {PLACE_GRAPH,
	     {"W why", "D compare", "u undo", "T top", "| tree", "_ chart", "J callers"}},
	    {PLACE_TABLE,
	     {"W why", "D compare", "u undo", "T graph", "| tree", "_ chart",
	      "J callers"}},
	    {PLACE_TREE,
	     {"W why", "u undo", "T top", "| graph", "_ chart", "! hottest",
	      "J callers"}},
	    {PLACE_CHART, {"Enter its time", "_ graph", "; next", "W why"}},
	    {PLACE_CODE, {"Esc back", "! hottest", "W why"}},
	    {PLACE_SANDWICH, {"Enter its callers", "Esc back", "T top", "| tree"}}};
	struct sheet s;

	sheet_open(&s, 80, 1);
	for (size_t i = 0; i < sizeof panes / sizeof *panes; i++) {
		keys_draw_bar((struct keys_at){.place = panes[i].place}, sheet_clean(&s));
		for (int j = 0; j < WORDS && panes[i].words[j]; j++)
			assert_true(sheet_says(&s, panes[i].words[j]));
	}
	sheet_close(&s);
}

TEST(the_bar_finds_each_command_where_it_has_drawn_its_word)
{
	static const enum place places[] = {
	    PLACE_MAP,	    PLACE_GRAPH, PLACE_TABLE, PLACE_TREE, PLACE_CHART,
	    PLACE_SANDWICH, PLACE_WHY,	 PLACE_FILES, PLACE_MENU, PLACE_PAGE};
	struct sheet s;

	for (int width = 5; width <= 200; width += 13) {
		sheet_open(&s, width, 1);
		for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
			struct pane p = sheet_clean(&s);
			const char *line;

			keys_draw_bar((struct keys_at){.place = places[i]}, p);
			line = sheet_line(&s, 0);
			for (int x = 0; x < width; x++) {
				enum command c = keys_bar_at(
				    (struct keys_at){.place = places[i]}, width, x);
				const char *word =
				    c ? strstr(line, keys_word(c,
							       (struct keys_at){
								   .place = places[i]}))
				      : "";

				assert_non_null(word);
				assert_true(!c || commands[c].where & places[i]);
				if (word > line && word - line == x && word[-1] == ' ')
					assert_int_not_equal(c, COMMAND_NONE);
			}
			if (width > 40)
				assert_int_not_equal(
				    keys_bar_at((struct keys_at){.place = places[i]},
						width, 1),
				    COMMAND_NONE);
		}
		sheet_close(&s);
	}
}

TEST(the_bar_shows_whole_words_only)
{
	struct sheet s;

	sheet_open(&s, 37, 1);
	keys_draw_bar((struct keys_at){.place = PLACE_MAP}, sheet_clean(&s));
	assert_string_equal(sheet_line(&s, 0), " v select  ] odd      ? help  q quit");
	sheet_close(&s);
	sheet_open(&s, 36, 1);
	keys_draw_bar((struct keys_at){.place = PLACE_MAP}, sheet_clean(&s));
	assert_string_equal(sheet_line(&s, 0), " v select  ] odd     ? help  q quit");
	assert_int_equal(keys_bar_at((struct keys_at){.place = PLACE_MAP}, 36, 19),
			 COMMAND_NONE);
	sheet_close(&s);
}

static int use_utf8(void **state)
{
	(void)state;
	setlocale(LC_CTYPE, "C.UTF-8");
	return 0;
}

TEST_GROUP(use_utf8, NULL);
