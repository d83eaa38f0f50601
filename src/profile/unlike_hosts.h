/* unlike_hosts.h - what makes samples of several hosts not mean the same. */

#ifndef PROFILE_UNLIKE_HOSTS_H
#define PROFILE_UNLIKE_HOSTS_H

#include "profile/profile.h"

/* Of one host all of these find nothing. */

/* Were they asked for samples at different rates? One that does not say is another. */
bool hosts_rates_differ(const struct profile *p);

/* Are their times better told of some than of others? */
bool hosts_clocks_differ(const struct profile *p);

/* The longest time, in ns, between recordings in which there is none of any host; 0: there is none. */
uint64_t hosts_longest_gap(const struct profile *p);

/*
 * How many have samples, but none of this event (a row of events; UINT32_MAX: of any); `*first` is
 * the first of them. 0 without memory, too.
 */
uint32_t hosts_without_event(const struct profile *p, uint32_t event, uint32_t *first);

/* The same of switches of the scheduler, of a profile that was read with them. */
uint32_t hosts_without_switches(const struct profile *p, uint32_t *first);

#endif
