/* tiny_csv.h - csv_rows.c with sizes that a test chooses. */

#ifndef TESTS_TINY_CSV_H
#define TESTS_TINY_CSV_H

#include <stddef.h>

/* Instead of CSV_BLOCK and CSV_LONGEST. Each test program defines them. */
size_t tiny_csv_block(void);
size_t tiny_csv_longest(void);

#endif
