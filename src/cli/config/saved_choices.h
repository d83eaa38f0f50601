/* saved_choices.h - the configuration file: options for all later commands. */

#ifndef CLI_SAVED_CHOICES_H
#define CLI_SAVED_CHOICES_H

#include <limits.h>
#include <stdio.h>

#include "base/text.h"

/* The rows of options.def; those of choices come first, with the numbers of enum choice_id. */
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

struct options;

/*
 * $XDG_CONFIG_HOME/flarescope/config, or ~/.config/flarescope/config. Each line is a long option:
 * "scale dark", "scale=dark" or "--scale dark"; # begins a comment. FLARESCOPE_CONFIG=no turns the
 * file off. SAVED rows of options.def list the options: those for the appearance apply to the
 * screen only, as the output of scripts must not depend on the user; those that save resources
 * apply to all commands.
 */
enum saved_where { SAVED_NEVER, SAVED_SCREEN, SAVED_EVERY };
enum saved_where saved_choices_where(enum option_id id);

/* The origin of each option. */
#define SET_BY_COMMAND UINT_MAX
struct saved_choices {
	char path[PATH_MAX]; /* "": there is no place for a file */
	char *text;	     /* owned: the file, split into words; NULL: no file */
	struct {
		unsigned line; /* line in the file; 0: default; or SET_BY_COMMAND */
		/* Borrowed from `text` or the command line; may be NULL. */
		const char *value;
	} from[OPTION_COUNT];
};

/*
 * Apply the file to the command, before its own options. The first invalid lines, and the number of
 * further ones, are reported on standard error; valid lines are used. A file that other users could
 * have written or substituted, or that is not a regular file, is reported and ignored.
 */
void saved_choices_apply(struct options *o, unsigned taker);
void saved_choices_release(struct saved_choices *k);

/*
 * Write choices into the file. Each of `lines` is "scale dark", "ascii", or "!scale" for the
 * default, and replaces the lines of that option; all other lines and comments stay. Any invalid
 * line leaves the file unchanged. So does, with `screen_only`, an option that applies to all
 * commands: the requesting process may be controlled by a malicious file.
 */
bool saved_choices_save(const struct saved_choices *k, const char *lines,
			bool screen_only, struct error *err);

/* Print all options that can be kept, with their values and origins. */
void saved_choices_print(const struct saved_choices *k, FILE *out);

#endif
