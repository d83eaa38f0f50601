/* plugin_process.h - a reader of the user's own while it runs: its output, and how it ended. */

#ifndef INPUT_PLUGIN_PROCESS_H
#define INPUT_PLUGIN_PROCESS_H

#include "input/reading.h"

/*
 * plugin_readers finds the program and asks who else can change it; this is our side of
 * it, a source whose bytes come when they are asked for and whose end is an error if the
 * program failed. Between the two stands plugin_watch.
 */

struct plugin_process;
struct helper;

/* The formats that its output may be in, by their names. */
#define PLUGIN_OUTPUT	    "timed-folded"
#define PLUGIN_OUTPUT_PLAIN "folded"

/*
 * Start the reader flarescope-read-`name` (see plugin_readers.h) on the file at `path`, "-":
 * on our standard input, with the limits that the environment tells (FLARESCOPE_READER_SECONDS
 * and _MEMORY) or 10 minutes and 2 GiB. `progress` is borrowed: when it is cancelled, so is
 * the output. ERROR_USAGE when there is no such reader or the environment is wrong. Release
 * with plugin_process_free(), which ends it if it still runs. With a `helper` that is there, it is
 * started by that one, if it may.
 */
struct plugin_process *plugin_process_start(const char *name, const char *path,
					    struct helper *helper,
					    const struct progress *progress,
					    struct error *err);
void plugin_process_free(struct plugin_process *p);

/*
 * The helper's side, helper_duties.read: starts the reader `format` on one of the `files` or, where
 * that is a directory, on what is below it, and nothing else. Its output, and where the report
 * comes.
 */
struct plugin_named {
	const char *format, *files[2]; /* borrowed: the command line's; NULL: none */
};
bool plugin_process_serve(void *named, const char *path, int files[2], struct error *err);

/*
 * Its output, as a source asks for it (source_giver). At the end it has ended, and if it
 * failed, that is the error: its words, and why it was killed if it was.
 */
bool plugin_process_read(void *process, char *buf, size_t max, size_t *got,
			 struct error *err);

/* After the end: put into the profile who has read it, and what else it has said. */
void plugin_process_tell(const struct plugin_process *p, struct losses *losses,
			 struct builder *b);

/* "flarescope-read-NAME", for messages. */
const char *plugin_process_name(const struct plugin_process *p);

#endif
