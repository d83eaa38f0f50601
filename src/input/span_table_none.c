#include "input/span_table.h"

bool span_table_read(struct reading *r, struct error *err)
{
	(void)r;
	return error_set(err, ERROR_FORMAT,
			 "a table of spans is CSV, and this flarescope was built without "
			 "libcsv, which reads it");
}
