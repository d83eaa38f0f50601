#include "input/perf_script/request_text.h"

#include <string.h>

#include "base/number.h"
#include "input/scan.h"

/* The digits that `t` begins with, which are cut off. */
static bool take_number(struct text *t, uint64_t *n)
{
	size_t digits = scan_digits(*t);

	if (!number_u64(text_upto(*t, digits), n))
		return false;
	*t = text_from(*t, digits);
	return true;
}

/* Names and commands may hold anything, but the command has no ')': it is hexadecimal. */
static bool cut_disk(struct text t, uint64_t *device, uint64_t *sector)
{
	uint64_t major, minor;
	const char *command;

	if (!take_number(&t, &major) || !text_starts(t, TEXT(",")))
		return false;
	t = text_from(t, 1);
	if (!take_number(&t, &minor) || major > UINT32_MAX || minor > UINT32_MAX)
		return false;
	command = t.len ? memchr(t.at, ')', t.len) : NULL;
	if (!command)
		return false;
	t = scan_skip_blanks(text_from(t, (size_t)(command - t.at) + 1));
	*device = major << 20 ^ minor; /* as the kernel has it in 32 bits */
	return take_number(&t, sector) && text_starts(t, TEXT(" + "));
}

/* -1: of a signal's return, which has overwritten it. */
static bool cut_call(struct text t, uint64_t *number)
{
	bool negative;

	if (!text_starts(t, TEXT("NR ")))
		return false;
	negative = text_starts(text_from(t, 3), TEXT("-"));
	t = text_from(t, 3 + negative);
	if (!take_number(&t, number) || !text_starts(t, TEXT(" ")))
		return false;
	if (negative)
		*number = -*number;
	return true;
}

bool request_text_parse(struct text event, struct text rest, struct sched *s)
{
	enum request_kind kind;
	struct text call;
	uint64_t a, b = 0;
	bool ok;

	*s = (struct sched){.kind = sched_request_event(event, &kind, &call)};
	if (s->kind == SCHED_NONE)
		return true;
	rest = text_trim(rest);
	if (call.len) {
		a = sched_call_number(call);
		ok = true;
	} else if (kind == REQUEST_DISK) {
		ok = cut_disk(rest, &a, &b);
	} else {
		ok = cut_call(rest, &a);
	}
	if (ok)
		s->request = sched_request(kind, a, b);
	return ok;
}
