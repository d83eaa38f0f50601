/* plugin_readers.h - the user's own programs that read formats: flarescope-read-NAME. */

#ifndef INPUT_PLUGIN_READERS_H
#define INPUT_PLUGIN_READERS_H

#include <stddef.h>

#include "base/error.h"
#include "base/text.h"

#define PLUGIN_PREFIX	 "flarescope-read-"
#define PLUGIN_NAME_MOST 40 /* characters of NAME */

/*
 * An executable regular file flarescope-read-NAME, NAME of [a-z0-9-]. It is looked for in
 * $XDG_CONFIG_HOME/flarescope/readers (else ~/.config/flarescope/readers), then in the
 * directories of PATH that begin with "/": the current directory is in neither, whatever PATH
 * says. The first of a name that nobody else can change is meant.
 */
struct plugin_reader {
	char *path; /* owned */
	char *
	    distrust; /* owned: who else can change it, so that it is never run; or NULL */
	size_t place; /* of the directory, in their order */
};

static inline const char *plugin_reader_name(const struct plugin_reader *r)
{
	return strrchr(r->path, '/') + sizeof PLUGIN_PREFIX;
}

/* Is there one of this name to run? An error other than no memory is ERROR_USAGE. */
bool plugin_readers_find(const char *name, struct plugin_reader *found,
			 struct error *err);
void plugin_reader_release(struct plugin_reader *r);

/* One of each name: what is meant, else what would be if it were trusted. By name;
 * directories that cannot be read have none. */
struct plugin_readers {
	struct plugin_reader *rows; /* owned */
	size_t count, room;
};
bool plugin_readers_list(struct plugin_readers *list, struct error *err);

/* Leave only those that are run. */
void plugin_readers_keep_trusted(struct plugin_readers *list);
void plugin_readers_release(struct plugin_readers *list);

#endif
