/* clickhouse_rows.h - the columns of the notation "clickhouse" (doc/formats/clickhouse.md). */

#ifndef EXPORT_CLICKHOUSE_ROWS_H
#define EXPORT_CLICKHOUSE_ROWS_H

/* Its first line, without the end. Who takes the rows apart goes by it: what is of the stack stands last, in three columns. */
#define CLICKHOUSE_COLUMNS                                                               \
	"time\tpid\ttid\tcpu\tweight\tduration\thost\tcomm\tprocess\tevent\tunit\tidle"  \
	"\t"                                                                             \
	"stack\tmodules\tkinds"

/* So many stand before what is of the stack. */
#define CLICKHOUSE_BEFORE_STACK 12

#endif
