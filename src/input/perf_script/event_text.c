#include "input/perf_script/event_text.h"

#include <string.h>

#include "base/number.h"
#include "input/scan.h"

struct field_pair {
	struct text name; /* borrowed */
	uint64_t value;	  /* 0 if negative */
	bool negative;
};

/* Called with each field; `arg` is the caller's. */
typedef void pair_taker(void *arg, const struct field_pair *p);

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/*
 * Remove a number from the beginning of `t`, "4096", "-11", "0x1000", if it ends there, as in
 * "4096,", "5 [ns]" or "3)".
 */
static bool take_value(struct text *t, struct field_pair *p)
{
	bool minus = text_starts(*t, TEXT("-"));
	struct text rest = text_from(*t, minus), digits;
	bool hex = text_starts(rest, TEXT("0x"));

	rest = text_from(rest, hex ? 2 : 0);
	digits = text_upto(rest, hex ? scan_hex(rest) : scan_digits(rest));
	rest = text_from(rest, digits.len);
	if (rest.len && rest.at[0] == ',' ? rest.len > 1 && scan_is_digit(rest.at[1])
					  : rest.len && !memchr(" \t;)]}", rest.at[0], 6))
		return false;
	if (!(hex ? number_hex(digits, &p->value) : number_u64(digits, &p->value)))
		return false;
	p->negative = minus && p->value;
	if (p->negative)
		p->value = 0;
	*t = rest;
	return true;
}

/* ---- numbers without names ---- */

static void give_pair(pair_taker *take, void *arg, struct text name, struct field_pair p)
{
	p.name = name;
	take(arg, &p);
}

/*
 * Parse "254,0 W 4096 () 62160384 + 8 0x2,0,4 [cc1]" or "254,0 W 62160384 + 8 [cc1]"; false for
 * other text.
 */
static bool take_block(struct text t, pair_taker *take, void *arg)
{
	size_t device = scan_digits(t);
	struct text minor = text_from(t, device + 1), rest;
	struct field_pair bytes, sector, count;
	size_t command;

	if (!device || device == t.len || t.at[device] != ',' || !scan_digits(minor))
		return false;
	t = scan_skip_blanks(text_from(t, scan_word(t)));
	t = scan_skip_blanks(text_from(t, scan_word(t)));
	rest = t;
	/* "4096 ()" or "()" stands between flags and sector */
	if (take_value(&rest, &bytes) && text_starts(scan_skip_blanks(rest), TEXT("("))) {
		give_pair(take, arg, TEXT("bytes"), bytes);
		t = scan_skip_blanks(rest);
	}
	command = scan_until(t, ')').len;
	if (text_starts(t, TEXT("(")) && command < t.len)
		t = scan_skip_blanks(text_from(t, command + 1));
	if (!take_value(&t, &sector) || !text_starts(t, TEXT(" + ")))
		return false;
	t = text_from(t, 3);
	give_pair(take, arg, TEXT("sector"), sector);
	if (take_value(&t, &count))
		give_pair(take, arg, TEXT("nr_sector"), count);
	return true;
}

/* Parse "NR 1 = 4096" or "NR 1 (3, 7ffe, 1000)". */
static bool take_call(struct text t, pair_taker *take, void *arg)
{
	struct field_pair p;

	if (!text_starts(t, TEXT("NR ")))
		return false;
	t = text_from(t, 3);
	if (!take_value(&t, &p))
		return true;
	give_pair(take, arg, TEXT("id"), p);
	if (!text_starts(t, TEXT(" = ")))
		return true;
	t = text_from(t, 3);
	if (take_value(&t, &p))
		give_pair(take, arg, TEXT("ret"), p);
	return true;
}

/* ---- numbers with names ---- */

/* Call `take` with each field of an event's text. */
static void each_field(struct text event, struct text t, pair_taker *take, void *arg)
{
	struct field_pair p;
	size_t at = 0;

	t = text_trim(t);
	if (text_starts(event, TEXT("block:")) && take_block(t, take, arg))
		return;
	if (text_starts(event, TEXT("raw_syscalls:")) && take_call(t, take, arg))
		return;
	/* the text is only the number: "0x1000" */
	if (text_starts(event, TEXT("syscalls:sys_exit_"))) {
		struct text rest = t;

		if (take_value(&rest, &p)) {
			/* negative numbers are printed as unsigned */
			p.negative |= p.value > INT64_MAX;
			if (p.negative)
				p.value = 0;
			give_pair(take, arg, TEXT("ret"), p);
			return;
		}
	}
	while (at < t.len) {
		struct text rest;
		size_t end = at;

		/* a name begins at the start of a word */
		if (!is_letter(t.at[at]) || (at && !scan_is_blank(t.at[at - 1]) &&
					     !memchr(",;({[", t.at[at - 1], 5))) {
			at++;
			continue;
		}
		while (end < t.len && (is_letter(t.at[end]) || scan_is_digit(t.at[end])))
			end++;
		p.name = (struct text){t.at + at, end - at};
		at = end;
		/* its number: "=4096", ": 0x1000", " 4096" */
		if (end == t.len || !memchr("=: ", t.at[end], 3))
			continue;
		rest = text_from(t, end + 1);
		if (t.at[end] != '=')
			rest = scan_skip_blanks(rest);
		if (take_value(&rest, &p)) {
			take(arg, &p);
			at = t.len - rest.len;
		}
	}
}

struct wanted_field {
	struct text name;
	struct field_pair last;
	bool found;
};

static void take_wanted(void *arg, const struct field_pair *p)
{
	struct wanted_field *w = arg;

	if (!text_equal(p->name, w->name))
		return;
	w->last = *p;
	w->found = true;
}

bool field_text_value(struct text event, struct text rest, struct text name,
		      uint64_t *value, bool *negative)
{
	struct wanted_field w = {.name = name};

	each_field(event, rest, take_wanted, &w);
	*value = w.last.value;
	*negative = w.last.negative;
	return w.found;
}

static void take_name(void *arg, const struct field_pair *p)
{
	field_names_add(arg, p->name);
}

void field_text_names(struct text event, struct text rest, struct field_names *names)
{
	each_field(event, rest, take_name, names);
}

/* ---- requests ---- */

/* Remove digits from the beginning of `t`. */
static bool take_digits(struct text *t, uint64_t *n)
{
	size_t digits = scan_digits(*t);

	if (!number_u64(text_upto(*t, digits), n))
		return false;
	*t = text_from(*t, digits);
	return true;
}

/* The command in parentheses is hexadecimal, so it contains no ')'. */
static bool parse_disk(struct text t, uint64_t *device, uint64_t *sector)
{
	uint64_t major, minor;
	size_t command;

	if (!take_digits(&t, &major) || !text_starts(t, TEXT(",")))
		return false;
	t = text_from(t, 1);
	if (!take_digits(&t, &minor) || major > UINT32_MAX || minor > UINT32_MAX)
		return false;
	command = scan_until(t, ')').len;
	if (command == t.len)
		return false;
	t = scan_skip_blanks(text_from(t, command + 1));
	*device = major << 20 ^ minor; /* the kernel's 32-bit encoding */
	return take_digits(&t, sector) && text_starts(t, TEXT(" + "));
}

/* The number is -1 when the return from a signal has overwritten it. */
static bool parse_call(struct text t, uint64_t *number)
{
	bool negative;

	if (!text_starts(t, TEXT("NR ")))
		return false;
	negative = text_starts(text_from(t, 3), TEXT("-"));
	t = text_from(t, 3 + negative);
	if (!take_digits(&t, number) || !text_starts(t, TEXT(" ")))
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
		ok = parse_disk(rest, &a, &b);
	} else {
		ok = parse_call(rest, &a);
	}
	if (ok)
		s->request = sched_request(kind, a, b);
	return ok;
}

/* ---- the scheduler ---- */

/*
 * Find the last place of `part`; false: it does not occur. If `part` has a "=", which is rare in
 * the text, the search is for that.
 */
static bool find_last(struct text t, struct text part, size_t *at)
{
	const char *mark = memchr(part.at, '=', part.len), *hit;
	size_t before = mark ? (size_t)(mark - part.at) : 0, end;

	if (t.len < part.len)
		return false;
	for (end = t.len - part.len + 1; end; end = *at) {
		hit = memrchr(t.at + before, part.at[before], end);
		if (!hit)
			return false;
		*at = (size_t)(hit - t.at) - before;
		if (memcmp(t.at + *at, part.at, part.len) == 0)
			return true;
	}
	return false;
}

/* The word after the last `key`, which must be at the beginning or follow a blank. */
static bool find_value(struct text t, struct text key, struct text *value)
{
	size_t at;

	if (!find_last(t, key, &at) || (at && !scan_is_blank(t.at[at - 1])))
		return false;
	*value = text_from(t, at + key.len);
	*value = text_upto(*value, scan_word(*value));
	return true;
}

static bool find_i32(struct text t, struct text key, int32_t *n)
{
	struct text word;

	return find_value(t, key, &word) && number_i32(word, n);
}

/* Parse "comm=NAME pid=N ..."; both keys may have a prefix. */
static bool parse_keys(struct text t, struct text comm, struct text pid,
		       struct text *name, int32_t *tid)
{
	size_t from, to;

	if (!text_starts(t, comm) || !find_last(t, pid, &to) ||
	    !find_i32(t, text_from(pid, 1), tid))
		return false;
	from = comm.len;
	if (to < from)
		return false;
	*name = (struct text){t.at + from, to - from};
	return true;
}

/* Parse "NAME:N [120]"; `*behind` is the text after the next word. */
static bool parse_brief(struct text t, struct text *name, int32_t *tid,
			struct text *behind)
{
	size_t bracket, colon;

	if (!find_last(t, TEXT(" ["), &bracket) ||
	    !find_last(text_upto(t, bracket), TEXT(":"), &colon) ||
	    !number_i32((struct text){t.at + colon + 1, bracket - colon - 1}, tid))
		return false;
	*name = text_upto(t, colon);
	*behind = text_from(t, bracket + 2);
	*behind = scan_skip_blanks(text_from(*behind, scan_word(*behind)));
	return true;
}

static bool parse_switch(struct text t, struct sched_text *s)
{
	struct text before, after, name, word;
	size_t arrow;

	if (!find_last(t, TEXT(" ==> next_comm="), &arrow) &&
	    !find_last(t, TEXT(" ==> "), &arrow))
		return false;
	before = text_trim(text_upto(t, arrow));
	after = text_from(t, arrow + 5);
	if (parse_keys(after, TEXT("next_comm="), TEXT(" next_pid="), &s->comm,
		       &s->sched.other)) {
		if (!find_i32(before, TEXT("prev_pid="), &s->leaves) ||
		    !find_value(before, TEXT("prev_state="), &word))
			return false;
	} else if (!parse_brief(after, &s->comm, &s->sched.other, &word) ||
		   !parse_brief(before, &name, &s->leaves, &word)) {
		return false;
	}
	/* "R+", "S", "D|N", "R|W": only the first letter counts; R is also the default */
	s->sched.preempted = word.len > 1 && word.at[word.len - 1] == '+';
	s->sched.state = word.len ? sched_letter(word.at[0]) : 0;
	return true;
}

static bool parse_wakeup(struct text t, struct sched_text *s)
{
	struct text behind;
	int32_t success;

	if (parse_keys(t, TEXT("comm="), TEXT(" pid="), &s->comm, &s->sched.other))
		behind = text_from(t, (size_t)(s->comm.at + s->comm.len - t.at));
	else if (!parse_brief(t, &s->comm, &s->sched.other, &behind))
		return false;
	if (find_i32(behind, TEXT("success="), &success) && success == 0)
		s->sched.kind = SCHED_NONE;
	return true;
}

bool sched_text_parse(enum sched_kind kind, struct text rest, struct sched_text *t)
{
	bool ok;

	*t = (struct sched_text){.sched = {.kind = kind}};
	rest = text_trim(rest);
	ok = kind == SCHED_SWITCH ? parse_switch(rest, t) : parse_wakeup(rest, t);
	return ok && t->sched.other >= 0;
}

bool sched_text_record(struct text record, struct sched *s)
{
	struct text t = record;

	if (!text_starts(t, TEXT("PERF_RECORD_SWITCH")))
		return false;
	t = scan_skip_blanks(text_from(t, scan_word(t)));
	*s = (struct sched){.kind = SCHED_NONE};
	if (text_starts(t, TEXT("OUT"))) {
		s->kind = SCHED_OUT;
		s->preempted = text_has(t, TEXT("preempt"));
		s->state = s->preempted ? 'R' : 0;
	} else if (text_starts(t, TEXT("IN"))) {
		s->kind = SCHED_IN;
	}
	return s->kind != SCHED_NONE;
}
