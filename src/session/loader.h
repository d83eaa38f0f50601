/* loader.h - a file being read on a thread of its own while the screen stays alive. */

#ifndef SESSION_LOADER_H
#define SESSION_LOADER_H

#include "input/reading.h"

struct loader;

/* Begin; `path` and the options are copied. NULL and an error when that cannot be done. */
struct loader *loader_new(const char *path, const struct reading_options *options,
			  struct error *err);

/*
 * Cancel and forget. Does not wait for a thread that hangs in a read from a silent pipe:
 * that one cleans up after itself.
 */
void loader_free(struct loader *l);

/* Becomes readable when the reading has ended. */
int loader_fd(const struct loader *l);
const struct progress *loader_progress(const struct loader *l);
void loader_cancel(struct loader *l);

/*
 * Has it ended? Then the profile is handed over (release it with profile_free()), or it is
 * NULL and `err` says why.
 */
bool loader_take(struct loader *l, struct profile **p, struct error *err);

#endif
