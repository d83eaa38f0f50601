#include "profile/sched.h"

#include <string.h>

enum sched_kind sched_event_kind(struct text event)
{
	static const struct {
		struct text name;
		enum sched_kind kind;
	} names[] = {
	    {{"sched:sched_switch", 18}, SCHED_SWITCH},
	    {{"sched:sched_waking", 18}, SCHED_WAKING},
	    {{"sched:sched_wakeup", 18}, SCHED_WAKEUP},
	    {{"sched:sched_wakeup_new", 22}, SCHED_NEW},
	};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		struct text name = names[i].name;

		/* modifiers follow a colon, terms from the command line a slash */
		if (text_starts(event, name) &&
		    (event.len == name.len || strchr(":/", event.at[name.len])))
			return names[i].kind;
	}
	return SCHED_NONE;
}

bool sched_event_is_off_cpu(struct text name)
{
	static const struct text known = {"offcpu-time", 11};

	return text_starts(name, known) &&
	       (name.len == known.len || strchr(":/", name.at[known.len]));
}

/* ---- requests ---- */

/* The final mix of MurmurHash: each bit of the result depends on all bits of the input. */
static uint64_t mix(uint64_t x)
{
	x ^= x >> 33;
	x *= UINT64_C(0xff51afd7ed558ccd);
	x ^= x >> 33;
	x *= UINT64_C(0xc4ceb9fe1a85ec53);
	return x ^ x >> 33;
}

uint64_t sched_request(enum request_kind kind, uint64_t a, uint64_t b)
{
	uint64_t all = mix(mix(a + 1) + b);

	return (all << 2 | (uint64_t)kind) & ((UINT64_C(1) << SCHED_REQUEST_BITS) - 1);
}

uint64_t sched_call_number(struct text call)
{
	uint64_t n = 0;

	for (size_t i = 0; i < call.len; i++)
		n = mix(n + 1 + (unsigned char)call.at[i]);
	return n;
}

enum sched_kind sched_request_event(struct text name, enum request_kind *kind,
				    struct text *call)
{
	static const struct {
		struct text begin;
		enum sched_kind side;
		enum request_kind kind;
		bool named; /* the rest of the name is the name of the call */
	} events[] = {
	    {{"block:block_rq_issue", 20}, SCHED_ASKED, REQUEST_DISK, false},
	    {{"block:block_rq_complete", 23}, SCHED_ANSWERED, REQUEST_DISK, false},
	    {{"raw_syscalls:sys_enter", 22}, SCHED_ASKED, REQUEST_CALL, false},
	    {{"raw_syscalls:sys_exit", 21}, SCHED_ANSWERED, REQUEST_CALL, false},
	    {{"syscalls:sys_enter_", 19}, SCHED_ASKED, REQUEST_NAMED_CALL, true},
	    {{"syscalls:sys_exit_", 18}, SCHED_ANSWERED, REQUEST_NAMED_CALL, true},
	};

	for (size_t i = 0; i < sizeof events / sizeof *events; i++) {
		struct text rest;
		size_t len = 0;

		if (!text_starts(name, events[i].begin))
			continue;
		rest = text_from(name, events[i].begin.len);
		while (len < rest.len && rest.at[len] != ':' && rest.at[len] != '/')
			len++;
		if (events[i].named != (len > 0))
			continue;
		*kind = events[i].kind;
		*call = text_upto(rest, len);
		return events[i].side;
	}
	return SCHED_NONE;
}
