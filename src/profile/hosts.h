/* hosts.h - the hosts of threads and CPUs, in a profile of several hosts. */

#ifndef PROFILE_HOSTS_H
#define PROFILE_HOSTS_H

#include "profile/profile.h"

/*
 * In a profile of several hosts, the profile assigns its own numbers to processes, threads and
 * CPUs. No two hosts share a number, so code that compares numbers need not consider hosts. Code
 * that shows a number, or gets one from a user, translates it here. In a profile of one host, all
 * numbers are those of the input, and these functions return them unchanged.
 */

/* The host of an unknown thread or CPU, and of everything in a profile of one host. */
#define HOST_NONE UINT32_MAX

/* The name of each way to align the times of a host: "recorded", "header", ... */
extern const char *const host_clock_names[HOST_CLOCKS];

static inline bool hosts_are_several(const struct profile *p)
{
	return p->hosts.count > 0;
}

/*
 * Are the "hosts" successive recordings of one program? If so, and if they have times, the range of
 * each recording extends from its first sample to the beginning of the next recording.
 */
static inline bool hosts_are_in_turn(const struct profile *p)
{
	return hosts_are_several(p) && p->hosts.list[0].clock == HOST_CLOCK_IN_TURN;
}

/* The number of a process or a thread on its host; PROFILE_NO_ID if unknown. */
static inline int32_t host_task(const struct profile *p, int32_t id)
{
	return id >= 0 && (uint32_t)id < p->hosts.task_count ? p->hosts.tasks[id].number
							     : id;
}

static inline int32_t host_pid(const struct profile *p, const struct thread *t)
{
	return host_task(p, t->pid);
}

static inline int32_t host_tid(const struct profile *p, const struct thread *t)
{
	return host_task(p, t->tid);
}

/* The same for a CPU; PROFILE_NO_CPU if unknown. */
static inline uint16_t host_cpu(const struct profile *p, uint16_t cpu)
{
	return cpu < p->hosts.cpu_count ? (uint16_t)p->hosts.cpus[cpu].number : cpu;
}

/* The host of a process or a thread, as an index into hosts.list. */
static inline uint32_t host_of_task(const struct profile *p, int32_t id)
{
	return id >= 0 && (uint32_t)id < p->hosts.task_count ? p->hosts.tasks[id].host
							     : HOST_NONE;
}

static inline uint32_t host_of_thread(const struct profile *p, const struct thread *t)
{
	return host_of_task(p, t->tid);
}

static inline uint32_t host_of_cpu(const struct profile *p, uint16_t cpu)
{
	return cpu < p->hosts.cpu_count ? p->hosts.cpus[cpu].host : HOST_NONE;
}

/* The name of a host, which is unique; empty for HOST_NONE. */
static inline struct text host_name(const struct profile *p, uint32_t host)
{
	return host < p->hosts.count ? profile_string(p, p->hosts.list[host].name)
				     : TEXT("");
}

/* Like host_name(). In a profile of one host, the name in its header, or else "[one host]". */
struct text host_called(const struct profile *p, uint32_t host);

/*
 * The suffix "@web1" for the name of a process, a thread or a CPU; empty in a profile of one host.
 * Truncated to fit `buf`, which is returned.
 */
#define HOST_TAIL_MAX 72
const char *host_tail(const struct profile *p, uint32_t host,
		      char buf[static HOST_TAIL_MAX]);

/* The least exact clock of all hosts. */
enum host_clock hosts_worst_clock(const struct profile *p);

/* Differences that make samples of several hosts incomparable. A profile of one host has none. */

/* Were samples requested at different rates? An unknown rate differs from any known one. */
bool hosts_rates_differ(const struct profile *p);

/* Were the times of the hosts aligned in different ways, some less exact than others? */
bool hosts_clocks_differ(const struct profile *p);

/*
 * The longest gap between recordings, in ns, during which no host was recorded; 0 if there is no
 * gap.
 */
uint64_t hosts_longest_gap(const struct profile *p);

/*
 * The number of hosts that recorded samples, but have none of this event in the profile (`event` is
 * an index into profile.events; UINT32_MAX: any event); `*first` is the first of these hosts. Also
 * returns 0 when memory runs out.
 */
uint32_t hosts_without_event(const struct profile *p, uint32_t event, uint32_t *first);

/* The same for scheduler switches, in a profile that was read with them. */
uint32_t hosts_without_switches(const struct profile *p, uint32_t *first);

#endif
