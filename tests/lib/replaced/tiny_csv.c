#include "lib/replaced/tiny_csv.h"

#define CSV_BLOCK   tiny_csv_block()
#define CSV_LONGEST tiny_csv_longest()

#define WITH_LIBCSV /* the test is built with it alone */
#include "input/spans/csv_rows.c"
