/* saved_choices.h - the configuration file, with options for all later commands. */

#ifndef CLI_SAVED_CHOICES_H
#define CLI_SAVED_CHOICES_H

#include <limits.h>
#include <stdio.h>

#include "base/text.h"

/* The rows of options.def. Choices come first, with the values of enum choice_id. */
enum option_id {
#define OPTION(id, name, letter, argument, takers, help) OPTION_##id,
#include "cli/options.def"
	OPTION_COUNT
};

/* The headings in the help and the manual, in order. */
enum option_group {
#define GROUP(group, title, id) GROUP_##group,
#define OPTION(id, name, letter, argument, takers, help)
#include "cli/options.def"
	GROUP_COUNT
};

struct options;

/*
 * The file is $XDG_CONFIG_HOME/flarescope/config, or ~/.config/flarescope/config. Each line is a
 * long option: "scale dark", "scale=dark" or "--scale dark"; # begins a comment.
 * FLARESCOPE_CONFIG=no disables the file.
 *
 * The file may contain choices with CHOICE_SAVED, and the options in SAVED rows of options.def.
 * Options that change the appearance affect only the screen, because the output of a script must
 * not depend on who runs it. The others, such as --memory, affect all commands.
 */
enum saved_where { SAVED_NEVER, SAVED_SCREEN, SAVED_EVERY };
enum saved_where saved_choices_where(enum option_id id);

/* The file, and the origin of each option. */
#define SET_BY_COMMAND UINT_MAX
struct saved_choices {
	char path[PATH_MAX]; /* "": unknown, or the file is disabled */
	char *text;	     /* owned: the contents, split into words; NULL: no file */
	struct {
		/* line number in the file; 0: default; or SET_BY_COMMAND */
		unsigned line;
		/* Borrowed from `text` or the command line; may be NULL. */
		const char *value;
	} from[OPTION_COUNT];
};

/*
 * Apply the file to `o`, before the command line, which overrides it. Valid lines are used. The
 * first ten invalid lines, and the number of the others, are reported on standard error. A file is
 * reported and ignored if other users could have written or replaced it, or if it is not a regular
 * text file of at most 64 KiB.
 */
void saved_choices_apply(struct options *o, unsigned taker);
void saved_choices_release(struct saved_choices *k);

/*
 * Change options in the file. Each of `lines` is "scale dark", "ascii", or "!scale" for the
 * default, and replaces the lines of that option; other lines and comments stay. If any line is
 * invalid, the file is unchanged. With `screen_only`, options that affect all commands are invalid,
 * because the requesting process may be controlled by a malicious profile.
 */
bool saved_choices_save(const struct saved_choices *k, const char *lines,
			bool screen_only, struct error *err);

/* Print all options that the file can contain, with their values and origins. */
void saved_choices_print(const struct saved_choices *k, FILE *out);

#endif
