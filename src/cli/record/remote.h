/* remote.h - perf record on other hosts over ssh, all at the same time. */

#ifndef CLI_RECORD_REMOTE_H
#define CLI_RECORD_REMOTE_H

#include "cli/record/perf_command.h"

/*
 * Run the command on each of c->hosts, "a,user@b", and write what comes of it to files of the
 * directory c->output, which is made: HOST.flare from a host where flarescope is, which then finds the
 * names there, else HOST.data, perf's own stream. Who asks for a password asks before anything is
 * recorded, one host after the other. FLARESCOPE_SSH in the environment stands for "ssh" and its
 * options. A host that fails is told of on standard error; false and an error when all fail, or it
 * cannot be begun.
 */
bool remote_record(const struct perf_command *c, struct error *err);

#endif
