#include "lib/unit.h"

#include <stdlib.h>

#include "input/formats.h"
#include "lib/opened.h"
#include "lib/made_message.h"

/* ---- writing profiles ---- */

static void add_texts(struct made_message *m, const char *const *texts)
{
	for (; *texts; texts++)
		made_message_bytes(m, 6, text_of(*texts));
}

static void add_type(struct made_message *m, unsigned type, unsigned unit)
{
	struct made_message part = {0};

	made_message_number(&part, 1, type);
	made_message_number(&part, 2, unit);
	made_message_part(m, 1, &part);
}

/* Function `id` has the name number `name`, and the linker name number `system`. */
static void add_function(struct made_message *m, unsigned id, unsigned name,
			 unsigned system)
{
	struct made_message part = {0};

	made_message_number(&part, 1, id);
	made_message_number(&part, 2, name);
	made_message_number(&part, 3, system);
	made_message_part(m, 5, &part);
}

static void add_mapping(struct made_message *m, unsigned id, unsigned file)
{
	struct made_message part = {0};

	made_message_number(&part, 1, id);
	made_message_number(&part, 5, file);
	made_message_part(m, 3, &part);
}

/* A location with up to two functions; 0: none. */
static void add_location(struct made_message *m, unsigned id, unsigned mapping,
			 unsigned inlined, unsigned function)
{
	struct made_message part = {0}, line = {0};

	made_message_number(&part, 1, id);
	made_message_number(&part, 2, mapping);
	made_message_number(&part, 3, 0x7f12);
	if (inlined) {
		made_message_number(&line, 1, inlined);
		made_message_part(&part, 4, &line);
	}
	if (function) {
		made_message_number(&line, 1, function);
		made_message_part(&part, 4, &line);
	}
	made_message_part(m, 4, &part);
}

/* A sample with packed locations and values; in "\1\2" 1 is the leaf. */
static struct made_message sample(struct text places, struct text values)
{
	struct made_message s = {0};

	made_message_bytes(&s, 1, places);
	made_message_bytes(&s, 2, values);
	return s;
}

static void add_sample(struct made_message *m, struct text places, struct text values)
{
	struct made_message s = sample(places, values);

	made_message_part(m, 2, &s);
}

static void add_label(struct made_message *s, unsigned key, unsigned str, uint64_t num)
{
	struct made_message l = {0};

	made_message_number(&l, 1, key);
	if (str)
		made_message_number(&l, 2, str);
	else
		made_message_number(&l, 3, num);
	made_message_part(s, 3, &l);
}

/* ---- reading; releases the message ---- */

static const struct reading_options as_pprof = {.format = "pprof"};

static struct profile *profile_of(struct made_message *m)
{
	struct profile *p = opened((struct text){m->at, m->len}, &as_pprof);

	made_message_free(m);
	return p;
}

static void assert_dump(struct made_message *m, const char *expected)
{
	opened_is((struct text){m->at, m->len}, &as_pprof, expected);
	made_message_free(m);
}

static void assert_refused(struct made_message *m, const char *part)
{
	opened_is_refused((struct text){m->at, m->len}, &as_pprof, part);
	made_message_free(m);
}

/* ---- names and stacks ---- */

static const char *const texts[] = {"",
				    "samples",
				    "count",
				    "cpu",
				    "nanoseconds",
				    "main",
				    "run",
				    "_Z3runv",
				    "/usr/bin/app",
				    "end_timestamp_ns",
				    "thread id",
				    "thread name",
				    "web",
				    "[kernel.kallsyms]",
				    NULL};

TEST(functions_have_their_names_wherever_the_texts_are)
{
	struct made_message m = {0};

	add_sample(&m, TEXT("\2\1"), TEXT("\3"));
	add_location(&m, 1, 1, 0, 1);
	add_location(&m, 2, 1, 0, 2);
	add_function(&m, 1, 5, 5);
	add_function(&m, 2, 0, 7);
	add_mapping(&m, 1, 8);
	add_type(&m, 1, 2);
	add_texts(&m, texts);
	assert_dump(&m, "- samples 3 - app -/-\n"
			"  user _Z3runv (/usr/bin/app)\n"
			"  user main (/usr/bin/app)\n");
}

TEST(several_functions_of_a_place_were_inlined_but_the_last)
{
	struct made_message m = {0};

	add_type(&m, 1, 2);
	add_sample(&m, TEXT("\1"), TEXT("\1"));
	add_location(&m, 1, 0, 2, 1);
	add_function(&m, 1, 5, 5);
	add_function(&m, 2, 6, 7);
	add_texts(&m, texts);
	assert_dump(&m, "- samples 1 - (root) -/-\n"
			"  inlined run ()\n"
			"  user main ()\n");
}

TEST(places_without_a_function_are_named_by_their_file)
{
	struct made_message m = {0};

	add_type(&m, 1, 2);
	add_sample(&m, TEXT("\3\2\1"), TEXT("\1"));
	add_mapping(&m, 1, 8);
	add_mapping(&m, 2, 13);
	add_location(&m, 1, 1, 0, 0);
	add_location(&m, 2, 0, 0, 0);
	add_location(&m, 3, 2, 0, 1);
	add_function(&m, 1, 5, 5);
	add_texts(&m, texts);
	assert_dump(&m, "- samples 1 - app -/-\n"
			"  kernel main ([kernel.kallsyms])\n"
			"  nameless-user [unknown] ()\n"
			"  nameless-user [app] (/usr/bin/app)\n");
}

TEST(a_place_that_never_comes_is_counted)
{
	struct made_message m = {0};

	add_type(&m, 1, 2);
	add_sample(&m, TEXT("\7"), TEXT("\1"));
	add_texts(&m, texts);
	assert_dump(&m, "loss 1 0 records not understood\n"
			"- samples 1 - (root) -/-\n"
			"  nameless [unknown] ()\n");
}

/* ---- values ---- */

TEST(the_number_of_samples_stands_for_a_time_in_proportion)
{
	struct made_message m = {0};

	add_type(&m, 1, 2);
	add_type(&m, 3, 4);
	add_sample(&m, TEXT(""), TEXT("\3\36"));
	add_sample(&m, TEXT(""), TEXT("\1\12"));
	add_texts(&m, texts);
	assert_dump(&m, "- samples 3 - (root) -/-\n- samples 1 - (root) -/-\n");
}

TEST(the_last_value_comes_first_and_the_others_are_events_too)
{
	struct made_message m = {0};
	struct profile *p;

	add_type(&m, 1, 2);
	add_type(&m, 3, 4);
	add_sample(&m, TEXT(""), TEXT("\3\36"));
	add_sample(&m, TEXT(""), TEXT("\1\13"));
	add_texts(&m, texts);
	p = profile_of(&m);
	assert_true(p->weights_are_counts);
	assert_int_equal(p->event_count, 2);
	assert_true(
	    text_equal(profile_string(p, p->events[0].name), TEXT("cpu/nanoseconds")));
	assert_true(text_equal(profile_string(p, p->events[0].unit), TEXT("ns")));
	assert_true(text_equal(profile_string(p, p->events[1].name), TEXT("samples")));
	assert_int_equal(p->samples.count, 4);
	profile_free(p);
}

TEST(the_file_may_say_which_value_comes_first)
{
	struct made_message m = {0};

	add_type(&m, 1, 2);
	add_type(&m, 3, 2);
	add_sample(&m, TEXT(""), TEXT("\3\36"));
	made_message_number(&m, 14, 1);
	add_texts(&m, texts);
	assert_dump(&m, "- samples 3 - (root) -/-\n- cpu 30 - (root) -/-\n");
}

TEST(values_below_zero_are_counted_and_nothing_weighs_nothing)
{
	struct made_message m = {0}, s = {0};

	add_type(&m, 1, 2);
	made_message_number(&s, 2, UINT64_MAX);
	made_message_part(&m, 2, &s);
	add_sample(&m, TEXT(""), TEXT("\0"));
	add_sample(&m, TEXT(""), TEXT("\5"));
	made_message_bytes(&m, 2, TEXT(""));
	add_texts(&m, texts);
	assert_dump(&m, "loss 1 0 samples with a number out of range\n"
			"loss 1 0 records not understood (first at byte 33)\n"
			"- samples 5 - (root) -/-\n");
}

/* ---- labels ---- */

TEST(labels_tell_times_and_threads)
{
	struct made_message m = {0}, s = sample(TEXT(""), TEXT("\5"));

	add_type(&m, 1, 2);
	add_label(&s, 9, 0, 2500000000);
	add_label(&s, 9, 0, 1500000000);
	add_label(&s, 10, 0, 42);
	add_label(&s, 11, 12, 0);
	made_message_part(&m, 2, &s);
	add_texts(&m, texts);
	assert_dump(&m, "1.5 samples 2 - web -/42\n"
			"2.5 samples 3 - web -/42\n");
}

TEST(a_sample_with_a_time_is_there_once)
{
	struct made_message m = {0}, s = sample(TEXT(""), TEXT("\1\12"));

	add_type(&m, 1, 2);
	add_type(&m, 3, 4);
	add_label(&s, 9, 0, 1500000000);
	made_message_part(&m, 2, &s);
	add_texts(&m, texts);
	assert_dump(&m, "1.5 cpu/nanoseconds 10 - (root) -/-\n");
}

TEST(times_that_do_not_fit_are_counted)
{
	struct made_message m = {0}, s = sample(TEXT(""), TEXT("\4"));

	add_type(&m, 1, 2);
	add_label(&s, 9, 0, UINT64_MAX);
	add_label(&s, 9, 0, 1500000000);
	made_message_part(&m, 2, &s);
	add_texts(&m, texts);
	assert_dump(&m, "loss 1 0 samples with a number out of range\n"
			"1.5 samples 2 - (root) -/-\n");
}

/* ---- damaged messages ---- */

TEST(bad_fields_are_counted_and_the_others_read)
{
	struct made_message m = {0};

	add_type(&m, 1, 2);
	made_message_bytes(&m, 2, TEXT("\x0a\x7f")); /* longer than it really is */
	made_message_number(&m, 2, 5);		     /* a number in place of a sample */
	add_sample(&m, TEXT(""), TEXT("\5"));
	add_texts(&m, texts);
	assert_dump(&m, "loss 2 0 records not understood (first at byte 6)\n"
			"- samples 5 - (root) -/-\n");
}

TEST(a_file_that_ends_in_the_middle_is_read_up_to_there)
{
	struct made_message m = {0};
	size_t whole;

	add_texts(&m, texts);
	add_type(&m, 1, 2);
	add_sample(&m, TEXT(""), TEXT("\5"));
	whole = m.len;
	add_sample(&m, TEXT(""), TEXT("\5"));
	m.len = whole + 3;
	assert_dump(&m, "loss 1 0 missing or damaged ends of the recording "
			"(first at byte 149)\n"
			"- samples 5 - (root) -/-\n");
}

TEST(a_profile_whose_end_has_the_names_is_refused_without_it)
{
	struct made_message m = {0};

	add_type(&m, 1, 2);
	add_sample(&m, TEXT(""), TEXT("\5"));
	assert_refused(&m, "the names, which are at its end, are missing");
	add_type(&m, 1, 2);
	add_sample(&m, TEXT(""), TEXT("\5"));
	made_message_raw(&m, TEXT("\x32\x7f"));
	assert_refused(&m, "are missing; the file is cut off");
}

TEST(what_is_named_and_is_not_there_is_counted)
{
	struct made_message m = {0};

	add_type(&m, 1, 2);
	add_function(&m, 1, 99, 0);
	add_location(&m, 1, 9, 0, 1);  /* no such mapping */
	add_location(&m, 2, 0, 0, 77); /* no such function */
	add_sample(&m, TEXT("\1\2"), TEXT("\5"));
	add_sample(&m, TEXT(""), TEXT("\5\6")); /* of a single type */
	made_message_number(&m, 27, 1);
	add_texts(&m, texts);
	assert_dump(&m, "loss 4 0 records not understood (first at byte 59)\n"
			"loss 1 0 names missing in the file\n"
			"- samples 5 - (root) -/-\n"
			"  nameless-user [unknown] ()\n"
			"  nameless-user [unknown] ()\n"
			"- samples 5 - (root) -/-\n");
}

TEST(lengths_that_lie_cost_no_memory)
{
	struct made_message m = {0};

	made_message_raw(&m, TEXT("\x12\xff\xff\xff\xff\xff\xff\xff\xff\x7f"));
	assert_refused(&m, "no samples");
	made_message_raw(&m, TEXT("\x12\xff\xff\xff\x1f"));
	assert_refused(&m, "no samples");
	made_message_raw(&m, TEXT("\x13"));
	assert_refused(&m, "no samples");
}

/*
 * Resources, and a dictionary, whose tables have the field numbers of a sample's locations and
 * values.
 */
TEST(a_message_of_another_kind_is_refused_and_named)
{
	struct made_message m = {0};

	made_message_raw(&m, TEXT("\x0a\x0d\x12\x0b\x12\x09\x19\1\2\3\4\5\6\7\x08"
				  "\x12\x0a\x1a\0\x2a\0\x2a\4main"));
	assert_refused(&m, "expected a pprof profile, found OTLP of OpenTelemetry");
	made_message_raw(&m, TEXT("\x0a\2\x2a\0"));
	assert_refused(&m, "expected a pprof profile, found another message");
}

TEST(stacks_have_an_end)
{
	struct made_message m = {0}, s = {0}, l = {0};
	struct profile *p;

	add_type(&m, 1, 2);
	for (int i = 0; i < 70000; i++)
		made_message_number(&s, 1, 1);
	made_message_number(&s, 2, 1);
	made_message_part(&m, 2, &s);
	made_message_number(&l, 1, 1);
	for (int i = 0; i < 100; i++)
		made_message_raw(&l, TEXT("\x22\2\x08\1"));
	made_message_part(&m, 4, &l);
	add_function(&m, 1, 5, 5);
	add_texts(&m, texts);
	p = profile_of(&m);
	assert_int_equal(p->stack_count, 65001);
	assert_true(profile_lost(p, LOSSES_ALL) > 5000);
	profile_free(p);
}
