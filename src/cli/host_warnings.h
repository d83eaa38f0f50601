/* host_warnings.h - warnings about recordings of several hosts that differ. */

#ifndef CLI_HOST_WARNINGS_H
#define CLI_HOST_WARNINGS_H

#include "cli/options.h"
#include "session/session.h"

/*
 * Warn on standard error about different rates, times that lie apart, and hosts without the
 * event.
 */
void host_warnings_print(const struct session *s);

/* Warn about hosts without switches, in a profile that was read for its switches. */
void host_warnings_tell_switches(const struct profile *p);

/* Returns ERROR_USAGE with known names unless the host of --host and others are in the profile. */
bool host_is_there(const struct profile *p, const struct options *o, struct error *err);

#endif
