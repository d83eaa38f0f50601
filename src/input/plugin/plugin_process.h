/* plugin_process.h - a reader of the user's own while it runs: its output, and how it ended. */

#ifndef INPUT_PLUGIN_PROCESS_H
#define INPUT_PLUGIN_PROCESS_H

#include "input/reading.h"

/*
 * plugin_readers finds the program and checks who else can change it. This runs it as a source: its
 * output is the input, and the end is an error if the program failed. plugin_watch is the process
 * between the two.
 */

struct plugin_process;
struct helper;

/* The names of the formats that its output may be in. */
#define PLUGIN_OUTPUT	    "timed-folded"
#define PLUGIN_OUTPUT_PLAIN "folded"

/*
 * Start the reader flarescope-read-`name` (see plugin_readers.h) on the file at `path` ("-": on our
 * standard input). The limits are those of the environment (FLARESCOPE_READER_SECONDS and _MEMORY),
 * or 10 minutes and 2 GiB. `progress` is borrowed: cancelling it cancels the output. ERROR_USAGE
 * when there is no such reader or the environment is wrong. Release with plugin_process_free(),
 * which ends the reader if it still runs. If `helper` is not NULL, the helper starts the reader, if
 * it may.
 */
struct plugin_process *plugin_process_start(const char *name, const char *path,
					    struct helper *helper,
					    const struct progress *progress,
					    struct error *err);
void plugin_process_free(struct plugin_process *p);

/*
 * The helper's side, helper_duties.read: starts the reader `format` on one of `files`, or on a file
 * below it if it is a directory, and on nothing else. Returns the descriptors of its output and of
 * its report in `files`.
 */
struct plugin_named {
	const char *format, *files[2]; /* borrowed, from the command line; NULL: none */
};
bool plugin_process_serve(void *named, const char *path, int files[2], struct error *err);

/*
 * Read its output; for source_giver. At the end the program has ended; if it failed, sets an error
 * with its messages, or the reason why it was killed.
 */
bool plugin_process_read(void *process, char *buf, size_t max, size_t *got,
			 struct error *err);

/* After the end: note in the profile the program's name and its other messages. */
void plugin_process_tell(const struct plugin_process *p, struct losses *losses,
			 struct builder *b);

/* "flarescope-read-NAME", for messages. */
const char *plugin_process_name(const struct plugin_process *p);

#endif
