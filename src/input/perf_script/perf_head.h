/* perf_head.h - the beginning of the text of perf script: what tells that it is, and its header. */

#ifndef INPUT_PERF_HEAD_H
#define INPUT_PERF_HEAD_H

#include "base/text.h"
#include "profile/builder.h"

/*
 * Take one line that begins with '#'. What is of use becomes a note with perf's own key
 * ("hostname", "cmdline", ...; one "event" for each event; "frequency" or "period" of the
 * sampling); the rest (build ids, topology) is passed over.
 */
void perf_header_line(struct builder *b, struct text line);

/* Is it the line of signs around the block, "# ========"? */
bool perf_header_is_rule(struct text line);

/* How sure, as struct format has it. */
unsigned perf_script_probe(struct text head);

/* Does any line begin a sample? Without, there are only chains: -F ip,sym. */
bool perf_script_probe_events(struct text head);

#endif
