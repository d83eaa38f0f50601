#include "recorder/perf_errors.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <stdio.h>
#include <unistd.h>

#include "recorder/small_file.h"

#define PARANOID     "/proc/sys/kernel/perf_event_paranoid"
#define MLOCK	     "/proc/sys/kernel/perf_event_mlock_kb"
#define RATE	     "/proc/sys/kernel/perf_event_max_sample_rate"
#define NOT_READABLE INT64_MIN

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

bool refusal_of_event(const struct events_wanted *w, int number, int32_t tid,
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
