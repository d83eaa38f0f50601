/* tree_table.h - the call tree as text: a row for each frame, its callees below it. */

#ifndef EXPORT_TREE_TABLE_H
#define EXPORT_TREE_TABLE_H

#include "export/export.h"
#include "export/table/value_columns.h"

/*
 * Columns: total, its share, self, its share, frame, module. Frames are indented by their depth up
 * to TREE_TABLE_LEVELS; deeper ones show their depth. In a comparison, the baseline's share of the
 * total and the change in points come before the frame, as in top_table.h. Frames that are too
 * small are summed up in a row at their place, frames that are too deep in the row of their caller;
 * the last lines count both. Rows that match the search have a '*'. JSON: flame_json_notation.
 * Returns false and sets an error when writing fails.
 */
#define TREE_TABLE_LEVELS 24
bool tree_table_text(const struct export_job *job, const struct top_choice *choice,
		     FILE *out, struct error *err);

#endif
