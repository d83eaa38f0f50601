#include "view/command.h"

#include <stddef.h>

/* commands.def writes sets of places without their prefix: MAIN, GRAPH|TABLE. */
enum {
	MAP = PLACE_MAP,
	GRAPH = PLACE_GRAPH,
	TABLE = PLACE_TABLE,
	MENU = PLACE_MENU,
	MAIN = PLACE_MAIN,
	LISTS = PLACE_LISTS,
	PROMPT = PLACE_PROMPT,
	EVERYWHERE = PLACE_EVERYWHERE,
};

const struct command_info commands[COMMAND_COUNT] = {
#define COMMAND(id, name, where, keys, bar, help)                                        \
	[COMMAND_##id] = {name, (unsigned)(where), keys, bar, help},
#include "view/commands.def"
#undef COMMAND
};
