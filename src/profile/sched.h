/* sched.h - what a sample of the scheduler's own events says of threads. */

#ifndef PROFILE_SCHED_H
#define PROFILE_SCHED_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

/*
 * A reader that is asked for them (reading_options.switches) keeps of each such sample one number,
 * samples.sched, 0 of all others. Names are those of the kernel's trace points sched:sched_switch,
 * sched_waking, sched_wakeup and sched_wakeup_new; SCHED_OUT and SCHED_IN are perf's records of
 * --switch-events, which have no state and no stack.
 */
enum sched_kind {
	SCHED_NONE,
	SCHED_SWITCH, /* the sample's thread leaves its CPU, `other` gets it */
	SCHED_OUT,    /* the sample's thread leaves its CPU */
	SCHED_IN,     /* and gets one */
	SCHED_WAKING, /* `other` is woken, by the sample's thread or what interrupted it */
	SCHED_WAKEUP,	/* `other` may run from now on; told where that is made so */
	SCHED_NEW,	/* the same, of a thread that has never run */
	SCHED_ASKED,	/* a request begins: `request` says which */
	SCHED_ANSWERED, /* and is over, whoever runs then */
	SCHED_WAITED, /* a span: the sample's thread was blocked (perf record --off-cpu) */
	SCHED_SUM,    /* so was this one, for its weight in ns in all: it has no time */
	SCHED_SEEN,   /* nothing: it is here so that the profile has the thread */
};

/* The note that says how many records of --switch-events there are, asked for or not. */
#define SCHED_RECORDS_NOTE "switch records"

struct sched {
	enum sched_kind kind;
	char state;	/* of SWITCH and OUT, as ps prints it: 'R', 'S', 'D' ...; or 0 */
	bool preempted; /* it wants to run on */
	bool foreign;	/* of a SWITCH: who leaves is not the sample's thread */
	bool sampled;	/* one in several was recorded: no time can be told */
	int32_t other;	/* its tid */
	uint64_t
	    request; /* of ASKED and ANSWERED: see sched_request(); the others are 0 then */
};

/* A state's letter as it may be kept: 0 for what is none. */
static inline char sched_letter(char c)
{
	return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ? c : 0;
}

/*
 * What takes its time between two events: a request to a disk, which whoever runs sees answered, and a
 * call of the kernel, which ends in the thread that made it.
 */
enum request_kind {
	REQUEST_DISK,
	REQUEST_CALL,	    /* by its number */
	REQUEST_NAMED_CALL, /* by its name: where both are recorded, each call is told twice */
	REQUEST_KINDS
};
#define SCHED_REQUEST_BITS 55

/* Of 55 bits: a disk's number and its sector, or a call's number and 0, mixed; and the kind. */
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
 * Is it that of perf record --off-cpu, whose weights are ns? Its samples from this time on, 2^64 - 2^32 ns
 * or the whole microsecond before that, were given one only so that they stand last.
 */
bool sched_event_is_off_cpu(struct text name);
#define SCHED_NO_TIME (UINT64_C(0xffffffff00000000) / 1000 * 1000)

/* The note that says how many of these have been left out, as nobody asked. */
#define SCHED_SUMS_NOTE "off-cpu sums"

/* Which an event is by its name, "sched:sched_switch" or "sched:sched_switch:u"; SCHED_NONE. */
enum sched_kind sched_event_kind(struct text name);

/*
 * Which side of which requests an event tells: block:block_rq_issue and _complete, raw_syscalls:sys_enter
 * and sys_exit, syscalls:sys_enter_read and the like, where `call` becomes "read". SCHED_NONE: it is
 * another. `call` is borrowed from `name`; empty where the event does not tell it.
 */
enum sched_kind sched_request_event(struct text name, enum request_kind *kind,
				    struct text *call);

/* For a call that is known by its name alone. */
uint64_t sched_call_number(struct text call);

#endif
