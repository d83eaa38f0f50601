/* annotation_table.h - the instructions of a function and their samples, as text or JSON. */

#ifndef EXPORT_ANNOTATION_TABLE_H
#define EXPORT_ANNOTATION_TABLE_H

#include <stdio.h>

#include "analysis/code/annotation.h"
#include "export/document.h"

/* False and ERROR_LIMIT if the table would be far larger than the profile, see extent.h. */
bool annotation_table_size_is_allowed(const struct annotation *a, const struct profile *p,
				      struct error *err);

/*
 * JSON has addresses as strings, such as "0x1170". Text has a line for each instruction, with
 * arrows for jumps within the function if they fit. Both functions return false and set an error if
 * writing fails or memory runs out.
 */
bool annotation_table_text(const struct annotation *a, bool ascii, FILE *out,
			   struct error *err);
bool annotation_table_json(const struct annotation *a, const struct document *d,
			   FILE *out, struct error *err);

extern const struct document_kind annotate_document; /* for schemas */

#endif
