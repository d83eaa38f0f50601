/* upper_table.h - a top table in the pane of the map, which fails when a test requests it. */

#ifndef TESTS_REPLACED_UPPER_TABLE_H
#define TESTS_REPLACED_UPPER_TABLE_H

#include "view/view.h"

/* The maps that it got last; NULL: none yet. Borrowed, only by the test. */
const struct heatmap *upper_table_map(const void *table);

/* Fail for the next maps that have this many columns; 0: never. */
void upper_table_refuse(void *table, uint32_t columns);

#endif
