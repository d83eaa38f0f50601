/* unlike_hosts.h - differences that make the samples of several hosts incomparable. */

#ifndef PROFILE_UNLIKE_HOSTS_H
#define PROFILE_UNLIKE_HOSTS_H

#include "profile/profile.h"

/* In a profile of one host these find no difference. */

/* Were samples requested at different rates? An unknown rate differs from all others. */
bool hosts_rates_differ(const struct profile *p);

/* Are the times of some hosts more exact than those of others? */
bool hosts_clocks_differ(const struct profile *p);

/*
 * The longest time, in ns, between recordings during which no host was recorded; 0 if there is
 * none.
 */
uint64_t hosts_longest_gap(const struct profile *p);

/*
 * The number of hosts that have samples, but none of this event (an index into profile.events;
 * UINT32_MAX: of any event); `*first` is the first of these hosts. Returns 0 also when memory runs
 * out.
 */
uint32_t hosts_without_event(const struct profile *p, uint32_t event, uint32_t *first);

/* The same for switches of the scheduler, in a profile that was read with them. */
uint32_t hosts_without_switches(const struct profile *p, uint32_t *first);

#endif
