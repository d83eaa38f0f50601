/* option_id.h - a number for every option: its row in options.def. */

#ifndef CLI_OPTION_ID_H
#define CLI_OPTION_ID_H

enum option_id {
#define GROUP(title, id)
#define OPTION(id, name, letter, argument, takers, help) OPTION_##id,
#include "cli/options.def"
#undef OPTION
#undef GROUP
	OPTION_COUNT
};

#endif
