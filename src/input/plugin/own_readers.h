/* own_readers.h - the user's own programs that read formats: flarescope-read-NAME. */

#ifndef INPUT_OWN_READERS_H
#define INPUT_OWN_READERS_H

#include <stddef.h>

#include "base/error.h"
#include "base/text.h"

#define OWN_PREFIX    "flarescope-read-"
#define OWN_NAME_MOST 40 /* characters of NAME */

/*
 * An executable regular file flarescope-read-NAME, NAME of [a-z0-9-]. It is looked for in
 * $XDG_CONFIG_HOME/flarescope/readers (else ~/.config/flarescope/readers), then in the
 * directories of PATH that begin with "/": the current directory is in neither, whatever PATH
 * says. The first of a name that nobody else can change is meant (input/trusted_path.h).
 */
struct own_reader {
	char *path; /* owned */
	char *
	    distrust; /* owned: who else can change it, so that it is never run; or NULL */
	size_t place; /* of the directory, in their order */
};

static inline const char *own_reader_name(const struct own_reader *r)
{
	return strrchr(r->path, '/') + sizeof OWN_PREFIX;
}

/* Is there one of this name to run? An error other than no memory is ERROR_USAGE. */
bool own_readers_find(const char *name, struct own_reader *found, struct error *err);
void own_reader_release(struct own_reader *r);

/* One of each name: what is meant, else what would be if it were trusted. By name;
 * directories that cannot be read have none. */
struct own_readers {
	struct own_reader *rows; /* owned */
	size_t count, room;
};
bool own_readers_list(struct own_readers *list, struct error *err);

/* Leave only those that are run. */
void own_readers_keep_trusted(struct own_readers *list);
void own_readers_release(struct own_readers *list);

#endif
