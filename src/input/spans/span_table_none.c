#include "input/spans/span_table.h"

const struct library csv_library = {"libcsv", NULL, "tables of spans (CSV)"};

bool span_table_read(struct reading *r, struct error *err)
{
	(void)r;
	return error_set(err, ERROR_FORMAT,
			 "a table of spans: this flarescope was built without libcsv, "
			 "which reads it");
}
