/* speedscope_file.h - a selection as a file of https://www.speedscope.app. */

#ifndef EXPORT_SPEEDSCOPE_FILE_H
#define EXPORT_SPEEDSCOPE_FILE_H

#include <stdio.h>

#include "analysis/flame.h"

/*
 * With times a "sampled" profile for each thread (and event), all from the first chosen
 * sample to the end of the last: doc/formats/speedscope.md says how long a sample lasts and
 * what flarescope reads of it again. Without times one profile of the flame graph's stacks,
 * which weigh what they count. `name`: what it is of.
 */
bool speedscope_file_write(const struct flame *f, struct text name, FILE *out,
			   struct error *err);

#endif
