#include "input/perf_script/field_text.h"

#include <string.h>

#include "base/number.h"
#include "input/scan.h"

struct pair {
	struct text name; /* borrowed */
	uint64_t value;	  /* 0 if it is below that */
	bool negative;
};

/* What is done with each; `arg` is its own. */
typedef void pair_taker(void *arg, const struct pair *p);

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* May this stand behind a number: "4096,", "5 [ns]", "3)"? Then it is all of it. */
static bool ends_number(struct text t)
{
	if (t.len == 0 || scan_is_blank(t.at[0]))
		return true;
	if (t.at[0] == ',')
		return t.len == 1 || !scan_is_digit(t.at[1]);
	return memchr(";)]}", t.at[0], 4) != NULL;
}

/* The number that `t` begins with, which is cut off: "4096", "-11", "0x1000". */
static bool take_number(struct text *t, struct pair *p)
{
	bool minus = text_starts(*t, TEXT("-"));
	struct text rest = text_from(*t, minus), digits;
	bool hex = text_starts(rest, TEXT("0x"));

	rest = text_from(rest, hex ? 2 : 0);
	digits = text_upto(rest, hex ? scan_hex(rest) : scan_digits(rest));
	rest = text_from(rest, digits.len);
	if (!ends_number(rest) ||
	    !(hex ? number_hex(digits, &p->value) : number_u64(digits, &p->value)))
		return false;
	p->negative = minus && p->value;
	if (p->negative)
		p->value = 0;
	*t = rest;
	return true;
}

/* ---- numbers without names ---- */

static void give(pair_taker *take, void *arg, struct text name, struct pair p)
{
	p.name = name;
	take(arg, &p);
}

/* "4096 ()" and "()" are cut off, what stands between flags and sector */
static void cut_command(struct text *t, pair_taker *take, void *arg)
{
	struct text rest = *t;
	const char *end;
	struct pair p;

	if (take_number(&rest, &p) && text_starts(scan_skip_blanks(rest), TEXT("("))) {
		give(take, arg, TEXT("bytes"), p);
		*t = scan_skip_blanks(rest);
	}
	end = text_starts(*t, TEXT("(")) ? memchr(t->at, ')', t->len) : NULL;
	if (end)
		*t = scan_skip_blanks(text_from(*t, (size_t)(end - t->at) + 1));
}

/* "254,0 W 4096 () 62160384 + 8 0x2,0,4 [cc1]", "254,0 W 62160384 + 8 [cc1]"; false: it is not so */
static bool take_block(struct text t, pair_taker *take, void *arg)
{
	size_t device = scan_digits(t);
	struct text minor = text_from(t, device + 1);
	struct pair sector, count;

	if (!device || device == t.len || t.at[device] != ',' || !scan_digits(minor))
		return false;
	t = scan_skip_blanks(text_from(t, scan_word(t)));
	t = scan_skip_blanks(text_from(t, scan_word(t)));
	cut_command(&t, take, arg);
	if (!take_number(&t, &sector) || !text_starts(t, TEXT(" + ")))
		return false;
	t = text_from(t, 3);
	give(take, arg, TEXT("sector"), sector);
	if (take_number(&t, &count))
		give(take, arg, TEXT("nr_sector"), count);
	return true;
}

/* "NR 1 = 4096", "NR 1 (3, 7ffe, 1000)" */
static bool take_call(struct text t, pair_taker *take, void *arg)
{
	struct pair p;

	if (!text_starts(t, TEXT("NR ")))
		return false;
	t = text_from(t, 3);
	if (!take_number(&t, &p))
		return true;
	give(take, arg, TEXT("id"), p);
	if (!text_starts(t, TEXT(" = ")))
		return true;
	t = text_from(t, 3);
	if (take_number(&t, &p))
		give(take, arg, TEXT("ret"), p);
	return true;
}

/* "0x1000": of 64 bits, the upper half is below 0 */
static bool take_answer(struct text t, pair_taker *take, void *arg)
{
	struct pair p;

	if (!take_number(&t, &p))
		return false;
	p.negative |= p.value > INT64_MAX;
	if (p.negative)
		p.value = 0;
	give(take, arg, TEXT("ret"), p);
	return true;
}

static bool take_known(struct text event, struct text t, pair_taker *take, void *arg)
{
	if (text_starts(event, TEXT("block:")))
		return take_block(t, take, arg);
	if (text_starts(event, TEXT("raw_syscalls:")))
		return take_call(t, take, arg);
	return text_starts(event, TEXT("syscalls:sys_exit_")) &&
	       take_answer(t, take, arg);
}

/* ---- numbers with names ---- */

/* Where a name may begin: behind nothing of these it is the middle of a word. */
static bool begins_name(struct text t, size_t at)
{
	return is_letter(t.at[at]) && (at == 0 || scan_is_blank(t.at[at - 1]) ||
				       memchr(",;({[", t.at[at - 1], 5));
}

/* Behind the name that `t` began with: "=4096", ": 0x1000", " 4096" */
static bool take_named(struct text *t, struct pair *p)
{
	struct text rest = text_from(*t, 1);

	if (t->len == 0 || !memchr("=: ", t->at[0], 3))
		return false;
	if (t->at[0] != '=')
		rest = scan_skip_blanks(rest);
	if (!take_number(&rest, p))
		return false;
	*t = rest;
	return true;
}

static void take_all(struct text t, pair_taker *take, void *arg)
{
	size_t at = 0;

	while (at < t.len) {
		struct text rest;
		struct pair p;
		size_t end = at;

		if (!begins_name(t, at)) {
			at++;
			continue;
		}
		while (end < t.len && (is_letter(t.at[end]) || scan_is_digit(t.at[end])))
			end++;
		p.name = (struct text){t.at + at, end - at};
		rest = text_from(t, end);
		if (take_named(&rest, &p))
			take(arg, &p);
		at = t.len - rest.len;
	}
}

static void each(struct text event, struct text rest, pair_taker *take, void *arg)
{
	rest = text_trim(rest);
	if (!take_known(event, rest, take, arg))
		take_all(rest, take, arg);
}

/* ---- what is asked ---- */

struct wanted {
	struct text name;
	struct pair last;
	bool found;
};

static void take_wanted(void *arg, const struct pair *p)
{
	struct wanted *w = arg;

	if (!text_equal(p->name, w->name))
		return;
	w->last = *p;
	w->found = true;
}

bool field_text_value(struct text event, struct text rest, struct text name,
		      uint64_t *value, bool *negative)
{
	struct wanted w = {.name = name};

	each(event, rest, take_wanted, &w);
	*value = w.last.value;
	*negative = w.last.negative;
	return w.found;
}

static void take_name(void *arg, const struct pair *p)
{
	field_names_add(arg, p->name);
}

void field_text_names(struct text event, struct text rest, struct field_names *names)
{
	each(event, rest, take_name, names);
}
