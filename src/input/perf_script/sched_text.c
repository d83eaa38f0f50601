#include "input/perf_script/sched_text.h"

#include <string.h>

#include "base/number.h"
#include "input/scan.h"

/* Where `part` is for the last time; false: nowhere. Looked for by its "=", if it has one. */
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

/* The word behind the last `key`, which stands behind a blank or first. */
static bool value_of(struct text t, struct text key, struct text *value)
{
	size_t at;

	if (!find_last(t, key, &at) || (at && !scan_is_blank(t.at[at - 1])))
		return false;
	*value = text_from(t, at + key.len);
	*value = text_upto(*value, scan_word(*value));
	return true;
}

static bool number_of(struct text t, struct text key, int32_t *n)
{
	struct text word;

	return value_of(t, key, &word) && number_i32(word, n);
}

/* "comm=NAME pid=N ..." with that prefix to both keys */
static bool cut_keys(struct text t, struct text comm, struct text pid, struct text *name,
		     int32_t *tid)
{
	size_t from, to;

	if (!text_starts(t, comm) || !find_last(t, pid, &to) ||
	    !number_of(t, text_from(pid, 1), tid))
		return false;
	from = comm.len;
	if (to < from)
		return false;
	*name = (struct text){t.at + from, to - from};
	return true;
}

/* "NAME:N [120]", and what follows */
static bool cut_brief(struct text t, struct text *name, int32_t *tid, struct text *behind)
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

/* "R+", "S", "D|N", "R|W": of several letters the first; the kernel prints R for none. */
static void take_state(struct text word, struct sched *s)
{
	s->preempted = word.len > 1 && word.at[word.len - 1] == '+';
	s->state = word.len ? sched_letter(word.at[0]) : 0;
}

static bool cut_switch(struct text t, struct sched_text *s)
{
	struct text before, after, name, word;
	size_t arrow;

	if (!find_last(t, TEXT(" ==> next_comm="), &arrow) &&
	    !find_last(t, TEXT(" ==> "), &arrow))
		return false;
	before = text_trim(text_upto(t, arrow));
	after = text_from(t, arrow + 5);
	if (cut_keys(after, TEXT("next_comm="), TEXT(" next_pid="), &s->comm,
		     &s->sched.other)) {
		if (!number_of(before, TEXT("prev_pid="), &s->leaves) ||
		    !value_of(before, TEXT("prev_state="), &word))
			return false;
	} else if (!cut_brief(after, &s->comm, &s->sched.other, &word) ||
		   !cut_brief(before, &name, &s->leaves, &word)) {
		return false;
	}
	take_state(word, &s->sched);
	return true;
}

static bool cut_wakeup(struct text t, struct sched_text *s)
{
	struct text behind;
	int32_t success;

	if (cut_keys(t, TEXT("comm="), TEXT(" pid="), &s->comm, &s->sched.other))
		behind = text_from(t, (size_t)(s->comm.at + s->comm.len - t.at));
	else if (!cut_brief(t, &s->comm, &s->sched.other, &behind))
		return false;
	if (number_of(behind, TEXT("success="), &success) && success == 0)
		s->sched.kind = SCHED_NONE;
	return true;
}

bool sched_text_parse(enum sched_kind kind, struct text rest, struct sched_text *t)
{
	bool ok;

	*t = (struct sched_text){.sched = {.kind = kind}};
	rest = text_trim(rest);
	ok = kind == SCHED_SWITCH ? cut_switch(rest, t) : cut_wakeup(rest, t);
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
