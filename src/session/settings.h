/* settings.h - the command line as one value: the files, how to read them, and the first choice. */

#ifndef SESSION_SETTINGS_H
#define SESSION_SETTINGS_H

#include "choice/choice.h"
#include "input/reading.h"
#include "session/query/query_source.h"
#include "view/theme.h"

/*
 * Stores display settings for later commands, in a file with a line for each choice: "scale dark",
 * or "!scale" for the default.
 */
struct look_store {
	bool (*keep)(const void *arg, const char *lines, struct error *err);
	const void *arg;  /* borrowed */
	const char *path; /* borrowed: of the file */
};

/* Texts are borrowed (from argv) and may be NULL. All zero is the default. */
struct settings {
	const char *file;	   /* for titles; NULL: no name */
	const char *baseline_file; /* NULL: no second file */
	struct reading_options reading;
	const struct query_source
	    *query;		    /* borrowed; a database in place of a file; or NULL */
	struct query_map query_map; /* the map to query, in batch */
	struct theme theme;
	const struct look_store *look_store; /* borrowed; NULL: nothing is stored */
	struct choice choice;		     /* the first choice, ... */
	struct asked asked; /* ... and the words that only a profile can explain */
};

/* Choose these states in the settings; for them, context switches are read. */
void states_choose(struct settings *s, const struct waiting_choice *c);

/*
 * If the settings have states (waiting_profile.h), `*p` becomes the profile of the time in them,
 * which owns the profile that was read. False and an error if the profile lacks the data: then `*p`
 * is unchanged.
 */
bool states_apply(struct profile **p, const struct settings *s, struct error *err);

#endif
