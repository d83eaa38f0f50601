/*
 * The pictures in README.md and doc: each is drawn by the program, in colour.
 *
 * A line "![what is seen](pictures/why.svg "120x36 convoy.perf.gz ] W")" shows one; the quoted
 * text, which browsers show when the pointer rests on it, describes how to make it, in the words of
 * scene.h. Keys are processed as in a terminal, through keyboard.h, and the canvas goes through
 * print_svg.h. A picture with film: in its words moves: it contains the frames one after another,
 * shown by its own style sheet.
 *
 * REMAKE_SCREENS=1 writes the pictures into these files instead (make screens).
 */
#include "lib/unit.h"

#include <glob.h>
#include <locale.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "canvas/print_svg.h"
#include "lib/work_dir.h"
#include "e2e/scene.h"
#include "tui/keyboard.h"
#include "workspace/workspace.h"

#define LONGEST 4096
#define MOST	64

/* A workspace without a terminal, and everything needed to draw it. */
struct stage {
	struct workspace *workspace; /* owned */
	struct keyboard *keyboard;   /* owned */
	struct canvas *canvas;	     /* owned */
	struct settings settings;
};

static const char *top; /* the source tree */
static char begun_in[LONGEST];

/* ---- operating a stage ---- */

static void settle(struct stage *s)
{
	struct pollfd news = {.events = POLLIN};

	workspace_draw(s->workspace, pane_whole(s->canvas));
	while ((news.fd = workspace_wake_fd(s->workspace)) >= 0) {
		assert_int_equal(poll(&news, 1, 60000), 1);
		workspace_wake(s->workspace);
	}
	workspace_draw(s->workspace, pane_whole(s->canvas));
}

static void type(struct stage *s, const char *bytes)
{
	struct input in;
	int ms;

	assert_true(keyboard_push(s->keyboard, text_of(bytes)));
	for (;;) {
		while (keyboard_next(s->keyboard, workspace_place(s->workspace), &in)) {
			workspace_do(s->workspace, &in);
			settle(s);
		}
		ms = keyboard_timeout(s->keyboard); /* for an Escape */
		if (ms < 0)
			return;
		poll(NULL, 0, ms);
	}
}

static void set_up(struct stage *s, struct scene *scene)
{
	struct error err = ERROR_INIT;

	*s = (struct stage){.settings.theme.depth = PALETTE_256,
			    .settings.reading = {.symbols = true, .sparing = true}};
	if (*scene->baseline)
		s->settings.baseline_file = scene->baseline;
	if (*scene->scale)
		assert_true(choice_parse(&s->settings.choice, NULL, CHOICE_SCALE,
					 scene->scale, &err));
	while (*scene->hues &&
	       strcmp(hues_by_names[s->settings.choice.hues_by], scene->hues) != 0) {
		s->settings.choice.hues_by++;
		assert_in_range(s->settings.choice.hues_by, 0, HUES_BY - 1);
	}
	s->settings.theme.told_light = s->settings.choice.scale != 1 + HEAT_DARK;
	theme_follow(&s->settings.theme, &s->settings.choice);
	s->keyboard = keyboard_new("xterm-256color", true, 1, &err);
	s->canvas = canvas_new(scene->columns, scene->rows, &err);
	s->workspace = workspace_new(scene->file, &s->settings, &err);
	assert_int_equal(err.kind, ERROR_NONE);
	settle(s);
	assert_false(workspace_failure(s->workspace, &err));
}

static void clear_up(struct stage *s)
{
	workspace_free(s->workspace);
	canvas_free(s->canvas);
	keyboard_free(s->keyboard);
}

/* The SVG of the current screen. Release with free(). */
static char *picture(struct stage *s)
{
	struct svg_look look = {.depth = PALETTE_256, .ground = palette_light};
	struct error err = ERROR_INIT;
	char *svg = NULL;
	size_t len;
	FILE *out = open_memstream(&svg, &len);

	assert_non_null(out);
	if (s->settings.theme.scale == HEAT_DARK)
		look.ground = palette_dark;
	assert_true(print_svg(s->canvas, &look, out, &err));
	assert_int_equal(fclose(out), 0);
	return svg;
}

#define FRAME_SECONDS  3
#define CAPTION_HEIGHT 32

/* Escapes "<" and "&" in typed text, as in <Enter>. */
static void put_text(FILE *out, const char *text)
{
	for (; *text; text++) {
		if (*text == '<')
			fputs("&lt;", out);
		else if (*text == '&')
			fputs("&amp;", out);
		else
			fputc(*text, out);
	}
}

/*
 * Write a frame of a moving picture: the contents of the SVG, and the caption below. Programs
 * without animations show the first one.
 */
static void put_frame(FILE *out, int n, const char *svg, const struct scene *s)
{
	const char *body = strchr(svg, '\n') + 1, *end = strstr(body, "</svg>");

	fprintf(out, "<g class=\"f\" style=\"animation-delay:%ds%s\">\n%.*s",
		n * FRAME_SECONDS, n ? "" : ";visibility:visible", (int)(end - body),
		body);
	fprintf(out, "<text class=\"c\" x=\"8\" y=\"%d\">", s->rows * 16 + 24);
	if (*s->keys) {
		fputs("<tspan class=\"k\">", out);
		put_text(out, s->keys);
		fputs("</tspan>   ", out);
	}
	put_text(out, s->caption);
	fputs("</text>\n</g>\n", out);
}

/* Begin a picture of `frames`, as large as `svg` with a line of text below it. */
static void begin_film(FILE *out, const char *svg, const struct scene *s, int frames)
{
	int w = s->columns * 8 + 16, h = s->rows * 16 + 16 + CAPTION_HEIGHT;
	const char *font = strstr(svg, "font-family");

	fprintf(out,
		"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
		"viewBox=\"-8 -8 %d %d\" %.*s\n<style>\n"
		"@keyframes f{0%%{visibility:visible}%.2f%%,100%%{visibility:hidden}}\n"
		".f{visibility:hidden;animation:f %ds step-end infinite}\n"
		".c{font-size:16px;fill:#57606a;white-space:pre}.k{font-weight:bold;fill:"
		"#0969da}\n"
		"@media(prefers-reduced-motion:reduce){.f{animation:none}}\n</style>\n",
		w, h, w, h, (int)strcspn(font, "\n"), font, 100.0 / frames,
		frames * FRAME_SECONDS);
}

/* The SVG of a scene. Release with free(). */
static char *drawn(const char *words)
{
	struct scene scene = scene_of(words);
	struct stage s;
	char bytes[SCENE_BYTES], *svg, *film = NULL;
	size_t len;
	int frames = 0, n = 0;
	FILE *out = NULL;

	for (const char *at = words; (at = strstr(at, " film:")); at++)
		frames++;
	set_up(&s, &scene);
	while (scene_step(&scene, bytes)) {
		if (!*scene.caption) {
			type(&s, bytes);
			continue;
		}
		svg = picture(&s);
		if (!out) {
			out = open_memstream(&film, &len);
			assert_non_null(out);
			begin_film(out, svg, &scene, frames);
		}
		put_frame(out, n++, svg, &scene);
		free(svg);
	}
	if (out) {
		fputs("</svg>\n", out);
		assert_int_equal(fclose(out), 0);
		svg = film;
	} else {
		svg = picture(&s);
	}
	clear_up(&s);
	return svg;
}

/* ---- pages, and the files that they show ---- */

/* The whole file, or NULL. Release with free(). */
static char *content(const char *path)
{
	FILE *in = fopen(path, "r");
	char *all = calloc(1, 1), buf[4096];
	size_t len = 0, n;

	assert_non_null(all);
	while (in && (n = fread(buf, 1, sizeof buf, in)) > 0) {
		all = realloc(all, len + n + 1);
		assert_non_null(all);
		memcpy(all + len, buf, n);
		len += n;
		all[len] = '\0';
	}
	if (!in) {
		free(all);
		return NULL;
	}
	fclose(in);
	return all;
}

/* Compare with the file, or write it if pictures are being remade. */
static void compare_or_write(const char *path, const char *svg)
{
	char *there;

	if (getenv("REMAKE_SCREENS")) {
		FILE *out = fopen(path, "w");

		assert_non_null(out);
		fputs(svg, out);
		assert_int_equal(fclose(out), 0);
		return;
	}
	there = content(path);
	if (!there || strcmp(there, svg) != 0)
		fail_msg("%s is not what is drawn: make screens, and look at it", path);
	free(there);
}

/* The pictures that pages show: the path of each, and the words that make it. */
struct gallery {
	char path[MOST][LONGEST], words[MOST][1024];
	int count;
};

static void add_shown(struct gallery *all, const char *path, const char *words)
{
	for (int i = 0; i < all->count; i++) {
		if (strcmp(all->path[i], path) != 0)
			continue;
		assert_string_equal(all->words[i], words); /* two pages, one picture */
		return;
	}
	assert_in_range(all->count, 0, MOST - 1);
	snprintf(all->path[all->count], LONGEST, "%s", path);
	snprintf(all->words[all->count], sizeof all->words[0], "%s", words);
	all->count++;
}

static void find_in_page(struct gallery *all, const char *page)
{
	char *text = content(page), *save = NULL;
	int folder = (int)(strrchr(page, '/') - page);

	assert_non_null(text);
	for (char *line = strtok_r(text, "\n", &save); line;
	     line = strtok_r(NULL, "\n", &save)) {
		char name[256], words[1024], path[LONGEST], real[LONGEST];

		if (sscanf(line, "![%*[^]]](%255[^ )] \"%1023[^\"]\")", name, words) != 2)
			continue;
		snprintf(path, sizeof path, "%.*s/%s", folder, page, name);
		*strrchr(path, '/') = '\0'; /* the folder exists, if not the file */
		assert_non_null(realpath(path, real));
		strcat(strcat(real, "/"), strrchr(name, '/') + 1);
		add_shown(all, real, words);
	}
	free(text);
}

static const struct gallery *gallery(void)
{
	static struct gallery all;
	static const char *const pages[] = {"README.md", "doc/*.md",
					    "doc/walkthroughs/*.md"};

	if (all.count)
		return &all;
	for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
		char pattern[LONGEST];
		glob_t found;

		snprintf(pattern, sizeof pattern, "%s/%s", top, pages[i]);
		assert_int_equal(glob(pattern, 0, NULL, &found), 0);
		for (size_t p = 0; p < found.gl_pathc; p++)
			find_in_page(&all, found.gl_pathv[p]);
		globfree(&found);
	}
	return &all;
}

/* ---- tests ---- */

TEST(each_picture_is_what_the_program_draws)
{
	const struct gallery *all = gallery();

	assert_in_range(all->count, 4, MOST);
	for (int i = 0; i < all->count; i++) {
		char *svg = drawn(all->words[i]);

		assert_in_range(strlen(svg), 2000,
				strstr(svg, "<style>") ? 250000 : 25000);
		compare_or_write(all->path[i], svg);
		free(svg);
	}
}

TEST(each_file_is_a_picture_that_a_page_shows)
{
	const struct gallery *all = gallery();
	char pattern[LONGEST], real[LONGEST];
	glob_t found;

	snprintf(pattern, sizeof pattern, "%s/doc/pictures/*", top);
	assert_int_equal(glob(pattern, 0, NULL, &found), 0);
	for (size_t p = 0; p < found.gl_pathc; p++) {
		int i = 0;

		assert_non_null(realpath(found.gl_pathv[p], real));
		while (i < all->count && strcmp(all->path[i], real) != 0)
			i++;
		if (i == all->count)
			fail_msg("no page shows %s", real);
	}
	assert_int_equal(found.gl_pathc, all->count);
	globfree(&found);
}

/* A picture made without other options and without a key equals the output of `open`. */
TEST(a_picture_is_what_open_prints)
{
	const char *program = getenv("FLARESCOPE");
	static const char *const both[][2] = {
	    {"110x31 service.perf.gz", "--width 110 --height 31 service.perf.gz"},
	    {"80x24 openssl.perf.gz scale:dark",
	     "--width 80 --height 24 --scale dark openssl.perf.gz"},
	    {"100x30 service.perf.gz colour-by:thread",
	     "--width 100 --height 30 --colour-by thread service.perf.gz"},
	    {"120x36 new.perf.gz,old.perf.gz", "new.perf.gz old.perf.gz"},
	};

	for (size_t i = 0; i < sizeof both / sizeof *both; i++) {
		char command[LONGEST], *here = drawn(both[i][0]), *printed;

		snprintf(
		    command, sizeof command,
		    "FLARESCOPE_CACHE=no COLUMNS= LINES= %s open --format screen-svg "
		    "%s > printed.svg",
		    program ? program : "flarescope", both[i][1]);
		assert_int_equal(system(command), 0);
		printed = content("printed.svg");
		assert_non_null(printed);
		assert_string_equal(here, printed);
		free(printed);
		free(here);
	}
}

/* Examples are opened by their names. */
static int enter_scratch(void **state)
{
	static char dir[WORK_DIR], source[LONGEST];
	char pattern[LONGEST];
	glob_t found;

	assert_non_null(getcwd(begun_in, sizeof begun_in));
	assert_non_null(realpath(getenv("srcdir") ? getenv("srcdir") : ".", source));
	top = source;
	work_dir_make(dir, "pictures");
	assert_int_equal(chdir(dir), 0);
	snprintf(pattern, sizeof pattern, "%s/data/examples/*.gz", top);
	assert_int_equal(glob(pattern, 0, NULL, &found), 0);
	for (size_t i = 0; i < found.gl_pathc; i++)
		assert_int_equal(
		    symlink(found.gl_pathv[i], strrchr(found.gl_pathv[i], '/') + 1), 0);
	globfree(&found);
	*state = dir;
	return 0;
}

static int leave_scratch(void **state)
{
	work_dir_remove(*state);
	return chdir(begun_in);
}

static int prepare(void **state)
{
	setlocale(LC_ALL, "C.UTF-8"); /* wcwidth() depends on the locale */
	setenv("TZ", "UTC", 1);
	return enter_scratch(state);
}

TEST_GROUP(prepare, leave_scratch);
