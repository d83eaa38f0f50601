/* plugin_process.h - runs a reader program supplied by the user, and reads its output. */

#ifndef INPUT_PLUGIN_PROCESS_H
#define INPUT_PLUGIN_PROCESS_H

#include "input/reading.h"

/*
 * plugin_readers.h finds the program, and checks which users can change it. plugin_watch.h runs it
 * in a separate process, and limits its time and memory.
 */

struct plugin_process;
struct helper;

/* The formats that the output may have. */
#define PLUGIN_OUTPUT	    "timed-folded"
#define PLUGIN_OUTPUT_PLAIN "folded"

/*
 * Start flarescope-read-`name` for the file at `path` ("-": standard input). The environment sets
 * its limits (FLARESCOPE_READER_SECONDS and _MEMORY); the defaults are 10 minutes and 2 GiB.
 * `progress` is borrowed: setting its `cancel` ends the reading. If `helper` is not NULL, it starts
 * the program. NULL and an error on failure. Release with plugin_process_free(), which ends the
 * program if it is still running.
 */
struct plugin_process *plugin_process_start(const char *name, const char *path,
					    struct helper *helper,
					    const struct progress *progress,
					    struct error *err);
void plugin_process_free(struct plugin_process *p);

struct plugin_named {
	const char *format, *files[2]; /* borrowed, from the command line; NULL: none */
};

/*
 * For helper_duties.read, in the helper: start the reader named->format for `path`, which must be
 * one of named->files or be in a directory among them. `named` is a struct plugin_named. `files`
 * gets the descriptors of the output and of the report.
 */
bool plugin_process_serve(void *named, const char *path, int files[2], struct error *err);

/*
 * For source_giver.read: read the output. At the end of the output, waits for the program to end.
 * If it failed or was killed, returns false and an error with the reason and its messages.
 */
bool plugin_process_read(void *process, char *buf, size_t max, size_t *got,
			 struct error *err);

/* After the end: note the path and the messages of the program in the profile. */
void plugin_process_tell(const struct plugin_process *p, struct losses *losses,
			 struct builder *b);

/* "flarescope-read-NAME", for messages. */
const char *plugin_process_name(const struct plugin_process *p);

#endif
