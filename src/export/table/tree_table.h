/* tree_table.h - the call tree as text, with a row for each frame and its callees below it. */

#ifndef EXPORT_TREE_TABLE_H
#define EXPORT_TREE_TABLE_H

#include "export/export.h"
#include "export/table/value_columns.h"

/*
 * The columns are: total and its share, self and its share, frame, module. Frames are indented by
 * depth up to TREE_TABLE_LEVELS; deeper frames show their depth as a number. In a comparison, the
 * baseline's share of the total and the change in points come before the frame, as in top_table.h.
 * Frames that are too small share one row below their caller; frames that are too deep are counted
 * in the row of their deepest listed caller. A line below the table counts both. Rows that match
 * the search have a '*'.
 * For JSON, see flame_json_notation. Returns false and sets an error if writing fails.
 */
#define TREE_TABLE_LEVELS 24
bool tree_table_text(const struct export_job *job, const struct top_choice *choice,
		     FILE *out, struct error *err);

#endif
