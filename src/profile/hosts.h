/* hosts.h - of recordings of several hosts put together, which host a thread or a CPU is of. */

#ifndef PROFILE_HOSTS_H
#define PROFILE_HOSTS_H

#include "profile/profile.h"

/*
 * In such a profile pids, tids and CPUs are numbers of the profile's own, no two hosts' alike, so
 * whoever compares them need not know of hosts. Whoever shows one, or is given one by a user, asks
 * here. Of one host all numbers are those that the input has, and these functions give them back.
 */

/* Of a CPU that is not known, and in a profile of one host. */
#define HOST_NONE UINT32_MAX

/* The words for how its times came to be those of the others: "recorded", "header", ... */
extern const char *const host_clock_names[HOST_CLOCKS];

static inline bool hosts_are_several(const struct profile *p)
{
	return p->hosts.count > 0;
}

/*
 * Are the "hosts" recordings of one program, made one after the other? Then, if there are times, each has a
 * stretch of its own, from its first sample up to where the next one begins.
 */
static inline bool hosts_are_in_turn(const struct profile *p)
{
	return hosts_are_several(p) && p->hosts.list[0].clock == HOST_CLOCK_IN_TURN;
}

/* The number on its host of a process or a thread, by that here; PROFILE_NO_ID: not known. */
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

/* The same of a CPU, PROFILE_NO_CPU. */
static inline uint16_t host_cpu(const struct profile *p, uint16_t cpu)
{
	return cpu < p->hosts.cpu_count ? (uint16_t)p->hosts.cpus[cpu].number : cpu;
}

/* The row in hosts.list. */
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

/* What it is called; empty of HOST_NONE. No two hosts have the same name. */
static inline struct text host_name(const struct profile *p, uint32_t host)
{
	return host < p->hosts.count ? profile_string(p, p->hosts.list[host].name)
				     : TEXT("");
}

/* The same of a row; and in a profile of one host what its header says, or "[one host]". */
struct text host_called(const struct profile *p, uint32_t host);

/*
 * "@web1" behind what a process, a thread or a CPU is called; nothing in a profile of one host.
 * Cut to what there is room for; `buf` is also returned.
 */
#define HOST_TAIL_MAX 72
const char *host_tail(const struct profile *p, uint32_t host,
		      char buf[static HOST_TAIL_MAX]);

/* Are there more than one clock, and which is the worst of them? */
enum host_clock hosts_worst_clock(const struct profile *p);

#endif
