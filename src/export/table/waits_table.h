/* waits_table.h - a table of the times when threads were off CPU, as text, CSV or JSON. */

#ifndef EXPORT_WAITS_TABLE_H
#define EXPORT_WAITS_TABLE_H

#include "analysis/waiting/waits.h"
#include "export/table/table.h"

/*
 * Write a row for each absence from a CPU. Times are in seconds on the clock of the recording; CSV
 * and JSON have nine decimals. JSON is {"clock", "waits": [{"tid", "comm", "from_s", "to_s",
 * "state", "blocked_s", "runnable_s", "unknown_s", "where", "waker_tid", "waker", "is_approximate",
 * "is_over", "process"} ...]}; rows have "host" if there are several hosts. "process" is null if
 * the thread has the same name. "state" is the letter of the switch, "R+" for a preempted thread.
 * An unknown clock, state, place or waker is null. "waker" is, for example, "flusher in flush", or
 * "interrupt" without a tid. "is_approximate": the switch has no stack, and "where" is from the
 * last earlier stack. Rows show whole waits; the last line of the text adds up only the time within
 * the ranges. Returns false and sets an error if writing fails or memory runs out.
 */
bool waits_table_write(const struct waits *w, struct selection ranges,
		       enum table_format format, FILE *out, struct error *err);

#endif
