/* host_warnings.h - recordings of several hosts that are not alike are not mixed without a word. */

#ifndef CLI_HOST_WARNINGS_H
#define CLI_HOST_WARNINGS_H

#include "cli/options.h"
#include "session/session.h"

/* On standard error: rates that differ, times that lie apart, hosts without the event. */
void host_warnings_tell(const struct session *s);

/* The same of hosts of which there are no switches, of a profile that was read for them. */
void host_warnings_tell_switches(const struct profile *p);

/* Is the one of --host there, and others? Else ERROR_USAGE, with names that are. */
bool host_is_there(const struct profile *p, const struct options *o, struct error *err);

#endif
