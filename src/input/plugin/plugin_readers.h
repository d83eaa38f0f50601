/* plugin_readers.h - finds reader programs of the user: flarescope-read-NAME. */

#ifndef INPUT_PLUGIN_READERS_H
#define INPUT_PLUGIN_READERS_H

#include <stddef.h>

#include "base/error.h"
#include "base/text.h"

#define PLUGIN_PREFIX	 "flarescope-read-"
#define PLUGIN_NAME_MOST 40 /* characters of NAME */

/*
 * An executable regular file flarescope-read-NAME; NAME consists of [a-z0-9-]. The search goes
 * through $XDG_CONFIG_HOME/flarescope/readers (by default ~/.config/flarescope/readers) and the
 * absolute directories of PATH, never the current directory. Of several files with one name, the
 * first that only root and the user can change is run.
 */
struct plugin_reader {
	char *path; /* owned */
	/* owned: why it is not run, usually because others can change it; NULL: it is run */
	char *distrust;
	size_t place; /* number of the directory in the order of the search */
};

static inline const char *plugin_reader_name(const struct plugin_reader *r)
{
	return strrchr(r->path, '/') + sizeof PLUGIN_PREFIX;
}

/* Find the reader to run for `name`. Fails with ERROR_USAGE, or when memory runs out. */
bool plugin_readers_find(const char *name, struct plugin_reader *found,
			 struct error *err);
void plugin_reader_release(struct plugin_reader *r);

/*
 * One reader for each name, sorted by name: the reader that is run, or else the first one found.
 * Directories that cannot be read are skipped.
 */
struct plugin_readers {
	struct plugin_reader *rows; /* owned */
	size_t count, room;
};
bool plugin_readers_list(struct plugin_readers *list, struct error *err);

/* Remove the readers that are not run. */
void plugin_readers_keep_trusted(struct plugin_readers *list);
void plugin_readers_release(struct plugin_readers *list);

#endif
