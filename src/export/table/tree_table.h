/* tree_table.h - the call tree as text: a row a frame, what it calls below it. */

#ifndef EXPORT_TREE_TABLE_H
#define EXPORT_TREE_TABLE_H

#include "export/export.h"
#include "export/table/value_columns.h"

/*
 * Columns: total, its share, self, its share, frame, module; frames are indented by what calls
 * them, up to TREE_TABLE_LEVELS, and say from there on how deep they are. Compared, the share of the baseline's
 * total and the change in points stand before the frame, as in top_table.h. What is
 * too small has a row where it is missing, what lies too deep is told of beside its caller, and all is counted below
 * the last row. With a search rows that it
 * found have a '*'. As JSON the same is flame_json_notation. False and an error when something could not be written.
 */
#define TREE_TABLE_LEVELS 24
bool tree_table_text(const struct export_job *job, const struct top_choice *choice,
		     FILE *out, struct error *err);

#endif
