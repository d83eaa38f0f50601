/* plugin_readers.h - the user's own programs that read formats: flarescope-read-NAME. */

#ifndef INPUT_PLUGIN_READERS_H
#define INPUT_PLUGIN_READERS_H

#include <stddef.h>

#include "base/error.h"
#include "base/text.h"

#define PLUGIN_PREFIX	 "flarescope-read-"
#define PLUGIN_NAME_MOST 40 /* characters of NAME */

/*
 * An executable regular file flarescope-read-NAME, NAME of [a-z0-9-]. It is searched for in
 * $XDG_CONFIG_HOME/flarescope/readers (by default ~/.config/flarescope/readers), then in the
 * directories of PATH that begin with "/"; never in the current directory. The first one of a name
 * that nobody else can change is run.
 */
struct plugin_reader {
	char *path; /* owned */
	/* owned: who else can change it, and why it is therefore not run; NULL: it is run */
	char *distrust;
	size_t place; /* the rank of its directory */
};

static inline const char *plugin_reader_name(const struct plugin_reader *r)
{
	return strrchr(r->path, '/') + sizeof PLUGIN_PREFIX;
}

/* Find the reader of this name. Errors other than out of memory are ERROR_USAGE. */
bool plugin_readers_find(const char *name, struct plugin_reader *found,
			 struct error *err);
void plugin_reader_release(struct plugin_reader *r);

/*
 * One reader of each name, sorted by name: the one that is run, otherwise the first untrusted one.
 * Unreadable directories are skipped.
 */
struct plugin_readers {
	struct plugin_reader *rows; /* owned */
	size_t count, room;
};
bool plugin_readers_list(struct plugin_readers *list, struct error *err);

/* Keep only the readers that are run. */
void plugin_readers_keep_trusted(struct plugin_readers *list);
void plugin_readers_release(struct plugin_readers *list);

#endif
