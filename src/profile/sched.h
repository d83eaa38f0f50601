/* sched.h - scheduler events, waits and requests to disks or the kernel, as stored in samples. */

#ifndef PROFILE_SCHED_H
#define PROFILE_SCHED_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

/*
 * With reading_options.switches, a reader stores a number in samples.sched for each sample of a
 * scheduler event, a wait or a request; for all other samples, the number is 0. SCHED_SWITCH,
 * WAKING, WAKEUP and NEW are the kernel's tracepoints sched:sched_switch, sched_waking,
 * sched_wakeup and sched_wakeup_new. SCHED_OUT and SCHED_IN are the records that perf writes with
 * --switch-events: they have no stack, and their state is known only if the thread was preempted.
 */
enum sched_kind {
	SCHED_NONE,
	SCHED_SWITCH, /* the sample's thread leaves its CPU to thread `other` */
	SCHED_OUT,    /* the sample's thread leaves its CPU */
	SCHED_IN,     /* the sample's thread gets a CPU */
	SCHED_WAKING, /* `other` is woken by the sample's thread, or by an interrupt */
	/* `other` is runnable from now on; recorded on the CPU that makes it so */
	SCHED_WAKEUP,
	SCHED_NEW,	/* like SCHED_WAKEUP, for a new thread */
	SCHED_ASKED,	/* a request begins; see `request` */
	SCHED_ANSWERED, /* a request ends, perhaps on another thread */
	SCHED_WAITED, /* a span: the sample's thread was blocked (perf record --off-cpu) */
	SCHED_SUM, /* the thread was blocked for `weight` ns in all, at unknown times */
	/*
	 * no meaning: the event was not understood or had no effect, or the sample only keeps its
	 * thread in the profile
	 */
	SCHED_SEEN,
};

/* The key of the note with the number of --switch-events records, requested or not. */
#define SCHED_RECORDS_NOTE "switch records"

struct sched {
	enum sched_kind kind;
	char state;	/* for SWITCH and OUT, as in ps: 'R', 'S', 'D' ...; 0: unknown */
	bool preempted; /* the thread is still runnable */
	/* for a SWITCH: the thread that leaves is not the sample's thread */
	bool foreign;
	bool sampled;  /* some events were not recorded: durations are unknown */
	int32_t other; /* the tid of the other thread */
	/*
	 * for ASKED and ANSWERED, which otherwise use only `kind` and `sampled`: see
	 * sched_request()
	 */
	uint64_t request;
};

/* The letter of a state, or 0 if `c` is not a letter. */
static inline char sched_letter(char c)
{
	return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ? c : 0;
}

/*
 * A request lasts from one event to another. It is either a request to a disk, whose end may be
 * recorded on any thread, or a system call, which ends on the thread that made it.
 */
enum request_kind {
	REQUEST_DISK,
	REQUEST_CALL, /* identified by its number */
	/* identified by its name; if REQUEST_CALL is recorded too, each call is two requests */
	REQUEST_NAMED_CALL,
	REQUEST_KINDS
};
#define SCHED_REQUEST_BITS 55

/*
 * An id of 55 bits: the kind, and a hash of `a` and `b`. Readers pass the number of a disk and a
 * sector, or the number of a call and 0; joining profiles passes the id of a request and the number
 * of its host plus 1.
 */
uint64_t sched_request(enum request_kind kind, uint64_t a, uint64_t b);

static inline enum request_kind sched_request_kind(uint64_t request)
{

	return (enum request_kind)(request & 3);
}

static inline bool sched_is_request(enum sched_kind kind)
{
	return kind == SCHED_ASKED || kind == SCHED_ANSWERED;
}

static inline uint64_t sched_pack(const struct sched *s)
{
	if (sched_is_request(s->kind))
		return (uint64_t)s->kind | (uint64_t)s->sampled << 8 | s->request << 9;
	return (uint64_t)s->kind | (uint64_t)(unsigned char)s->state << 8 |
	       (uint64_t)s->preempted << 16 | (uint64_t)s->foreign << 17 |
	       (uint64_t)s->sampled << 18 | (uint64_t)(uint32_t)s->other << 32;
}

static inline struct sched sched_of(uint64_t packed)
{
	enum sched_kind kind = (enum sched_kind)(packed & 0xff);

	if (sched_is_request(kind))
		return (struct sched){
		    .kind = kind, .sampled = packed >> 8 & 1, .request = packed >> 9};
	return (struct sched){.kind = kind,
			      .state = (char)(packed >> 8 & 0x7f),
			      .preempted = packed >> 16 & 1,
			      .foreign = packed >> 17 & 1,
			      .sampled = packed >> 18 & 1,
			      .other = (int32_t)(uint32_t)(packed >> 32)};
}

/*
 * Is this the event of perf record --off-cpu, whose weights are ns? Its samples with times from
 * SCHED_NO_TIME on (2^64 - 2^32 ns, rounded down to a microsecond) have no real time: perf chose
 * these times to put the samples last.
 */
bool sched_event_is_off_cpu(struct text name);
#define SCHED_NO_TIME (UINT64_C(0xffffffff00000000) / 1000 * 1000)

/*
 * The key of the note with the number of samples without a real time that were left out because
 * they were not requested.
 */
#define SCHED_SUMS_NOTE "off-cpu sums"

/*
 * The kind of an event by its name, "sched:sched_switch" or "sched:sched_switch:u"; SCHED_NONE
 * for others.
 */
enum sched_kind sched_event_kind(struct text name);

/*
 * Does an event begin (SCHED_ASKED) or end (SCHED_ANSWERED) requests, and of which kind? Such
 * events are block:block_rq_issue and block_rq_complete, raw_syscalls:sys_enter and sys_exit, and
 * those of single calls, such as syscalls:sys_enter_read, for which `call` is set to "read".
 * SCHED_NONE for other events. `call` is borrowed from `name`; it is empty if the name does not
 * include the call.
 */
enum sched_kind sched_request_event(struct text name, enum request_kind *kind,
				    struct text *call);

/* The number for sched_request() of a call known only by its name. */
uint64_t sched_call_number(struct text call);

#endif
