#include "lib/unit.h"

#include <stdlib.h>

#include "input/formats.h"
#include "lib/opened.h"
#include "lib/hunger.h"
#include "lib/packed.h"

static void assert_dump(const char *json, const char *expected)
{
	opened_is(text_of(json), NULL, expected);
}

static void assert_refused(const char *json, const char *why)
{
	opened_is_refused(text_of(json), NULL, why);
}

/* ---- cpuprofile ---- */

#define FRAME(name) "\"callFrame\":{\"functionName\":\"" name "\",\"url\":\"u\"}"
#define META(name)  "\"callFrame\":{\"functionName\":\"" name "\",\"url\":\"\"}"
#define NODES                                                                            \
	"\"nodes\":[{\"id\":7," META(                                                    \
	    "(root)") ",\"children\":[3,9,5]},"                                          \
		      "{\"id\":9," META("(idle)") "},{\"id\":5," META(                   \
			  "(garbage collector)") "},"                                    \
						 "{\"id\":3," FRAME(                     \
						     "") ",\"children\":[4]},{\"id\":"   \
							 "4," FRAME("f") "}]"

TEST(a_sample_has_its_own_time_and_weighs_until_the_next)
{
	assert_dump("{" NODES ",\"startTime\":1000,\"endTime\":1100,"
		    "\"samples\":[4,3,9,5,7],\"timeDeltas\":[10,20,30,15,2.5]}",
		    "0.00101 samples 20000 - (root) -/-\n"
		    "  jit f (u)\n  jit (anonymous) (u)\n"
		    "0.00103 samples 30000 - (root) -/-\n  jit (anonymous) (u)\n"
		    "0.00106 samples 15000 - (root) -/-\n  idle (idle) ()\n"
		    "0.001075 samples 2500 - (root) -/-\n"
		    "  runtime (garbage collector) ()\n"
		    "0.0010775 samples 22500 - (root) -/-\n");
}

TEST(samples_whose_time_goes_back_are_put_in_order)
{
	assert_dump("{\"endTime\":1100,\"startTime\":1000,\"timeDeltas\":[10,20,-5,15],"
		    "\"samples\":[4,3,3,5]," NODES "}",
		    "0.00101 samples 15000 - (root) -/-\n"
		    "  jit f (u)\n  jit (anonymous) (u)\n"
		    "0.001025 samples 5000 - (root) -/-\n  jit (anonymous) (u)\n"
		    "0.00103 samples 10000 - (root) -/-\n  jit (anonymous) (u)\n"
		    "0.00104 samples 60000 - (root) -/-\n"
		    "  runtime (garbage collector) ()\n");
}

TEST(without_an_end_the_last_lasts_as_long_as_the_one_before)
{
	assert_dump("{" NODES ",\"startTime\":0,\"samples\":[3,3],\"timeDeltas\":[1,4]}",
		    "0.000001 samples 4000 - (root) -/-\n  jit (anonymous) (u)\n"
		    "0.000005 samples 4000 - (root) -/-\n  jit (anonymous) (u)\n");
}

#define OLD                                                                              \
	"\"head\":{\"functionName\":\"(root)\",\"url\":\"\",\"id\":1,\"children\":["     \
	"{\"functionName\":\"a\",\"url\":\"\",\"children\":[{\"functionName\":\"b\","    \
	"\"url\":\"\",\"id\":3,\"children\":[]}],\"id\":2}]}"

TEST(nodes_may_be_inside_each_other)
{
	/* one time more than samples: the first is the start */
	assert_dump("{\"title\":\"server\"," OLD ",\"startTime\":1,\"endTime\":2,"
		    "\"samples\":[3,2],\"timestamps\":[1000000,1000010,1000030]}",
		    "1.00001 samples 20000 - server -/-\n  jit b ()\n  jit a ()\n"
		    "1.00003 samples 20000 - server -/-\n  jit a ()\n");
	assert_dump("{" OLD ",\"samples\":[3],\"timestamps\":[1000010]}",
		    "1.00001 samples 0 - (root) -/-\n  jit b ()\n  jit a ()\n");
}

TEST(samples_without_times_are_spread_from_start_to_end)
{
	assert_dump("{" OLD ",\"startTime\":474806,\"endTime\":474808,\"samples\":[2,3]}",
		    "note times spread evenly from startTime to endTime, as samples have "
		    "no times\n"
		    "474806 samples 1000000000 - (root) -/-\n  jit a ()\n"
		    "474807 samples 1000000000 - (root) -/-\n  jit b ()\n  jit a ()\n");
}

TEST(what_v8_names_in_parentheses_is_of_a_kind_of_its_own)
{
	/* except for the root, which is part of all stacks; all are of the same thread */
	assert_dump("{\"nodes\":[{\"id\":1," META(
			"(root)") ",\"children\":[2,3,4,5]},"
				  "{\"id\":2," META("(program)") "},{\"id\":3," META(
				      "(idle)") "},"
						"{\"id\":4," META("(garbage collector)") "},{\"id\":5," FRAME(
						    "(x)") ",\"children\":[6]},{\"id\":"
							   "6," META("(garbage "
								     "collector)") "}],"
										   "\"sta"
										   "rtTim"
										   "e\":"
										   "0,"
										   "\"end"
										   "Time"
										   "\":5,"
										   "\"sam"
										   "ples"
										   "\":["
										   "1,2,"
										   "3,4,"
										   "5,6],"
										   "\"tim"
										   "eDelt"
										   "as\":"
										   "[0,1,"
										   "1,1,"
										   "1,1]"
										   "}",
		    "0 samples 1000 - (root) -/-\n"
		    "0.000001 samples 1000 - (root) -/-\n  nameless (program) ()\n"
		    "0.000002 samples 1000 - (root) -/-\n  idle (idle) ()\n"
		    "0.000003 samples 1000 - (root) -/-\n"
		    "  runtime (garbage collector) ()\n"
		    "0.000004 samples 1000 - (root) -/-\n  jit (x) (u)\n"
		    "0.000005 samples 1000 - (root) -/-\n"
		    "  runtime (garbage collector) ()\n  jit (x) (u)\n");
}

TEST(hits_are_counts_where_there_are_no_samples)
{
	assert_dump(
	    "{\"nodes\":[{\"id\":1,\"hitCount\":0," META(
		"(root)") "},"
			  "{\"id\":2,\"hitCount\":5,\"parent\":1," FRAME("f") "}]}",
	    "- samples 5 - (root) -/-\n  jit f (u)\n");
}

TEST(profiles_may_be_in_arrays_and_wrappers)
{
	assert_dump("[{\"profile\":{" OLD ",\"samples\":[2],\"timestamps\":[10]}},"
		    "{\"result\":{\"profile\":{" OLD ",\"samples\":[2],"
		    "\"timestamps\":[20]}}}]",
		    "0.00001 samples 0 - (root) -/-\n  jit a ()\n"
		    "0.00002 samples 0 - (root) 2 -/-\n  jit a ()\n");
}

TEST(bad_parts_of_a_profile_are_counted)
{
	/* a cycle, a child and a node that do not exist, a repeated id, no number */
	assert_dump(
	    "{\"nodes\":[{\"id\":1,\"parent\":2," FRAME(
		"a") "},{\"id\":2,"
		     "\"parent\":1,\"children\":[77]," FRAME("b") "},{\"id\":1," FRAME(
			 "c") "}],\"samples\":[1,99,\"x\",2,1,1],"
			      "\"timeDeltas\":[1,1,1,1,-50]}",
	    "note times counted from 0, as there is no startTime\n"
	    "note times 1 s later than in the input, where the first is at -0.000046 s\n"
	    "loss 1 0 samples without a time (first at byte 246)\n"
	    "loss 5 0 records not understood (first at byte 159)\n"
	    "0.999954 samples 47000 - (root) -/-\n  jit a (u)\n  jit b (u)\n"
	    "1.000001 samples 1000 - (root) -/-\n  jit a (u)\n  jit b (u)\n"
	    "1.000004 samples 1000 - (root) -/-\n  jit b (u)\n");
}

TEST(a_cut_profile_shows_what_is_there)
{
	assert_dump("{" NODES ",\"samples\":[3,3,3],\"timeDeltas\":[10,20,3",
		    "note times counted from 0, as there is no startTime\n"
		    "loss 1 0 samples without a time (first at byte 361)\n"
		    "loss 1 0 missing or damaged ends of the recording "
		    "(first at byte 368)\n"
		    "0.00001 samples 20000 - (root) -/-\n  jit (anonymous) (u)\n"
		    "0.00003 samples 20000 - (root) -/-\n  jit (anonymous) (u)\n");
}

TEST(what_gives_no_samples_is_refused)
{
	assert_refused("{" NODES ",\"samples\":[],\"timeDeltas\":[]}", "no samples");
	assert_refused("{" NODES ",\"samples\":[3},", "invalid JSON at byte");
	assert_refused("{\"a\":1}", "JSON of an unknown kind");
}

/* ---- speedscope ---- */

#define SCHEMA "{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\","
#define SHARED                                                                           \
	"\"shared\":{\"frames\":[{\"name\":\"a\",\"file\":\"x.c\"},{\"name\":\"b\"}]}"
#define EVENTED		    "{\"type\":\"evented\",\"name\":\"t\",\"unit\":\"milliseconds\","
#define SAMPLED		    "{\"type\":\"sampled\",\"name\":\"t\",\"unit\":\"seconds\","
#define AT(what, frame, at) "{\"type\":\"" what "\",\"frame\":" frame ",\"at\":" at "}"

TEST(what_opens_and_closes_is_a_span)
{
	assert_dump(
	    SCHEMA SHARED
	    ",\"profiles\":[" EVENTED "\"startValue\":5,\"endValue\":9,"
	    "\"events\":[" AT("O", "0", "5") "," AT("O", "1", "5.5") "," AT(
		"C", "1", "6") "," AT("C", "0", "6") "," AT("O", "1", "8") "]}]}",
	    "0.005 spans 500000 for 500000 - t -/-\n  user a (x.c)\n"
	    "0.0055 spans 500000 for 500000 - t -/-\n  user b ()\n  user a (x.c)\n"
	    "0.008 spans 1000000 for 1000000 - t -/-\n  user b ()\n");
}

TEST(stacks_with_weights_follow_each_other)
{
	/* the frames come last, and a repeated name means two threads */
	assert_dump(SCHEMA
		    "\"profiles\":[" SAMPLED "\"startValue\":1,"
		    "\"samples\":[[0,1],[],[0]],\"weights\":[0.25,1e-1,2]}," SAMPLED
		    "\"startValue\":0,\"samples\":[[1]],\"weights\":[1]}]," SHARED "}",
		    "0 samples 1000000000 - t #2 -/-\n  user b ()\n"
		    "1 samples 250000000 - t -/-\n  user b ()\n  user a (x.c)\n"
		    "1.35 samples 2000000000 - t -/-\n  user a (x.c)\n");
}

TEST(without_a_unit_weights_are_counts)
{
	assert_dump(SCHEMA SHARED
		    ",\"profiles\":[{\"type\":\"sampled\",\"unit\":\"none\","
		    "\"samples\":[[0],[1]],\"weights\":[3,4]}]}",
		    "- samples 3 - profile 1 -/-\n  user a (x.c)\n"
		    "- samples 4 - profile 1 -/-\n  user b ()\n");
}

TEST(events_out_of_order_are_counted)
{
	assert_dump(
	    SCHEMA SHARED
	    ",\"profiles\":[" EVENTED "\"startValue\":0,\"endValue\":9,"
	    "\"events\":[" AT("O", "0", "0") "," AT("O", "1", "1") "," AT(
		"C", "0", "2") "," AT("C", "0", "3") "," AT("C", "1",
							    "1") "," AT("O", "7",
									"4") "]}]}",
	    "loss 4 0 records not understood (first at byte 226)\n"
	    "0 spans 1000000 for 1000000 - t -/-\n  user a (x.c)\n"
	    "0.001 spans 1000000 for 1000000 - t -/-\n  user b ()\n  user a (x.c)\n"
	    "0.002 spans 1000000 for 1000000 - t -/-\n  user b ()\n");
}

/* ---- firefox ---- */

#define GECKO                                                                            \
	"{\"meta\":{\"version\":4,\"processType\":0,\"startTime\":5.5},\"threads\":[{"   \
	"\"name\":\"GeckoMain\",\"pid\":7,\"tid\":\"8\",\"samples\":{\"schema\":{"       \
	"\"stack\":0,\"time\":1},\"data\":[[0,1.5],[1,2.25],[2,3]]},\"stackTable\":{"    \
	"\"schema\":{\"prefix\":0,\"frame\":1},\"data\":[[null,0],[0,1],[1,2]]},"        \
	"\"frameTable\":{\"schema\":{\"location\":0},\"data\":[[0],[1],[2]]},"           \
	"\"stringTable\":[\"(root)\",\"a (file:///x.js:3:4)\",\"f(int) (in XUL)\"]}],"   \
	"\"processes\":[{\"meta\":{\"startTime\":6.5},\"threads\":[]}]}"

TEST(rows_of_gecko_are_samples)
{
	assert_dump(GECKO, "0.0015 samples 1 - GeckoMain 7/8\n"
			   "0.00225 samples 1 - GeckoMain 7/8\n  jit a (file:///x.js)\n"
			   "0.003 samples 1 - GeckoMain 7/8\n"
			   "  user f(int) (XUL)\n  jit a (file:///x.js)\n");
}

/*
 * A process that is listed before the start of the main one, with its rows before the schema, and
 * one that is given as a text, 2 ms later; a text that is no profile, and rows without a schema.
 */
#define THREAD(name, data, schema, q)                                                    \
	"{" q "name" q ":" q name q "," q "samples" q ":{" data "," schema "}," q        \
	"stackTable" q ":{" q "prefix" q ":[null]," q "frame" q ":[0]}," q               \
	"frameTable" q ":{" q "location" q ":[0]}," q "stringTable" q ":[" q "f" q "]}"
#define TEXTS                                                                            \
	"{\"processes\":[{\"threads\":[" THREAD(                                         \
	    "A", "\"data\":[[1.5,0],[2.5,0]]", "\"schema\":{\"time\":0,\"stack\":1}",    \
	    "\"") "],\"meta\":{\"startTime\":6}}],"                                      \
		  "\"threads\":["                                                        \
		  "\"{\\\"threads\\\":[" THREAD(                                         \
		      "B", "\\\"data\\\":[[0,1]]",                                       \
		      "\\\"schema\\\":{\\\"stack\\\":0,\\\"time\\\":1}",                 \
		      "\\\"") "],\\\"meta\\\":{\\\"startTime\\\":7}}\",\"no "            \
			      "profile\"," THREAD("C", "\"data\":[[0,1],[0,2]]",         \
						  "\"x\":0",                             \
						  "\"") "],\"meta\":{\"version\":4,"     \
							"\"processType\":0,"             \
							"\"startTime\":5}}"

TEST(processes_and_rows_of_gecko_may_stand_anywhere)
{
	assert_dump(TEXTS, "loss 3 0 records not understood (first at byte 484)\n"
			   "0.0025 samples 1 - A -/-\n  user f ()\n"
			   "0.003 samples 1 - B -/-\n  user f ()\n"
			   "0.0035 samples 1 - A -/-\n  user f ()\n");
}

#define PROCESSED                                                                        \
	"{\"meta\":{\"preprocessedProfileVersion\":50,\"categories\":[{\"name\":\"A\"}," \
	"{\"name\":\"Kernel\"}]},\"shared\":{\"stringArray\":[\"0x12\",\"lib\",\"f\"]}," \
	"\"threads\":[{\"name\":\"GeckoMain\",\"processName\":\"ls\",\"pid\":\"1\","     \
	"\"tid\":2,\"samples\":{\"stack\":[0,1,null,7],\"timeDeltas\":[1,0.5,1,1],"      \
	"\"weight\":[1,3,1,1],\"length\":4},\"stackTable\":{\"prefix\":[null,0],"        \
	"\"frame\":[0,1],\"category\":[0,1]},\"frameTable\":{\"func\":[0,1]},"           \
	"\"funcTable\":{\"name\":[0,2],\"resource\":[0,-1]},\"resourceTable\":{"         \
	"\"name\":[1]}}]}"

TEST(columns_of_processed_profiles_are_samples)
{
	assert_dump(PROCESSED,
		    "loss 1 0 records not understood (first at byte 442)\n"
		    "aside 1 0 records other than samples (first at byte 442)\n"
		    "0.001 samples 1 - ls 1/2\n  nameless [lib] (lib)\n"
		    "0.0015 samples 3 - ls 1/2\n  kernel f ()\n  nameless [lib] (lib)\n");
}

#define WEIGHED(weights, frames)                                                         \
	"{\"meta\":{\"preprocessedProfileVersion\":50},\"threads\":[{\"name\":\"T\","    \
	"\"samples\":{\"length\":3,\"stack\":[0,0,0],\"time\":[1,2,3],"                  \
	"\"weight\":" weights                                                            \
	"},\"stackTable\":{\"length\":1,\"frame\":[0],\"prefix\":[null]},"               \
	"\"frameTable\":{" frames "\"func\":[0],\"category\":[0],\"flags\":[0]},"        \
	"\"funcTable\":{\"length\":1,\"name\":[0]},\"stringArray\":[\"f\"]}]}"

TEST(weights_in_ms_are_exact_to_the_ns)
{
	assert_dump(WEIGHED("[0.25,0.000001,12.5],\"weightType\":\"tracing-ms\"", ""),
		    "0.001 tracing 250000 - T -/-\n  user f ()\n"
		    "0.002 tracing 1 - T -/-\n  user f ()\n"
		    "0.003 tracing 12500000 - T -/-\n  user f ()\n");
}

TEST(a_count_below_a_half_is_no_sample_and_told)
{
	assert_dump(WEIGHED("[0.25,0,2.5],\"weightType\":\"samples\"", ""),
		    "loss 1 0 samples with a number out of range (first at byte 322)\n"
		    "0.002 samples 0 - T -/-\n  user f ()\n"
		    "0.003 samples 3 - T -/-\n  user f ()\n");
}

TEST(weights_that_are_missing_are_told)
{
	assert_dump(WEIGHED("[2]", ""),
		    "loss 2 0 records not understood (first at byte 290)\n"
		    "0.001 samples 2 - T -/-\n  user f ()\n"
		    "0.002 samples 1 - T -/-\n  user f ()\n"
		    "0.003 samples 1 - T -/-\n  user f ()\n");
}

TEST(a_row_that_is_missing_in_all_columns_is_lost_once)
{
	assert_dump(WEIGHED("[1,1,1]", "\"length\":3,"),
		    "loss 2 0 records not understood (first at byte 305)\n"
		    "0.001 samples 1 - T -/-\n  user f ()\n"
		    "0.002 samples 1 - T -/-\n  user f ()\n"
		    "0.003 samples 1 - T -/-\n  user f ()\n");
}

/*
 * A frame without a category takes that of its caller; the last one's category means nothing here.
 */
#define CATEGORIES                                                                       \
	"{\"meta\":{\"version\":4,\"processType\":0,\"categories\":[{\"name\":\"Idle\"}" \
	","                                                                              \
	"{\"name\":\"GC / CC\"},{\"name\":\"DOM\"}]},\"threads\":[{\"name\":\"T\","      \
	"\"samples\":{\"schema\":{\"stack\":0,\"time\":1},\"data\":[[1,1],[2,2],[3,3],"  \
	"[4,4]]},\"stackTable\":{\"schema\":{\"prefix\":0,\"frame\":1},\"data\":["       \
	"[null,0],[0,1],[0,2],[2,1],[0,3]]},\"frameTable\":{\"schema\":{\"location\":0," \
	"\"category\":1},\"data\":[[0,0],[1],[2,1],[3,2]]},\"stringTable\":[\"wait\","   \
	"\"poll (in libc)\",\"js::GC (in XUL)\",\"work (in XUL)\"]}]}"

TEST(categories_of_firefox_tell_what_is_idle_and_what_the_runtime)
{
	assert_dump(CATEGORIES,
		    "0.001 samples 1 - T -/-\n  idle poll (libc)\n  idle wait ()\n"
		    "0.002 samples 1 - T -/-\n  runtime js::GC (XUL)\n  idle wait ()\n"
		    "0.003 samples 1 - T -/-\n"
		    "  runtime poll (libc)\n  runtime js::GC (XUL)\n  idle wait ()\n"
		    "0.004 samples 1 - T -/-\n  user work (XUL)\n  idle wait ()\n");
}

/* ---- progress while a file is read ---- */

#define LONG 300000 /* numbers in a list: several pieces of text */

struct watch {
	struct progress progress;
	uint64_t last;	/* bytes done at the last call */
	unsigned steps; /* calls with more bytes done than before */
	unsigned stop;	/* after this many steps; 0: never */
	unsigned late;	/* calls after that */
	unsigned shown;
};

static bool looks(void *arg)
{
	struct watch *w = arg;
	uint64_t done = atomic_load(&w->progress.done);

	assert_true(done >= w->last);
	w->steps += done > w->last;
	w->last = done;
	w->late += atomic_load(&w->progress.cancel);
	if (w->stop && w->steps >= w->stop)
		atomic_store(&w->progress.cancel, true);
	return true;
}

static void see(void *arg, struct profile *preview)
{
	struct watch *w = arg;

	assert_true(preview->samples.count > 0);
	w->shown++;
	profile_free(preview);
}

/* A text with a long list of `item` in place of its '*'. */
static char *stretched(const char *text, const char *item)
{
	const char *star = strchr(text, '*');
	size_t len = strlen(item), head = (size_t)(star - text);
	char *to = malloc(strlen(text) + LONG * (len + 1)), *at = to + head;

	assert_non_null(to);
	memcpy(to, text, head);
	for (int i = 0; i < LONG; i++) {
		memcpy(at, item, len);
		at[len] = ',';
		at += len + 1;
	}
	strcpy(at - 1, star + 1); /* in place of the last comma */
	return to;
}

static struct profile *watched(const char *text, struct watch *w, struct error *err)
{
	struct audience audience = {
	    .wants = looks, .show = see, .show_times = see, .arg = w};
	const struct reading_options o = {.audience = &audience, .threads = 1};
	struct source *s = source_of_bytes(text, strlen(text), err);
	struct profile *p;

	assert_non_null(s);
	p = reading_run_source(s, "it", &o, &w->progress, err);
	source_close(s);
	return p;
}

TEST(long_files_tell_how_far_they_are_and_stop_when_asked)
{
	static const char *const texts[] = {
	    "{" NODES ",\"startTime\":0,\"samples\":[3,4],\"timeDeltas\":[1,1,*]}",
	    SCHEMA SHARED ",\"profiles\":[" SAMPLED "\"weights\":[1,2,*],"
			  "\"samples\":[[0,1],[1]]}]}",
	    "{\"meta\":{\"processType\":0},\"threads\":[{\"samples\":{\"stack\":[0,*],"
	    "\"time\":[1]},\"stackTable\":{\"frame\":[0],\"prefix\":[null]},"
	    "\"frameTable\":{\"func\":[0]},\"funcTable\":{\"name\":[0]},"
	    "\"stringTable\":[\"f\"]}]}",
	};

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		char *text = stretched(texts[i], "1");
		struct watch all = {.stop = 0}, some = {.stop = 3};
		struct error err = ERROR_INIT;
		struct profile *p = watched(text, &all, &err);

		if (!p)
			fail_msg("%s", err.message);
		profile_free(p);
		assert_true(all.steps > 8);
		assert_int_equal(all.last, strlen(text));
		assert_null(watched(text, &some, &err));
		assert_int_equal(err.kind, ERROR_CANCELLED);
		assert_int_equal(some.late, 0);
		free(text);
	}
}

/* Their times come last in the file, in order. */
TEST(samples_of_v8_are_shown_while_they_are_put_together)
{
	struct error err = ERROR_INIT;
	struct watch w = {.stop = 0};
	char *samples = stretched("{" NODES ",\"startTime\":0,\"samples\":[*],", "4");
	char *deltas = stretched("\"timeDeltas\":[*]}", "1");
	char *text = malloc(strlen(samples) + strlen(deltas) + 1);
	struct profile *p;

	assert_non_null(text);
	strcpy(text, samples);
	strcat(text, deltas);
	p = watched(text, &w, &err);
	assert_non_null(p);
	assert_int_equal(p->samples.count, LONG);
	assert_true(w.shown > 2);
	profile_free(p);
	free(text);
	free(samples);
	free(deltas);
}

/* ---- memory ---- */

/* The builder has limits on ids and memory of its own. */
TEST(no_memory_is_an_error_in_every_format)
{
	static const char *const files[] = {
	    "{" NODES ",\"title\":\"t\",\"startTime\":1,\"samples\":[4,3,9],"
	    "\"timeDeltas\":[3,2,-1]}",
	    "{" OLD ",\"startTime\":1,\"endTime\":2,\"samples\":[3]}",
	    SCHEMA "\"profiles\":[" SAMPLED
		   "\"samples\":[[0,1]],\"weights\":[1]}]," SHARED "}",
	    SCHEMA SHARED ",\"profiles\":[" EVENTED
			  "\"events\":[" AT("O", "0", "5") "," AT("C", "0", "6") "]}]}",
	    GECKO,
	    PROCESSED,
	    CATEGORIES,
	};

	for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
		bool ok = false;

		for (unsigned n = 1; !ok; n++) {
			struct error err = ERROR_INIT;
			struct source *s =
			    source_of_bytes(files[i], strlen(files[i]), &err);
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
}

/* ---- recognition ---- */

static void assert_format(struct text head, const char *name)
{
	const struct format *f = formats_detect(head);

	if (!f || strcmp(f->name, name) != 0)
		fail_msg("%.60s: %s, not %s", head.at, f ? f->name : "nothing", name);
}

TEST(json_is_known_by_keys_where_they_belong)
{
	assert_format(TEXT("\n{" NODES), "cpuprofile");
	assert_format(TEXT("\xef\xbb\xbf[{\"result\":{\"profile\":{" NODES),
		      "cpuprofile");
	assert_format(TEXT("{\"title\":\"nodes callFrame\"," OLD), "cpuprofile");
	assert_format(TEXT("{\"samples\":[1,2],\"timeDeltas\":[1"), "cpuprofile");
	assert_format(TEXT("{\"profiles\":[{\"endValue\":3"), "speedscope");
	assert_format(TEXT(SCHEMA), "speedscope");
	assert_format(TEXT("{\"meta\":{\"abi\":\"x\",\"processType\":0"), "firefox");
	assert_format(TEXT("{\"label\":1,\"profile\":{\"libs\":[{\"breakpadId\":\"\""),
		      "firefox");
	assert_null(
	    formats_detect(TEXT("{\"x\":\"\\\"nodes\\\":[{\\\"callFrame\\\":\"}")));
	assert_null(formats_detect(TEXT("{\"a\":{\"nodes\":[{\"callFrame\":1}]}}")));
	assert_null(formats_detect(TEXT("{\"nodes\":[1,2]}")));
	assert_null(formats_detect(TEXT("[]")));
}

TEST(json_may_be_gzipped)
{
	struct text packed =
	    packed_of(TEXT("{" NODES ",\"samples\":[3],\"timeDeltas\":[1]}"), 50);
	struct profile *p = opened(packed, NULL);

	assert_int_equal(p->samples.count, 1);
	profile_free(p);
	free((void *)(uintptr_t)packed.at);
}
