#include "recorder/events.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/append.h"
#include "base/number.h"
#include "recorder/small_file.h"

#define DEVICES "/sys/bus/event_source/devices"

#define PARANOID     "/proc/sys/kernel/perf_event_paranoid"
#define MLOCK	     "/proc/sys/kernel/perf_event_mlock_kb"
#define RATE	     "/proc/sys/kernel/perf_event_max_sample_rate"
#define NOT_READABLE INT64_MIN

#define THREADS_MOST ((size_t)1 << 20)

/* The state of opening events. */
struct event_opening {
	struct events *e;
	const struct events_wanted *w;
	struct cpus cpus; /* owned: the requested CPUs */
	int32_t *tids;	  /* owned: threads; none: all processes */
	size_t tid_count, tid_room;
	int cgroup;    /* owned: its directory; -1: none */
	int why;       /* errno of the last failure */
	int32_t tid;   /* the thread of that failure */
	size_t absent; /* number of threads and CPUs that no longer exist */
};

/* ---- refusals, each explained in a sentence, with a remedy ---- */

/* Does the process belong to the user? True when /proc is not readable. */
static bool is_own(int32_t tid)
{
	char path[64];
	struct stat st;

	snprintf(path, sizeof path, "/proc/%" PRId32, tid);
	return stat(path, &st) != 0 || st.st_uid == geteuid();
}

static bool refuse_all(int64_t paranoid, struct error *err)
{
	return error_set(
	    err, ERROR_SYSTEM,
	    "this user may not record all processes (kernel.perf_event_paranoid is "
	    "%" PRId64 "); use one of: root, CAP_PERFMON (sudo setcap cap_perfmon=ep "
	    "FLARESCOPE), or sudo sysctl kernel.perf_event_paranoid=0; %s",
	    paranoid,
	    paranoid > 2    ? "without it, nothing can be recorded"
	    : paranoid == 2 ? "without it: -p PID of a process of yours, only user code"
			    : "without it: -p PID of a process of yours");
}

static bool refuse_process(int64_t paranoid, int32_t tid, struct error *err)
{
	if (!is_own(tid))
		return error_set(
		    err, ERROR_SYSTEM,
		    "process %" PRId32
		    " belongs to another user; to record it, use root, or CAP_PERFMON "
		    "and CAP_SYS_PTRACE; without it: -p PID of a process of yours",
		    tid);
	if (paranoid > 2)
		return error_set(err, ERROR_SYSTEM,
				 "this user may not record, not even their own processes "
				 "(kernel.perf_event_paranoid is %" PRId64
				 "); use one of: root, CAP_PERFMON, or sudo sysctl "
				 "kernel.perf_event_paranoid=2",
				 paranoid);
	return error_set(err, ERROR_SYSTEM,
			 "the kernel does not let process %" PRId32
			 " be recorded: it has changed its user or its privileges, as "
			 "sudo does; use root, or CAP_PERFMON and CAP_SYS_PTRACE",
			 tid);
}

static bool refuse_recording(const struct events_wanted *w, int32_t tid,
			     struct error *err)
{
	int64_t paranoid = small_file_number(PARANOID, NOT_READABLE);

	if (paranoid == NOT_READABLE)
		return error_set(err, ERROR_SYSTEM,
				 "this kernel has no perf events (%s does not exist)",
				 PARANOID);
	if (geteuid() == 0)
		return error_set(
		    err, ERROR_SYSTEM,
		    "even root may not record here: a container needs --cap-add PERFMON "
		    "and a seccomp profile with perf_event_open (docker: --security-opt "
		    "seccomp=unconfined); otherwise record outside of the container");
	return w->pid_count ? refuse_process(paranoid, tid, err)
			    : refuse_all(paranoid, err);
}

static bool refuse_files(size_t opened, struct error *err)
{
	struct rlimit files = {0};

	getrlimit(RLIMIT_NOFILE, &files);
	return error_set(err, ERROR_SYSTEM,
			 "each thread needs a file for each CPU, and no more than %zu "
			 "could be opened (ulimit -n is %" PRIu64
			 "); raise the limit, or record all processes",
			 opened, (uint64_t)files.rlim_cur);
}

/*
 * perf_event_open() failed with errno `number`; `tid` -1: for all processes; `opened`: events
 * opened before. Always returns false.
 */
static bool refusal_of_event(const struct events_wanted *w, int number, int32_t tid,
			     size_t opened, struct error *err)
{
	int64_t rate = small_file_number(RATE, INT64_MAX);

	if (number == EACCES || number == EPERM)
		return refuse_recording(w, tid, err);
	if (number == EMFILE || number == ENFILE)
		return refuse_files(opened, err);
	if (number == ENOSYS)
		return error_set(err, ERROR_SYSTEM,
				 "this kernel has no perf events, or a container's "
				 "seccomp profile hides them (perf_event_open)");
	if (number == ESRCH)
		return error_set(err, ERROR_SYSTEM,
				 "process %" PRId32 " does not exist, or has just ended",
				 tid);
	if (number == EINVAL && w->frequency > rate)
		return error_set(err, ERROR_USAGE,
				 "the kernel takes at most %" PRId64
				 " samples a second here (%s)",
				 rate, RATE);
	errno = number;
	return error_sys(err, "cannot open perf events");
}

bool refusal_of_ring(int number, struct error *err)
{
	if (number == EPERM || number == ENOMEM)
		return error_set(err, ERROR_SYSTEM,
				 "no memory left for perf buffers: other recordings of "
				 "this user use it; end them, or raise the limit: sudo "
				 "sysctl kernel.perf_event_mlock_kb=4096 (it is %" PRId64
				 ")",
				 small_file_number(MLOCK, 0));
	errno = number;
	return error_sys(err, "cannot map a ring of perf events");
}

/* ---- choosing the events ---- */

static void describe_event(struct event_attr *a, const struct events_wanted *w)
{
	*a = (struct event_attr){.size = sizeof *a, .frequency = w->frequency};
	a->sample_type = EVENT_SAMPLE_IP | EVENT_SAMPLE_TID | EVENT_SAMPLE_TIME |
			 EVENT_SAMPLE_CPU | EVENT_SAMPLE_PERIOD;
	if (!w->no_callers)
		a->sample_type |= EVENT_SAMPLE_CALLCHAIN;
	a->flags = EVENT_DISABLED | EVENT_MMAP | EVENT_COMM | EVENT_FREQ | EVENT_TASK |
		   EVENT_WATERMARK | EVENT_SAMPLE_ID_ALL | EVENT_MMAP2 | EVENT_COMM_EXEC |
		   EVENT_USE_CLOCKID | EVENT_KSYMBOL;
	a->clockid = CLOCK_MONOTONIC;
	if (w->pid_count)
		a->flags |= EVENT_INHERIT;
	if (w->on_exec)
		a->flags |= EVENT_ENABLE_ON_EXEC;
}

static struct event_kind *add_kind(struct event_opening *o, const char *name)
{
	struct events *e = o->e;
	struct event_kind *k = &e->kinds[e->kind_count];

	if (e->kind_count == EVENT_KINDS_MOST)
		return NULL;
	e->kind_count++;
	describe_event(&k->attr, o->w);
	snprintf(k->name, sizeof k->name, "%s", name);
	return k;
}

/* Add the requested CPUs of `from` to a kind. */
static bool keep_cpus(struct event_opening *o, struct event_kind *k,
		      const struct cpus *from, struct error *err)
{
	for (size_t i = 0; i < o->cpus.count; i++) {
		int32_t cpu = o->cpus.at[i];

		if (cpus_have(from, cpu) &&
		    !APPEND(k->cpus.at, k->cpus.count, k->cpus.room, "CPUs", err, cpu))
			return false;
	}
	return true;
}

/*
 * Add a PMU such as "cpu_core" (type 4, cpus 0-15). Returns false without an error when it does not
 * exist.
 */
static bool add_hybrid(struct event_opening *o, const char *pmu, struct error *err)
{
	char path[128], name[EVENT_NAME_MAX];
	struct cpus cpus = {0};
	struct event_kind *k;
	int64_t type;
	bool ok;

	snprintf(path, sizeof path, DEVICES "/%s/type", pmu);
	type = small_file_number(path, -1);
	snprintf(path, sizeof path, DEVICES "/%s/cpus", pmu);
	if (type < 0 || access(path, R_OK) != 0)
		return true;
	snprintf(name, sizeof name, "%s/cycles/", pmu);
	k = add_kind(o, name);
	if (!k)
		return true;
	k->attr.type = EVENT_TYPE_HARDWARE;
	k->attr.config = (uint64_t)type << 32 | EVENT_CYCLES;
	ok = cpus_read(&cpus, path, err) && keep_cpus(o, k, &cpus, err);
	cpus_release(&cpus);
	if (ok && !k->cpus.count)
		o->e->kind_count--;
	return ok;
}

static bool add_cycles(struct event_opening *o, struct error *err)
{
	struct event_kind *k;

	if (!add_hybrid(o, "cpu_core", err) || !add_hybrid(o, "cpu_atom", err) ||
	    !add_hybrid(o, "cpu_lowpower", err))
		return false;
	if (o->e->kind_count)
		return true;
	k = add_kind(o, "cycles");
	k->attr.type = EVENT_TYPE_HARDWARE;
	k->attr.config = EVENT_CYCLES;
	return keep_cpus(o, k, &o->cpus, err);
}

/*
 * Use cpu-clock. It would also count while a CPU is idle, which cycles usually do not; ARM refuses
 * to exclude idle for cycles.
 */
static bool use_clock(struct event_opening *o, struct error *err)
{
	struct event_kind *k;

	for (size_t i = 0; i < o->e->kind_count; i++)
		cpus_release(&o->e->kinds[i].cpus);
	o->e->kind_count = 0;
	k = add_kind(o, "cpu-clock");
	k->attr.type = EVENT_TYPE_SOFTWARE;
	k->attr.config = EVENT_CPU_CLOCK;
	if (!o->w->idle)
		k->attr.flags |= EVENT_EXCLUDE_IDLE;
	return keep_cpus(o, k, &o->cpus, err);
}

static bool find_cpus(struct event_opening *o, struct error *err)
{
	struct cpus online = {0};
	bool ok = cpus_online(&online, "", err);

	if (ok && !o->w->cpus) {
		o->cpus = online;
		return true;
	}
	ok = ok && cpus_parse(&o->cpus, text_of(o->w->cpus), err);
	for (size_t i = 0; ok && i < o->cpus.count; i++)
		if (!cpus_have(&online, o->cpus.at[i]))
			ok = error_set(err, ERROR_USAGE, "CPU %" PRId32 " is not online",
				       o->cpus.at[i]);
	cpus_release(&online);
	return ok;
}

/* Add the threads of a process; threads started later inherit the events. */
static bool find_threads(struct event_opening *o, int32_t pid, struct error *err)
{
	char path[64];
	struct dirent *d;
	bool ok = true;
	DIR *dir;

	snprintf(path, sizeof path, "/proc/%" PRId32 "/task", pid);
	dir = opendir(path);
	if (!dir)
		return refusal_of_event(o->w, errno == ENOENT ? ESRCH : errno, pid, 0,
					err);
	while (ok && (d = readdir(dir))) {
		int32_t tid;

		if (o->tid_count < THREADS_MOST && number_i32(text_of(d->d_name), &tid) &&
		    tid > 0)
			ok = APPEND(o->tids, o->tid_count, o->tid_room, "threads", err,
				    tid);
	}
	closedir(dir);
	return ok;
}

/* ---- control groups ---- */

/* The text up to a separator, which is skipped. */
static struct text next_part(struct text *rest, char separator)
{
	const char *end = rest->len ? memchr(rest->at, separator, rest->len) : NULL;
	struct text part = end ? text_upto(*rest, (size_t)(end - rest->at)) : *rest;

	*rest = text_from(*rest, part.len + 1);
	return part;
}

/*
 * Parse mounts: "cgroup /sys/fs/cgroup/perf_event cgroup rw,perf_event 0 0"; the type of version 2
 * is cgroup2.
 */
static bool find_mount(const char *root, char *mount, size_t most)
{
	char path[PATH_MAX];
	struct line_file f;
	struct text line;
	bool first = false, second = false;

	snprintf(path, sizeof path, "%s/proc/mounts", root);
	if (!line_file_open(&f, path))
		return false;
	while (!first && line_file_next(&f, &line)) {
		struct text at, type, options;

		next_part(&line, ' ');
		at = next_part(&line, ' ');
		type = next_part(&line, ' ');
		options = next_part(&line, ' ');
		while (!first && options.len && text_equal(type, TEXT("cgroup")))
			first = text_equal(next_part(&options, ','), TEXT("perf_event"));
		if (!first && (second || !text_equal(type, TEXT("cgroup2"))))
			continue;
		second = true;
		snprintf(mount, most, "%.*s", (int)text_upto(at, most - 1).len, at.at);
	}
	line_file_close(&f);
	return first || second;
}

int cgroup_directory_open(const char *root, const char *name, struct error *err)
{
	char mount[PATH_MAX / 2], path[PATH_MAX];
	int fd;

	if (!find_mount(root, mount, sizeof mount)) {
		error_set(err, ERROR_SYSTEM,
			  "control groups are not mounted here: /proc/mounts has neither "
			  "version 1 with perf_event nor version 2");
		return -1;
	}
	while (*name == '/')
		name++;
	if (snprintf(path, sizeof path, "%s%s/%s", root, mount, name) >= (int)sizeof path)
		errno = ENAMETOOLONG;
	else if ((fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)) >= 0)
		return fd;
	if (errno == ENOENT || errno == ENOTDIR)
		error_set(err, ERROR_USAGE,
			  "there is no control group %.80s in %.120s; give its path "
			  "below that directory",
			  name, mount);
	else
		error_sys(err, "cannot open the control group %.80s in %.120s", name,
			  mount);
	return -1;
}

/* ---- opening ---- */

/*
 * Request less after a refusal: without kernel code, or without a flag that the kernel may not
 * know. False when nothing is left to drop.
 */
static bool ask_less(struct events *e, int number)
{
	struct event_attr *first = &e->kinds[0].attr;
	uint64_t drop = 0;

	if ((number == EACCES || number == EPERM) &&
	    !(first->flags & EVENT_EXCLUDE_KERNEL)) {
		e->user_only = true;
		for (size_t i = 0; i < e->kind_count; i++)
			e->kinds[i].attr.flags |= EVENT_EXCLUDE_KERNEL |
						  EVENT_EXCLUDE_HV |
						  EVENT_EXCLUDE_CHAIN_KERNEL;
		return true;
	}
	if (number == EINVAL)
		drop = first->flags & EVENT_KSYMBOL;
	for (size_t i = 0; i < e->kind_count; i++)
		e->kinds[i].attr.flags &= ~drop;
	return drop != 0;
}

static void close_all(struct events *e)
{
	for (size_t i = 0; i < e->count; i++)
		close(e->at[i].fd);
	e->count = 0;
}

static bool open_one(struct event_opening *o, uint32_t kind, int32_t tid, int32_t cpu,
		     struct error *err)
{
	struct event_kind *k = &o->e->kinds[kind];
	struct opened_event one = {.kind = kind, .cpu = cpu, .tid = tid};

	one.fd = (int)syscall(
	    SYS_perf_event_open, &k->attr, o->cgroup >= 0 ? o->cgroup : tid, cpu, -1,
	    EVENT_OPEN_CLOEXEC | (o->cgroup >= 0 ? EVENT_OPEN_CGROUP : 0));
	o->why = one.fd < 0 ? errno : 0;
	o->tid = tid;
	if (one.fd < 0)
		return true;
	if (ioctl(one.fd, EVENT_ID, &one.id) != 0)
		one.id = 0;
	if (APPEND(o->e->at, o->e->count, o->e->room, "events", err, one))
		return true;
	close(one.fd);
	return false;
}

/*
 * Open the events of one thread, or of all, on all CPUs of a kind. Threads and CPUs that no longer
 * exist are skipped.
 */
static bool open_kind(struct event_opening *o, uint32_t kind, int32_t tid,
		      struct error *err)
{
	const struct cpus *cpus = &o->e->kinds[kind].cpus;

	for (size_t i = 0; i < cpus->count; i++) {
		if (!open_one(o, kind, tid, cpus->at[i], err))
			return false;
		if (!o->why)
			continue;
		if ((o->why == ESRCH && tid >= 0) || (o->why == ENODEV && o->e->count)) {
			o->absent++;
			o->why = 0;
			continue;
		}
		return true;
	}
	return true;
}

/* Open all events. Returns true with `why` set when one cannot be opened. */
static bool open_all(struct event_opening *o, struct error *err)
{
	static const int32_t everybody[] = {-1};
	const int32_t *tids = o->tid_count ? o->tids : everybody;
	size_t count = o->tid_count ? o->tid_count : 1;

	o->absent = 0;
	for (size_t i = 0; i < count; i++)
		for (uint32_t k = 0; k < o->e->kind_count; k++) {
			if (!open_kind(o, k, tids[i], err))
				return false;
			if (o->why)
				return true;
		}
	if (o->e->count == 0)
		o->why = o->tid_count ? ESRCH : ENODEV;
	return true;
}

/*
 * Open the events with as few restrictions as the kernel allows: cycles or otherwise cpu-clock,
 * without unknown flags, and, for the user's own processes, without kernel code.
 */
static bool open_what_can_be(struct event_opening *o, struct error *err)
{
	bool has_clock = false;

	if (!add_cycles(o, err))
		return false;
	for (;;) {
		size_t opened;

		if (o->e->kind_count > 1)
			for (size_t i = 0; i < o->e->kind_count; i++)
				o->e->kinds[i].attr.sample_type |=
				    EVENT_SAMPLE_IDENTIFIER;
		if (!open_all(o, err))
			return false;
		if (!o->why)
			return true;
		opened = o->e->count;
		close_all(o->e);
		if (!has_clock &&
		    (o->why == ENOENT || o->why == EOPNOTSUPP || o->why == ENODEV)) {
			has_clock = true;
			o->e->user_only = false;
			if (!use_clock(o, err))
				return false;
		} else if (!ask_less(o->e, o->why)) {
			return refusal_of_event(o->w, o->why, o->tid, opened, err);
		}
	}
}

bool events_open(struct events *e, const struct events_wanted *w, struct error *err)
{
	struct event_opening o = {.e = e, .w = w, .cgroup = -1};
	bool ok = find_cpus(&o, err);
	struct rlimit files;

	e->on_exec = w->on_exec;
	for (size_t i = 0; ok && i < w->pid_count; i++)
		ok = find_threads(&o, w->pids[i], err);
	if (ok && w->cgroup) {
		o.cgroup = cgroup_directory_open("", w->cgroup, err);
		ok = o.cgroup >= 0;
	}
	/* each thread needs a file per CPU */
	if (ok && w->pid_count && getrlimit(RLIMIT_NOFILE, &files) == 0 &&
	    files.rlim_cur != files.rlim_max) {
		files.rlim_cur = files.rlim_max;
		setrlimit(RLIMIT_NOFILE, &files);
	}
	ok = ok && open_what_can_be(&o, err);
	/* as perf names them: "cpu-clock:u", "cpu_core/cycles/u" */
	for (size_t i = 0; ok && e->user_only && i < e->kind_count; i++) {
		char *name = e->kinds[i].name;
		size_t len = strlen(name);

		snprintf(name + len, EVENT_NAME_MAX - len, "%s",
			 name[len - 1] == '/' ? "u" : ":u");
	}
	if (ok)
		e->sample_type = e->kinds[0].attr.sample_type;
	if (o.cgroup >= 0)
		close(o.cgroup);
	cpus_release(&o.cpus);
	mem_free(o.tids);
	return ok;
}

void events_release(struct events *e)
{
	close_all(e);
	mem_free(e->at);
	for (size_t i = 0; i < e->kind_count; i++)
		cpus_release(&e->kinds[i].cpus);
	*e = (struct events){0};
}

/* ---- open events ---- */

void events_enable(const struct events *e)
{
	for (size_t i = 0; i < e->count && !e->on_exec; i++)
		ioctl(e->at[i].fd, EVENT_ENABLE, 0);
}

void events_disable(const struct events *e)
{
	for (size_t i = 0; i < e->count; i++)
		ioctl(e->at[i].fd, EVENT_DISABLE, 0);
}

/* poll() reports POLLHUP when no task with the inherited event is left (since Linux 3.18). */
bool events_have_ended(struct events *e)
{
	while (e->ended < e->count) {
		struct pollfd polled = {.fd = e->at[e->ended].fd};

		if (poll(&polled, 1, 0) <= 0 || !(polled.revents & (POLLHUP | POLLERR)))
			return false;
		e->ended++;
	}
	return true;
}

size_t events_trailer(const struct events *e)
{
	static const uint64_t each[] = {EVENT_SAMPLE_TID, EVENT_SAMPLE_TIME,
					EVENT_SAMPLE_CPU, EVENT_SAMPLE_IDENTIFIER};
	size_t fields = 0;

	for (size_t i = 0; i < sizeof each / sizeof *each; i++)
		fields += (e->sample_type & each[i]) != 0;
	return 8 * fields;
}
