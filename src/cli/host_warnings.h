/* host_warnings.h - warnings about differences between the hosts of a profile. */

#ifndef CLI_HOST_WARNINGS_H
#define CLI_HOST_WARNINGS_H

#include "cli/options.h"
#include "session/session.h"

/*
 * Warn on standard error if hosts have different sampling rates, a gap between their times, or no
 * samples of the event, or if they are aligned by the dates of their files.
 */
void host_warnings_print(const struct session *s);

/* In a profile of context switches, warn about hosts without any. */
void host_warnings_tell_switches(const struct profile *p);

/*
 * With --host, check that the profile has this host and others. Returns false and ERROR_USAGE if
 * not. Always true for ClickHouse, where the server checks the host.
 */
bool host_is_there(const struct profile *p, const struct options *o, struct error *err);

#endif
