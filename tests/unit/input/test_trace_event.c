#include "lib/unit.h"

#include <stdio.h>
#include <stdlib.h>

#include "input/formats.h"
#include "lib/hunger.h"
#include "lib/opened.h"

static void assert_dump(const char *json, const char *expected)
{
	opened_is(text_of(json), NULL, expected);
}

#define AT(phase, name, rest)                                                            \
	"{\"ph\":\"" phase "\",\"name\":\"" name "\",\"pid\":1,\"tid\":2," rest "}"

/* ---- spans ---- */

TEST(spans_are_read_from_a_list_and_an_object)
{
	static const char expected[] = "0.000001 spans 2000 for 2000 - thread 2 1/2\n"
				       "  user a (c)\n"
				       "0.000003 spans 1500 for 1500 - thread 2 1/2\n"
				       "  user b ()\n  user a (c)\n"
				       "0.0000045 spans 5500 for 5500 - thread 2 1/2\n"
				       "  user a (c)\n";

	assert_dump(
	    "[" AT("X", "b", "\"ts\":3,\"dur\":1.5") "," AT(
		"B", "a", "\"ts\":1,\"cat\":\"c\"") "," AT("E", "a", "\"ts\":10") "]",
	    expected);
	assert_dump("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[" AT(
			"X", "a", "\"cat\":\"c\",\"dur\":9,\"ts\":1") "," AT("X", "b",
									     "\"ts\":3,"
									     "\"dur\":"
									     "1.5") "]}",
		    expected);
}

TEST(times_are_exact_as_numbers_and_as_texts)
{
	assert_dump(
	    "[" AT("X", "a", "\"ts\":\"1754321098765432.1\",\"dur\":\"0.001\"") "]",
	    "1754321098.7654321 spans 1 for 1 - thread 2 1/2\n  user a ()\n");
	assert_dump("[" AT("X", "a", "\"ts\":1.5e3,\"dur\":0.0004") "]",
		    "0.0015 spans 0 for 0 - thread 2 1/2\n  user a ()\n");
}

TEST(a_duration_that_is_missing_is_the_cpu_time)
{
	assert_dump("[" AT("X", "a", "\"ts\":1,\"tdur\":4") "]",
		    "0.000001 spans 4000 for 4000 - thread 2 1/2\n  user a ()\n");
	assert_dump("[" AT("X", "a", "\"ts\":1") "]",
		    "loss 1 0 whole spans without a duration, shown as moments "
		    "(first at byte 44)\n"
		    "0.000001 spans 0 for 0 - thread 2 1/2\n  user a ()\n");
}

TEST(weights_are_the_cpu_time_where_it_is_told)
{
	assert_dump("[" AT("X", "a", "\"ts\":1,\"dur\":9,\"tdur\":3") "]",
		    "0.000001 spans 3000 for 9000 - thread 2 1/2\n  user a ()\n");
	assert_dump("[" AT("B", "a", "\"ts\":1,\"tts\":100") "," AT(
			"E", "a", "\"ts\":10,\"tts\":101.5") "]",
		    "0.000001 spans 1500 for 9000 - thread 2 1/2\n  user a ()\n");
}

TEST(spans_with_an_id_have_a_track_of_their_own)
{
	assert_dump(
	    "[" AT("b", "load", "\"ts\":0,\"cat\":\"net\",\"id\":\"0x1\"") "," AT("b", "load", "\"ts\":1,\"cat\":\"net\",\"id\":2") "," AT(
		"n", "step",
		"\"ts\":2,\"cat\":\"net\","
		"\"id\":2") "," AT("e", "load",
				   "\"ts\":3,\"cat\":\"net\",\"id\":\"0x1\"") "," AT("e",
										     "loa"
										     "d",
										     "\"t"
										     "s\""
										     ":5,"
										     "\"c"
										     "at"
										     "\":"
										     "\"n"
										     "et"
										     "\","
										     "\"i"
										     "d\""
										     ":\""
										     "2"
										     "\"") "]",
	    "aside 1 0 events without a duration (instants, marks, steps) (first at byte "
	    "204)\n"
	    "0 spans 3000 for 3000 - net:load 1/-\n  user load (net)\n"
	    "0.000001 spans 4000 for 4000 - net:load 1/-\n  user load (net)\n");
}

TEST(ids_may_be_of_a_process_or_a_scope)
{
	/* the same id in two processes; then, in two scopes; then of all processes */
	assert_dump("[{\"ph\":\"b\",\"pid\":1,\"id2\":{\"local\":\"7\"},\"ts\":0,"
		    "\"name\":\"a\"},{\"ph\":\"e\",\"pid\":3,\"id2\":{\"local\":\"7\"},"
		    "\"ts\":1},{\"ph\":\"e\",\"pid\":1,\"id2\":{\"local\":\"7\"},\"ts\":"
		    "2}]",
		    "loss 1 0 span ends without a beginning (first at byte 102)\n"
		    "0 spans 2000 for 2000 - a 1/-\n  user a ()\n");
	assert_dump("[{\"ph\":\"b\",\"pid\":1,\"id\":7,\"scope\":\"s\",\"ts\":0,"
		    "\"name\":\"a\"},{\"ph\":\"e\",\"pid\":1,\"id\":7,\"ts\":1},"
		    "{\"ph\":\"e\",\"pid\":1,\"id\":7,\"scope\":\"s\",\"ts\":2}]",
		    "loss 1 0 span ends without a beginning (first at byte 88)\n"
		    "0 spans 2000 for 2000 - a 1/-\n  user a ()\n");
	assert_dump("[{\"ph\":\"b\",\"pid\":1,\"id2\":{\"global\":\"7\"},\"ts\":0,"
		    "\"name\":\"a\"},{\"ph\":\"e\",\"pid\":3,\"id\":\"7\",\"ts\":2}]",
		    "0 spans 2000 for 2000 - a 1/-\n  user a ()\n");
}

TEST(the_old_form_of_ids_goes_by_name_as_well)
{
	assert_dump(
	    "[" AT("S", "a", "\"ts\":0,\"id\":1") "," AT(
		"S", "b",
		"\"ts\":1,\"id\":1") "," AT("F", "a",
					    "\"ts\":2,\"id\":1") "," AT("F", "b",
									"\"ts\":3,\"id\":"
									"1") "]",
	    "0 spans 2000 for 2000 - a 1/-\n  user a ()\n"
	    "0.000001 spans 2000 for 2000 - b 1/-\n  user b ()\n");
}

/* ---- processes and threads ---- */

#define NAME(of, ids, name)                                                              \
	"{\"ph\":\"M\",\"name\":\"" of "\"," ids ",\"args\":{\"name\":\"" name "\"}}"

TEST(threads_and_processes_are_named_before_or_after)
{
	assert_dump(
	    "[" NAME("process_name", "\"pid\":1,\"tid\":0", "Renderer") "," AT(
		"X", "a",
		"\"ts\":0,\"dur\":1") ","
				      "{\"ph\":\"X\",\"pid\":1,\"tid\":3,\"ts\":1,"
				      "\"dur\":1,\"name\":\"b\"},"
				      /*
				       * `args` may come before the fields that say which thread it
				       * is
				       */
				      "{\"args\":{\"name\":\"main\"},\"name\":\"thread_"
				      "name\",\"ph\":\"M\","
				      "\"pid\":1,\"tid\":3}," NAME("process_sort_index",
								   "\"pid\":1,\"tid\":0",
								   "9") "]",
	    "aside 1 0 facts about processes and threads, not shown (first at byte 316)\n"
	    "0 spans 1000 for 1000 - Renderer 1/2\n  user a ()\n"
	    "0.000001 spans 1000 for 1000 - main 1/3\n  user b ()\n");
}

TEST(ids_are_numbers_or_texts_or_missing)
{
	assert_dump("[{\"ph\":\"B\",\"pid\":\"1\",\"tid\":\"2\",\"ts\":0,\"name\":\"a\"},"
		    "{\"ph\":\"E\",\"pid\":1,\"tid\":2,\"ts\":1},"
		    "{\"ph\":\"X\",\"ts\":1,\"dur\":1,\"name\":\"b\"},"
		    "{\"ph\":\"X\",\"pid\":\"browser\",\"tid\":140735340871680,\"ts\":2,"
		    "\"dur\":1,\"name\":\"c\"}]",
		    "0 spans 1000 for 1000 - thread 2 1/2\n  user a ()\n"
		    "0.000001 spans 1000 for 1000 - no thread -/-\n  user b ()\n"
		    "0.000002 spans 1000 for 1000 - thread 140735340871680 "
		    "1073741834/1073741835\n  user c ()\n");
}

/* ---- losses and omissions ---- */

TEST(what_is_no_span_is_counted_by_kind)
{
	assert_dump(
	    "[" AT("C", "m", "\"ts\":0,\"args\":{\"n\":1}") "," AT("i", "m", "\"ts\":0") "," AT("I", "m", "\"ts\":0") "," AT(
		"s", "m",
		"\"ts\":0,\"id\":1") "," AT("N", "m",
					    "\"ts\":0") "," AT("v", "m",
							       "\"ts\":0") "," AT("c",
										  "m",
										  "\"ts\""
										  ":0") ",{}," AT("?",
												  "m",
												  "\"ts\":0") ",7," AT("X",
														       "a",
														       "\"ts\":1,\"dur\":1") "]",
	    "loss 3 0 records not understood (first at byte 339)\n"
	    "aside 2 0 events without a duration (instants, marks, steps) (first at byte "
	    "104)\n"
	    "aside 1 0 counters (first at byte 53)\n"
	    "aside 1 0 flows between spans (first at byte 201)\n"
	    "aside 1 0 object events (first at byte 246)\n"
	    "aside 1 0 memory dumps (first at byte 291)\n"
	    "aside 1 0 clock synchronizations and context events (first at byte "
	    "336)\n"
	    "0.000001 spans 1000 for 1000 - thread 2 1/2\n  user a ()\n");
}

TEST(times_that_are_none_are_counted)
{
	assert_dump(
	    "[" AT("X", "a", "\"dur\":1") "," AT("B", "a", "\"ts\":-1") "," AT("X", "a", "\"ts\":\"x\"") "," AT(
		"X", "a",
		"\"ts\":1,\"dur\":-1") "," AT("X", "a",
					      "\"ts\":9e15,\"dur\":9e15") "," AT("X", "a",
										 "\"ts\":"
										 "1e300") "," AT("X",
												 "a",
												 "\"ts\":1,\"dur\":1") "]",
	    "note times 1 s later than in the input, where the first is at -0.000001 s\n"
	    "loss 1 0 samples without a time (first at byte 45)\n"
	    "loss 4 0 samples with a number out of range (first at byte "
	    "138)\n"
	    "loss 1 0 spans without an end: shown until the last event of the thread "
	    "(first at byte 91)\n"
	    "0.999999 spans 2000 for 2000 - thread 2 1/2\n  user a ()\n"
	    "1.000001 spans 1000 for 1000 - thread 2 1/2\n  user a ()\n  user a ()\n");
}

TEST(a_list_may_lack_its_end)
{
	static const char expected[] =
	    "0.000001 spans 1000 for 1000 - thread 2 1/2\n  user a ()\n";
	static const char *const ends[] = {"", ",", ",\n", "]"};
	char text[200];

	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
		snprintf(text, sizeof text, "[%s%s", AT("X", "a", "\"ts\":1,\"dur\":1"),
			 ends[i]);
		assert_dump(text, expected);
	}
}

TEST(what_was_read_before_a_trace_is_cut_is_kept)
{
	assert_dump("[" AT("X", "a", "\"ts\":1,\"dur\":1") ",{\"ph\":\"X\",\"ts\":5,\"na",
		    "loss 1 0 samples cut off by the end of the file (first at byte "
		    "70)\n"
		    "loss 1 0 missing or damaged ends of the recording (first at byte "
		    "74)\n"
		    "0.000001 spans 1000 for 1000 - thread 2 1/2\n  user a ()\n");
	assert_dump("{\"traceEvents\":[" AT("X", "a", "\"ts\":1,\"dur\":1"),
		    "loss 1 0 missing or damaged ends of the recording (first at byte "
		    "68)\n"
		    "0.000001 spans 1000 for 1000 - thread 2 1/2\n  user a ()\n");
	/* from here on it is not JSON */
	assert_dump("{\"traceEvents\":[" AT("X", "a", "\"ts\":1,\"dur\":1") ",!],}",
		    "loss 1 0 breaks in the JSON: what follows is not read "
		    "(first at byte 70)\n"
		    "0.000001 spans 1000 for 1000 - thread 2 1/2\n  user a ()\n");
}

TEST(what_follows_commas_too_many_and_numbers_that_are_none_is_read)
{
	assert_dump(
	    "{\"stackFrames\":{\"1\":{\"name\":\"m\",},},\"traceEvents\":[" AT(
		"C", "cpu",
		"\"ts\":1,\"args\":{\"user\":nan,\"idle\":-inf,}") "," AT("X", "a",
									  "\"ts\":1,"
									  "\"dur\":1,") ",],\"samples\":[{\"ts\":2,\"sf\":1}]}",
	    "aside 1 0 counters (first at byte 105)\n"
	    "0.000001 spans 1000 for 1000 - thread 2 1/2\n  user a ()\n"
	    "0.000002 samples 1 - no thread -/-\n  jit m ()\n");
	assert_dump(
	    "[" AT("X", "a", "\"ts\":NaN,\"dur\":1") "," AT(
		"X", "a", "\"ts\":1,\"dur\":Infinity") "," AT("X", "a",
							      "\"ts\":1,\"dur\":1") "]",
	    "loss 2 0 samples with a number out of range (first at byte 54)\n"
	    "0.000001 spans 1000 for 1000 - thread 2 1/2\n  user a ()\n");
}

TEST(what_follows_the_end_is_told)
{
	assert_dump("[" AT("X", "a", "\"ts\":1,\"dur\":1") "]\n[" AT(
			"X", "b", "\"ts\":1,\"dur\":1") "]",
		    "loss 1 0 breaks in the JSON: what follows is not read "
		    "(first at byte 56)\n"
		    "0.000001 spans 1000 for 1000 - thread 2 1/2\n  user a ()\n");
}

TEST(events_of_phase_P_are_samples)
{
	assert_dump(
	    "{\"stackFrames\":{\"1-1\":{\"name\":\"main\"},\"1-2\":{\"name\":\"work\","
	    "\"parent\":\"1-1\"}},\"traceEvents\":[" AT("P", "", "\"ts\":10,\"sf\":\"1-2\"") "," AT(
		"P", "",
		"\"stack\":[\"a\",\"b\"],\"ts\":-"
		"11") "," AT("P", "tick",
			     "\"ts\":12,\"cat\":"
			     "\"c\"") "," AT("P", "",
					     "\"ts"
					     "\":"
					     "13,"
					     "\"sf"
					     "\":"
					     "\"9"
					     "\"") "," AT("P", "",
							  "\"ts\":14") "," AT("P", "",
									      "\"sf\":"
									      "\"1-1\"") "]}",
	    "note times 1 s later than in the input, where the first is at -0.000011 s\n"
	    "loss 1 0 samples without a time (first at byte 415)\n"
	    "loss 2 0 records not understood (first at byte 322)\n"
	    "0.999989 samples 1 - thread 2 1/2\n  user b ()\n  user a ()\n"
	    "1.00001 samples 1 - thread 2 1/2\n  jit work ()\n  jit main ()\n"
	    "1.000012 samples 1 - thread 2 1/2\n  user tick (c)\n"
	    "1.000013 samples 1 - thread 2 1/2\n"
	    "1.000014 samples 1 - thread 2 1/2\n  user (unnamed) ()\n");
}

TEST(spans_with_members_of_another_kind_are_not_counted_as_lost)
{
	assert_dump(
	    "[" AT("X", "a", "\"ts\":1,\"dur\":1,\"cat\":[]") "," AT(
		"X", "a",
		"\"ts\":2,\"dur\":1,\"tdur\":true") "," AT("X", "a",
							   "\"ts\":3,\"dur\":1,\"tdur\":"
							   "null") "," AT("M",
									  "thread_name",
									  "\"args\":"
									  "\"main\"") "]",
	    "loss 1 0 records not understood (first at byte 253)\n"
	    "loss 2 0 events with a member that is not understood, shown without it "
	    "(first at byte 60)\n"
	    "0.000001 spans 1000 for 1000 - thread 2 1/2\n  user a ()\n"
	    "0.000002 spans 1000 for 1000 - thread 2 1/2\n  user a ()\n"
	    "0.000003 spans 1000 for 1000 - thread 2 1/2\n  user a ()\n");
}

TEST(what_is_no_trace_is_refused)
{
	const struct reading_options o = {.format = "trace-event"};

	opened_is_refused(TEXT("7"), &o, "expected a trace of events, found other JSON");
	opened_is_refused(TEXT("[]"), &o, "no samples");
	opened_is_refused(TEXT("[{\"ph\":\"C\"}]"), &o, "no samples");
	opened_is_refused(TEXT("[}"), &o, "invalid JSON at byte");
}

/* ---- profiles of V8 ---- */

#define CODE(id, parent, name)                                                           \
	"{\"id\":" id ",\"parent\":" parent ",\"callFrame\":{\"functionName\":\"" name   \
	"\",\"url\":\"u\"}}"
#define ROOT "{\"id\":1,\"callFrame\":{\"functionName\":\"(root)\",\"url\":\"\"}}"

TEST(pieces_of_a_profile_are_put_together_by_time)
{
	/* the last chunk comes first, and has its name last */
	assert_dump(
	    "[{\"args\":{\"data\":{\"cpuProfile\":{\"nodes\":[" CODE(
		"3", "2",
		"g") "],\"samples\":[3,2]},\"timeDeltas\":[5,5]}},\"ph\":\"P\","
		     "\"ts\":9,\"pid\":1,\"tid\":8,\"id\":\"0x1\",\"name\":"
		     "\"ProfileChunk\"}," AT(
			 "P", "Profile",
			 "\"id\":\"0x1\",\"ts\":20,\"args\":{"
			 "\"data\":{\"startTime\":100}}") ","
							  "{\"name\":\"ProfileChunk\","
							  "\"ph\":\"P\",\"ts\":8,\"pid\":"
							  "1,\"tid\":8,"
							  "\"id\":\"0x1\",\"args\":{"
							  "\"data\":{\"cpuProfile\":{"
							  "\"nodes\":[" ROOT "," CODE(
							      "2", "1",
							      "f") "],\"samples\":[2],"
								   "\"timeDeltas\":[1]}}}"
								   "}," NAME("thread_"
									     "name",
									     "\"pid\":1,"
									     "\"tid\":2",
									     "main") "]",
	    "0.000101 cpu-profile 5000 - main 1/2\n  jit f (u)\n"
	    "0.000106 cpu-profile 5000 - main 1/2\n  jit g (u)\n  jit f (u)\n"
	    "0.000111 cpu-profile 5000 - main 1/2\n  jit f (u)\n");
}

/* React Native: the deltas twice, and times of another clock in a chunk */
TEST(what_a_piece_tells_otherwise_is_not_believed)
{
	assert_dump(
	    "[" AT("P", "Profile", "\"id\":1,\"ts\":1,\"args\":{\"data\":{\"startTime\":0}}") "," AT(
		"P", "ProfileChunk",
		"\"id\":1,\"ts\":2,\"args\":{\"data\":{\"timeDeltas\":[5,5],"
		"\"cpuProfile\":{\"startTime\":7000000,\"endTime\":7000099,\"nodes\":"
		"[" ROOT
		"," CODE("2", "1", "f") "],\"samples\":[2,2],\"timeDeltas\":[5,"
					"5]}}}") "," AT("P", "ProfileChunk",
							"\"id\":1,\"ts\":3,"
							"\"args\":{\"data\":{"
							"\"timeDeltas\":[7],"
							"\"cpuProfile\":"
							"{\"samples\":[2,2,2]}}"
							"}") "," AT("P",
								    "ProfileChun"
								    "k",
								    "\"id\":1,"
								    "\"ts\":4,"
								    "\"args\":{"
								    "\"data\":"
								    "{\"timeDelt"
								    "as\":[1],"
								    "\"head\":{"
								    "\"functionN"
								    "ame\":"
								    "\"g\","
								    "\"id\":9,"
								    "\"children"
								    "\":[{"
								    "\"functionN"
								    "ame\":"
								    "\"h\","
								    "\"id\":8}]}"
								    ",\"samples"
								    "\":[8]}}") "]",
	    "loss 2 0 samples without a time (first at byte 478)\n"
	    "0.000005 cpu-profile 5000 - thread 2 1/2\n  jit f (u)\n"
	    "0.00001 cpu-profile 7000 - thread 2 1/2\n  jit f (u)\n"
	    "0.000017 cpu-profile 1000 - thread 2 1/2\n  jit f (u)\n"
	    "0.000018 cpu-profile 1000 - thread 2 1/2\n  jit h ()\n  jit g ()\n");
}

#define WHOLE_PROFILE(node)                                                              \
	"\"ts\":1,\"args\":{\"data\":{\"cpuProfile\":{\"nodes\":[" ROOT "," node         \
	"],\"samples\":[2],\"timeDeltas\":[3],\"startTime\":1,\"endTime\":9}}}"

TEST(whole_profiles_are_told_apart_and_come_behind_spans)
{
	assert_dump("[" AT("I", "CpuProfile", WHOLE_PROFILE(CODE("2", "1", "f"))) "," AT(
			"I", "CpuProfile",
			WHOLE_PROFILE(CODE(
			    "2", "1", "g"))) "," AT("X", "a", "\"ts\":0,\"dur\":1") "]",
		    "0 spans 1000 for 1000 - thread 2 1/2\n  user a ()\n"
		    "0.000004 cpu-profile 5000 - thread 2 1/2\n  jit f (u)\n"
		    "0.000004 cpu-profile 5000 - thread 2 1/2\n  jit g (u)\n");
}

TEST(other_data_that_looks_like_a_profile_is_none)
{
	assert_dump("[{\"args\":{\"data\":{\"nodes\":7,\"samples\":[\"x\"]}},\"ph\":"
		    "\"X\",\"name\":\"a\",\"ts\":1,\"dur\":1}]",
		    "0.000001 spans 1000 for 1000 - no thread -/-\n  user a ()\n");
}

TEST(what_a_profile_lacks_is_counted_wherever_its_name_stands)
{
	assert_dump("[{\"args\":{\"data\":{\"cpuProfile\":{\"nodes\":[{\"id\":1}],"
		    "\"samples\":[\"x\",1]},\"timeDeltas\":[1,1]}},\"ph\":\"P\","
		    "\"name\":\"ProfileChunk\"}]",
		    "note times counted from 0, as there is no startTime\n"
		    "loss 2 0 records not understood (first at byte 65)\n"
		    "0.000002 cpu-profile 1000 - no thread -/-\n");
}

/* ---- samples ---- */

TEST(samples_find_their_frames_wherever_these_are)
{
	assert_dump("{\"traceEvents\":[" AT(
			"X", "mark",
			"\"ts\":5,\"dur\":0") "],\"samples\":["
					      "{\"cpu\":\"-1\",\"ts\":\"11\",\"pid\":1,"
					      "\"tid\":\"2\",\"weight\":\"1\",\"sf\":2},"
					      "{\"cpu\":3,\"ts\":10,\"pid\":1,\"tid\":2,"
					      "\"weight\":2,\"sf\":\"1\"},"
					      "{\"ts\":12,\"pid\":1,\"tid\":2,\"sf\":9},{"
					      "\"pid\":1}],"
					      "\"stackFrames\":{\"2\":{\"name\":\"f\","
					      "\"category\":\"JavaScript\","
					      "\"parent\":1},\"1\":{\"name\":\"[root]\","
					      "\"category\":\"root\"}}}",
		    "loss 1 0 samples without a time (first at byte 240)\n"
		    "loss 1 0 records not understood (first at byte 230)\n"
		    "0.000005 spans 0 for 0 - thread 2 1/2\n  user mark ()\n"
		    "0.00001 samples 2 3 thread 2 1/2\n  jit [root] (root)\n"
		    "0.000011 samples 1 - thread 2 1/2\n"
		    "  jit f (JavaScript)\n  jit [root] (root)\n"
		    "0.000012 samples 1 - thread 2 1/2\n");
}

TEST(samples_and_frames_that_are_none_or_cut_are_counted)
{
	assert_dump(
	    "{\"traceEvents\":[],\"stackFrames\":{\"1\":{\"name\":\"f\"},\"2\":7},"
	    "\"samples\":["
	    "7,{\"ts\":10,\"sf\":1},{\"ts\":11,\"pid\":5",
	    "loss 1 0 samples cut off by the end of the file (first at byte "
	    "95)\n"
	    "loss 2 0 records not understood (first at byte 55)\n"
	    "loss 1 0 missing or damaged ends of the recording (first at byte 103)\n"
	    "0.00001 samples 1 - no thread -/-\n  jit f ()\n");
}

TEST(what_there_is_none_of_has_no_event)
{
	struct profile *both = opened(
	    TEXT("{\"samples\":[{\"ts\":1,\"sf\":1}],\"stackFrames\":{\"1\":{\"name\":"
		 "\"f\"}},\"traceEvents\":[{\"ph\":\"X\",\"ts\":1,\"dur\":2}]}"),
	    NULL);
	struct profile *samples =
	    opened(TEXT("{\"traceEvents\":[],\"samples\":[{\"ts\":1}]}"), NULL);

	assert_int_equal(both->event_count, 2);
	assert_int_equal(both->events[0].spans, 1);
	assert_int_equal(both->events[1].spans, 0);
	assert_int_equal(samples->event_count, 1);
	assert_int_equal(samples->events[0].spans, 0);
	profile_free(both);
	profile_free(samples);
}

/* ---- memory, and recognition ---- */

TEST(no_memory_is_an_error)
{
	static const char text[] = "{\"traceEvents\":[" AT("B", "a", "\"ts\":1") "," AT(
	    "b", "a",
	    "\"ts\":1,\"id\":1") "," AT("I", "CpuProfile",
					WHOLE_PROFILE(CODE(
					    "2", "1", "f"))) "," NAME("process_name",
								      "\"pid\":1",
								      "p") "],"
									   "\"samples"
									   "\":[{"
									   "\"ts\":1}"
									   "]}";
	bool ok = false;

	for (unsigned n = 1; !ok; n++) {
		struct error err = ERROR_INIT;
		struct source *s = source_of_bytes(text, sizeof text - 1, &err);
		struct profile *p;

		assert_non_null(s);
		hunger_due = n;
		p = reading_run_source(s, "it", NULL, NULL, &err);
		ok = hunger_due > 0;
		hunger_due = 0;
		assert_true(!ok || p);
		assert_int_equal(p != NULL, err.kind == ERROR_NONE);
		profile_free(p);
		source_close(s);
	}
}

static void assert_format(const char *head, const char *name)
{
	const struct format *f = formats_detect(text_of(head));

	assert_string_equal(f ? f->name : "none", name);
}

TEST(traces_are_known_by_the_phase_of_an_event)
{
	assert_format("[{\"pid\":1,\"ph\":\"X\"", "trace-event");
	assert_format("[{},{\"args\":{\"ph\":7},\"ph\":\"M\"", "trace-event");
	assert_format("{\"metadata\":{\"a\":1},\"traceEvents\":[{\"ph\":\"M\"",
		      "trace-event");
	assert_format("{\"traceEvents\":[", "trace-event");
	assert_format("{\"ph\":\"X\"}", "none");
	assert_format("[{\"ph\":\"long\"}]", "none");
	assert_format("[{\"args\":{\"ph\":\"X\"}}]", "none");
	assert_format("{\"x\":[{\"ph\":\"X\"}]}", "none");
}
