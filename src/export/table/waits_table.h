/* waits_table.h - times in which threads were off their CPUs, as text, CSV or JSON. */

#ifndef EXPORT_WAITS_TABLE_H
#define EXPORT_WAITS_TABLE_H

#include "analysis/waiting/waits.h"
#include "export/table/table.h"

/*
 * A row for each absence, sorted by its start on the clock of the recording, in seconds with nine
 * decimals. JSON is {"clock", "waits": [{"tid", "comm", "from_s", "to_s", "state", "blocked_s",
 * "runnable_s", "unknown_s", "where", "waker_tid", "waker", "is_approximate", "is_over", "process"}
 * ...]}. "process" is present if its name differs from the thread's. "state" is the letter of the
 * switch, "R+" for a preempted thread. An unknown clock, state or waker is null. A waker is
 * "flusher in flush", or "interrupt" without a tid. "where" is approximate if the switch has no
 * stack: it is the last earlier stack of the thread. The last line of the text sums the time within
 * the ranges; the other rows have whole waits. Returns false and sets an error when writing fails.
 */
bool waits_table_write(const struct waits *w, struct selection ranges,
		       enum table_format format, FILE *out, struct error *err);

#endif
