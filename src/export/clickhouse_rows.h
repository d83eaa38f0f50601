/* clickhouse_rows.h - the columns of the format "clickhouse" (doc/formats/clickhouse.md). */

#ifndef EXPORT_CLICKHOUSE_ROWS_H
#define EXPORT_CLICKHOUSE_ROWS_H

/*
 * The header line without its newline. Readers recognise the format by it. The last three
 * columns describe the stack.
 */
#define CLICKHOUSE_COLUMNS                                                               \
	"time\tpid\ttid\tcpu\tweight\tduration\thost\tcomm\tprocess\tevent\tunit\tidle"  \
	"\t"                                                                             \
	"stack\tmodules\tkinds"

/* The number of columns before those of the stack. */
#define CLICKHOUSE_BEFORE_STACK 12

#endif
