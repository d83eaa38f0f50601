/* fuzz_screen.c - any bytes as a file that is looked at: keys and clicks over all panes. */

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

struct user {
	struct workspace *w; /* owned */
	struct sheet sheet;
	struct dice dice;
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

/* Not those that write files or end. */
static enum command any_command(struct dice *d)
{
	enum command c = (enum command)dice_below(d, COMMAND_COUNT);

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

static void act(struct user *u)
{
	static const char typed[] = "a.*+(|[x=~!& 0123456789:-";
	struct input in = {
	    .command = any_command(&u->dice),
	    .count = dice_one_in(&u->dice, 8) ? (int)dice_below(&u->dice, 1000) : 0,
	    .x = (int)dice_below(&u->dice, 100),
	    .y = (int)dice_below(&u->dice, 40)};

	if (workspace_place(u->w) == PLACE_PROMPT && !dice_one_in(&u->dice, 4)) {
		in.command = COMMAND_NONE;
		in.rune = (char32_t)typed[dice_below(&u->dice, sizeof typed - 1)];
	}
	workspace_do(u->w, &in);
	workspace_shell_request(u->w);
	draw(u);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char nowhere[WORLD_PATH_MAX];
	struct settings settings = {.reading = {.threads = 1, .symbols = true}};
	struct user u = {.dice = {dice_sum(data, size)}};
	struct error err = ERROR_INIT;
	char path[WORLD_PATH_MAX];

	settings.reading.symfs = world_path("nowhere", nowhere);
	mem_set_budget((size_t)1 << 30);
	world_write("it", data, size);
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
