#include "lib/unit.h"

#include "unit/printed.h"

#include "export/export.h"
#include "input/reading.h"
#include "lib/dump.h"

static const char *timed(struct printed *p)
{
	const struct export_job job = {.flame = &p->flame};
	struct error err = ERROR_INIT;
	FILE *out = printed_stream(p);

	assert_true(timed_notation.write(&job, out, &err));
	fclose(out);
	return p->text;
}

static uint32_t call_of_mode(struct printed *p, uint32_t caller, const char *name,
			     const char *module, enum frame_kind kind,
			     enum frame_mode mode)
{
	struct builder *b = p->builder;
	uint32_t frame = builder_frame_like(
	    b, builder_string(b, text_of(name)), builder_string(b, text_of(module)),
	    &(struct frame){.kind = (uint16_t)kind,
			    .mode = kind == FRAME_NAMELESS ? (uint16_t)mode : 0});

	return builder_stack(b, caller, frame);
}

/* The output for one frame of the process "x" at 1 ms. */
static void assert_mode(const char *name, const char *module, enum frame_kind kind,
			enum frame_mode mode, const char *expected)
{
	struct printed p;
	char line[256];

	printed_open(&p, "x");
	printed_sample(&p, call_of_mode(&p, 0, name, module, kind, mode), 1);
	printed_flame(&p, ROOT_COMM, WEIGH_SAMPLES);
	snprintf(line, sizeof line,
		 "# flarescope timed-folded 1\n"
		 "0.001 pid=12 tid=13 cpu=0 weight=10ns event=cpu-clock x;%s 1\n",
		 expected);
	assert_string_equal(timed(&p), line);
	printed_close(&p);
}

static void assert_frame(const char *name, const char *module, enum frame_kind kind,
			 const char *expected)
{
	assert_mode(name, module, kind, FRAME_MODE_UNKNOWN, expected);
}

TEST(what_has_no_name_says_where_it_ran_unless_its_module_does)
{
	assert_mode("[unknown]", "", FRAME_NAMELESS, FRAME_MODE_KERNEL, "[unknown]_[K]");
	assert_mode("[unknown]", "", FRAME_NAMELESS, FRAME_MODE_USER, "[unknown]_[U]");
	assert_mode("0x7f12", "", FRAME_NAMELESS, FRAME_MODE_USER, "0x7f12_[U]");
	assert_mode("[x.so]", "/lib/x.so", FRAME_NAMELESS, FRAME_MODE_USER,
		    "/lib/x.so`[x.so]");
	assert_mode("[ext4]", "[ext4]", FRAME_NAMELESS, FRAME_MODE_UNKNOWN,
		    "[ext4]`[ext4]");
	assert_mode("[ext4]", "[ext4]", FRAME_NAMELESS, FRAME_MODE_KERNEL,
		    "[ext4]`[ext4]");
	assert_mode("[app]", "app", FRAME_NAMELESS, FRAME_MODE_USER, "app`[app]_[U]");
}

TEST(a_frame_is_its_module_its_name_and_its_kind)
{
	assert_frame("f", "", FRAME_USER, "f");
	assert_frame("f", "/lib/x", FRAME_USER, "/lib/x`f");
	assert_frame("f", "[kernel]", FRAME_KERNEL, "[kernel]`f_[k]");
	assert_frame("f", "", FRAME_JIT, "f_[j]");
	assert_frame("f", "", FRAME_INLINED, "f_[i]");
	assert_frame("(garbage collector)", "", FRAME_RUNTIME, "(garbage collector)_[r]");
	assert_frame("[GC]", "", FRAME_RUNTIME, "[GC]_[r]");
	assert_frame("(idle)", "", FRAME_IDLE, "(idle)_[-]");
	assert_frame("(program)", "", FRAME_NAMELESS, "(program)_[?]");
	assert_frame("[x.so]", "/lib/x.so", FRAME_NAMELESS, "/lib/x.so`[x.so]");
	assert_frame("[x.so]", "", FRAME_NAMELESS, "[x.so]_[?]");
	assert_frame("[unknown]", "", FRAME_NAMELESS, "[unknown]");
}

TEST(what_would_be_read_otherwise_is_escaped)
{
	assert_frame("a;b`c", "", FRAME_USER, "a\\x3bb\\x60c");
	assert_frame("[lib]", "", FRAME_USER, "[lib\\x5d");
	assert_frame("f_[k]", "", FRAME_USER, "f_[k\\x5d");
	assert_frame("f_[r]", "", FRAME_USER, "f_[r\\x5d");
	assert_frame("f_[U]", "", FRAME_USER, "f_[U\\x5d");
	assert_frame("f_[-]", "", FRAME_USER, "f_[-\\x5d");
	assert_frame("operator[]", "", FRAME_USER, "operator[]");
	assert_frame("C:\\x41\\n", "", FRAME_USER, "C:\\x5cx41\\n");
	assert_frame("a\nb\x1b[m\xff", "", FRAME_USER, "a\\x0ab\\x1b[m\\xff");
	assert_frame("\xe2\x80\xae\xef\xbf\xbd\xc3\xa9", "", FRAME_USER,
		     "\\xe2\\x80\\xae\xef\xbf\xbd\xc3\xa9");
}

TEST(only_samples_that_count_are_written)
{
	struct printed p;

	printed_open(&p, "x");
	for (uint64_t ms = 1; ms <= 4; ms++)
		printed_sample(&p, 0, ms);
	printed_flame(&p, ROOT_PID, WEIGH_PERIOD);
	bits_remove(&p.which, 1);
	flame_move(&p.flame, 0, 3);
	assert_string_equal(
	    timed(&p), "# flarescope timed-folded 1\n"
		       "0.001 pid=12 tid=13 cpu=0 weight=10ns event=cpu-clock x 1\n"
		       "0.003 pid=12 tid=13 cpu=0 weight=10ns event=cpu-clock x 1\n");
	printed_close(&p);
}

TEST(without_times_it_is_refused)
{
	struct error err = ERROR_INIT;
	struct printed p;
	FILE *out;

	printed_open(&p, "x");
	builder_add_sample(p.builder, &(struct sample){.weight = 1, .thread = p.thread});
	printed_flame(&p, ROOT_COMM, WEIGH_SAMPLES);
	out = printed_stream(&p);
	assert_false(
	    timed_notation.write(&(struct export_job){.flame = &p.flame}, out, &err));
	fclose(out);
	assert_int_equal(err.kind, ERROR_FORMAT);
	assert_string_equal(p.text, "");
	printed_close(&p);
}

/* ---- round trips ---- */

static char *dumped(const struct profile *p)
{
	char *text = NULL;
	size_t len;
	FILE *out = open_memstream(&text, &len);

	assert_non_null(out);
	dump_profile(p, out);
	fclose(out);
	return text;
}

static void assert_comes_back(struct printed *p)
{
	const struct reading_options o = {.format = "timed-folded"};
	struct error err = ERROR_INIT;
	struct text text = text_of(timed(p));
	struct source *s = source_of_bytes(text.at, text.len, &err);
	struct profile *back;
	char *before, *after;

	assert_non_null(s);
	back = reading_run_source(s, "it", &o, NULL, &err);
	if (!back)
		fail_msg("%s\n%s", err.message, text.at);
	before = dumped(p->profile);
	after = dumped(back);
	assert_string_equal(after, before);
	assert_true(text_equal(
	    profile_string(back, back->events[profile_context(back, 0)->event].unit),
	    profile_string(
		p->profile,
		p->profile->events[profile_context(p->profile, 0)->event].unit)));
	free(before);
	free(after);
	profile_free(back);
	source_close(s);
}

static uint32_t throw(uint32_t * dice, uint32_t limit)
{
	*dice = *dice * 1103515245u + 12345u;
	return (*dice >> 16) % limit;
}

/* Pieces with a special meaning somewhere, joined at random. */
static void throw_name(uint32_t *dice, char *name)
{
	static const char *const pieces[] = {
	    "",		 "a",	 " ",	     ";",     "`",    "[",	  "]",
	    "_[k]",	 "_[?]", "pid",	     "=",     "x",    "\\",	  "\\x41",
	    "\n",	 "1",	 "\xff",     "#",     "\t",   "\r",	  "[u]",
	    "[unknown]", "comm", "\xc2\x85", "_[",    "?]",   "_[r]",	  "_[-]",
	    "r]",	 "-]",	 "\x7f",     "\\x",   "\x1b", "\xe2\x82", "5ns",
	    "\xc3\xa9",	 "_[U]", "_[K]",     "/lib/", ".so",  "K]",	  "vmlinux",
	};

	name[0] = '\0';
	for (uint32_t n = throw(dice, 5); n; n--)
		strcat(name, pieces[throw(dice, sizeof pieces / sizeof *pieces)]);
}

static uint32_t throw_stack(struct printed *p, uint32_t *dice)
{
	char name[64], module[64];
	uint32_t stack = 0;

	for (uint32_t depth = throw(dice, 4); depth; depth--) {
		throw_name(dice, name);
		throw_name(dice, module);
		stack = call_of_mode(p, stack, name, throw(dice, 2) ? module : "",
				     (enum frame_kind) throw(dice, FRAME_KINDS),
				     (enum frame_mode) throw(dice, FRAME_MODES));
	}
	return stack;
}

static void throw_sample(struct printed *p, uint32_t *dice, bool span)
{
	struct sample s = {.timed = true, .stack = throw_stack(p, dice)};
	char name[64], unit[64];

	throw_name(dice, name);
	s.thread = builder_thread(p->builder, text_of(name), (int32_t) throw(dice, 3) - 1,
				  (int32_t) throw(dice, 3) - 1);
	s.cpu = throw(dice, 2) ? PROFILE_NO_CPU : (uint16_t) throw(dice, 9);
	throw_name(dice, name);
	throw_name(dice, unit);
	s.event = span ? builder_span_event(p->builder, text_of(name))
		       : builder_event(p->builder, text_of(name), text_of(unit));
	s.duration = span ? throw(dice, 3) * throw(dice, 9999) : 0;
	s.weight = span && throw(dice, 2) ? s.duration : throw(dice, 3);
	s.time = throw(dice, 99) * UINT64_C(123456789);
	builder_add_sample(p->builder, &s);
}

TEST(whatever_is_written_is_read_the_same)
{
	uint32_t dice = 7;

	for (int round = 0; round < 3000; round++) {
		struct printed p;

		printed_open(&p, "x");
		builder_note(p.builder, TEXT("a:\\x41\x1b;#"), TEXT("b: c\\x42\n"));
		for (int i = 0; i < 4; i++)
			throw_sample(&p, &dice, round % 3 == 0);
		printed_flame(&p, ROOT_NONE, WEIGH_SAMPLES);
		assert_comes_back(&p);
		printed_close(&p);
	}
}
