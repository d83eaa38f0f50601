#include "lib/unit.h"

#include "unit/printed.h"

#include "base/utf8.h"
#include "export/export.h"
#include "lib/made_profile.h"
#include "lib/opened.h"

#define HEAD                                                                             \
	"{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\","           \
	"\"exporter\":\"flarescope\",\"name\":\"it\",\"shared\":{\"frames\":["

static const char *written(struct printed *p)
{
	const struct export_job job = {.flame = &p->flame, .title = TEXT("it")};
	struct error err = ERROR_INIT;
	FILE *out = printed_stream(p);

	assert_true(speedscope_notation.write(&job, out, &err));
	fclose(out);
	return p->text;
}

/* The output for a profile of these samples. */
static void assert_written(const struct made_sample *samples, size_t count,
			   const char *expected)
{
	struct printed p = {.profile = made_profile(samples, count)};

	printed_show(&p, ROOT_COMM, WEIGH_SAMPLES);
	assert_string_equal(written(&p), expected);
	printed_close(&p);
}

TEST(a_sample_lasts_what_it_weighs_and_then_nothing_is_known)
{
	const struct made_sample samples[] = {
	    {.stack = "main@/bin/a;work", .time = 1000, .weight = 100, .tid = 101},
	    {.stack = "main@/bin/a", .time = 1500, .weight = 100, .tid = 101},
	};

	assert_written(samples, 2,
		       HEAD "{\"name\":\"main\",\"file\":\"/bin/a\"},{\"name\":\"work\"}]"
			    "},\"profiles\":[{\"type\":\"sampled\",\"name\":\"app-100/101"
			    "\",\"unit\":\"nanoseconds\",\"startValue\":1000,\"endValue\""
			    ":1600,\"samples\":[[0,1],[],[0]],\"weights\":[100,400,100]}]"
			    "}\n");
}

TEST(threads_are_profiles_of_one_length)
{
	const struct made_sample samples[] = {
	    {.stack = "a", .time = 1000, .weight = 100, .tid = 101},
	    {.stack = "a", .time = 1050, .weight = 100, .tid = -1, .pid = -1},
	};

	assert_written(samples, 2,
		       HEAD "{\"name\":\"a\"}]},\"profiles\":["
			    "{\"type\":\"sampled\",\"name\":\"app-100/101\",\"unit\":"
			    "\"nanoseconds\",\"startValue\":1000,\"endValue\":1150,"
			    "\"samples\":[[0],[]],\"weights\":[100,50]},"
			    "{\"type\":\"sampled\",\"name\":\"app\",\"unit\":"
			    "\"nanoseconds\",\"startValue\":1000,\"endValue\":1150,"
			    "\"samples\":[[],[0]],\"weights\":[50,100]}]}\n");
}

TEST(no_sample_lasts_beyond_the_next_of_its_thread)
{
	const struct made_sample samples[] = {
	    {.stack = "a", .time = 1000, .weight = 100},
	    {.stack = "", .time = 1030, .weight = 100},
	    {.stack = "a", .time = 1030, .weight = 100},
	};

	assert_written(samples, 3,
		       HEAD "{\"name\":\"a\"},{\"name\":\"(no stack)\"}]},\"profiles\":["
			    "{\"type\":\"sampled\",\"name\":\"app-100/100\",\"unit\":"
			    "\"nanoseconds\",\"startValue\":1000,\"endValue\":1130,"
			    "\"samples\":[[0],[1],[0]],\"weights\":[30,0,100]}]}\n");
}

/* A sample of "a" with this value. */
static void counts(struct printed *p, uint64_t ns)
{
	struct sample s = {.time = ns,
			   .weight = 99999,
			   .stack = printed_call(p, 0, "a", "", FRAME_USER),
			   .thread = p->thread,
			   .cpu = 0,
			   .timed = true};

	s.event = builder_event(p->builder, TEXT("cycles"), TEXT(""));
	builder_add_sample(p->builder, &s);
}

TEST(what_weighs_no_time_lasts_the_usual_while)
{
	struct printed p;

	printed_open(&p, "app");
	counts(&p, 1000);
	counts(&p, 1010);
	counts(&p, 1030);
	counts(&p, 1930);
	printed_flame(&p, ROOT_COMM, WEIGH_SAMPLES);
	assert_string_equal(written(&p),
			    HEAD "{\"name\":\"a\"}]},\"profiles\":["
				 "{\"type\":\"sampled\",\"name\":\"app-12/13\",\"unit\":"
				 "\"nanoseconds\",\"startValue\":1000,\"endValue\":1950,"
				 "\"samples\":[[0],[0],[0],[],[0]],"
				 "\"weights\":[10,20,20,880,20]}]}\n");
	printed_close(&p);
}

TEST(idle_tasks_of_two_cpus_and_several_events_are_told_apart)
{
	const struct made_sample samples[] = {
	    {.stack = "a", .comm = "swapper", .tid = MADE_ZERO, .time = 10, .weight = 5},
	    {.stack = "a",
	     .comm = "swapper",
	     .tid = MADE_ZERO,
	     .time = 10,
	     .weight = 5,
	     .cpu = 1},
	    {.stack = "a", .time = 11, .weight = 5, .event = "task-clock"},
	};

	assert_written(samples, 3,
		       HEAD
		       "{\"name\":\"a\"}]},\"profiles\":["
		       "{\"type\":\"sampled\",\"name\":\"swapper-100/0 CPU 0 cpu-clock\","
		       "\"unit\":\"nanoseconds\",\"startValue\":10,\"endValue\":16,"
		       "\"samples\":[[0],[]],\"weights\":[5,1]},"
		       "{\"type\":\"sampled\",\"name\":\"swapper-100/0 CPU 1 cpu-clock\","
		       "\"unit\":\"nanoseconds\",\"startValue\":10,\"endValue\":16,"
		       "\"samples\":[[0],[]],\"weights\":[5,1]},"
		       "{\"type\":\"sampled\",\"name\":\"app-100/100 task-clock\","
		       "\"unit\":\"nanoseconds\",\"startValue\":10,\"endValue\":16,"
		       "\"samples\":[[],[0]],\"weights\":[1,5]}]}\n");
}

#define EVENT(what, frame, at) "{\"type\":\"" what "\",\"frame\":" frame ",\"at\":" at "}"

TEST(frames_open_and_close_as_spans_begin_and_end)
{
	const struct made_sample samples[] = {
	    {.stack = "a", .span = true, .time = 1000, .duration = 7, .weight = 3},
	    {.stack = "a;b", .span = true, .time = 1007, .duration = 20, .weight = 3},
	    {.stack = "a;b", .span = true, .time = 1027, .duration = 3},
	    {.stack = "a", .span = true, .time = 1040, .duration = 0},
	};

	assert_written(
	    samples, 4,
	    HEAD
	    "{\"name\":\"a\"},{\"name\":\"b\"}]},\"profiles\":["
	    "{\"type\":\"evented\",\"name\":\"app-100/100\",\"unit\":"
	    "\"nanoseconds\",\"startValue\":1000,\"endValue\":1040,"
	    "\"events\":[" EVENT("O", "0", "1000") "," EVENT("O", "1", "1007") "," EVENT(
		"C", "1",
		"1030") "," EVENT("C", "0",
				  "1030") "," EVENT("O", "0",
						    "1040") "," EVENT("C", "0",
								      "1040") "]}]}\n");
}

TEST(stretches_that_overlap_are_beside_each_other)
{
	const struct made_sample samples[] = {
	    {.stack = "a", .span = true, .time = 1000, .duration = 30},
	    {.stack = "b", .span = true, .time = 1010, .duration = 10},
	    {.stack = "c", .span = true, .time = 1020, .duration = 20},
	    {.stack = "d", .span = true, .time = 1030, .duration = 20},
	};

	assert_written(
	    samples, 4,
	    HEAD
	    "{\"name\":\"a\"},{\"name\":\"b\"},{\"name\":\"c\"},"
	    "{\"name\":\"d\"}]},\"profiles\":["
	    "{\"type\":\"evented\",\"name\":\"app-100/100\",\"unit\":"
	    "\"nanoseconds\",\"startValue\":1000,\"endValue\":1050,"
	    "\"events\":[" EVENT("O", "0", "1000") "," EVENT("C", "0", "1030") "," EVENT(
		"O", "3",
		"1030") "," EVENT("C", "3",
				  "1050") "]},"
					  "{\"type\":\"evented\",\"name\":\"app-100/100 "
					  "#2\",\"unit\":"
					  "\"nanoseconds\",\"startValue\":1000,"
					  "\"endValue\":1050,"
					  "\"events\":[" EVENT("O", "1", "1010") "," EVENT(
					      "C", "1",
					      "1020") "," EVENT("O", "2",
								"1020") "," EVENT("C",
										  "2",
										  "1040") "]}]}\n");
}

TEST(too_many_at_once_are_refused)
{
	static struct made_sample samples[1001];
	struct error err = ERROR_INIT;
	struct printed p = {0};
	FILE *out;

	for (size_t i = 0; i < 1001; i++)
		samples[i] = (struct made_sample){
		    .stack = "a", .span = true, .time = 1000 + i, .duration = 5000};
	p.profile = made_profile(samples, 1001);
	printed_show(&p, ROOT_COMM, WEIGH_SAMPLES);
	out = printed_stream(&p);
	assert_false(speedscope_notation.write(&(struct export_job){.flame = &p.flame},
					       out, &err));
	fclose(out);
	assert_int_equal(err.kind, ERROR_LIMIT);
	assert_string_equal(err.message, "more than 1000 spans of one thread overlap");
	printed_close(&p);
}

/* Cuts off the first 10 ns before the range, and the last 5 ns after it. */
TEST(a_range_cuts_stretches_at_its_ends)
{
	const struct made_sample samples[] = {
	    {.stack = "a", .span = true, .time = 1000, .duration = 30},
	    {.stack = "b", .span = true, .time = 1030, .duration = 20},
	};
	struct printed p = {.profile = made_profile(samples, 2)};
	uint64_t origin = profile_origin(p.profile);

	printed_show(&p, ROOT_COMM, WEIGH_SAMPLES);
	flame_show(&p.flame, (struct range){1010 - origin, 1045 - origin});
	assert_string_equal(
	    written(&p), HEAD
	    "{\"name\":\"a\"},{\"name\":\"b\"}]},\"profiles\":["
	    "{\"type\":\"evented\",\"name\":\"app-100/100\",\"unit\":"
	    "\"nanoseconds\",\"startValue\":1010,\"endValue\":1045,"
	    "\"events\":[" EVENT("O", "0", "1010") "," EVENT("C", "0", "1030") "," EVENT(
		"O", "1", "1030") "," EVENT("C", "1", "1045") "]}]}\n");
	printed_close(&p);
}

/* JavaScript cannot represent 2^53 + 1 ns. */
TEST(late_times_are_counted_from_the_origin)
{
	const struct made_sample samples[] = {
	    {.stack = "a", .time = UINT64_C(1700000000000000001), .weight = 2}};

	assert_written(samples, 1,
		       HEAD "{\"name\":\"a\"}]},\"profiles\":["
			    "{\"type\":\"sampled\",\"name\":\"app-100/100\",\"unit\":"
			    "\"nanoseconds\",\"startValue\":1,\"endValue\":3,"
			    "\"samples\":[[0]],\"weights\":[2]}]}\n");
}

TEST(without_times_stacks_weigh_what_they_count)
{
	const struct made_sample samples[] = {
	    {.stack = "a;b", .untimed = true},
	    {.stack = "a;b", .untimed = true},
	    {.stack = "a", .untimed = true},
	    {.stack = "", .untimed = true},
	};

	assert_written(samples, 4,
		       HEAD "{\"name\":\"a\"},{\"name\":\"b\"},{\"name\":\"app\"}]},"
			    "\"profiles\":["
			    "{\"type\":\"sampled\",\"name\":\"it\",\"unit\":\"none\","
			    "\"startValue\":0,\"endValue\":4,"
			    "\"samples\":[[2],[2,0],[2,0,1]],\"weights\":[1,1,2]}]}\n");
}

TEST(a_stack_without_anything_is_named)
{
	const struct made_sample samples[] = {{.stack = "", .untimed = true}};
	struct printed p = {.profile = made_profile(samples, 1)};

	printed_show(&p, ROOT_NONE, WEIGH_SAMPLES);
	assert_string_equal(
	    written(&p),
	    HEAD "{\"name\":\"(no stack)\"}]},\"profiles\":[{\"type\":\"sampled\","
		 "\"name\":\"it\",\"unit\":\"none\",\"startValue\":0,\"endValue\":1,"
		 "\"samples\":[[0]],\"weights\":[1]}]}\n");
	printed_close(&p);
}

TEST(of_nothing_there_is_an_empty_profile)
{
	const struct made_sample samples[] = {{.stack = "a", .time = 1000}};
	struct printed p = {.profile = made_profile(samples, 1)};

	printed_show(&p, ROOT_COMM, WEIGH_SAMPLES);
	flame_move(&p.flame, 0, 0);
	assert_string_equal(written(&p),
			    HEAD "]},\"profiles\":[{\"type\":\"sampled\",\"name\":\"it\","
				 "\"unit\":\"none\",\"startValue\":0,\"endValue\":0,"
				 "\"samples\":[],\"weights\":[]}]}\n");
	printed_close(&p);
}

/* ---- round trips ---- */

/* Invalid bytes are replaced; everything else is kept. */
static void put_valid(struct text t, FILE *out)
{
	while (t.len > 0) {
		char bytes[UTF8_MAX];
		char32_t rune;

		t = text_from(t, utf8_decode(t, &rune));
		fwrite(bytes, 1, utf8_encode(rune, bytes), out);
	}
}

static int by_bytes(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static char *line_of(const struct profile *p, uint64_t row)
{
	uint32_t stack = p->samples.stack[row];
	char *line = NULL;
	size_t len;
	FILE *out = open_memstream(&line, &len);

	assert_non_null(out);
	fprintf(out, "%020llu", (unsigned long long)p->samples.time[row]);
	if (!stack)
		fputs(" (no stack)()", out);
	for (; stack; stack = p->stacks[stack].parent) {
		putc(' ', out);
		put_valid(profile_frame_name(p, p->stacks[stack].frame), out);
		putc('(', out);
		put_valid(profile_frame_module(p, p->stacks[stack].frame), out);
		putc(')', out);
	}
	fclose(out);
	return line;
}

/* Every sample, its time and its frames from the leaf, sorted by these lines. */
static char **lines_of(const struct profile *p)
{
	uint64_t n = p->samples.count;
	char **lines = calloc(n + 1, sizeof *lines);

	assert_non_null(lines);
	for (uint64_t row = 0; row < n; row++)
		lines[row] = line_of(p, row);
	qsort(lines, n, sizeof *lines, by_bytes);
	return lines;
}

static void assert_comes_back(struct printed *p)
{
	struct profile *back = opened(text_of(written(p)), NULL);
	char **before = lines_of(p->profile), **after = lines_of(back);

	assert_int_equal(back->samples.count, p->profile->samples.count);
	for (uint64_t i = 0; i < back->samples.count; i++) {
		assert_string_equal(after[i], before[i]);
		free(after[i]);
		free(before[i]);
	}
	free(after);
	free(before);
	profile_free(back);
}

TEST(samples_are_read_again_at_their_times)
{
	for (uint64_t seed = 1; seed <= 200; seed++) {
		struct printed p = {.profile = random_profile(seed, 60)};

		printed_show(&p, ROOT_COMM, WEIGH_SAMPLES);
		if (p.profile->samples.count > 0)
			assert_comes_back(&p);
		printed_close(&p);
	}
}
