#include "lib/seat.h"

#include <assert.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"

#define TIMEOUT_MS 60000 /* a slow machine; a test that waits longer is stuck */

static void draw(struct seat *s)
{
	workspace_draw(s->w, sheet_clean(&s->sheet));
}

void seat_start(struct seat *s, const char *path, const struct settings *settings,
		int width, int height)
{
	struct error err = ERROR_INIT;

	*s = (struct seat){.w = workspace_new(path, settings, &err)};
	assert(s->w);
	sheet_open(&s->sheet, width, height);
	draw(s);
}

void seat_open(struct seat *s, const char *path, const struct settings *settings,
	       int width, int height)
{
	seat_start(s, path, settings, width, height);
	seat_wait(s);
}

bool seat_wake(struct seat *s, int ms)
{
	struct pollfd news = {.fd = workspace_wake_fd(s->w), .events = POLLIN};
	bool changed = news.fd >= 0 && poll(&news, 1, ms) > 0 && workspace_wake(s->w);

	draw(s);
	return changed;
}

void seat_close(struct seat *s)
{
	workspace_free(s->w);
	sheet_close(&s->sheet);
}

struct seat *seat_new(const char *path, const struct settings *settings, int width,
		      int height)
{
	struct seat *s = calloc(1, sizeof *s);

	assert(s);
	if (path)
		seat_open(s, path, settings, width, height);
	return s;
}

void seat_free(struct seat *s)
{
	if (s->w)
		seat_close(s);
	free(s);
}

int seat_stop(void **state)
{
	seat_free(*state);
	*state = NULL;
	return 0;
}

void seat_wait(struct seat *s)
{
	struct pollfd news = {.events = POLLIN};

	draw(s);
	while ((news.fd = workspace_wake_fd(s->w)) >= 0) {
		int ready = poll(&news, 1, TIMEOUT_MS);

		assert(ready == 1);
		workspace_wake(s->w);
	}
	draw(s);
}

void seat_size(struct seat *s, int width, int height)
{
	sheet_close(&s->sheet);
	sheet_open(&s->sheet, width, height);
	draw(s);
}

static bool obey(struct seat *s, const struct input *in)
{
	bool changed = workspace_do(s->w, in);

	draw(s);
	return changed;
}

bool seat_do(struct seat *s, enum command c)
{
	return obey(s, &(struct input){.command = c});
}

bool seat_do_n(struct seat *s, int count, enum command c)
{
	return obey(s, &(struct input){.command = c, .count = count});
}

bool seat_mouse(struct seat *s, enum command c, int x, int y)
{
	return obey(s, &(struct input){.command = c, .x = x, .y = y});
}

void seat_do_any(struct seat *s, struct dice *d, const enum command *keys, size_t count)
{
	static const int sizes[][2] = {{80, 24},  {40, 12},  {200, 60}, {20, 5},
				       {100, 15}, {120, 36}, {63, 17}};
	const int *size = sizes[dice_below(d, sizeof sizes / sizeof *sizes)];

	if (dice_below(d, 20) == 0)
		seat_size(s, size[0], size[1]);
	seat_mouse(s, keys[dice_below(d, (uint32_t)count)], (int)dice_below(d, 80),
		   (int)dice_below(d, 24));
}

void seat_type(struct seat *s, const char *text)
{
	for (; *text; text++)
		obey(s, &(struct input){.rune = (char32_t)(unsigned char)*text});
}

void seat_answer(struct seat *s, const char *text)
{
	seat_type(s, text);
	seat_do(s, COMMAND_ACCEPT);
}

void seat_ask(struct seat *s, enum command prompt, const char *text)
{
	seat_do(s, prompt);
	seat_do(s, COMMAND_KILL_START);
	seat_answer(s, text);
}

const char *seat_screen(struct seat *s)
{
	return sheet_text(&s->sheet);
}

const char *seat_line(struct seat *s, int y)
{
	return sheet_line(&s->sheet, y < 0 ? canvas_bounds(s->sheet.canvas).h + y : y);
}

bool seat_find(struct seat *s, const char *words, int *x, int *y)
{
	int height = canvas_bounds(s->sheet.canvas).h;

	for (*y = 0; *y < height; ++*y) {
		const char *line = sheet_line(&s->sheet, *y), *at = strstr(line, words);

		if (at) {
			*x = utf8_columns((struct text){line, (size_t)(at - line)});
			return true;
		}
	}
	return sheet_says(&s->sheet, words);
}

bool seat_shows(struct seat *s, const char *words)
{
	return strstr(seat_screen(s), words) != NULL;
}

bool seat_says(struct seat *s, const char *words)
{
	return sheet_says(&s->sheet, words);
}

/* "1,606" */
static const char *number(const char *at, long *n)
{
	for (*n = 0; (*at >= '0' && *at <= '9') || *at == ','; at++)
		if (*at != ',')
			*n = 10 * *n + (*at - '0');
	return at;
}

long seat_samples(struct seat *s)
{
	const char *all = sheet_text(&s->sheet), *of = all, *from;
	long n;

	while ((of = strstr(of, " of "))) {
		of += strlen(" of ");
		from = of - strlen(" of ");
		while (from > all && strchr("0123456789,", from[-1]))
			from--;
		if (strncmp(number(of, &n), " samples", 8) == 0) {
			number(from, &n);
			return n;
		}
	}
	fprintf(stderr, "no number of samples on:\n%s", all);
	return -1;
}

const char *seat_file(const char *name)
{
	static char root[PATH_MAX], path[2 * PATH_MAX];
	const char *dir = getenv("srcdir");

	/* once: a test may have changed the directory before it calls this again */
	if (!root[0] && !realpath(dir ? dir : ".", root))
		abort();
	snprintf(path, sizeof path, "%s/%s", root, name);
	return path;
}
