/* settings.h - what the command line said: what to read, and what to look at first, as one value. */

#ifndef SESSION_SETTINGS_H
#define SESSION_SETTINGS_H

#include "choice/choice.h"
#include "input/reading.h"
#include "session/query/query_source.h"
#include "view/theme.h"

/* Has a file say for later commands how things look, a line each: "scale dark", or "!scale": as usual. */
struct keeper {
	bool (*keep)(const void *arg, const char *lines, struct error *err);
	const void *arg;  /* borrowed */
	const char *path; /* borrowed: of the file */
};

/* Texts are borrowed (from argv) and may be NULL. All zero is the default. */
struct settings {
	const char *file;	   /* what is shown, for titles; NULL: not named */
	const char *baseline_file; /* what it is held against; NULL: no other file */
	struct reading_options reading;
	const struct query_source
	    *query;		    /* borrowed; in place of a file; NULL: it is one */
	struct query_map query_map; /* of that, in batch */
	struct theme theme;
	const struct keeper *keeper; /* borrowed; NULL: nothing is kept */
	struct choice choice;	     /* of a profile, before anybody has touched a key, */
	struct asked asked;	     /* and what that has to say of it */
};

#endif
