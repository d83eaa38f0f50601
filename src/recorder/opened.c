#include "recorder/opened.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <mntent.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/append.h"
#include "base/mem.h"
#include "base/number.h"

#define SAMPLE_LARGE                                                                     \
	1200	       /* bytes: with the 127 addresses that the kernel follows at most */
#define SPARE	    4  /* times what is expected */
#define PAGES_LEAST 64 /* a program that starts maps a hundred files */
#define PAGES_MOST  4096
#define CPUS_MOST   8192

/* ---- how much ---- */

static size_t pages_for(uint32_t frequency, unsigned tick_ms)
{
	uint64_t bytes = (uint64_t)frequency * tick_ms / 1000 * SAMPLE_LARGE * SPARE;
	uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
	size_t pages = PAGES_LEAST;

	while (pages < PAGES_MOST && pages * page < bytes)
		pages *= 2;
	return pages;
}

/* Each thread needs a descriptor for each CPU. */
static void raise_limit(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < limit.rlim_max) {
		limit.rlim_cur = limit.rlim_max;
		setrlimit(RLIMIT_NOFILE, &limit);
	}
}

/* ---- which CPUs ---- */

static bool online_cpus(char list[static 1024])
{
	FILE *in = fopen("/sys/devices/system/cpu/online", "re");
	bool ok = in && fgets(list, 1024, in);

	if (in)
		fclose(in);
	if (ok)
		list[strcspn(list, "\n")] = '\0';
	else
		snprintf(list, 1024, "0-%ld", sysconf(_SC_NPROCESSORS_ONLN) - 1);
	return ok;
}

/* ---- a control group ---- */

/* The mount of version 2, or of the part of version 1 that is for events. */
static bool is_mount(const struct mntent *m)
{
	return strcmp(m->mnt_type, "cgroup2") == 0 ||
	       (strcmp(m->mnt_type, "cgroup") == 0 && hasmntopt(m, "perf_event"));
}

static bool open_cgroup(struct opened *o, const char *name, struct error *err)
{
	FILE *mounts = setmntent("/proc/self/mounts", "re");
	struct mntent *m;
	char path[4096];
	int fd = -1;

	while (mounts && fd < 0 && (m = getmntent(mounts)) != NULL) {
		int len = is_mount(m)
			      ? snprintf(path, sizeof path, "%s/%s", m->mnt_dir, name)
			      : -1;

		if (len > 0 && (size_t)len < sizeof path)
			fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	}
	if (mounts)
		endmntent(mounts);
	o->cgroup = fd + 1;
	return fd >= 0 ||
	       error_set(
		   err, ERROR_SYSTEM,
		   "there is no control group %.200s below a mount of cgroup2, or of "
		   "cgroup with perf_event",
		   name);
}

/* ---- opening ---- */

static bool know_id(struct opened *o, unsigned event, int fd, struct error *err)
{
	struct event_ids *ids = &o->ids[event];
	uint64_t id;

	if (ioctl(fd, PERF_EVENT_IOC_ID, &id) != 0)
		return error_sys(err, "an event has no number");
	return APPEND(ids->list, ids->count, ids->room, "events", err, id);
}

/* Smaller where a user may not lock so much memory: kernel.perf_event_mlock_kb. */
static bool map_ring(struct opened *o, int fd, struct error *err)
{
	struct ring r;

	while (!ring_map(&r, fd, o->pages, o->bounce)) {
		if ((errno != EPERM && errno != ENOMEM) || o->pages == 1)
			return error_sys(err, "a buffer for samples cannot be mapped");
		o->pages /= 2;
	}
	if (!APPEND(o->rings, o->ring_count, o->ring_room, "buffers", err, r)) {
		ring_unmap(&r);
		return false;
	}
	o->ring_count--;
	if (!APPEND(o->polled, o->ring_count, o->polled_room, "buffers", err,
		    (struct pollfd){.fd = fd, .events = POLLIN})) {
		ring_unmap(&r);
		return false;
	}
	return true;
}

/* The first on a CPU has its buffer, the others write into that. */
static bool keep(struct opened *o, unsigned event, int fd, struct error *err)
{
	if (!APPEND(o->fds, o->count, o->room, "events", err, fd)) {
		close(fd);
		return false;
	}
	if (!know_id(o, event, fd, err))
		return false;
	if (o->count - 1 == o->on_cpu)
		return map_ring(o, fd, err);
	return ioctl(fd, PERF_EVENT_IOC_SET_OUTPUT, o->fds[o->on_cpu]) == 0 ||
	       error_sys(err, "events of one CPU cannot share a buffer");
}

/* Of one thread, or -1: of all. A thread that has ended meanwhile is none. */
static bool open_on(struct opened *o, pid_t tid, unsigned cpu, unsigned long flags,
		    struct error *err)
{
	for (unsigned i = 0; i < o->events.count; i++) {
		const struct recorder_event *e = &o->events.list[i];
		int fd;

		if (!cpus_have(text_of(e->cpus), cpu))
			continue;
		fd = event_open(e, tid, (int)cpu, flags);
		if (fd < 0 && (errno == ENODEV || (errno == ESRCH && tid >= 0)))
			continue;
		if (fd < 0)
			return events_refuse(errno, "", tid, err);
		if (!keep(o, i, fd, err))
			return false;
	}
	return true;
}

static bool open_threads(struct opened *o, pid_t pid, unsigned cpu, struct error *err)
{
	char path[40];
	struct dirent *e;
	bool ok = true;
	uint64_t tid;
	DIR *dir;

	snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
	dir = opendir(path);
	if (!dir)
		return events_refuse(ESRCH, "", pid, err);
	while (ok && (e = readdir(dir)) != NULL)
		if (number_u64(text_of(e->d_name), &tid) && tid <= INT32_MAX)
			ok = open_on(o, (pid_t)tid, cpu, 0, err);
	closedir(dir);
	return ok;
}

static bool open_cpu(struct opened *o, const struct recorder_options *options,
		     unsigned cpu, struct error *err)
{
	bool ok = true;

	o->on_cpu = o->count;
	if (o->cgroup)
		return open_on(o, o->cgroup - 1, cpu, PERF_FLAG_PID_CGROUP, err);
	if (!options->pid_count)
		return open_on(o, -1, cpu, 0, err);
	for (uint32_t i = 0; ok && i < options->pid_count; i++)
		ok = open_threads(o, options->pids[i], cpu, err);
	return ok;
}

/* Which of them is the first that is asked for; false: none is online. */
static bool first_cpu(const struct recorder_options *o, const char *online, unsigned *cpu,
		      struct error *err)
{
	const char *wanted = o->cpus ? o->cpus : "";

	for (*cpu = 0; *cpu < CPUS_MOST; ++*cpu)
		if (cpus_have(text_of(online), *cpu) && cpus_have(text_of(wanted), *cpu))
			return true;
	return error_set(err, ERROR_USAGE, "none of the CPUs %.100s is online (%.100s)",
			 wanted, online);
}

static bool choose(struct opened *o, const struct recorder_options *options, unsigned cpu,
		   struct error *err)
{
	const struct event_wish wish = {
	    .frequency = options->frequency,
	    .wakeup = (uint32_t)(o->pages * (size_t)sysconf(_SC_PAGESIZE) / 2),
	    .inherit = options->pid_count > 0};
	pid_t of = o->cgroup ? o->cgroup - 1 : options->pid_count ? options->pids[0] : -1;

	return events_choose(&o->events, &wish, "", of, (int)cpu,
			     o->cgroup ? PERF_FLAG_PID_CGROUP : 0, err);
}

bool opened_begin(struct opened *o, const struct recorder_options *options,
		  unsigned tick_ms, struct error *err)
{
	char online[1024];
	unsigned cpu;
	bool ok;

	*o = (struct opened){.pages = pages_for(options->frequency, tick_ms)};
	raise_limit();
	online_cpus(online);
	o->bounce = mem_array(RING_RECORD_MOST, 1, "records", err);
	ok = o->bounce && (!options->cgroup || open_cgroup(o, options->cgroup, err)) &&
	     first_cpu(options, online, &cpu, err) && choose(o, options, cpu, err);
	for (; ok && cpu < CPUS_MOST; cpu++)
		if (cpus_have(text_of(online), cpu) &&
		    (!options->cpus || cpus_have(text_of(options->cpus), cpu)))
			ok = open_cpu(o, options, cpu, err);
	return ok &&
	       (o->count > 0 ||
		error_set(err, ERROR_SYSTEM, "nothing is left that could be recorded"));
}

void opened_end(struct opened *o)
{
	for (size_t i = 0; i < o->ring_count; i++)
		ring_unmap(&o->rings[i]);
	for (size_t i = 0; i < o->count; i++)
		close(o->fds[i]);
	for (unsigned i = 0; i < EVENTS_MOST; i++)
		mem_free(o->ids[i].list);
	if (o->cgroup)
		close(o->cgroup - 1);
	mem_free(o->rings);
	mem_free(o->polled);
	mem_free(o->fds);
	mem_free(o->bounce);
	*o = (struct opened){.count = 0};
}

/* ---- recording ---- */

bool opened_enable(struct opened *o, struct error *err)
{
	for (size_t i = 0; i < o->count; i++)
		if (ioctl(o->fds[i], PERF_EVENT_IOC_ENABLE, 0) != 0)
			return error_sys(err, "events cannot be enabled");
	return true;
}

void opened_wait(struct opened *o, int ms)
{
	int n = poll(o->polled, o->ring_count, ms);

	/* a process that has ended would end each wait at once */
	for (size_t i = 0; n > 0 && i < o->ring_count; i++)
		if (o->polled[i].revents & (POLLHUP | POLLERR | POLLNVAL))
			o->polled[i].fd = -1;
}

void opened_drain(struct opened *o,
		  void (*put)(void *arg, const struct perf_event_header *h), void *arg)
{
	for (size_t i = 0; i < o->ring_count; i++)
		ring_drain(&o->rings[i], put, arg);
}
