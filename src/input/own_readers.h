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
 * $XDG_CONFIG_HOME/flarescope/readers (else ~/.config/flarescope/readers), if that is the
 * user's and nobody's who likes, then in the directories of PATH that begin with "/": the
 * current directory is in neither, whatever PATH says. The first of a name is meant.
 */
struct own_reader {
	char *path;   /* owned */
	size_t place; /* of the directory, in their order */
};

static inline const char *own_reader_name(const struct own_reader *r)
{
	return strrchr(r->path, '/') + sizeof OWN_PREFIX;
}

/* Is there one of this name? An error other than no memory is ERROR_USAGE. */
bool own_readers_find(const char *name, struct own_reader *found, struct error *err);
void own_reader_release(struct own_reader *r);

/* All that are meant, by name; directories that cannot be read have none. */
struct own_readers {
	struct own_reader *rows; /* owned */
	size_t count, room;
};
bool own_readers_list(struct own_readers *list, struct error *err);
void own_readers_release(struct own_readers *list);

#endif
