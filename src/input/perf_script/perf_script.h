/* perf_script.h - the text that perf script prints, and what resembles it. */

#ifndef INPUT_PERF_SCRIPT_H
#define INPUT_PERF_SCRIPT_H

#include "input/reading.h"

/* See struct format. doc/formats/perf-script.md tells what is read and what is counted. */
bool perf_script_read(struct reading *r, struct error *err);

#endif
