/* remote.h - runs perf record on several hosts at once, over ssh. */

#ifndef CLI_RECORD_REMOTE_H
#define CLI_RECORD_REMOTE_H

#include "cli/record/perf_command.h"

/*
 * Run the command on each of c->hosts, "a,user@b". Creates the directory c->output with a file for
 * each host: HOST.flare if flarescope is installed there and resolves the names, otherwise
 * HOST.data with perf's stream. Passwords are requested for one host after the other, before the
 * recording begins. FLARESCOPE_SSH in the environment replaces "ssh" and may add options. Hosts
 * that fail are reported on standard error. Returns false and an error if all hosts fail or
 * recording cannot begin.
 */
bool remote_record(const struct perf_command *c, struct error *err);

#endif
