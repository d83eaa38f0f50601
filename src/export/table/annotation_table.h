/* annotation_table.h - the instructions of a function with their samples, as text or JSON. */

#ifndef EXPORT_ANNOTATION_TABLE_H
#define EXPORT_ANNOTATION_TABLE_H

#include <stdio.h>

#include "analysis/code/annotation.h"

/*
 * {"function", "module", "build_id", "samples", "lines": [{"address", "bytes", "text", "samples",
 * "share", "file", "line"} ...]}: addresses are texts as "0x1170", a share is per cent of the
 * function's samples, and null stands for what is not known. Text has a line each, jumps within the
 * function as arrows where they fit. Both return false and an error when something could not be
 * written.
 */
/* Is it no longer than anybody expects of the profile? Else ERROR_LIMIT. */
bool annotation_table_is_expected(const struct annotation *a, const struct profile *p,
				  struct error *err);

bool annotation_table_text(const struct annotation *a, bool ascii, FILE *out,
			   struct error *err);
bool annotation_table_json(const struct annotation *a, FILE *out, struct error *err);

#endif
