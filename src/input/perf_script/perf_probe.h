/* perf_probe.h - is this the text of perf script, and what is in it? By its first bytes. */

#ifndef INPUT_PERF_PROBE_H
#define INPUT_PERF_PROBE_H

#include "base/text.h"

/* How sure, as struct format has it. */
unsigned perf_probe(struct text head);

/* Does any line begin a sample? Without, there are only chains: -F ip,sym. */
bool perf_probe_events(struct text head);

#endif
