#include "recorder/recorder.h"

#include <errno.h>
#include <pthread.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/fill.h"
#include "base/mem.h"
#include "base/number.h"
#include "recorder/output_queue.h"
#include "recorder/ring.h"
#include "recorder/running.h"
#include "recorder/stream.h"

#ifndef SYS_pidfd_open
#define SYS_pidfd_open 434 /* the same on all architectures */
#endif

#define NS_PER_MS UINT64_C(1000000)

/* When more bytes than this wait for a slow reader, rings are not read. */
#define WAITING_MOST ((size_t)8 << 20)

/* How long a reader that does not read may delay the end. */
#define END_LONGEST (2 * NS_PER_SECOND)

/* A recorded process; its pidfd becomes readable for poll() when it ends. */
struct recorded_pid {
	int32_t number;
	int fd; /* owned; -1: ended, or no pidfds (before Linux 5.3) */
	bool has_ended;
};

struct recorder {
	/* only the borrowed members `version` and `words` are used later */
	struct recorder_options o;
	int32_t *numbers; /* owned: recorded processes, then omitted ones */
	struct events events;
	struct rings rings;
	struct recorded_pid *pids; /* owned: those whose end ends the recording */
	size_t pid_count;
	struct pollfd *polled; /* owned: the outlet, then the rings */
	struct output_queue to;
	uint64_t data_at; /* start of the records in a file; 0: a pipe */
	struct running running;
	const volatile sig_atomic_t *stop; /* borrowed */
	char name[EVENT_KINDS_MOST * (EVENT_NAME_MAX + 2)];
	uint64_t opened;	   /* clock_spent() */
	uint64_t begun, next_tick; /* clock_now() */
	bool in_pass, pass_has_records;
	size_t pass_at;	    /* the next ring to read */
	uint64_t pass_time; /* clock_now() at its start */
	struct stream_span span;
	struct recorder_figures figures;
};

/* ---- opening ---- */

static bool open_pids(struct recorder *r, struct error *err)
{
	size_t count = r->o.until ? 1 : r->o.pid_count;
	const int32_t *numbers = r->o.until ? &r->o.until : r->o.pids;

	if (!count)
		return true;
	r->pids = mem_array(count, sizeof *r->pids, "processes", err);
	if (!r->pids)
		return false;
	for (size_t i = 0; i < count; i++) {
		struct recorded_pid *one =
		    &r->pids[r->pid_count++]; /* room: for `count` */

		one->number = numbers[i];
		one->fd = (int)syscall(SYS_pidfd_open, numbers[i], 0);
		one->has_ended = one->fd < 0 && errno == ESRCH;
	}
	return true;
}

static bool open_all(struct recorder *r, struct error *err)
{
	const struct events_wanted wanted = {
	    .idle = r->o.idle,
	    .frequency = r->o.frequency,
	    .pids = r->o.pids,
	    .pid_count = r->o.pid_count,
	    .cpus = r->o.cpus,
	    .cgroup = r->o.cgroup,
	    .on_exec = r->o.on_exec,
	    .no_callers = r->o.no_callers,
	};
	struct fill name = fill_of(r->name, sizeof r->name - 1);

	if (!events_open(&r->events, &wanted, err) ||
	    !rings_map(&r->rings, &r->events, r->o.frequency, r->o.tick_ms, err) ||
	    !open_pids(r, err))
		return false;
	r->polled = mem_array(r->rings.count + 1, sizeof *r->polled, "rings", err);
	if (!r->polled)
		return false;
	for (size_t i = 0; i < r->rings.count; i++)
		r->polled[i + 1] = (struct pollfd){r->rings.fd[i], POLLIN, 0};
	for (size_t i = 0; i < r->events.kind_count; i++) {
		fill_text(&name, i ? TEXT(", ") : TEXT(""));
		fill_text(&name, text_of(r->events.kinds[i].name));
	}
	r->figures.rings = r->rings.count;
	r->figures.ring_bytes = r->rings.bytes;
	r->figures.user_only = r->events.user_only;
	return true;
}

struct recorder *recorder_open(const struct recorder_options *o, struct error *err)
{
	struct recorder *r = mem_array(1, sizeof *r, "a recorder", err);
	size_t count = o->pid_count + o->without_count;

	if (!r)
		return NULL;
	r->o = *o;
	r->opened = clock_spent();
	r->to.fd = -1;
	if (!r->o.frequency)
		r->o.frequency = RECORDER_FREQUENCY;
	if (!r->o.tick_ms)
		r->o.tick_ms = RECORDER_TICK_MS;
	r->numbers = mem_array(count, sizeof *r->numbers, "processes", err);
	for (size_t i = 0; r->numbers && i < count; i++)
		r->numbers[i] =
		    i < o->pid_count ? o->pids[i] : o->without[i - o->pid_count];
	r->o.pids = r->numbers;
	r->o.without = r->numbers ? r->numbers + o->pid_count : NULL;
	if (r->numbers && open_all(r, err))
		return r;
	recorder_close(r);
	return NULL;
}

void recorder_close(struct recorder *r)
{
	if (!r)
		return;
	output_queue_release(&r->to);
	rings_release(&r->rings);
	events_release(&r->events);
	for (size_t i = 0; i < r->pid_count; i++)
		if (r->pids[i].fd >= 0)
			close(r->pids[i].fd);
	mem_free(r->pids);
	mem_free(r->polled);
	mem_free(r->numbers);
	mem_free(r);
}

struct recorder_figures recorder_figures(const struct recorder *r)
{
	return r->figures;
}

const char *recorder_event_name(const struct recorder *r)
{
	return r->name;
}

uint32_t recorder_frequency(const struct recorder *r)
{
	return r->o.frequency;
}

/* ---- a pass over the rings ---- */

/* u64 identifier, if present; u64 ip; u32 pid, tid; u64 time */
static bool take_sample(struct recorder *r, const struct ring_record *record)
{
	size_t at = sizeof record->head + 8;
	uint64_t both, time;
	int32_t pid;

	if (r->events.sample_type & EVENT_SAMPLE_IDENTIFIER)
		at += 8;
	both = ring_record_u64(record, at);
	memcpy(&pid, &both, sizeof pid);
	for (size_t i = 0; i < r->o.without_count; i++)
		if (r->o.without[i] == pid) {
			r->figures.own++;
			return false;
		}
	time = ring_record_u64(record, at + 8);
	if (time < r->span.first) /* the command began before we did */
		r->span.first = time;
	r->figures.samples++;
	return true;
}

/* False when the record is omitted. */
static bool take_record(struct recorder *r, const struct ring_record *record)
{
	switch (record->head.type) {
	case RECORD_SAMPLE:
		return take_sample(r, record);
	case RECORD_LOST: /* u64 id, count */
		r->figures.lost += ring_record_u64(record, sizeof record->head + 8);
		return true;
	case RECORD_LOST_SAMPLES: /* u64 count */
		r->figures.lost += ring_record_u64(record, sizeof record->head);
		return true;
	case RECORD_THROTTLE:
		r->figures.throttled++;
		return true;
	default:
		return true;
	}
}

static bool read_ring(struct recorder *r, struct ring *ring, struct error *err)
{
	struct ring_record record;
	bool ok = true;

	ring_begin(ring);
	while (ok && ring_next(ring, &record)) {
		if (r->to.is_gone || !take_record(r, &record))
			continue;
		r->pass_has_records = true;
		ok = output_queue_put(&r->to, record.part[0], err) &&
		     output_queue_put(&r->to, record.part[1], err);
	}
	ring_done(ring);
	return ok;
}

/* The queue contains only complete records here, so the file is readable after each call. */
static bool drain_queue(struct recorder *r, struct error *err)
{
	return output_queue_drain(&r->to, err) &&
	       (!r->data_at || stream_grow_file(&r->to, r->data_at, err));
}

/*
 * Read the rings without ending the round, which must not happen before the records of running
 * processes are written.
 */
static bool read_rings(struct recorder *r, struct error *err)
{
	for (; r->pass_at < r->rings.count; r->pass_at++) {
		if (output_queue_waiting(&r->to) > WAITING_MOST && !drain_queue(r, err))
			return false;
		if (output_queue_waiting(&r->to) > WAITING_MOST)
			return true;
		if (!read_ring(r, &r->rings.at[r->pass_at], err))
			return false;
	}
	return true;
}

static bool end_pass(struct recorder *r, struct error *err)
{
	const uint64_t numbers[RECORDER_TICK_NUMBERS] = {
	    [RECORDER_TICK_TIME] = r->pass_time,
	    [RECORDER_TICK_CPU] = r->figures.cpu_ns,
	    [RECORDER_TICK_LOST] = r->figures.lost,
	    [RECORDER_TICK_THROTTLED] = r->figures.throttled,
	    [RECORDER_TICK_OWN] = r->figures.own,
	};

	r->in_pass = false;
	if (r->o.ticks && !stream_tick(&r->to, numbers, err))
		return false;
	return !(r->pass_has_records || r->o.ticks) ||
	       stream_mark(&r->to, RECORD_FINISHED_ROUND, err);
}

/*
 * Read what has been recorded so far, and write as much as the reader accepts. A pass that a slow
 * reader interrupts is continued by the next call.
 */
static bool pass_over_rings(struct recorder *r, struct error *err)
{
	bool ok;

	if (!r->in_pass) {
		r->in_pass = true;
		r->pass_at = 0;
		r->pass_has_records = false;
		r->pass_time = clock_now();
	}
	ok = read_rings(r, err);
	r->figures.cpu_ns = clock_spent() - r->opened;
	if (ok && r->pass_at == r->rings.count)
		ok = end_pass(r, err);
	ok = ok && drain_queue(r, err);
	if (ok)
		r->figures.bytes = r->to.written;
	return ok;
}

/* ---- running processes ---- */

static bool put_running(void *arg, struct text record, struct error *err)
{
	struct recorder *r = arg;

	return output_queue_put(&r->to, record, err);
}

static bool is_told_to_stop(const struct recorder *r)
{
	return r->stop && *r->stop;
}

/* Reading /proc may take long; meanwhile keep the rings from overflowing. */
static bool between_processes(void *arg, struct error *err)
{
	struct recorder *r = arg;

	if (is_told_to_stop(r) || r->to.is_gone)
		return error_set(err, ERROR_CANCELLED, "stopped");
	if (rings_are_filling(&r->rings)) {
		r->pass_at = 0;
		if (!read_rings(r, err))
			return false;
	}
	return drain_queue(r, err);
}

static bool tell_running(struct recorder *r, struct error *err)
{
	struct error why = ERROR_INIT;
	bool ok;

	r->running = (struct running){.root = "",
				      .trailer = events_trailer(&r->events),
				      .put = put_running,
				      .between = between_processes,
				      .arg = r};
	ok = running_write_kernel(&r->running, &why);
	for (size_t i = 0; ok && i < r->o.pid_count; i++)
		ok = running_write(&r->running, r->o.pids[i], &why);
	if (ok && !r->o.pid_count)
		ok = running_write_all(&r->running, &why);
	r->figures.processes = r->running.processes;
	r->figures.slow = r->running.slow;
	if (!ok && why.kind != ERROR_CANCELLED) {
		*err = why;
		return false;
	}
	return stream_mark(&r->to, RECORD_FINISHED_INIT, err);
}

/* ---- the loop ---- */

/*
 * With `until`, only that process counts; otherwise children that outlive the processes are still
 * recorded.
 */
static bool processes_have_ended(struct recorder *r)
{
	size_t ended = 0;

	for (size_t i = 0; i < r->pid_count; i++) {
		struct recorded_pid *p = &r->pids[i];
		struct pollfd polled = {.fd = p->fd, .events = POLLIN};

		if (!p->has_ended)
			p->has_ended = p->fd < 0
					   ? kill(p->number, 0) != 0 && errno == ESRCH
					   : poll(&polled, 1, 0) > 0;
		ended += p->has_ended;
	}
	return r->pid_count && ended == r->pid_count &&
	       (r->o.until || r->o.cgroup || events_have_ended(&r->events));
}

static bool has_ended(struct recorder *r)
{
	enum recorder_end *end = &r->figures.end;

	if (is_told_to_stop(r))
		*end = RECORDER_STOPPED;
	else if (r->to.is_gone)
		*end = RECORDER_READER_GONE;
	else if (r->o.duration && clock_now() - r->begun >= r->o.duration)
		*end = RECORDER_TIME_OVER;
	else if (processes_have_ended(r))
		*end = RECORDER_PIDS_ENDED;
	return *end != RECORDER_GOES_ON;
}

static int ms_until(uint64_t time)
{
	uint64_t now = clock_now();

	return now < time ? (int)((time - now + NS_PER_MS - 1) / NS_PER_MS) : 0;
}

/*
 * Wait for the next tick, a half-full ring, a reader that reads again, or a signal. A ring whose
 * thread has ended would wake poll() each time, so it is read at ticks only.
 */
static void wait_for_more(struct recorder *r)
{
	uint64_t until = r->next_tick;
	nfds_t count = r->in_pass ? 1 : 1 + r->rings.count;

	if (r->o.duration && r->begun + r->o.duration < until)
		until = r->begun + r->o.duration;
	r->polled[0].fd = output_queue_waiting(&r->to) ? r->to.fd : -1;
	r->polled[0].events = POLLOUT;
	if (poll(r->polled, count, ms_until(until)) <= 0)
		return;
	for (nfds_t i = 1; i < count; i++)
		if (r->polled[i].revents & (POLLHUP | POLLERR | POLLNVAL))
			r->polled[i].fd = -1;
}

static bool record_events(struct recorder *r, struct error *err)
{
	uint64_t tick = r->o.tick_ms * NS_PER_MS;

	r->next_tick = clock_now() + tick;
	while (!has_ended(r)) {
		uint64_t now;

		wait_for_more(r);
		now = clock_now();
		if (now >= r->next_tick)
			r->next_tick += (now - r->next_tick) / tick * tick + tick;
		if (!pass_over_rings(r, err))
			return false;
	}
	return true;
}

/* Write the rest of the rings and the queue, as long as there is a reader. */
static bool finish_recording(struct recorder *r, struct error *err)
{
	uint64_t until = clock_now() + END_LONGEST;

	events_disable(&r->events);
	r->span.last = clock_now();
	if (r->in_pass &&
	    !pass_over_rings(r, err)) /* it began before the events were disabled */
		return false;
	do {
		r->polled[0].fd = output_queue_waiting(&r->to) ? r->to.fd : -1;
		r->polled[0].events = POLLOUT;
		if (output_queue_waiting(&r->to))
			poll(r->polled, 1, ms_until(until));
		if (!pass_over_rings(r, err))
			return false;
	} while ((r->in_pass || output_queue_waiting(&r->to)) && !r->to.is_gone &&
		 clock_now() < until);
	return true;
}

/*
 * Record with SIGPIPE blocked, so that a reader that closes the pipe does not end this process. A
 * signal that was already pending stays pending. The events are enabled first, so that nothing is
 * missed between the records of running processes and the recording. The duration counts from the
 * time when all are enabled, which may take long on a busy host.
 */
static bool run_without_sigpipe(struct recorder *r, struct error *err)
{
	const struct timespec now = {0};
	sigset_t pipe, before, pending;
	bool was_pending, ok;

	sigemptyset(&pipe);
	sigaddset(&pipe, SIGPIPE);
	sigpending(&pending);
	was_pending = sigismember(&pending, SIGPIPE) == 1;
	pthread_sigmask(SIG_BLOCK, &pipe, &before);
	r->span.first = clock_now();
	events_enable(&r->events);
	r->begun = clock_now();
	ok = tell_running(r, err) && record_events(r, err) && finish_recording(r, err);
	while (!was_pending && sigtimedwait(&pipe, NULL, &now) < 0 && errno == EINTR)
		;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return ok;
}

bool recorder_stream(struct recorder *r, int fd, const volatile sig_atomic_t *stop,
		     struct error *err)
{
	const struct stream_origin from = {r->o.version, r->o.words};

	r->stop = stop;
	output_queue_open(&r->to, fd);
	return stream_begin_pipe(&r->to, &r->events, &from, err) &&
	       run_without_sigpipe(r, err);
}

bool recorder_file(struct recorder *r, int fd, const volatile sig_atomic_t *stop,
		   struct error *err)
{
	const struct stream_origin from = {r->o.version, r->o.words};

	r->stop = stop;
	r->o.ticks = false;
	output_queue_open(&r->to, fd);
	return stream_begin_file(&r->to, &r->events, &r->data_at, err) &&
	       run_without_sigpipe(r, err) &&
	       stream_end_file(&r->to, &r->events, &from, r->data_at, &r->span, err);
}
