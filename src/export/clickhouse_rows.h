/* clickhouse_rows.h - the columns of the notation "clickhouse" (doc/formats/clickhouse.md). */

#ifndef EXPORT_CLICKHOUSE_ROWS_H
#define EXPORT_CLICKHOUSE_ROWS_H

/* Its first line, without the end. Who takes the rows apart goes by it: the stack is the last. */
#define CLICKHOUSE_COLUMNS                                                               \
	"time\tpid\ttid\tcpu\tweight\tduration\thost\tcomm\tevent\tunit\tidle\tstack"

#endif
