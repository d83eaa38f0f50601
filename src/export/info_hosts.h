/* info_hosts.h - the hosts of recordings that were put together, for `info`. */

#ifndef EXPORT_INFO_HOSTS_H
#define EXPORT_INFO_HOSTS_H

#include <stdio.h>

#include "export/emit.h"
#include "profile/hosts.h"

/* How they were aligned, and a line for each; nothing of a profile of one host. */
void info_hosts_text(const struct profile *p, FILE *out);

/*
 * "aligned": "clock", "start" or null without times, and "hosts": [{"name", "file", "samples",
 * "first_ns", "end_ns", "moved_ns", "clock", "cpus", "frequency", "lost"} ...]; times are null where
 * there are none, and frequency (in Hz) where it is not known. The list is empty of one host.
 */
void info_hosts_json(const struct profile *p, struct emit *e);

#endif
