/* started.h - when recordings began, as somebody says who knows it better than they do. */

#ifndef INPUT_STARTED_H
#define INPUT_STARTED_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/text.h"

struct started_file {
	struct text
	    file;    /* borrowed: its path, or the end of that; empty: the only one */
	uint64_t at; /* ns since 1970: of its first sample */
};

/* Zero to begin; release with started_release(). */
struct started {
	struct started_file *list; /* owned */
	uint32_t count;
	size_t room;
};

/* One more: "[FILE=]2026-11-30T10:44:23.5+01:00", see timestamp.h. `word` stays the caller's. */
bool started_add(struct started *s, const char *word, struct error *err);
void started_release(struct started *s);

/* That of no file is of this one from now on. ERROR_USAGE where there are two of it. */
bool started_settle(struct started *s, const char *path, struct error *err);

/* Does it name this file: all of the path, or its last parts? */
bool started_is_of(const struct started_file *f, const char *path);

/* When this file began; 0: nobody has said. `s` may be NULL. */
uint64_t started_find(const struct started *s, const char *path);

#endif
