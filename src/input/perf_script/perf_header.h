/* perf_header.h - the "# " lines of perf script --header, as notes of the profile. */

#ifndef INPUT_PERF_HEADER_H
#define INPUT_PERF_HEADER_H

#include "profile/builder.h"

/*
 * Take one line that begins with '#'. What is of use becomes a note with perf's own key
 * ("hostname", "cmdline", ...; one "event" for each event; "frequency" or "period" of the
 * sampling); the rest (build ids, topology) is passed over.
 */
void perf_header_line(struct builder *b, struct text line);

/* Is it the line of signs around the block, "# ========"? */
bool perf_header_is_rule(struct text line);

#endif
