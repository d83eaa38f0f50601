/* option_id.h - the numbers of the options: the rows of options.def. */

#ifndef CLI_OPTION_ID_H
#define CLI_OPTION_ID_H

/* Options that are choices come first, with the numbers of enum choice_id. */
enum option_id {
#define OPTION(id, name, letter, argument, takers, help) OPTION_##id,
#include "cli/options.def"
	OPTION_COUNT
};

/* The headings of help and manual, in order. */
enum option_group {
#define GROUP(group, title, id) GROUP_##group,
#define OPTION(id, name, letter, argument, takers, help)
#include "cli/options.def"
	GROUP_COUNT
};

#endif
