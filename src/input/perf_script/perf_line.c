#include "input/perf_script/perf_line.h"

#include "base/number.h"
#include "input/scan.h"
#include "profile/frame_mode.h"

/* ---- frames ---- */

bool perf_frame_line_cut(struct text line, struct perf_frame_line *f)
{
	struct text t = scan_skip_blanks(line);
	size_t hex = scan_hex(t);

	if (hex == 0 || hex > 16 || (hex < t.len && !scan_is_blank(t.at[hex])))
		return false;
	f->ip = text_upto(t, hex);
	f->rest = text_trim(text_from(t, hex));
	return true;
}

/*
 * The start of the last group of parentheses: "foo(int) (/a (deleted))" has it at "(/a". Returns
 * t.len when no group can be a module.
 */
static size_t module_at(struct text t)
{
	size_t at = t.len, depth = 0;

	if (t.len == 0 || t.at[t.len - 1] != ')')
		return t.len;
	while (at--) {
		if (t.at[at] == ')')
			depth++;
		else if (t.at[at] == '(' && --depth == 0)
			break;
	}
	if (depth == 0 && (at == 0 || scan_is_blank(t.at[at - 1])))
		return at;
	/* unbalanced, as "main (/tmp/odd)name)": accept only what looks like a path */
	for (at = t.len; at-- > 1;)
		if (t.at[at] == '(' && scan_is_blank(t.at[at - 1]))
			return at + 1 < t.len && memchr("/[", t.at[at + 1], 2) ? at
									       : t.len;
	return t.len;
}

struct text perf_symbol_without_offset(struct text t)
{
	size_t end = t.len;

	while (end && scan_is_hex(t.at[end - 1]))
		end--;
	if (end < t.len && end > 3 && memcmp(t.at + end - 3, "+0x", 3) == 0)
		return text_upto(t, end - 3);
	return t;
}

enum frame_kind perf_module_kind(struct text module, bool symbol)
{
	struct text base = text_basename(module);

	if (text_equal(module, TEXT("inlined")))
		return FRAME_INLINED;
	if (!symbol)
		return FRAME_NAMELESS;
	if (frame_mode_of_module(module) == FRAME_MODE_KERNEL)
		return FRAME_KERNEL;
	/* "/tmp/perf-31912.map", "/tmp/jitted-123-4.so" */
	if (text_starts(module, TEXT("[JIT")) || text_equal(module, TEXT("//anon")) ||
	    (text_starts(base, TEXT("perf-")) && text_ends(base, TEXT(".map"))) ||
	    (text_starts(base, TEXT("jitted-")) && text_ends(base, TEXT(".so"))))
		return FRAME_JIT;
	return FRAME_USER;
}

struct perf_symbol perf_symbol_parse(struct text rest)
{
	struct perf_symbol s = {.names = rest, .module = {rest.at, 0}};
	size_t at = module_at(rest);

	if (at < rest.len) {
		/* -F +dsoff: "(/bin/app+0x1184)" */
		s.module = perf_symbol_without_offset(
		    text_upto(text_from(rest, at + 1), rest.len - at - 2));
		s.names = text_trim(text_upto(rest, at));
	}
	s.names = perf_symbol_without_offset(s.names);
	if (text_equal(s.names, TEXT("[unknown]")))
		s.names.len = 0;
	s.kind = perf_module_kind(s.module, s.names.len > 0);
	if (text_equal(s.module, TEXT("[unknown]")))
		s.module.len = 0;
	return s;
}

/* Does the arrow at `at` separate an inlined call from its callee? */
static bool separates(struct text t, size_t at)
{
	struct text before = text_upto(t, at);

	/* not in Swift and Rust: "closure #1 () -> () in main" */
	return at > 0 && at + 2 < t.len && !scan_is_blank(t.at[at - 1]) &&
	       !scan_is_blank(t.at[at + 2]) && !text_ends(before, TEXT("operator"));
}

bool perf_symbol_next(struct text *names, struct text *name)
{
	size_t depth = 0;

	if (names->len == 0)
		return false;
	for (size_t at = 0; at + 1 < names->len; at++) {
		char c = names->at[at];

		if (c == '(')
			depth++;
		else if (c == ')' && depth)
			depth--;
		/* Java: "Ljava/io/Writer;::flush->Ljava/io/Stream;::write" */
		if (depth || c != '-' || names->at[at + 1] != '>' ||
		    !separates(*names, at))
			continue;
		*name = text_upto(*names, at);
		*names = text_from(*names, at + 2);
		return true;
	}
	*name = *names;
	*names = text_from(*names, names->len);
	return true;
}

/* ---- text after the fields and the frames ---- */

/* "4K", "2M" or "N/A" of -F +data_page_size. */
static bool is_page_size(struct text word)
{
	size_t digits = scan_digits(word);

	return text_equal(word, TEXT("N/A")) ||
	       (digits && digits + 1 == word.len && memchr("BKMGT", word.at[digits], 5));
}

/* "0x12/0x34/P/-/-/0", "f+0x1/g+0x2/M/-/-/0", or the end of a branch whose names have blanks. */
static bool is_branch(struct text word)
{
	size_t slashes = 0;

	for (size_t i = 0; i < word.len; i++)
		slashes += word.at[i] == '/';
	return slashes >= 4 &&
	       (text_has(word, TEXT("/P/")) || text_has(word, TEXT("/M/")) ||
		text_has(word, TEXT("/-/-/")));
}

/* Registers, branches, instructions, and instructions per cycle. */
static bool begins_tail(struct text word)
{
	return text_equal(word, TEXT("insn:")) || text_equal(word, TEXT("ilen:")) ||
	       text_equal(word, TEXT("IPC:")) || text_starts(word, TEXT("ABI:")) ||
	       is_branch(word);
}

/* ---- events ---- */

/* without the NUL that TASK_COMM_LEN (16) of the kernel includes */
#define COMM_LONGEST 15

/* How well the text before a time fits the format of perf. */
enum fit {
	FIT_NONE,
	FIT_NO_PID, /* no process id: nothing, or only a name */
	FIT_LONG,   /* complete, but the name is longer than a command's can be */
	FIT_PERFECT
};

static bool is_number_shaped(struct text t)
{
	return scan_all_digits(t.len && t.at[0] == '-' ? text_from(t, 1) : t);
}

/* Parse "20429", "27409/28744" or "-1"; a single number is the thread, as in the output of perf. */
bool perf_event_line_ids(struct text word, struct perf_event_line *e)
{
	struct text pid = scan_until(word, '/');
	bool slash = pid.len < word.len;
	struct text tid = slash ? text_from(word, pid.len + 1) : word;

	if (!is_number_shaped(tid) || !is_number_shaped(pid))
		return false;
	e->pid = e->tid = PROFILE_NO_ID;
	if (!number_i32(tid, &e->tid) || (slash && !number_i32(pid, &e->pid)))
		e->too_large = true;
	if (e->tid < 0)
		e->tid = PROFILE_NO_ID;
	if (e->pid < 0)
		e->pid = PROFILE_NO_ID;
	return true;
}

bool perf_event_line_cpu(struct text word, struct perf_event_line *e)
{
	uint64_t cpu = 0;

	if (word.len < 3 || word.at[0] != '[' || word.at[word.len - 1] != ']')
		return false;
	word = text_upto(text_from(word, 1), word.len - 2);
	if (!scan_all_digits(word))
		return false;
	if (!number_u64(word, &cpu) || cpu >= PROFILE_NO_CPU)
		e->too_large = true;
	else
		e->cpu = (uint16_t)cpu;
	return true;
}

bool perf_event_line_is_misc(struct text word)
{
	if (word.len == 0 || word.len > 8)
		return false;
	for (size_t i = 0; i < word.len; i++)
		if (!memchr("KUHGgMESPpt", word.at[i], 11))
			return false;
	return true;
}

/* Does `t` have the form of `shape`, whose zeros stand for any digits? */
static bool has_shape(struct text t, struct text shape)
{
	if (t.len != shape.len)
		return false;
	for (size_t i = 0; i < t.len; i++)
		if (shape.at[i] == '0' ? !scan_is_digit(t.at[i]) : t.at[i] != shape.at[i])
			return false;
	return true;
}

bool perf_event_line_drop_date(struct text *t)
{
	struct text before = *t, clock = scan_last_word(&before),
		    date = scan_last_word(&before);

	/* logs have times without a fraction, or with three digits */
	if (!has_shape(date, TEXT("0000-00-00")) ||
	    (!has_shape(clock, TEXT("00:00:00.000000")) &&
	     !has_shape(clock, TEXT("00:00:00.000000000"))))
		return false;
	*t = before;
	return true;
}

/* Parse `comm pid/tid [cpu]` from the right. */
static bool parse_owner(struct text before, struct perf_event_line *e)
{
	struct text rest = before, word = scan_last_word(&rest);

	e->too_large = false;
	e->cpu = PROFILE_NO_CPU;
	if (perf_event_line_cpu(word, e))
		word = scan_last_word(&rest);
	if (!perf_event_line_ids(word, e))
		return false;
	e->comm = rest;
	return true;
}

static enum fit parse_before(struct text before, struct perf_event_line *e)
{
	struct text rest;

	perf_event_line_drop_date(&before);
	rest = before;
	if (parse_owner(before, e) ||
	    (perf_event_line_is_misc(scan_last_word(&rest)) && parse_owner(rest, e)))
		return e->comm.len <= COMM_LONGEST ? FIT_PERFECT : FIT_LONG;
	e->pid = e->tid = PROFILE_NO_ID;
	e->too_large = false;
	e->cpu = PROFILE_NO_CPU;
	rest = before;
	if (perf_event_line_cpu(scan_last_word(&rest), e))
		before = rest;
	e->comm = text_trim(before);
	return e->comm.len <= COMM_LONGEST ? FIT_NO_PID : FIT_NONE;
}

bool perf_event_line_time(struct text line, size_t *from, struct text *time)
{
	while (*from < line.len) {
		const char *colon = memchr(line.at + *from, ':', line.len - *from);
		size_t end, dot, begin;

		if (!colon)
			return false;
		end = dot = (size_t)(colon - line.at);
		*from = end + 1;
		if (end + 1 < line.len && !scan_is_blank(line.at[end + 1]))
			continue;
		while (dot && scan_is_digit(line.at[dot - 1]))
			dot--;
		if (dot == end || dot < 2 || line.at[dot - 1] != '.')
			continue;
		begin = dot - 1;
		while (begin && scan_is_digit(line.at[begin - 1]))
			begin--;
		if (begin == dot - 1 || (begin && !scan_is_blank(line.at[begin - 1])))
			continue;
		*time = (struct text){line.at + begin, end - begin};
		return true;
	}
	return false;
}

/* Parse the text after the time, " 2004008 cpu-clock:u: "; each part is optional. */
static void parse_after(struct text after, struct perf_event_line *e)
{
	struct text t = scan_skip_blanks(after), word = text_upto(t, scan_word(t));

	e->event = e->record = (struct text){t.at, 0};
	e->period = 1;
	e->has_period = false;
	e->rest = t;
	/* perf 6.1: "swapper 0 0.000000: PERF_RECORD_MMAP -1/0: [0xffffffff81000000(..." */
	if (text_starts(t, TEXT("PERF_RECORD_")) ||
	    text_starts(t, TEXT("DEFERRED CALLCHAIN"))) {
		e->record = t;
		return;
	}
	if (scan_all_digits(word)) {
		struct text next = scan_skip_blanks(text_from(t, word.len));
		struct text name = text_upto(next, scan_word(next));

		/* digits that no event follows are more likely an address */
		if (name.len > 1 && name.at[name.len - 1] == ':') {
			e->has_period = true;
			if (!number_u64(word, &e->period))
				e->too_large = true;
			t = next;
			word = name;
		}
	}
	if (begins_tail(word)) {
		e->rest.len = 0;
		return;
	}
	/* -F time,trace prints no event; a command "a: b": "comm=a: b pid=7 prio=120" */
	if (word.len > 1 && word.at[word.len - 1] == ':' &&
	    !text_starts(word, TEXT("comm=")) && !text_starts(word, TEXT("prev_comm="))) {
		e->event = text_upto(word, word.len - 1);
		e->rest = scan_skip_blanks(text_from(t, word.len));
	}
}

static bool parse_timed(struct text line, struct perf_event_line *e)
{
	enum fit best = FIT_NONE;
	size_t from = 0;
	struct text time;

	while (perf_event_line_time(line, &from, &time)) {
		struct perf_event_line found = {.timed = true};
		struct text before = {line.at, (size_t)(time.at - line.at)};
		enum fit fit = parse_before(before, &found);

		/* the last perfect fit, otherwise the first of the best */
		if (fit == FIT_NONE || fit < best || (fit == best && fit != FIT_PERFECT))
			continue;
		parse_after(text_from(line, from), &found);
		/* a name alone before a time is accepted only if an event follows */
		if (fit == FIT_NO_PID && found.comm.len && !found.event.len &&
		    !found.record.len)
			continue;
		if (!number_seconds(time, &found.time))
			found.too_large = true;
		*e = found;
		best = fit;
	}
	return best != FIT_NONE;
}

/*
 * Parse lines of -F without time: "java 19983 cycles:", perf 3.2; "java 19983     250000 cycles:u:
 * ".
 */
static bool parse_untimed(struct text line, struct perf_event_line *e)
{
	for (size_t at = 0; at < line.len;) {
		struct text word =
		    text_upto(text_from(line, at), scan_word(text_from(line, at)));
		struct text before = text_upto(line, at), rest, period;
		size_t hex;

		at += word.len;
		rest = scan_skip_blanks(text_from(line, at));
		at = line.len - rest.len;
		if (word.len < 2 || word.at[word.len - 1] != ':')
			continue;
		word.len--;
		/* after an event's name there is nothing, or an address if it has no colon */
		hex = scan_hex(rest);
		if (scan_all_digits(word) ||
		    (rest.len && !memchr(word.at, ':', word.len) &&
		     (hex < 4 || (hex < rest.len && !scan_is_blank(rest.at[hex])))))
			continue;
		*e = (struct perf_event_line){.event = word, .rest = rest, .period = 1};
		e->record = text_upto(rest, 0);
		if (parse_before(before, e) != FIT_PERFECT)
			continue;
		/* perf prints a period at least ten wide, and ids five or seven */
		rest = before;
		period = scan_last_word(&rest);
		if (scan_all_digits(period) &&
		    (size_t)(period.at + period.len - rest.at) > rest.len + 10 &&
		    parse_before(rest, e) == FIT_PERFECT) {
			e->has_period = true;
			if (!number_u64(period, &e->period))
				e->too_large = true;
		}
		return true;
	}
	return false;
}

bool perf_event_line_parse(struct text line, struct perf_event_line *e)
{
	/* once, not for each candidate time of the line: there can be 10^5 */
	line = scan_skip_blanks(line);
	/* guests, perf 6.0: "VM:12345 VCPU:003 comm 12 ..." */
	if (text_starts(line, TEXT("VM:"))) {
		line = scan_skip_blanks(text_from(line, 3));
		line = scan_skip_blanks(text_from(line, scan_word(line)));
	}
	if (text_starts(line, TEXT("VCPU:")))
		line = scan_skip_blanks(text_from(line, scan_word(line)));
	return parse_timed(line, e) || parse_untimed(line, e);
}

/* ---- kinds of lines ---- */

/*
 * A line that begins with a tab is a frame; other lines are frames if they look like one and have
 * no time: "    b3cea6c4\tLock::unlock() (/system/lib/libc.so)" of simpleperf.
 */
struct perf_line perf_line_look(struct text line)
{
	struct perf_line l;

	l.tab = line.at[0] == '\t';
	l.is_frame = perf_frame_line_cut(line, &l.frame);
	if (l.is_frame && l.frame.rest.len == 0 && !l.tab)
		l.is_frame = false; /* -F +weight prints a number on a line of its own */
	/* "cafe 1234 cycles:" begins like a frame, but frames are indented */
	l.is_event = !(l.tab && l.is_frame) && perf_event_line_parse(line, &l.event) &&
		     (l.event.timed || !l.is_frame || l.frame.ip.len < 4 ||
		      !scan_is_blank(line.at[0]));
	return l;
}

bool perf_line_begins(struct text line)
{
	if (line.len == 0 || line.at[0] == '\t' || line.at[0] == '#' ||
	    scan_blanks(line) == line.len)
		return false;
	return perf_line_look(line).is_event;
}

/* -F +brstackinsn prints tabs on both sides: "\t000000000040113a\tinsn: 48 89 e5". */
bool perf_line_is_instruction(struct text line, struct perf_frame_line frame)
{
	const char *end = frame.ip.at + frame.ip.len;

	return line.at[0] == '\t' && frame.rest.len && *end == '\t';
}

struct text perf_line_without_tail(struct text line)
{
	for (size_t at = scan_blanks(line), word; at < line.len; at += word) {
		struct text rest = text_from(line, at);

		word = scan_word(rest);
		if (begins_tail(text_upto(rest, word))) {
			line = text_upto(line, at);
			break;
		}
		word += scan_blanks(text_from(rest, word));
	}
	while (line.len && scan_is_blank(line.at[line.len - 1]))
		line.len--;
	return line;
}

/* The offset after a line number; 0: there is none. File names may have blanks and colons. */
static size_t place_end(struct text t)
{
	for (size_t at = t.len; at-- > 1;) {
		size_t digits;

		if (t.at[at] != ':')
			continue;
		digits = scan_digits(text_from(t, at + 1));
		if (digits &&
		    (at + 1 + digits == t.len || scan_is_blank(t.at[at + 1 + digits])))
			return at + 1 + digits;
	}
	return 0;
}

/* True for "libc.so.6[891f5]", not for "123 [000]". */
static bool is_address_of_module(struct text t)
{
	size_t at = t.len;

	if (at == 0 || t.at[--at] != ']')
		return false;
	while (at && scan_is_hex(t.at[at - 1]))
		at--;
	return at > 1 && t.at[at - 1] == '[' && !scan_is_blank(t.at[at - 2]);
}

bool perf_source_line_cut(struct text line, struct perf_source_line *s)
{
	struct text t, number;
	size_t end;

	line = perf_line_without_tail(line);
	t = text_from(line, 2);
	if (line.len < 3 || line.at[0] != ' ' || scan_blanks(line) != 2)
		return false;
	s->inlined = text_ends(t, TEXT(" (inlined)"));
	if (s->inlined)
		t.len -= sizeof " (inlined)" - 1;
	end = place_end(t);
	s->place = text_upto(t, end);
	s->is_certain = end || is_address_of_module(t);
	for (number = s->place; number.len && number.at[number.len - 1] == '0';)
		number.len--;
	if ((number.len && number.at[number.len - 1] == ':') ||
	    text_starts(t, TEXT("??")) || text_has(s->place, TEXT("->")))
		s->place.len = 0; /* line 0 means none; an arrow means a call */
	return true;
}

bool perf_line_is_source_code(struct text line)
{
	size_t digits = scan_digits(text_from(line, 1));

	return line.at[0] == '|' && digits &&
	       (line.len == 1 + digits || scan_is_blank(line.at[1 + digits]));
}

bool perf_line_is_message(struct text t)
{
	return text_starts(t, TEXT("Warning:")) || text_starts(t, TEXT("Processed ")) ||
	       text_starts(t, TEXT("Check IO/CPU overload")) ||
	       text_starts(t, TEXT("[ perf record:")) ||
	       text_starts(t, TEXT("Timestamp below"));
}

/*
 * Kinds of branches of -F +flags: "tr strt", "tr end  hw int", "jcc  (x)"; from
 * trace-event-scripting.c of Linux 6.12.
 */
static bool is_flag(struct text word)
{
	static const char *const flags[] = {
	    "call", "return", "jcc",  "jmp", "int",  "iret", "syscall", "sysret", "async",
	    "hw",   "tx",     "abrt", "tr",  "strt", "end",  "vmentry", "vmexit"};

	if (word.len > 2 && word.at[0] == '(' && word.at[word.len - 1] == ')')
		return word.len <= 6;
	for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
		if (text_equal(word, text_of(flags[i])))
			return true;
	return false;
}

struct text perf_line_without_flags(struct text t)
{
	struct text before = t;

	for (struct text word = scan_last_word(&before);
	     is_flag(word) || is_page_size(word); word = scan_last_word(&before))
		t = before;
	while (t.len && scan_is_blank(t.at[t.len - 1]))
		t.len--;
	return t;
}

/*
 * Lines below a chain: "ABI:2    AX:0x..", branches, "7f0012 4K", "insn: 01 ca", "branch-stack:".
 */
bool perf_line_is_registers(struct text t)
{
	static const char *const begins[] = {
	    "branch-stack:", "BPF output:", "FP chain:", "LBR chain:", "... "};

	for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
		if (text_starts(t, text_of(begins[i])))
			return true;
	for (size_t word; t.len; t = scan_skip_blanks(text_from(t, word))) {
		struct text part;

		word = scan_word(t);
		part = text_upto(t, word);
		if (begins_tail(part))
			return true;
		if (scan_hex(part) != word && !is_page_size(part))
			break;
	}
	return t.len == 0 || perf_line_without_tail(t).len < t.len;
}

/* ---- the frame after an event ---- */

#define WIDTH 16 /* of addresses, and of numbers that may precede them */

/* The length of the number at `at` if it is printed in its width, with blanks to its left. */
static size_t number_at(struct text line, size_t at)
{
	size_t hex = scan_hex(text_from(line, at)), blanks = 0;

	/* count only as many as needed: a line of blanks would take quadratic time */
	while (blanks < at && blanks < WIDTH && scan_is_blank(line.at[at - 1 - blanks]))
		blanks++;
	if (hex == 0 || hex > WIDTH || blanks == 0 || blanks + hex < WIDTH ||
	    (at + hex < line.len && !scan_is_blank(line.at[at + hex])))
		return 0;
	return hex;
}

/*
 * Does a function's name follow? After a module, a physical address and page sizes may follow,
 * which are not functions; neither are numbers.
 */
static bool is_named(struct text line, size_t behind)
{
	struct text name = scan_skip_blanks(text_from(line, behind));
	size_t word = scan_word(name);

	/* as for -F +phys_addr,data_page_size,code_page_size: "7f0012 4K 4K" */
	while (is_page_size(text_upto(name, word))) {
		name = scan_skip_blanks(text_from(name, word));
		word = scan_word(name);
	}
	return word > 0 && name.at[word - 1] != '|' &&
	       memchr(name.at, '|', word) == NULL &&
	       number_at(line, (size_t)(name.at - line.at)) == 0;
}

/*
 * The last address that a function follows, otherwise the last address of all. Other numbers may
 * precede it: the address of the data (with -d), its target, its weight:
 *   "10650100842 |OP LOAD|LVL L1 hit|SNP None|...|BLK  N/A               7 401136 main (/a)"
 */
static size_t last_address(struct text line, size_t from)
{
	size_t best = line.len, hex;
	bool named = false;

	for (size_t at = from; at < line.len; at += hex ? hex : 1) {
		hex = at && scan_is_blank(line.at[at - 1]) ? number_at(line, at) : 0;
		if (hex == 0)
			continue;
		if (is_named(line, at + hex)) {
			best = at;
			named = true;
		} else if (!named) {
			best = at;
		}
	}
	return best;
}

/*
 * The frame of "main (/a) 7f0012 4K" or "main (/a)\t\tpushq %rbp" without the data after it. Names
 * contain no two blanks in a row; modules, in parentheses, may.
 */
static struct text without_data(struct text frame)
{
	size_t depth = 0;
	struct text before;

	for (size_t at = scan_hex(frame) + 1; at + 1 < frame.len; at++) {
		depth += frame.at[at] == '(';
		depth -= frame.at[at] == ')' && depth > 0;
		if (depth == 0 &&
		    (frame.at[at] == '\t' ||
		     (scan_is_blank(frame.at[at]) && scan_is_blank(frame.at[at + 1])))) {
			frame = text_upto(frame, at);
			break;
		}
	}
	for (before = frame; is_page_size(scan_last_word(&before));)
		frame = before;
	return frame;
}

/*
 * Without a call chain the frame follows the event:
 *   perf 6.1: "gzip 19445  1199.251333:    1003009 cpu-clock:      561a7abbd31b [unknown]
 *   (/usr/bin/gzip)"
 * Branches have two frames; the first is where the thread was:
 *   "1/1 426567.068172167: 1 branches:uH:   tr strt   0 [unknown] (foo.so) => 404bf2 runtime.x
 *   (foo.so)"
 */
bool perf_event_line_frame(struct text line, struct text rest, bool has_chains,
			   struct perf_frame_line *frame)
{
	const char *arrow = memmem(rest.at, rest.len, " =>", 3);
	size_t from = (size_t)(rest.at - line.at), at;

	if (arrow) {
		rest = text_upto(rest, (size_t)(arrow - rest.at));
		/* the kind of branch is up to four words, and its caller may follow */
		while (rest.len && !perf_frame_line_cut(rest, frame))
			rest = scan_skip_blanks(text_from(rest, scan_word(rest)));
		return rest.len > 0;
	}
	rest = perf_line_without_tail(rest);
	at = last_address((struct text){line.at, from + rest.len}, from);
	if (at < from + rest.len) {
		rest = without_data(text_from(text_upto(line, from + rest.len), at));
		if (!perf_frame_line_cut(rest, frame))
			return false;
		/* a weight or a cost is usually a number of few digits */
		if (frame->rest.len == 0)
			return !has_chains && frame->ip.len >= 4;
		return frame->rest.at[0] != '|' &&
		       (at == from || !has_chains || rest.at[rest.len - 1] == ')');
	}
	/* an address of no fixed width; a number of few digits may be anything */
	return perf_frame_line_cut(rest, frame) && frame->ip.len >= 4 &&
	       !memchr(rest.at, '|', rest.len) && (frame->rest.len || !has_chains);
}
