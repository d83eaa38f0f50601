/* settings.h - the parsed command line: the files, how to read them, and the first choice. */

#ifndef SESSION_SETTINGS_H
#define SESSION_SETTINGS_H

#include "choice/choice.h"
#include "input/reading.h"
#include "session/query/query_source.h"
#include "view/theme.h"

/*
 * Stores display settings for later commands, in a file with one line per setting: "scale dark", or
 * "!scale" for the default.
 */
struct look_store {
	bool (*keep)(const void *arg, const char *lines, struct error *err);
	const void *arg;  /* borrowed */
	const char *path; /* borrowed: the file */
};

/* Texts are borrowed from argv, and may be NULL. The default is all zero. */
struct settings {
	const char *file;	   /* for titles; NULL: no name */
	const char *baseline_file; /* NULL: no second file */
	struct reading_options reading;
	const struct query_source
	    *query;		    /* borrowed: a database in place of a file; or NULL */
	struct query_map query_map; /* the map to query, for batch commands */
	struct theme theme;
	const struct look_store *look_store; /* borrowed; NULL: nothing is stored */
	struct choice choice;		     /* the first choice */
	/* the options of the first choice that can be parsed only with the profile */
	struct asked asked;
};

/* Choose these states. Unless the set is empty, context switches will be read. */
void states_choose(struct settings *s, const struct waiting_choice *c);

/*
 * If the settings have states (waiting_profile.h), replace `*p` with the profile of time in these
 * states, which then owns the original profile. False and an error on failure, for example if the
 * profile lacks the data; `*p` is then unchanged.
 */
bool states_apply(struct profile **p, const struct settings *s, struct error *err);

#endif
