/* short_name.h - a name made to fit so many columns, by what tells most of it. */

#ifndef CANVAS_SHORT_NAME_H
#define CANVAS_SHORT_NAME_H

#include <stdbool.h>

#include "base/text.h"

#define SHORT_NAME_COLUMNS 1000 /* at most; more are as good as these */
#define SHORT_NAME_MAX	   (4 * SHORT_NAME_COLUMNS + 16) /* bytes: every short name fits */

/*
 * The name itself where it has at most `columns`; else in `out` what is left of it, with "…" (".." in
 * `ascii`) for what is not: first go hashes and marks of compilers, then template arguments, the
 * place of a script, parameters, and namespaces, packages and folders from the left; of the last
 * word the middle. So
 *
 *	void v8::internal::MarkingVisitorBase<v8::internal::Concurrent>::ProcessStrong(Heap *)
 *	…::MarkingVisitorBase<…>::ProcessStrong
 *	ProcessStrong
 *	Proces…trong
 *
 * What is in `out` is UTF-8 of characters that may be shown, without marks that combine. Names can
 * be a MiB: of a long one only the ends are looked at.
 */
struct text short_name(struct text name, int columns, bool ascii,
		       char out[SHORT_NAME_MAX]);

#endif
