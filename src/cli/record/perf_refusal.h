/* perf_refusal.h - why perf did not record, and what the user can do about it. */

#ifndef CLI_PERF_REFUSAL_H
#define CLI_PERF_REFUSAL_H

#include <stdio.h>

#include "base/error.h"
#include "cli/record/perf_command.h"
#include "cli/record/perf_process.h"

/* What perf has said, if it was not on our standard error already: without its praise. */
void perf_refusal_show(FILE *messages, FILE *out);

/* There is no perf. Always false. */
bool perf_refusal_missing(struct error *err);

/*
 * perf has ended without a recording. `messages` is what it has said, NULL where that is not
 * known. Always false.
 */
bool perf_refusal_explain(const struct perf_command *c, const struct perf_end *end,
			  FILE *messages, struct error *err);

#endif
