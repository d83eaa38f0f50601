#include "recorder/recorder.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/number.h"
#include "recorder/opened.h"
#include "recorder/ring.h"
#include "recorder/running.h"
#include "recorder/stream.h"

#define TICK_MS 100
#define WRITE_LEAST                                                                      \
	(64u << 10) /* bytes, of what runs already: written when there are so many */

struct recorder {
	struct recorder_options options;
	struct opened opened;
	struct records records; /* what is not written yet */
	struct recorder_figures figures;
	char command[1536];
	uint64_t wall, clock;		   /* the same moment */
	uint64_t first, last;		   /* times of samples */
	const volatile sig_atomic_t *stop; /* borrowed */
	int fd; /* where it is written; a pipe does not block */
	bool is_file;
	uint64_t end; /* by clock_now(); 0: none */
	uint64_t at;  /* bytes in front of the file's records */
	bool closed;  /* nobody reads the pipe any more */
};

/* ---- writing ---- */

static bool is_stopped(const struct recorder *r)
{
	return *r->stop || r->closed || (r->end && clock_now() >= r->end);
}

/* A pipe may be full for as long as who reads it has other things to do. */
static bool wait_for_room(const struct recorder *r)
{
	struct pollfd room = {.fd = r->fd, .events = POLLOUT};

	(void)poll(&room, 1, TICK_MS);
	return !*r->stop;
}

static bool write_all(struct recorder *r, const char *at, size_t left, struct error *err)
{
	while (left) {
		ssize_t n = write(r->fd, at, left);

		if (n >= 0) {
			at += n;
			left -= (size_t)n;
		} else if (errno == EPIPE && !r->is_file) {
			r->closed = true;
			return true;
		} else if (errno == EAGAIN || errno == EWOULDBLOCK) {
			if (!wait_for_room(r))
				return true;
		} else if (errno != EINTR) {
			return error_sys(err, "the recording cannot be written");
		}
	}
	return true;
}

/* How much there is, into the head of a file, so that it can be read from now on. */
static bool tell_size(const struct recorder *r, struct error *err)
{
	const uint64_t size = r->figures.bytes;

	return pwrite(r->fd, &size, sizeof size, 48) == (ssize_t)sizeof size ||
	       error_sys(err, "the recording cannot be written");
}

static bool write_records(struct recorder *r, struct error *err)
{
	bool ok = records_are_whole(&r->records, err) &&
		  write_all(r, r->records.bytes, r->records.count, err);

	r->figures.bytes += r->records.count;
	records_clear(&r->records);
	return ok && (!r->is_file || tell_size(r, err));
}

/* ---- what the kernel has written ---- */

static uint64_t number_at(const struct perf_event_header *h, size_t at)
{
	uint64_t n = 0;

	if (h->size >= at + sizeof n)
		memcpy(&n, (const char *)h + at, sizeof n);
	return n;
}

/* Where they stand behind the header: events.c asks for an id, the address, the process, the time ... */
#define SAMPLE_PID  24
#define SAMPLE_TIME 32

static bool is_own(const struct recorder *r, const struct perf_event_header *h)
{
	int32_t pid = (int32_t)(uint32_t)number_at(h, SAMPLE_PID);

	for (uint32_t i = 0; i < r->options.without_count; i++)
		if (r->options.without[i] == pid)
			return true;
	return false;
}

static void take(void *arg, const struct perf_event_header *h)
{
	struct recorder *r = arg;

	if (h->type == PERF_RECORD_SAMPLE && is_own(r, h)) {
		r->figures.own++;
		return;
	}
	if (h->type == PERF_RECORD_SAMPLE) {
		uint64_t time = number_at(h, SAMPLE_TIME);

		r->figures.samples++;
		r->first = !r->first || time < r->first ? time : r->first;
		r->last = time > r->last ? time : r->last;
	} else if (h->type == PERF_RECORD_LOST) { /* u64 id, how many */
		r->figures.lost += number_at(h, 16);
	} else if (h->type == PERF_RECORD_LOST_SAMPLES) { /* u64 how many */
		r->figures.lost += number_at(h, 8);
	} else if (h->type == PERF_RECORD_THROTTLE) {
		r->figures.throttled++;
	}
	records_bytes(&r->records, h, h->size);
}

/* All buffers once. A tick is of before that: what is older has been read. */
static bool round_of(struct recorder *r, struct error *err)
{
	struct stream_tick tick = {.time = clock_now()};
	uint64_t before = r->figures.samples;

	opened_drain(&r->opened, take, r);
	tick.lost = r->figures.lost;
	tick.throttled = r->figures.throttled;
	tick.own = r->figures.own;
	tick.spent = clock_spent_in_all();
	if (!r->is_file || r->figures.samples > before || r->records.count)
		stream_round(&r->records, r->options.ticks && !r->is_file ? &tick : NULL);
	return write_records(r, err);
}

static bool have_ended(const struct recorder *r)
{
	bool all = r->options.pid_count > 0;

	for (uint32_t i = 0; all && i < r->options.pid_count; i++)
		all = running_has_ended("", r->options.pids[i]);
	return all;
}

static bool go_on(struct recorder *r, struct error *err)
{
	bool ended = false;

	while (!ended) {
		ended = is_stopped(r) || have_ended(r); /* one more round after that */
		if (!ended)
			opened_wait(&r->opened, TICK_MS);
		if (!round_of(r, err))
			return false;
	}
	return true;
}

/* ---- the beginning and the end ---- */

/* As who reads it knows it: the command of perf that would record the same. */
static void know_command(struct recorder *r)
{
	const struct recorder_options *o = &r->options;
	size_t room = sizeof r->command, len;

	snprintf(r->command, room, "flarescope record -F %" PRIu32 " -g%s", o->frequency,
		 o->pid_count ? " -p " : " -a");
	for (uint32_t i = 0; i < o->pid_count; i++) {
		len = strlen(r->command);
		snprintf(r->command + len, room - len, "%s%" PRId32, i ? "," : "",
			 o->pids[i]);
	}
	len = strlen(r->command);
	if (o->cpus)
		snprintf(r->command + len, room - len, " -C %.200s", o->cpus);
	len = strlen(r->command);
	if (o->cgroup)
		snprintf(r->command + len, room - len, " -G %.200s", o->cgroup);
}

static struct stream_facts facts(const struct recorder *r)
{
	return (struct stream_facts){.events = &r->opened.events,
				     .ids = r->opened.ids,
				     .command = r->command,
				     .wall = r->wall,
				     .clock = r->clock,
				     .first = r->first,
				     .last = r->last};
}

struct beginning {
	struct recorder *recorder;
	struct error err;
};

static bool write_some(void *arg)
{
	struct beginning *b = arg;
	struct recorder *r = b->recorder;

	if (r->records.count >= WRITE_LEAST && !write_records(r, &b->err))
		return false;
	return !is_stopped(r);
}

/* What is mapped while it is looked at comes twice; what was not looked at would be missing. */
static bool put_running(struct recorder *r, struct error *err)
{
	struct beginning b = {r, ERROR_INIT};

	running_kernel(&r->records, "");
	for (uint32_t i = 0; i < r->options.pid_count; i++)
		running_process(&r->records, "", r->options.pids[i]);
	if (!r->options.pid_count)
		running_all(&r->records, "", write_some, &b);
	if (!r->is_file)
		stream_begun(&r->records);
	*err = b.err;
	return b.err.kind == ERROR_NONE && write_records(r, err);
}

static void know_clock(struct recorder *r)
{
	struct timespec wall;

	clock_gettime(CLOCK_REALTIME, &wall);
	r->clock = clock_now();
	r->wall = (uint64_t)wall.tv_sec * NS_PER_SECOND + (uint64_t)wall.tv_nsec;
}

static bool begin(struct recorder *r, int fd, bool is_file,
		  const volatile sig_atomic_t *stop, struct error *err)
{
	const struct stream_facts f = facts(r);

	r->fd = fd;
	r->is_file = is_file;
	r->stop = stop;
	if (r->options.duration)
		r->end = clock_now() + r->options.duration;
	if (is_file)
		stream_file_head(&r->records, &f, 0, 0);
	else
		stream_head(&r->records, &f);
	if (!write_records(r, err))
		return false;
	r->at = is_file ? r->figures.bytes : 0;
	r->figures.bytes = 0;
	return opened_enable(&r->opened, err) && put_running(r, err);
}

bool recorder_stream(struct recorder *r, int pipe, const volatile sig_atomic_t *stop,
		     struct error *err)
{
	int flags = fcntl(pipe, F_GETFL);

	if (flags >= 0)
		fcntl(pipe, F_SETFL, flags | O_NONBLOCK);
	return begin(r, pipe, false, stop, err) && go_on(r, err);
}

static bool end_file(struct recorder *r, struct error *err)
{
	struct stream_facts f = facts(r);
	struct records head = {.bytes = NULL};
	uint64_t features = stream_file_tail(&r->records, &f, r->at + r->figures.bytes);
	bool ok = records_are_whole(&r->records, err) &&
		  write_all(r, r->records.bytes, r->records.count, err);

	records_clear(&r->records);
	stream_file_head(&head, &f, r->figures.bytes, features);
	ok = ok && records_are_whole(&head, err) &&
	     (pwrite(r->fd, head.bytes, head.count, 0) == (ssize_t)head.count ||
	      error_sys(err, "the recording cannot be written"));
	records_release(&head);
	return ok;
}

bool recorder_file(struct recorder *r, int file, const volatile sig_atomic_t *stop,
		   struct error *err)
{
	return begin(r, file, true, stop, err) && go_on(r, err) && end_file(r, err);
}

struct recorder *recorder_open(const struct recorder_options *o, struct error *err)
{
	struct recorder *r = mem_array(1, sizeof *r, "recorder", err);

	if (!r)
		return NULL;
	r->options = *o;
	if (!r->options.frequency)
		r->options.frequency = RECORDER_FREQUENCY;
	know_clock(r);
	know_command(r);
	if (opened_begin(&r->opened, &r->options, TICK_MS, err)) {
		r->figures.user_only = r->opened.events.user_only;
		return r;
	}
	recorder_close(r);
	return NULL;
}

void recorder_close(struct recorder *r)
{
	if (!r)
		return;
	opened_end(&r->opened);
	records_release(&r->records);
	mem_free(r);
}

struct recorder_figures recorder_figures(const struct recorder *r)
{
	return r->figures;
}

const char *recorder_event(const struct recorder *r)
{
	return r->opened.events.count ? r->opened.events.list[0].name : "";
}
