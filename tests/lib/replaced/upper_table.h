/* upper_table.h - a top table that stands in the pane of the map, and fails when a test says so. */

#ifndef TESTS_REPLACED_UPPER_TABLE_H
#define TESTS_REPLACED_UPPER_TABLE_H

#include "view/view.h"

/* The maps that it was told to show last; NULL: none yet. Borrowed, by the test alone. */
const struct heatmap *upper_table_map(const void *table);

/* Fail with the next maps that have so many columns; 0: never. */
void upper_table_refuse(void *table, uint32_t columns);

#endif
