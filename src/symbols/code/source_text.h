/* source_text.h - the text of source lines, where the files that were compiled are here. */

#ifndef SYMBOLS_SOURCE_TEXT_H
#define SYMBOLS_SOURCE_TEXT_H

#include <stdint.h>

#include "base/text.h"

/*
 * A program says itself what it was compiled from, and may mean harm: so only regular files are
 * read whose name looks like one of source code, without ".." and where links lead, and no other
 * program nor the network is asked. With a directory only what lies in it, by whatever links: a
 * path is looked for there as a whole, then without its first name, and so on ("/build/x/src/a.c":
 * DIR/build/x/src/a.c ... DIR/a.c). Without one no links are followed.
 */
struct source_text;

/* `directory` is borrowed; NULL: paths are as they are. NULL when memory runs out. */
struct source_text *source_text_new(const char *directory);
void source_text_free(struct source_text *s);

/* Line `number`, from 1 on, without its end; empty when it is not here. Borrowed. */
struct text source_text_line(struct source_text *s, struct text path, uint32_t number);

#endif
