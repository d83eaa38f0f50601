#include "input/spans/span_columns.h"
#include "input/spans/span_table.h"

unsigned span_table_probe(struct text head)
{
	return span_columns_delimiter(head) ? 90 : 0;
}
