#include "input/stacks/timed_line.h"

#include "base/number.h"
#include "input/scan.h"

/* ---- the time ---- */

/* How many nanoseconds "ms" and the like are, and the digits that they can have behind a
 * point; 0: it is no unit. */
static uint64_t unit_of(struct text suffix)
{
	static const struct {
		struct text suffix;
		uint64_t ns;
	} units[] = {
	    {{"", 0}, NS_PER_SECOND}, {{"s", 1}, NS_PER_SECOND},
	    {{"ms", 2}, 1000000},     {{"us", 2}, 1000},
	    {{"ns", 2}, 1},
	};

	for (size_t i = 0; i < sizeof units / sizeof *units; i++)
		if (text_equal(suffix, units[i].suffix))
			return units[i].ns;
	return 0;
}

/* "1700000000.25", "181012024ms", "3.5us". What is less than a nanosecond is dropped. */
static enum folded_kind read_time(struct text t, uint64_t *ns)
{
	size_t digits = scan_digits(t), more = 0;
	struct text rest = text_from(t, digits), part = TEXT("");
	uint64_t unit, whole, below = 0;

	if (rest.len && rest.at[0] == '.') {
		rest = text_from(rest, 1);
		more = scan_digits(rest);
		part = text_upto(rest, more);
		rest = text_from(rest, more);
	}
	unit = unit_of(rest);
	if (digits == 0 || unit == 0)
		return FOLDED_OTHER;
	if (!number_u64(text_upto(t, digits), &whole) ||
	    __builtin_mul_overflow(whole, unit, ns))
		return FOLDED_LARGE;
	for (size_t i = 0; i < more && (unit /= 10) > 0; i++)
		below += unit * (uint64_t)(part.at[i] - '0');
	return __builtin_add_overflow(*ns, below, ns) ? FOLDED_LARGE : FOLDED_STACK;
}

/* ---- fields ---- */

/* A number that must fit. */
static enum folded_kind read_id(struct text value, uint64_t most, uint64_t *id)
{
	if (!scan_all_digits(value))
		return FOLDED_OTHER;
	return number_u64(value, id) && *id <= most ? FOLDED_STACK : FOLDED_LARGE;
}

/* Also -1: perf has it for what it does not know. */
static enum folded_kind read_thread(struct text value, int32_t *id)
{
	uint64_t n;
	enum folded_kind kind;

	if (value.len && value.at[0] == '-')
		return number_i32(value, id) ? FOLDED_STACK : FOLDED_OTHER;
	kind = read_id(value, INT32_MAX, &n);
	if (kind == FOLDED_STACK)
		*id = (int32_t)n;
	return kind;
}

/* "250000", "4000000ns" */
static enum folded_kind read_weight(struct text value, struct timed_line *l)
{
	size_t digits = scan_digits(value);

	l->unit = text_from(value, digits);
	l->weighed = true;
	return read_id(text_upto(value, digits), UINT64_MAX, &l->weight);
}

static enum folded_kind read_cpu(struct text value, struct timed_line *l)
{
	uint64_t n;
	enum folded_kind kind = read_id(value, PROFILE_NO_CPU - 1, &n);

	if (kind == FOLDED_STACK)
		l->cpu = (uint16_t)n;
	return kind;
}

/* Which field is it? FOLDED_NOTHING: none, the stack begins here. */
static enum folded_kind read_field(struct text word, struct timed_line *l)
{
	const char *equals = word.len ? memchr(word.at, '=', word.len) : NULL;
	struct text key, value;

	if (!equals)
		return FOLDED_NOTHING;
	key = text_upto(word, (size_t)(equals - word.at));
	value = text_from(word, key.len + 1);
	if (text_equal(key, TEXT("pid")))
		return read_thread(value, &l->pid);
	if (text_equal(key, TEXT("tid")))
		return read_thread(value, &l->tid);
	if (text_equal(key, TEXT("cpu")))
		return read_cpu(value, l);
	if (text_equal(key, TEXT("weight")))
		return read_weight(value, l);
	if (text_equal(key, TEXT("dur"))) {
		l->span = true;
		return read_time(value, &l->duration);
	}
	if (text_equal(key, TEXT("comm")))
		l->comm = value;
	else if (text_equal(key, TEXT("event")))
		l->event = value;
	else
		return FOLDED_NOTHING;
	return FOLDED_STACK;
}

/* Take the fields off the begin of the stack. */
static enum folded_kind read_fields(struct timed_line *l)
{
	while (l->stack.len) {
		struct text word = text_upto(l->stack, scan_word(l->stack));
		enum folded_kind kind = read_field(word, l);

		if (kind == FOLDED_NOTHING)
			return FOLDED_STACK;
		if (kind != FOLDED_STACK)
			return kind;
		l->stack = scan_skip_blanks(text_from(l->stack, word.len));
	}
	l->stack = (struct text){0};
	return FOLDED_STACK;
}

/* ---- a line ---- */

enum folded_kind timed_line_cut(struct text line, struct timed_line *l)
{
	struct text rest = scan_skip_blanks(line), time;
	struct folded_line folded;
	enum folded_kind kind;

	*l = (struct timed_line){.pid = PROFILE_NO_ID,
				 .tid = PROFILE_NO_ID,
				 .cpu = PROFILE_NO_CPU,
				 .unit = TEXT(""),
				 .weight = 1};
	if (rest.len == 0 || rest.at[0] == '#')
		return FOLDED_NOTHING;
	time = text_upto(rest, scan_word(rest));
	kind = read_time(time, &l->time);
	if (kind != FOLDED_STACK)
		return kind;
	rest = scan_skip_blanks(text_from(rest, time.len));
	kind = folded_line_cut(rest, &folded);
	if (kind != FOLDED_STACK)
		return kind == FOLDED_LARGE ? FOLDED_LARGE : FOLDED_OTHER;
	l->stack = folded.stack;
	l->count = folded.value;
	l->fraction = folded.fraction;
	kind = read_fields(l);
	if (!l->event.at)
		l->event = l->span ? TEXT("spans") : TEXT("samples");
	if (l->span && !l->weighed)
		l->weight = l->duration;
	return kind;
}

/* ---- names ---- */

static int hex_value(char c)
{
	return c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10;
}

static bool is_escape(const char *at, size_t len)
{
	return len >= 4 && at[0] == '\\' && at[1] == 'x' && scan_is_hex(at[2]) &&
	       scan_is_hex(at[3]);
}

struct text timed_line_plain(struct text t, struct fill *room)
{
	const char *from = room->at;

	if (t.len == 0 || !memmem(t.at, t.len, "\\x", 2))
		return t;
	for (size_t i = 0; i < t.len; i++) {
		char c = t.at[i];

		if (is_escape(t.at + i, t.len - i)) {
			c = (char)(hex_value(t.at[i + 2]) * 16 + hex_value(t.at[i + 3]));
			i += 3;
		}
		fill_char(room, c);
	}
	return room->short_room ? t : (struct text){from, (size_t)(room->at - from)};
}

struct timed_frame timed_line_frame(struct text name)
{
	struct timed_frame f = {.module = TEXT(""), .kind = FRAME_USER};
	const char *tick;
	bool marked;

	marked = folded_line_any_mark(&name, &f.kind);
	tick = name.len ? memchr(name.at, '`', name.len) : NULL;
	if (tick && tick > name.at) {
		f.module = text_upto(name, (size_t)(tick - name.at));
		name = text_from(name, f.module.len + 1);
	}
	f.name = name;
	if (!marked) {
		struct text module;

		if (folded_line_unknown(name, &module)) {
			f.kind = FRAME_UNKNOWN;
			if (f.module.len == 0)
				f.module = module;
		}
	}
	return f;
}
