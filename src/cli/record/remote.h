/* remote.h - runs perf record on several hosts at once, over ssh. */

#ifndef CLI_RECORD_REMOTE_H
#define CLI_RECORD_REMOTE_H

#include "cli/record/perf_command.h"

/*
 * Run the command on each of c->hosts, "a,user@b". The directory c->output is created and gets a
 * file for each host: HOST.flare if flarescope is installed there, which then resolves the names,
 * otherwise HOST.data, the stream of perf. Passwords are requested before the recording begins, one
 * host after the other. FLARESCOPE_SSH in the environment replaces "ssh" and its options. A host
 * that fails is reported on standard error; returns false and an error when all hosts fail or
 * recording cannot begin.
 */
bool remote_record(const struct perf_command *c, struct error *err);

#endif
