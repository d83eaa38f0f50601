#include "lib/unit.h"

#include <stdio.h>
#include <string.h>

#include "input/tracepoint/tracepoint.h"
#include "input/perf_script/event_text.h"
#include "lib/made_profile.h"
#include "profile/profile.h"

/*
 * Tracepoints as kernels have described them over many years: fields at different offsets and of
 * different sizes, with or without `success`, states with different letters and bits. Data written
 * according to such a description must be read according to it.
 */

struct made {
	char format[4096];
	size_t len;
	unsigned char raw[256];
	size_t used; /* bytes of raw */
};

static void say(struct made *m, const char *text)
{
	size_t len = strlen(text);

	assert_true(m->len + len < sizeof m->format);
	memcpy(m->format + m->len, text, len + 1);
	m->len += len;
}

/* A field of `size` bytes, somewhere after the previous one. */
static void put(struct made *m, struct dice *d, const char *declared, unsigned size,
		uint64_t value, bool is_signed)
{
	size_t at = (m->used + size - 1) / size * size + dice_below(d, 2) * size;
	char line[160];

	assert_true(at + size <= sizeof m->raw);
	snprintf(line, sizeof line, "\tfield:%s;\toffset:%zu;\tsize:%u;\tsigned:%u;\n",
		 declared, at, size, is_signed);
	say(m, line);
	for (unsigned i = 0; i < size; i++)
		m->raw[at + i] = (unsigned char)(value >> 8 * i);
	m->used = at + size;
}

static void field(struct made *m, struct dice *d, const char *declared, unsigned size,
		  uint64_t value)
{
	put(m, d, declared, size, value, dice_below(d, 2));
}

static void name(struct made *m, struct dice *d, const char *declared)
{
	char line[160];

	snprintf(line, sizeof line, "\tfield:%s;\toffset:%zu;\tsize:16;\tsigned:0;\n",
		 declared, m->used);
	say(m, line);
	for (int i = 0; i < 16; i++) /* any contents */
		m->raw[m->used + (size_t)i] = (unsigned char)dice_below(d, 256);
	m->used += 16;
}

static void begin(struct made *m, struct dice *d, const char *event)
{
	memset(m, 0, sizeof *m);
	say(m, "name: ");
	say(m, event);
	say(m, "\nID: 312\nformat:\n");
	field(m, d, "unsigned short common_type", 2, 312);
	field(m, d, "unsigned char common_flags", 1, 1);
	field(m, d, "unsigned char common_preempt_count", 1, 0);
	field(m, d, "int common_pid", 4, 4711);
	say(m, "\n");
}

/* Letters and their bits in kernel order, and the bit that means "+". */
struct states {
	const char *kernel, *letters;
	uint64_t preempted;
	bool is_mask;
};

static const struct states all_states[] = {
    {"2.6.32 to 3.13", "SDTtZXxKW", 0, false}, /* no "+" yet */
    {"3.14 to 4.13", "SDTtZXxKWP", 2048, false},
    {"4.2 to 4.13", "SDTtZXxKWPN", 4096, false},
    {"4.14 to 6.18", "SDTtXZPI", 0x100, true},
};

static void print_states(struct made *m, const struct states *s)
{
	char part[64];
	uint64_t mask = 0;

	say(m, "\nprint fmt: \"prev_state=%s%s ==> next_comm=%s\", ");
	for (size_t i = 0; s->letters[i]; i++)
		mask |= UINT64_C(1) << i;
	if (s->is_mask)
		say(m,
		    "(REC->prev_state & ((((0x00000000 | 0x00000001 | 0x00000002 | "
		    "0x00000004 | 0x00000008 | 0x00000010 | 0x00000020 | 0x00000040) + "
		    "1) << 1) - 1)) ? __print_flags(REC->prev_state & ((((0x00000000 | "
		    "0x00000001 | 0x00000002 | 0x00000004 | 0x00000008 | 0x00000010 | "
		    "0x00000020 | 0x00000040) + 1) << 1) - 1), \"|\", ");
	else {
		snprintf(part, sizeof part, "REC->prev_state & (%llu-1) ? ",
			 (unsigned long long)(mask + 1));
		say(m, part);
		snprintf(part, sizeof part,
			 "__print_flags(REC->prev_state & (%llu-1), \"|\", ",
			 (unsigned long long)(mask + 1));
		say(m, part);
	}
	for (size_t i = 0; s->letters[i]; i++) {
		snprintf(part, sizeof part,
			 s->is_mask ? "%s{ 0x%08llx, \"%c\" }" : "%s{ %llu, \"%c\" }",
			 i ? ", " : "", 1ull << i, s->letters[i]);
		say(m, part);
	}
	say(m, ") : \"R\"");
	if (s->is_mask)
		say(m,
		    ", REC->prev_state & (((0x00000000 | 0x00000001 | 0x00000002 | "
		    "0x00000004 | 0x00000008 | 0x00000010 | 0x00000020 | 0x00000040) + "
		    "1) << 1) ? \"+\" : \"\"");
	else if (s->preempted) {
		snprintf(part, sizeof part, ", REC->prev_state & %llu ? \"+\" : \"\"",
			 (unsigned long long)s->preempted);
		say(m, part);
	}
	say(m, ", REC->next_comm\n");
}

static struct trace_sched described(const struct made *m, const char *event)
{
	return trace_sched_of_event(text_of(event), (struct text){m->format, m->len});
}

/* In a record that is too short, no field is used. */
static void cut_anywhere(const struct made *m, const struct trace_sched *t)
{
	struct sched s;
	int32_t tid = 17;

	for (size_t len = 0; len < m->used; len++)
		if (trace_sched_parse(t, (struct text){(const char *)m->raw, len}, &tid,
				      &s))
			return; /* the bytes after it are not looked at */
	fail_msg("nothing is read of what is too short");
}

TEST(a_switch_is_read_as_its_kernel_describes_it)
{
	for (uint64_t seed = 1; seed <= 1000; seed++) {
		struct dice d = {seed * 104729};
		const struct states *kernel =
		    &all_states[dice_below(&d, sizeof all_states / sizeof *all_states)];
		unsigned letter = dice_below(&d, (uint32_t)strlen(kernel->letters) + 1);
		bool plus = kernel->preempted && dice_below(&d, 3) == 0;
		int32_t leaves = 1 + (int32_t)dice_below(&d, 4000000);
		int32_t next = (int32_t)dice_below(&d, 4000000), tid = leaves;
		uint64_t bits = (letter ? UINT64_C(1) << (letter - 1) : 0) |
				(plus ? kernel->preempted : 0);
		struct trace_sched t;
		struct made m;
		struct sched s;

		begin(&m, &d, "sched_switch");
		name(&m, &d, "char prev_comm[16]");
		field(&m, &d, "pid_t prev_pid", 4, (uint32_t)leaves);
		field(&m, &d, "int prev_prio", 4, 120);
		field(&m, &d, "long prev_state", dice_below(&d, 2) ? 8 : 4, bits);
		name(&m, &d, "char next_comm[16]");
		field(&m, &d, "pid_t next_pid", 4, (uint32_t)next);
		field(&m, &d, "int next_prio", 4, 120);
		print_states(&m, kernel);
		t = described(&m, "sched:sched_switch");
		assert_int_equal(t.kind, SCHED_SWITCH);
		if (!trace_sched_parse(&t, (struct text){(char *)m.raw, m.used}, &tid,
				       &s))
			fail_msg("%s, seed %d: not read", kernel->kernel, (int)seed);
		assert_int_equal(s.other, next);
		assert_false(s.foreign);
		assert_int_equal(s.state, letter ? kernel->letters[letter - 1] : 'R');
		assert_int_equal(s.preempted, plus);
		tid = PROFILE_NO_ID; /* of a thread that has ended */
		assert_true(trace_sched_parse(&t, (struct text){(char *)m.raw, m.used},
					      &tid, &s));
		assert_int_equal(tid, leaves);
		cut_anywhere(&m, &t);
	}
}

TEST(a_wake_up_that_woke_nobody_is_none)
{
	static const char *const events[] = {"sched:sched_wakeup", "sched:sched_waking",
					     "sched:sched_wakeup_new"};

	for (uint64_t seed = 1; seed <= 1000; seed++) {
		struct dice d = {seed * 104729};
		uint32_t which = dice_below(&d, 3);
		int32_t other = 1 + (int32_t)dice_below(&d, 4000000), tid = 17;
		bool has_success = dice_below(&d, 2), success = dice_below(&d, 2);
		struct trace_sched t;
		struct made m;
		struct sched s;

		begin(&m, &d, events[which] + strlen("sched:"));
		name(&m, &d, "char comm[16]");
		field(&m, &d, "pid_t pid", 4, (uint32_t)other);
		field(&m, &d, "int prio", 4, 120);
		if (has_success) /* 2.6.32 to 4.17 */
			field(&m, &d, "int success", 4, success);
		field(&m, &d, "int target_cpu", 4, 3);
		t = described(&m, events[which]);
		assert_true(trace_sched_parse(&t, (struct text){(char *)m.raw, m.used},
					      &tid, &s));
		assert_int_equal(s.other, other);
		if (has_success && !success)
			assert_int_equal(s.kind, SCHED_NONE);
		else
			assert_int_equal(s.kind,
					 sched_event_kind(text_of(events[which])));
		cut_anywhere(&m, &t);
	}
}

TEST(a_request_is_read_as_its_kernel_describes_it)
{
	for (uint64_t seed = 1; seed <= 1000; seed++) {
		struct dice d = {seed * 104729};
		bool disk = dice_below(&d, 2), ends = dice_below(&d, 2);
		uint64_t major = dice_below(&d, 4096), minor = dice_below(&d, 1 << 20);
		uint64_t number = dice_below(&d, 500);
		uint64_t sector =
		    (uint64_t)dice_below(&d, 1 << 16) << 32 | dice_below(&d, 1 << 30);
		const char *event =
		    disk   ? ends ? "block:block_rq_complete" : "block:block_rq_issue"
		    : ends ? "raw_syscalls:sys_exit"
			   : "raw_syscalls:sys_enter";
		struct sched of_text, of_data;
		struct trace_sched t;
		char text[160];
		struct made m;
		int32_t tid = 17;

		begin(&m, &d, strchr(event, ':') + 1);
		if (disk) {
			field(&m, &d, "dev_t dev", 4, major << 20 | minor);
			field(&m, &d, "sector_t sector", 8, sector);
			field(&m, &d, "unsigned int nr_sector", 4, 8);
			name(&m, &d, "char comm[16]");
			snprintf(text, sizeof text,
				 ends ? "%d,%d W () %llu + 8 [0]"
				      : "%d,%d W 4096 () %llu + 8 [a + 7]",
				 (int)major, (int)minor, (unsigned long long)sector);
		} else {
			field(&m, &d, "long id", dice_below(&d, 2) ? 8 : 4, number);
			field(&m, &d, "unsigned long args[6]", 8, 1);
			snprintf(text, sizeof text,
				 ends ? "NR %d = -11" : "NR %d (3, 7ffc, 10, 0, 0, 0)",
				 (int)number);
		}
		t = described(&m, event);
		assert_true(trace_sched_parse(&t, (struct text){(char *)m.raw, m.used},
					      &tid, &of_data));
		assert_true(request_text_parse(text_of(event), text_of(text), &of_text));
		assert_int_equal(of_data.kind, ends ? SCHED_ANSWERED : SCHED_ASKED);
		assert_int_equal(sched_pack(&of_text), sched_pack(&of_data));
		cut_anywhere(&m, &t);
	}
}

TEST(what_is_no_request_is_not_taken_for_one)
{
	static const char *const no_disks[] = {
	    "",
	    "254",
	    "254,",
	    "254,0",
	    "254,0 W 4096 (",
	    "254,0 W 4096 ()",
	    "254,0 W 4096 () x + 8",
	    "254,0 W 4096 () 1",
	    "254,0 W 4096 () 1 +8",
	    "254,0 W 4096 () 99999999999999999999 + 8 [a]",
	    "99999999999,0 W 4096 () 1 + 8 [a]",
	    "a,0 W () 1 + 8 [a]",
	};
	static const char *const no_calls[] = {
	    "",	    "NR",    "NR ",    "NR x (",
	    "NR 5", "NR5 (", "NR - (", "NR 99999999999999999999 ("};
	struct sched s;

	for (size_t i = 0; i < sizeof no_disks / sizeof *no_disks; i++)
		assert_false(request_text_parse(TEXT("block:block_rq_issue"),
						text_of(no_disks[i]), &s));
	for (size_t i = 0; i < sizeof no_calls / sizeof *no_calls; i++)
		assert_false(request_text_parse(TEXT("raw_syscalls:sys_exit"),
						text_of(no_calls[i]), &s));
	/* events with other names are not parsed, which is not an error */
	assert_true(request_text_parse(TEXT("block:block_rq_insert"), TEXT("x"), &s));
	assert_int_equal(s.kind, SCHED_NONE);
	assert_true(request_text_parse(TEXT("syscalls:sys_enter_"), TEXT("x"), &s));
	assert_int_equal(s.kind, SCHED_NONE);
	assert_true(request_text_parse(TEXT("block:block_rq_issues"), TEXT("x"), &s));
	assert_int_equal(s.kind, SCHED_NONE);
}

/* With the text, letters and success of any kernel. */
TEST(text_of_old_kernels_is_read)
{
	static const char letters[] = "SDTtZXxKWPIN";

	for (uint64_t seed = 1; seed <= 1000; seed++) {
		struct dice d = {seed * 104729};
		char letter = letters[dice_below(&d, sizeof letters - 1)], text[200];
		bool plus = dice_below(&d, 2), success = dice_below(&d, 2);
		int other = 1 + (int)dice_below(&d, 4000000);
		struct sched_text t;

		snprintf(text, sizeof text,
			 "prev_comm=a prev_pid=1 prev_prio=120 prev_state=%c%s%s ==> "
			 "next_comm=b next_pid=%d next_prio=120",
			 letter, dice_below(&d, 2) ? "|W" : "", plus ? "+" : "", other);
		assert_true(sched_text_parse(SCHED_SWITCH, text_of(text), &t));
		assert_int_equal(t.sched.state, letter);
		assert_int_equal(t.sched.preempted, plus);
		assert_int_equal(t.sched.other, other);
		snprintf(text, sizeof text,
			 "comm=b pid=%d prio=120 success=%d target_cpu=001", other,
			 success);
		assert_true(sched_text_parse(SCHED_WAKEUP, text_of(text), &t));
		assert_int_equal(t.sched.kind, success ? SCHED_WAKEUP : SCHED_NONE);
		assert_int_equal(t.sched.other, other);
	}
}

/* ---- a field as the weight ---- */

/* What a field of `size` bytes turns the value into, and whether that is negative. */
static uint64_t as_weight(uint64_t value, unsigned size, bool is_signed, bool *negative)
{
	uint64_t mask = size < 8 ? (UINT64_C(1) << 8 * size) - 1 : UINT64_MAX;

	value &= mask;
	*negative = is_signed && value > mask / 2;
	return *negative ? 0 : value;
}

static struct trace_number described_number(const struct made *m, const char *name)
{
	return trace_number_of((struct text){m->format, m->len}, text_of(name));
}

TEST(a_field_is_the_number_that_its_kernel_describes)
{
	static const char *const names[] = {"bytes", "nr_bytes", "len", "bytes_req"};

	for (uint64_t seed = 1; seed <= 1000; seed++) {
		struct dice d = {seed * 104729};
		unsigned first = dice_below(&d, 4), sizes[4];
		uint64_t values[4], value, weight;
		bool is_signed[4], negative, below;
		struct made m;

		begin(&m, &d, "made");
		for (unsigned i = 0; i < 4; i++) {
			unsigned at = (first + i) % 4;
			char declared[40];

			sizes[at] = 1u << dice_below(&d, 4);
			values[at] = (uint64_t)dice_below(&d, UINT32_MAX) << 32 |
				     dice_below(&d, UINT32_MAX);
			is_signed[at] = dice_below(&d, 2);
			snprintf(declared, sizeof declared, "%s %s",
				 is_signed[at] ? "int" : "unsigned int", names[at]);
			put(&m, &d, declared, sizes[at], values[at], is_signed[at]);
			name(&m, &d, "char bytes_of[16]");
		}
		for (unsigned i = 0; i < 4; i++) {
			struct trace_number f = described_number(&m, names[i]);
			struct text raw = {(char *)m.raw, m.used};

			weight = as_weight(values[i], sizes[i], is_signed[i], &below);
			assert_true(trace_number_value(&f, raw, &value, &negative));
			assert_int_equal(value, weight);
			assert_int_equal(negative, below);
			raw.len = (size_t)f.at.offset + f.at.size - 1;
			assert_false(trace_number_value(&f, raw, &value, &negative));
			assert_int_equal(value, 0);
		}
	}
}

TEST(what_is_no_number_is_no_field)
{
	static const char format[] = "name: made\nformat:\n"
				     "\tfield:char a[8];\toffset:8;\tsize:8;\tsigned:0;\n"
				     "\tfield:int b;\toffset:8;\tsize:3;\tsigned:0;\n"
				     "\tfield:int c;\toffset:70000;\tsize:4;\tsigned:0;\n"
				     "\tfield:__data_loc char[] d;\toffset:8;\tsize:4;\n"
				     "\tfield:int e;\tsize:4;\tsigned:0;\n"
				     "\tfield:int fg;\toffset:8;\tsize:4;\tsigned:0;\n"
				     "\tfield:int common_h;\toffset:4;\tsize:4;\n"
				     "print fmt: \"g\", REC->g\n";
	static const char *const none[] = {"a", "b", "c", "d", "e", "f", "g", "", "a[8]"};
	struct text all = text_of(format);
	struct error err = ERROR_INIT;
	struct field_names names;

	for (size_t i = 0; i < sizeof none / sizeof *none; i++)
		assert_int_equal(trace_number_of(all, text_of(none[i])).at.size, 0);
	assert_int_equal(trace_number_of(all, TEXT("fg")).at.offset, 8);
	assert_int_equal(trace_number_of(all, TEXT("common_h")).at.offset, 4);
	field_names_begin(&names, TEXT("g"));
	trace_number_names(all, &names);
	assert_false(field_names_check(&names, &err));
	assert_string_equal(err.message,
			    "no sample has a numeric field 'g'; there are: fg");
	field_names_end(&names);
}

TEST(fields_that_are_too_many_are_told_by_the_alphabet)
{
	for (uint64_t seed = 1; seed <= 100; seed++) {
		struct dice d = {seed * 104729};
		struct error err = ERROR_INIT;
		struct field_names names;

		field_names_begin(&names, TEXT("none"));
		for (unsigned i = 0; i < 2000; i++) {
			char one[] = {'a' + (char)dice_below(&d, 26), 0};

			field_names_add(&names, text_of(one));
		}
		assert_false(field_names_check(&names, &err));
		assert_non_null(strstr(err.message, "there are: a, b, c, d, "));
		assert_non_null(strstr(err.message, ", w, x ..."));
		field_names_found(&names);
		assert_true(field_names_check(&names, &err));
		field_names_end(&names);
	}
}

/* no such name, the end of another name, not a whole number, too large */
static const char *const no_fields[][2] = {{"xbytes=5", "bytes"},
					   {"bytes=5", "byte"},
					   {"bytes=5x", "bytes"},
					   {"bytes=1.5", "bytes"},
					   {"bytes=", "bytes"},
					   {"bytes", "bytes"},
					   {"dev=254,0", "dev"},
					   {"", "bytes"},
					   {"a=bytes 5", "bytes"},
					   {"bytes=0x", "bytes"},
					   {"bytes=-", "bytes"},
					   {"bytes=5:6", "bytes"},
					   {"bytes=99999999999999999999", "bytes"}};

/* Text of a tracepoint as perf script prints it, and its values. */
TEST(a_field_of_text_is_the_number_that_is_printed)
{
	static const struct {
		const char *event, *text, *name;
		uint64_t value;
		bool negative;
	} rows[] = {
	    {"block:block_rq_issue", "254,0 W 4096 () 100 + 8 0x2,0,4 [a]", "bytes", 4096,
	     0},
	    {"block:block_rq_issue", "254,0 W 4096 () 100 + 8 0x2,0,4 [a]", "sector", 100,
	     0},
	    {"block:block_rq_issue", "254,0 W 4096 () 100 + 8 [a]", "nr_sector", 8, 0},
	    {"block:block_rq_issue", "8,0 N 36 (12 00 24) 0 + 0 [a]", "bytes", 36, 0},
	    {"block:block_rq_issue", "254,0 W 9 () 100 + 8 [bytes=7]", "bytes", 9, 0},
	    {"block:block_rq_complete", "254,0 W () 100 + 8 [0]", "nr_sector", 8, 0},
	    {"block:block_bio_queue", "254,0 WS 100 + 24 [a]", "nr_sector", 24, 0},
	    {"block:block_bio_queue", "254,0 WS 100 + 24 [a]", "sector", 100, 0},
	    {"block:block_touch_buffer", "8,1 sector=5 size=4096", "size", 4096, 0},
	    {"raw_syscalls:sys_exit", "NR 1 = 512", "ret", 512, 0},
	    {"raw_syscalls:sys_exit", "NR 1 = 512", "id", 1, 0},
	    {"raw_syscalls:sys_exit", "NR 1 = -11", "ret", 0, 1},
	    {"syscalls:sys_exit_read", "0x1000", "ret", 4096, 0},
	    {"syscalls:sys_exit_read:u", "0xfffffffffffffff5", "ret", 0, 1},
	    {"syscalls:sys_enter_write", "fd: 0x00000003, buf: 0x7f01, count: 0x00000400",
	     "count", 1024, 0},
	    {"syscalls:sys_enter_write", "fd: 0x00000003, buf: 0x7f01, count: 0x00000400",
	     "fd", 3, 0},
	    {"kmem:kmalloc", "call_site=f+0x1 ptr=0xff bytes_req=64 bytes_alloc=96",
	     "bytes_req", 64, 0},
	    {"ext4:ext4_da_write_begin", "dev 254,0 ino 7 pos 0 len 812", "len", 812, 0},
	    {"net:net_dev_xmit", "dev=eth0 skbaddr=0xf0 len=66 rc=-5", "rc", 0, 1},
	    {"sched:sched_stat_runtime", "comm=a runtime=9 x pid=1 runtime=5 [ns]",
	     "runtime", 5, 0},
	};
	uint64_t value;
	bool negative;

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		bool found =
		    field_text_value(text_of(rows[i].event), text_of(rows[i].text),
				     text_of(rows[i].name), &value, &negative);

		if (!found || value != rows[i].value || negative != rows[i].negative)
			fail_msg("%s of '%s': %d %llu", rows[i].name, rows[i].text, found,
				 (unsigned long long)value);
	}
	for (size_t i = 0; i < sizeof no_fields / sizeof *no_fields; i++)
		if (field_text_value(TEXT("a:b"), text_of(no_fields[i][0]),
				     text_of(no_fields[i][1]), &value, &negative))
			fail_msg("'%s' has %s", no_fields[i][0], no_fields[i][1]);
}
