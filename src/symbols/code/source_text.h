/* source_text.h - reads lines of source files. */

#ifndef SYMBOLS_SOURCE_TEXT_H
#define SYMBOLS_SOURCE_TEXT_H

#include <stdint.h>

#include "base/text.h"

/*
 * The paths of source files come from the profiled program, which may be hostile. So only regular
 * files with the name of a source file are read. ".." in a path is resolved without following
 * links, and may not lead above the first component. Neither other programs nor the network are
 * used.
 *
 * With a directory, only files in it are read; links are followed if they lead to such a file. The
 * directory is searched for the whole path, then for the path without its first component, and so
 * on ("/build/x/src/a.c": DIR/build/x/src/a.c ... DIR/a.c). Without a directory, links are not
 * followed.
 */
struct source_text;

/*
 * `directory` is borrowed; NULL: read paths as they are. Returns NULL when memory runs out.
 * Release with source_text_free().
 */
struct source_text *source_text_new(const char *directory);
void source_text_free(struct source_text *s);

/* Line `number`, counted from 1, without its newline; empty when it cannot be read. Borrowed. */
struct text source_text_line(struct source_text *s, struct text path, uint32_t number);

#endif
