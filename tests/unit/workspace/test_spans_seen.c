#include "lib/unit.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "lib/seat.h"

/* Two threads, each busy for 3 s, 1 s of which on a CPU. */
#define TWO_THREADS                                                                      \
	"[{\"ph\":\"X\",\"name\":\"a\",\"pid\":1,\"tid\":1,\"ts\":0,\"dur\":3000000,"    \
	"\"tdur\":1000000},\n"                                                           \
	"{\"ph\":\"X\",\"name\":\"b\",\"pid\":1,\"tid\":2,\"ts\":0,\"dur\":3000000,"     \
	"\"tdur\":1000000}]\n"

/* Everything happens within 5 ms. */
#define SHORT                                                                            \
	"[{\"ph\":\"X\",\"name\":\"a\",\"pid\":1,\"tid\":1,\"ts\":0,\"dur\":5000}]\n"

/* The same with samples, in the form in which CPU profiles are part of traces. */
#define SPANS_AND_SAMPLES                                                                \
	"[{\"ph\":\"X\",\"name\":\"a\",\"pid\":1,\"tid\":1,\"ts\":0,\"dur\":3000000},\n" \
	"{\"ph\":\"P\",\"name\":\"Profile\",\"pid\":1,\"tid\":1,\"id\":\"0x1\","         \
	"\"ts\":1,\"args\":{\"data\":{\"startTime\":0}}},\n"                             \
	"{\"ph\":\"P\",\"name\":\"ProfileChunk\",\"pid\":1,\"tid\":1,\"id\":\"0x1\","    \
	"\"ts\":2,\"args\":{\"data\":{\"cpuProfile\":{\"nodes\":[{\"id\":1,"             \
	"\"callFrame\":{\"functionName\":\"f\"}}],\"samples\":[1,1]},"                   \
	"\"timeDeltas\":[1000000,500000]}}}]\n"

static char path[] = "/tmp/flarescope-a-file-with-a-long-name-XXXXXX";

static int start(void **state, const char *trace, int width)
{
	static const struct settings settings = {.choice.rows = 8};
	FILE *f;

	snprintf(path, sizeof path, "%s",
		 "/tmp/flarescope-a-file-with-a-long-name-XXXXXX");
	f = fdopen(mkstemp(path), "w");
	if (!f)
		return -1;
	fputs(trace, f);
	fclose(f);
	*state = seat_new(path, &settings, width, 24);
	return 0;
}

static int start_two_threads(void **state)
{
	return start(state, TWO_THREADS, 120);
}

static int start_both_kinds(void **state)
{
	return start(state, SPANS_AND_SAMPLES, 80);
}

static int start_short(void **state)
{
	return start(state, SHORT, 80);
}

static int stop(void **state)
{
	seat_free(*state);
	return unlink(path);
}

TEST_WITH(a_cell_may_be_covered_more_than_once, start_two_threads, stop)
{
	assert_true(seat_says(*state, "0 s 0 ms: 250 ms in 125 ms"));
}

TEST_WITH(an_offset_has_no_zeros_that_say_nothing, start_two_threads, stop)
{
	static const struct settings settings = {.choice.rows = 16};
	struct seat *s;

	seat_free(*state);
	*state = s = seat_new(path, &settings, 80, 60);
	for (int i = 0; i < 11; i++)
		seat_do(s, COMMAND_UP);
	assert_true(seat_says(s, "  0 s 687.5 ms: 125 ms in 62.5 ms"));
	seat_do(s, COMMAND_UP);
	assert_true(seat_says(s, "  0 s 750 ms: "));
}

TEST_WITH(the_title_says_whether_it_is_time_or_cpu_time, start_two_threads, stop)
{
	struct seat *s = *state;

	assert_true(seat_says(s, "3.000 s  6.000 s in spans"));
	seat_do(s, COMMAND_WEIGHT);
	assert_true(seat_says(s, "3.000 s  2.000 s CPU time in spans"));
	seat_do(s, COMMAND_WEIGHT);
	assert_true(seat_says(s, "3.000 s  6.000 s in spans"));
}

TEST_WITH(of_one_event_there_are_no_others_to_add, start_two_threads, stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_EVENTS);
	assert_true(seat_says(s, "Enter: this one"));
	assert_null(strstr(seat_screen(s), "all events together"));
}

TEST_WITH(the_facts_tell_the_time_on_a_cpu, start_two_threads, stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_HEADER);
	assert_true(seat_says(s, "spans: 6.000 s, CPU time 2.000 s"));
}

TEST_WITH(a_short_title_tells_of_other_events_first, start_both_kinds, stop)
{
	assert_true(seat_says(*state, "(2 events: E)  3.000 s in spans"));
}

TEST_WITH(short_spans_come_back_to_their_short_columns, start_short, stop)
{
	struct seat *s = *state;

	assert_true(seat_says(s, "200us/col"));
	seat_do(s, COMMAND_ZOOM_IN);
	assert_true(seat_says(s, "100us/col"));
	seat_do(s, COMMAND_FIT);
	assert_true(seat_says(s, "200us/col"));
}

TEST_WITH(the_last_event_of_the_menu_can_be_chosen, start_both_kinds, stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_EVENTS);
	seat_do(s, COMMAND_BOTTOM);
	seat_do(s, COMMAND_ENTER);
	assert_int_equal(seat_samples(s), 2);
	seat_do(s, COMMAND_EVENTS);
	seat_do(s, COMMAND_TOP);
	seat_do(s, COMMAND_ENTER);
	assert_true(seat_says(s, "3.000 s in spans"));
}

TEST_WITH(spans_have_their_own_cpu_times_or_none, start_both_kinds, stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_WEIGHT); /* the samples of the file have weights */
	assert_true(seat_says(s, "these spans have no CPU times"));
}

static int use_utf8(void **state)
{
	(void)state;
	setlocale(LC_ALL, "C.UTF-8");
	return 0;
}

TEST_GROUP(use_utf8, NULL);
