#include "lib/replaced/tiny.h"

#define CSV_BLOCK   tiny.csv_block
#define CSV_LONGEST tiny.csv_longest

#define WITH_LIBCSV /* the test is only built with it */
#include "input/spans/csv_rows.c"
