/* csv_cell.h - a text in a table for spreadsheets, which take some texts for formulas. */

#ifndef EXPORT_CSV_CELL_H
#define EXPORT_CSV_CELL_H

#include <stdio.h>

#include "base/text.h"

/*
 * Write a text of a profile as a cell: made fit to be shown, and in quotes where it must be, a
 * quote within doubled.
 *
 * Spreadsheets calculate what begins with = + - or @, quoted or not. So where a cell may begin
 * - at the beginning, and behind a ; or a tab, at which some of them cut - such a character has
 * an apostrophe before it, and so has an apostrophe; blanks and quotes before it do not count.
 * Taking the first apostrophe away there gives the name again.
 */
void csv_cell_write(struct text t, FILE *out);

#endif
