/* kept_choices.h - options that the user has written down once, for all later commands. */

#ifndef CLI_KEPT_CHOICES_H
#define CLI_KEPT_CHOICES_H

#include <limits.h>
#include <stdio.h>

#include "base/text.h"
#include "cli/option_id.h"

struct options;

/*
 * $XDG_CONFIG_HOME/flarescope/config, else ~/.config/flarescope/config: a long option a line,
 * "scale dark", "scale=dark" or "--scale dark"; # begins a comment. FLARESCOPE_CONFIG=no turns it
 * off. KEPT rows of options.def say which options: how things look counts on the screen alone, or
 * what a script prints would depend on who runs it; what spares the host counts for all commands.
 */
enum kept_where { KEPT_NOT, KEPT_SCREEN, KEPT_EVERY };
enum kept_where kept_choices_where(enum option_id id);

/* Where each option is from. */
#define KEPT_BY_COMMAND UINT_MAX
struct kept_choices {
	char path[PATH_MAX]; /* "": there is no place for a file */
	char *text;	     /* owned: of the file, cut into words; NULL: there is none */
	struct {
		unsigned line; /* 0: usual; KEPT_BY_COMMAND; else that of the file */
		const char
		    *value; /* borrowed from `text` or the command line; may be NULL */
	} from[OPTION_COUNT];
};

/*
 * Take what the file says for the command, before its own options, and tell on standard error
 * of the first lines that cannot be taken, and how many more; the others count. A file that somebody
 * else could have written or led to, or that is no file, is not read, and that is told, too.
 */
void kept_choices_apply(struct options *o, unsigned taker);
void kept_choices_release(struct kept_choices *k);

/*
 * Have the file say so from now on: of `lines`, "scale dark", "ascii" or "!scale", that it is as usual,
 * each takes the place of what it says of that option. All else stays, comments too. One
 * line that cannot be taken, and nothing is changed; nor is any of those that do not only count on
 * the screen, if it is `screen_only`: who asks may be a process that a file has taken over.
 */
bool kept_choices_keep(const struct kept_choices *k, const char *lines, bool screen_only,
		       struct error *err);

/* All that may be kept: what is in force, and what says so. */
void kept_choices_print(const struct kept_choices *k, FILE *out);

#endif
