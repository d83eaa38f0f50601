/* timed.h - one line a sample, "12.5 pid=7 nginx;main;work 1": what any program can read. */

#ifndef EXPORT_TIMED_H
#define EXPORT_TIMED_H

#include <stdio.h>

#include "analysis/flame.h"

/*
 * The samples that the flame graph counts, by rising time, after the notes of the profile:
 * all that doc/formats/timed-folded.md can say, so that reading it gives them again. What
 * is weighed and the roots play no part. Nothing is replaced in names, but what would end
 * them and what a terminal could take as an order is written as \xHH. ERROR_FORMAT when the
 * profile has no times.
 */
bool timed_write(const struct flame *f, FILE *out, struct error *err);

#endif
