#include "input/tracepoint/trace_sched.h"

#include <string.h>

#include "base/append.h"
#include "base/bytes.h"
#include "base/number.h"
#include "input/scan.h"
#include "profile/profile.h"

struct trace_sched trace_sched_usual(enum sched_kind kind)
{
	struct trace_sched t = {
	    .kind = kind,
	    .states = {{0x01, 'S'},
		       {0x02, 'D'},
		       {0x04, 'T'},
		       {0x08, 't'},
		       {0x10, 'X'},
		       {0x20, 'Z'},
		       {0x40, 'P'},
		       {0x80, 'I'}},
	    .state_count = 8,
	    .preempted = 0x100,
	};

	if (kind == SCHED_SWITCH) {
		t.leaves_name = (struct trace_field){8, TRACE_COMM};
		t.other_name = (struct trace_field){40, TRACE_COMM};
		t.leaves = (struct trace_field){24, 4};
		t.state = (struct trace_field){32, 8};
		t.other = (struct trace_field){56, 4};
	} else {
		t.other = (struct trace_field){24, 4};
		t.other_name = (struct trace_field){8, TRACE_COMM};
	}
	return t;
}

/* ---- the kernel's word ---- */

/* "0x00000040" or "64", and what follows it; false: it is no number. */
static bool take_number(struct text *t, uint64_t *n)
{
	size_t digits;
	bool ok;

	if (text_starts(*t, TEXT("0x"))) {
		*t = text_from(*t, 2);
		digits = scan_hex(*t);
		ok = digits && digits <= 16 && number_hex(text_upto(*t, digits), n);
	} else {
		digits = scan_digits(*t);
		ok = digits && number_u64(text_upto(*t, digits), n);
	}
	*t = text_from(*t, digits);
	return ok;
}

/* __print_flags(REC->prev_state & (...), "|", { 0x0001, "S" }, { 0x0002, "D" }, ...) */
static void take_letters(struct trace_sched *s, struct text print)
{
	unsigned count = 0;
	size_t at;

	if (!trace_find(print, TEXT("__print_flags(REC->prev_state"), &at))
		return;
	print = text_from(print, at);
	while (trace_find(print, TEXT("{ "), &at) && count < TRACE_STATES) {
		uint64_t bit;

		print = text_from(print, at + 2);
		if (!take_number(&print, &bit) || !text_starts(print, TEXT(", \"")) ||
		    print.len < 5)
			break;
		s->states[count].bit = bit;
		s->states[count++].letter = sched_letter(print.at[3]);
	}
	if (count) {
		s->state_count = count;
		s->preempted =
		    0; /* kernels before 3.14 do not tell; the bit is one of theirs */
	}
}

/*
 * REC->prev_state & 2048 ? "+" : "" of older kernels, and of newer ones
 * (((0x00 | 0x01 | ... | 0x40) + 1) << 1) ? "+" : "".
 */
static void take_preempted(struct trace_sched *s, struct text print)
{
	uint64_t mask = 0, n = 0;
	bool is_mask = false;
	size_t at, from = 0;
	struct text t;

	if (!trace_find(print, TEXT("? \"+\""), &at))
		return;
	t = text_upto(print, at);
	while (trace_find(text_from(t, from), TEXT("prev_state &"), &at))
		from += at + strlen("prev_state &");
	for (t = text_from(t, from); t.len;) {
		uint64_t one;

		if (!scan_is_digit(t.at[0])) {
			t = text_from(t, 1);
			continue;
		}
		is_mask |= text_starts(t, TEXT("0x0"));
		if (text_starts(t, TEXT("0x")) && take_number(&t, &one))
			mask |= one;
		else if (take_number(&t, &one) && one > 1)
			n = one;
	}
	if (is_mask)
		s->preempted = (mask + 1) << 1;
	else if (n || mask)
		s->preempted = n ? n : mask;
}

struct trace_sched trace_sched_of(enum sched_kind kind, struct text format)
{
	struct trace_sched t = trace_sched_usual(kind);
	size_t at;

	if (kind == SCHED_SWITCH) {
		t.leaves = trace_field_of(format, TEXT("prev_pid"));
		t.state = trace_field_of(format, TEXT("prev_state"));
		t.other = trace_field_of(format, TEXT("next_pid"));
		t.leaves_name = trace_field_of(format, TEXT("prev_comm[16]"));
		t.other_name = trace_field_of(format, TEXT("next_comm[16]"));
	} else {
		t.other = trace_field_of(format, TEXT("pid"));
		t.other_name = trace_field_of(format, TEXT("comm[16]"));
		t.success = trace_field_of(format, TEXT("success"));
	}
	if (kind == SCHED_SWITCH && trace_find(format, TEXT("print fmt:"), &at)) {
		take_letters(&t, text_from(format, at));
		take_preempted(&t, text_from(format, at));
	}
	return t;
}

struct trace_sched trace_sched_of_event(struct text name, struct text format)
{
	enum sched_kind kind = sched_event_kind(name);
	struct trace_sched t = {.kind = SCHED_NONE};

	if (kind != SCHED_NONE)
		return format.len ? trace_sched_of(kind, format)
				  : trace_sched_usual(kind);
	t.kind = trace_request_of(name, format, &t.request);
	return t;
}

/* ---- a sample ---- */

static void take_state(const struct trace_sched *t, uint64_t bits, struct sched *s)
{
	s->preempted = bits & t->preempted;
	s->state = 'R';
	for (unsigned i = t->state_count; i-- > 0;)
		if (bits & t->states[i].bit)
			s->state = t->states[i].letter;
}

bool trace_sched_parse(const struct trace_sched *t, struct text raw, int32_t *tid,
		       struct sched *s)
{
	uint64_t leaves, state, other, success;

	if (sched_is_request(t->kind))
		return trace_request_parse(&t->request, t->kind, raw, s);
	*s = (struct sched){.kind = t->kind};
	if (!trace_field_value(raw, t->leaves, &leaves) ||
	    !trace_field_value(raw, t->state, &state) ||
	    !trace_field_value(raw, t->other, &other) ||
	    !trace_field_value(raw, t->success, &success) || t->other.size == 0)
		return false;
	s->other = (int32_t)(uint32_t)other;
	if (t->kind == SCHED_SWITCH) {
		if (t->leaves.size && *tid == PROFILE_NO_ID)
			*tid = (int32_t)(uint32_t)leaves;
		s->foreign = t->leaves.size && (int32_t)(uint32_t)leaves != *tid;
		if (t->state.size)
			take_state(t, state, s);
	}
	if (t->success.size && !success)
		s->kind = SCHED_NONE;
	return s->other >= 0;
}

struct text trace_sched_name(struct trace_field f, struct text raw)
{
	const char *end;

	if ((size_t)f.offset + f.size > raw.len)
		return TEXT("");
	raw = text_upto(text_from(raw, f.offset), f.size);
	end = f.size ? memchr(raw.at, '\0', raw.len) : NULL;
	return end ? text_upto(raw, (size_t)(end - raw.at)) : raw;
}
