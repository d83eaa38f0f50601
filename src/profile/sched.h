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
	SCHED_WAKEUP, /* `other` may run from now on; told where that is made so */
	SCHED_NEW,    /* the same, of a thread that has never run */
	SCHED_SEEN,   /* nothing: it is here so that the profile has the thread */
};

/* Which an event is by its name, "sched:sched_switch" or "sched:sched_switch:u"; SCHED_NONE. */
enum sched_kind sched_event_kind(struct text name);

/* The note that says how many records of --switch-events there are, asked for or not. */
#define SCHED_RECORDS_NOTE "switch records"

struct sched {
	enum sched_kind kind;
	char state;	/* of SWITCH and OUT, as ps prints it: 'R', 'S', 'D' ...; or 0 */
	bool preempted; /* it wants to run on */
	bool foreign;	/* of a SWITCH: who leaves is not the sample's thread */
	bool sampled;	/* one in several was recorded: no time can be told */
	int32_t other;	/* its tid */
};

/* A state's letter as it may be kept: 0 for what is none. */
static inline char sched_letter(char c)
{
	return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ? c : 0;
}

static inline uint64_t sched_pack(const struct sched *s)
{
	return (uint64_t)s->kind | (uint64_t)(unsigned char)s->state << 8 |
	       (uint64_t)s->preempted << 16 | (uint64_t)s->foreign << 17 |
	       (uint64_t)s->sampled << 18 | (uint64_t)(uint32_t)s->other << 32;
}

static inline struct sched sched_of(uint64_t packed)
{
	return (struct sched){.kind = (enum sched_kind)(packed & 0xff),
			      .state = (char)(packed >> 8 & 0x7f),
			      .preempted = packed >> 16 & 1,
			      .foreign = packed >> 17 & 1,
			      .sampled = packed >> 18 & 1,
			      .other = (int32_t)(uint32_t)(packed >> 32)};
}

#endif
