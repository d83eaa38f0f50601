/* waits_table.h - absences of threads from their CPUs, as text, CSV or JSON. */

#ifndef EXPORT_WAITS_TABLE_H
#define EXPORT_WAITS_TABLE_H

#include "analysis/waiting/waits.h"
#include "export/table/table.h"

/*
 * A row for each absence, by its begin, on the recording's own clock in seconds with nine decimals.
 * JSON is {"clock", "waits": [{"tid", "comm", "from_s", "to_s", "state", "blocked_s",
 * "runnable_s", "unknown_s", "where", "waker_tid", "waker", "is_approximate", "is_over",
 * "process"} ...]}: process is its name if the thread has another one; state is the letter at the
 * switch, "R+" of a thread that was preempted. A clock, state or waker that is not known is null. A
 * waker is "flusher in flush"; an interrupt is "interrupt" without a tid. `where` is approximate if
 * the switch has no stack: then it is the thread's last one before. The last line of the text adds up
 * what lies in the ranges; the others are whole waits. False and an error when not all could be
 * written.
 */
bool waits_table_write(const struct waits *w, struct selection ranges,
		       enum table_format format, FILE *out, struct error *err);

#endif
