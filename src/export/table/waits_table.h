/* waits_table.h - absences of threads from their CPUs, as text, CSV or JSON. */

#ifndef EXPORT_WAITS_TABLE_H
#define EXPORT_WAITS_TABLE_H

#include <stdio.h>

#include "analysis/waiting/waits.h"

/*
 * A row an absence, by its begin, on the recording's own clock in seconds with nine decimals.
 * JSON is {"clock", "waits": [{"tid", "comm", "from_s", "to_s", "state", "blocked_s",
 * "runnable_s", "unknown_s", "where", "waker_tid", "waker", "is_approximate", "is_over",
 * "process"} ...]}: process is its name where the thread has another; state is the letter at the
 * switch, "R+" for a thread that was preempted; null stands for what is
 * not known, the clock's name, a state that is not recorded, who woke. A waker is "flusher in
 * flush", an interrupt "interrupt" without a tid. Approximate is `where` of a switch that has no
 * stack: the thread's last one before. All return false and an error when something could not be
 * written.
 */
/* Its last line adds up what lies in the ranges; the others are whole waits. */
bool waits_table_text(const struct waits *w, struct selection ranges, FILE *out,
		      struct error *err);
bool waits_table_csv(const struct waits *w, FILE *out, struct error *err);
bool waits_table_json(const struct waits *w, FILE *out, struct error *err);

#endif
