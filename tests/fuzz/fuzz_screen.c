/*
 * fuzz_screen.c - any bytes as a file on the screen: keys and clicks over all panes, with one file
 * or with two compared.
 */

#include <poll.h>
#include <stdlib.h>

#include "base/mem.h"
#include "fuzz/mutate/mutate.h"
#include "fuzz/world.h"
#include "lib/sheet.h"
#include "workspace/workspace.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

MUTATE_WITH(mutate_any)

#define TIMEOUT_MS 60000
#define STEPS	   80

/* Texts for prompts that would not be typed by chance. */
static const char *const words[] = {
    "self=",	   "self~",   "self-module=", "self-module~", "self-kind=user",
    "mode=kernel", "kind=",   "comm=",	      "module~",      "-5",
    "600ms,2s",	   "0.1+1us", "!a",	      "a | self~b",   "(a & !self=c)"};

/* Commands that must follow each other often enough to reach deep states. */
static const enum command favourites[] = {
    COMMAND_LANES,	COMMAND_FOLD_LANES,  COMMAND_FOLD,	    COMMAND_FOLD_HERE,
    COMMAND_LOOK,	COMMAND_STACK,	     COMMAND_FIT_RANGE,	    COMMAND_SEARCH,
    COMMAND_NEXT,	COMMAND_FILTER,	     COMMAND_ALIGN,	    COMMAND_SELECT,
    COMMAND_UNDO,	COMMAND_PANE,	     COMMAND_ENTER,	    COMMAND_CALLERS,
    COMMAND_LEAF_FIRST, COMMAND_TRANSFORM,   COMMAND_TREE,	    COMMAND_HOTTEST,
    COMMAND_CHART,	COMMAND_NEXT_THREAD, COMMAND_THREAD_BEFORE, COMMAND_ANNOTATE,
    COMMAND_DROP,	COMMAND_CANCEL};

struct user {
	struct workspace *w; /* owned */
	struct sheet sheet;
	struct dice dice;
	const char *word; /* the part of `words` that is being typed */
};

static void draw(struct user *u)
{
	workspace_draw(u->w, sheet_clean(&u->sheet));
	if (!sheet_is_harmless(&u->sheet))
		abort();
}

static void wait_for_file(struct user *u)
{
	struct pollfd news = {.events = POLLIN};

	draw(u);
	while ((news.fd = workspace_wake_fd(u->w)) >= 0) {
		if (poll(&news, 1, TIMEOUT_MS) != 1)
			abort();
		workspace_wake(u->w);
		draw(u);
	}
}

/* Excludes commands that write files or quit. */
static enum command any_command(struct dice *d)
{
	enum command c = (enum command)dice_below(d, COMMAND_COUNT);

	if (dice_one_in(d, 3))
		c = favourites[dice_below(d, sizeof favourites / sizeof *favourites)];
	switch (c) {
	case COMMAND_SAVE:
	case COMMAND_QUIT:
	case COMMAND_QUIT_NOW:
	case COMMAND_INTERRUPT:
	case COMMAND_SUSPEND:
		return COMMAND_ENTER;
	default:
		return c;
	}
}

/* For a prompt: a meaningful word, or random characters. */
static char32_t typed(struct user *u)
{
	static const char any[] = "a.*+(|[x=~!& 0123456789:-";

	if (!u->word && dice_one_in(&u->dice, 4))
		u->word = words[dice_below(&u->dice, sizeof words / sizeof *words)];
	if (!u->word || !*u->word) {
		u->word = NULL;
		return (char32_t)any[dice_below(&u->dice, sizeof any - 1)];
	}
	return (char32_t)*u->word++;
}

static void act(struct user *u)
{
	struct input in = {
	    .command = any_command(&u->dice),
	    .count = dice_one_in(&u->dice, 8) ? (int)dice_below(&u->dice, 1000) : 0,
	    .x = (int)dice_below(&u->dice, 100),
	    .y = (int)dice_below(&u->dice, 40)};

	if (workspace_place(u->w) != PLACE_PROMPT)
		u->word = NULL;
	else if (u->word || !dice_one_in(&u->dice, 4)) {
		in.command = COMMAND_NONE;
		in.rune = typed(u);
	}
	workspace_do(u->w, &in);
	workspace_shell_action(u->w);
	draw(u);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char nowhere[WORLD_PATH_MAX];
	struct settings settings = {.reading = {.threads = 1, .symbols = true}};
	struct user u = {.dice = {dice_sum(data, size)}};
	struct error err = ERROR_INIT;
	char path[WORLD_PATH_MAX], other[WORLD_PATH_MAX];

	settings.reading.symfs = world_path("nowhere", nowhere);
	mem_set_budget((size_t)1 << 30);
	world_write("it", data, size);
	if (dice_one_in(&u.dice, 3)) {
		world_write("other", data, size);
		settings.baseline_file = world_path("other", other);
	}
	if (dice_one_in(&u.dice, 4))
		settings.choice.lanes = 1 + (unsigned)dice_below(&u.dice, LANES_BY);
	settings.choice.hues_by = (enum hues_by)dice_below(&u.dice, HUES_BY);
	u.w = workspace_new(world_path("it", path), &settings, &err);
	if (!u.w)
		abort();
	sheet_open(&u.sheet, 100, 40);
	wait_for_file(&u);
	if (!workspace_failure(u.w, &err))
		for (int i = 0; i < STEPS; i++) {
			act(&u);
			wait_for_file(&u); /* inlined functions read it again */
		}
	workspace_free(u.w);
	sheet_close(&u.sheet);
	return 0;
}
