#include "recorder/events.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/number.h"

/* ---- files of one line ---- */

static bool read_line(const char *root, const char *path, char *line, size_t room)
{
	char whole[512];
	FILE *in = NULL;
	bool ok;
	int len = snprintf(whole, sizeof whole, "%s%s", root, path);

	if (len > 0 && (size_t)len < sizeof whole)
		in = fopen(whole, "re");
	ok = in && fgets(line, (int)room, in);
	if (in)
		fclose(in);
	if (ok)
		line[strcspn(line, "\n")] = '\0';
	return ok;
}

bool cpus_have(struct text list, unsigned cpu)
{
	if (!list.len)
		return true;
	while (list.len) {
		const char *comma = memchr(list.at, ',', list.len);
		struct text one =
		    comma ? text_upto(list, (size_t)(comma - list.at)) : list;
		const char *dash = memchr(one.at, '-', one.len);
		struct text low = dash ? text_upto(one, (size_t)(dash - one.at)) : one;
		struct text high = dash ? text_from(one, low.len + 1) : one;
		uint64_t from, to;

		if (number_u64(low, &from) && number_u64(high, &to) && cpu >= from &&
		    cpu <= to)
			return true;
		list = text_from(list, one.len + (comma != NULL));
	}
	return false;
}

/* ---- what is asked for ---- */

/* man perf_event_open: the type of one of several counters stands above the number of the event. */
#define TYPE_SHIFT 32

static struct perf_event_attr attr_of(const struct event_wish *w, uint32_t type,
				      uint64_t config, bool user_only)
{
	return (struct perf_event_attr){
	    .type = type,
	    .size = sizeof(struct perf_event_attr),
	    .config = config,
	    .sample_freq = w->frequency,
	    .sample_type = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID |
			   PERF_SAMPLE_TIME | PERF_SAMPLE_CPU | PERF_SAMPLE_PERIOD |
			   PERF_SAMPLE_CALLCHAIN,
	    .disabled = 1,
	    .inherit = w->inherit ? 1 : 0,
	    .exclude_idle = 1,
	    .exclude_kernel = user_only ? 1 : 0,
	    .exclude_hv = user_only ? 1 : 0,
	    .exclude_guest = 1,
	    .freq = 1,
	    .mmap = 1,
	    .mmap2 = 1,
	    .comm = 1,
	    .comm_exec = 1,
	    .task = 1,
	    .sample_id_all = 1,
	    .watermark = 1,
	    .wakeup_watermark = w->wakeup,
	    .use_clockid = 1,
	    .clockid = CLOCK_MONOTONIC,
	};
}

static void add(struct recorder_events *e, const struct event_wish *w, uint32_t type,
		uint64_t config, const char *name, const char *cpus)
{
	struct recorder_event *own = &e->list[e->count];

	if (e->count == EVENTS_MOST)
		return;
	own->attr = attr_of(w, type, config, e->user_only);
	snprintf(own->name, sizeof own->name, "%s", name);
	snprintf(own->cpus, sizeof own->cpus, "%s", cpus);
	e->count++;
}

/* Cores of two kinds have a counter each, for their own CPUs. */
static void add_cycles(struct recorder_events *e, const struct event_wish *w,
		       const char *root)
{
	static const char *const kinds[] = {"cpu_core", "cpu_atom", "cpu_lowpower"};
	char path[128], type[32], cpus[128], name[EVENT_NAME];
	uint64_t number;

	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		snprintf(path, sizeof path, "/sys/bus/event_source/devices/%s/type",
			 kinds[i]);
		if (!read_line(root, path, type, sizeof type) ||
		    !number_u64(text_of(type), &number) || number > UINT32_MAX)
			continue;
		snprintf(path, sizeof path, "/sys/bus/event_source/devices/%s/cpus",
			 kinds[i]);
		if (!read_line(root, path, cpus, sizeof cpus) || !*cpus)
			continue;
		snprintf(name, sizeof name, "%s/cycles/", kinds[i]);
		add(e, w, PERF_TYPE_HARDWARE,
		    number << TYPE_SHIFT | PERF_COUNT_HW_CPU_CYCLES, name, cpus);
	}
	if (!e->count)
		add(e, w, PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES, "cycles", "");
}

int event_open(const struct recorder_event *e, pid_t pid, int cpu, unsigned long flags)
{
	struct perf_event_attr attr = e->attr;

	return (int)syscall(SYS_perf_event_open, &attr, pid, cpu, -1,
			    flags | PERF_FLAG_FD_CLOEXEC);
}

/* Those for this CPU: 0, or errno. */
static int try(const struct recorder_events *e, pid_t pid, int cpu, unsigned long flags)
{
	int error = ENODEV;

	for (unsigned i = 0; i < e->count && error; i++) {
		int fd;

		if (!cpus_have(text_of(e->list[i].cpus), (unsigned)cpu))
			continue;
		fd = event_open(&e->list[i], pid, cpu, flags);
		error = fd < 0 ? errno : 0;
		if (fd >= 0)
			close(fd);
	}
	return error;
}

/* Cycles, or else the clock. */
static int try_both(struct recorder_events *e, const struct event_wish *wish,
		    const char *root, pid_t pid, int cpu, unsigned long flags)
{
	int error;

	e->count = 0;
	add_cycles(e, wish, root);
	error = try(e, pid, cpu, flags);
	if (error != ENOENT && error != EOPNOTSUPP && error != ENODEV && error != EINVAL)
		return error;
	e->count = 0;
	add(e, wish, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_CLOCK, "cpu-clock", "");
	return try(e, pid, cpu, flags);
}

bool events_choose(struct recorder_events *e, const struct event_wish *wish,
		   const char *root, pid_t pid, int cpu, unsigned long flags,
		   struct error *err)
{
	int error;

	*e = (struct recorder_events){.count = 0};
	error = try_both(e, wish, root, pid, cpu, flags);
	if ((error == EACCES || error == EPERM) && pid >= 0 && !flags) {
		e->user_only = true; /* of own processes it may be enough */
		error = try_both(e, wish, root, pid, cpu, flags);
	}
	return !error || events_refuse(error, root, pid, err);
}

/* ---- why not ---- */

#define PARANOID "/proc/sys/kernel/perf_event_paranoid"

/* perf_event_paranoid: Documentation/admin-guide/sysctl/kernel.rst; 3 and more are Debian's and others'. */
static bool refuse_access(const char *root, pid_t pid, struct error *err)
{
	char line[32] = "?";
	bool all = pid < 0;

	read_line(root, PARANOID, line, sizeof line);
	if (!all)
		return error_set(
		    err, ERROR_SYSTEM,
		    "process %d may not be recorded: it is not yours, or "
		    "kernel.perf_event_paranoid, which is %s, is above 2; the capability "
		    "CAP_PERFMON (or root) is enough",
		    (int)pid, line);
	return error_set(
	    err, ERROR_SYSTEM,
	    "all CPUs may not be recorded (kernel.perf_event_paranoid is %s): the "
	    "capability CAP_PERFMON (or root) or a value of 0 is enough; %s",
	    line,
	    strcmp(line, "3") == 0 || strcmp(line, "4") == 0
		? "without, nothing can be recorded at that value"
		: "without, -p PID records processes of your own");
}

bool events_refuse(int error, const char *root, pid_t pid, struct error *err)
{
	if (error == EACCES || error == EPERM)
		return refuse_access(root, pid, err);
	if (error == ESRCH)
		return error_set(err, ERROR_SYSTEM, "there is no process %d", (int)pid);
	if (error == ENOSYS)
		return error_set(err, ERROR_SYSTEM,
				 "this kernel, or the container, has no perf_event_open");
	if (error == EMFILE || error == ENFILE)
		return error_set(
		    err, ERROR_SYSTEM,
		    "too many open files: each thread needs one for each CPU "
		    "(ulimit -n)");
	errno = error;
	return error_sys(err, "the kernel opens no event to sample");
}
