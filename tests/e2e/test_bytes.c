/*
 * The bytes that a step sends to the terminal, for each kind of colours, with profiles of many
 * narrow frames.
 */

#include "lib/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "program.h"

#define HOVER_MOST 2000 /* bytes */
#define DRAG_MOST  8000
#define STEPS	   5
#define STEP	   8 /* columns */
#define RARE	   "TERM=xterm-16color"

static const struct mode {
	const char *name;
	const char *env[3];
	const char *option, *value;
} modes[] = {
    {"24 bits, dark", {"COLORTERM=truecolor"}, "--theme", "dark"},
    {"24 bits, light", {"COLORTERM=truecolor"}, "--theme", "light"},
    {"24 bits, by process", {"COLORTERM=truecolor"}, "--colour-by", "process"},
    {"256, dark", {NULL}, "--theme", "dark"},
    {"256, light", {NULL}, "--theme", "light"},
    {"8, light", {"TERM=xterm"}, "--theme", "light"},
    {"8, as Linux' console", {"TERM=linux"}, "--theme", "dark"},
    {"none", {"NO_COLOR=1"}, "--theme", "dark"},
    {"16", {RARE}, "--theme", "dark"},
};

static int start(void **state)
{
	*state = NULL;
	return 0;
}

static size_t sent_by(struct terminal *t)
{
	terminal_settle(t);
	return terminal_sent(t);
}

static bool is_within(const struct mode *mode, const char *what, size_t sent, size_t most)
{
	if (sent > most)
		fprintf(stderr, "%s: %s sends %zu bytes, more than %zu\n", mode->name,
			what, sent, most);
	return sent <= most;
}

static bool hover_and_drag(struct terminal *t, const struct mode *mode)
{
	bool ok = true;
	int x, y;

	program_map(t, &x, &y);
	terminal_hover(t, x, y - 2);
	terminal_settle(t);
	for (int i = 1; i <= STEPS; i++) {
		terminal_mark(t);
		terminal_hover(t, x + 2 * i, i % 2 ? y - 3 : terminal_rows(t) - 6);
		ok &= is_within(mode, "hovering", sent_by(t), HOVER_MOST);
	}
	terminal_press(t, x + 2 * STEP, y - 10);
	terminal_settle(t);
	for (int i = 1; i <= STEPS; i++) {
		terminal_mark(t);
		terminal_drag(t, x + (2 + i) * STEP, y - 10);
		ok &= is_within(mode, "dragging", sent_by(t), DRAG_MOST);
	}
	terminal_release(t, x + (2 + STEPS) * STEP, y - 10);
	terminal_settle(t);
	if (!terminal_is_silent(t))
		fail_msg("%s: something is sent while nothing happens", mode->name);
	return ok;
}

/* Does this machine have a description of the mode's terminal? */
static bool is_known(const struct mode *mode)
{
	bool rare = mode->env[0] && strcmp(mode->env[0], RARE) == 0;

	return !rare || access("/usr/share/terminfo/x/xterm-16color", R_OK) == 0;
}

static void in_all_modes(void **state, const char *file)
{
	for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
		const char *argv[] = {program_name(), modes[i].option, modes[i].value,
				      file, NULL};

		if (!is_known(&modes[i])) {
			fprintf(stderr, "no terminal of 16 colours is described here\n");
			continue;
		}
		*state = terminal_start_with(200, 60, argv, modes[i].env);
		terminal_expect(*state, "samples");
		terminal_expect(*state, "whole profile");
		if (!hover_and_drag(*state, &modes[i]))
			fail_msg("%s: more is sent than the most", modes[i].name);
		program_stop(state);
		*state = NULL;
	}
}

TEST_WITH(of_a_collectors_threads_each_mode_is_within_its_bounds, start, program_stop)
{
	in_all_modes(state, program_example("gc.perf.gz"));
}

/* A parser in JavaScript, deep in recursion: the largest of all. */
TEST_WITH(of_deep_recursion_each_mode_is_within_its_bounds, start, program_stop)
{
	const char *src = getenv("srcdir"), *corpus = getenv("FLARESCOPE_CORPUS");
	char file[4096];

	snprintf(file, sizeof file, "%s%s/cpuprofile/speedscope--sucrase.cpuprofile.gz",
		 corpus ? corpus
		 : src	? src
			: ".",
		 corpus ? "" : "/../shared/corpus");
	if (access(file, R_OK) != 0)
		skip();
	in_all_modes(state, file);
}
