/* short_name.h - a name shortened to fit a number of columns. */

#ifndef CANVAS_SHORT_NAME_H
#define CANVAS_SHORT_NAME_H

#include <stdbool.h>

#include "base/text.h"

#define SHORT_NAME_COLUMNS 1000 /* the maximum; larger widths are treated like this one */
#define SHORT_NAME_MAX	   (4 * SHORT_NAME_COLUMNS + 16) /* bytes: every short name fits */

/*
 * Shorten a name to at most `columns`. Returns `name` itself if it fits, else a text in `out`, with
 * "…" (".." if `ascii`) for most of the removed parts. Parts are removed in this order until the
 * rest fits: hashes, compiler marks, template arguments, the folder and then the file of a script,
 * parameters, and then, from the left, namespaces, packages and folders. Finally, the middle of the
 * remaining word is cut out. For more than 256 columns, only the middle is cut out. Example:
 *
 *    void v8::internal::MarkingVisitorBase<v8::internal::Concurrent>::ProcessStrong(Heap *)
 *    …::MarkingVisitorBase<…>::ProcessStrong
 *    ProcessStrong
 *    Proces…trong
 *
 * `out` is printable UTF-8 without combining marks. Names may be as long as 1 MiB: only the two
 * ends of a long name are read.
 */
struct text short_name(struct text name, int columns, bool ascii,
		       char out[SHORT_NAME_MAX]);

#endif
