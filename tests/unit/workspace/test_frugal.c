#include "lib/unit.h"

#include <locale.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/seat.h"
#include "base/clock.h"
#include "base/mem.h"
#include "profile/builder.h"
#include "profile/store.h"

#define SERVICE "data/examples/service.perf.gz"
#define ALL	4613 /* its samples that are not idle */
#define TIMEOUT UINT64_C(60000000000)

static const struct settings settings = {.file = SERVICE};

/* Things the user may do that need memory. */
static void ask(struct seat *s, int which)
{
	static const enum command keys[] = {
	    COMMAND_ROOT,    COMMAND_WEIGHT,  COMMAND_IDLE,   COMMAND_SORT,
	    COMMAND_TABLE,   COMMAND_THREADS, COMMAND_CPUS,   COMMAND_EVENTS,
	    COMMAND_HEADER,  COMMAND_HELP,    COMMAND_SHARE,  COMMAND_ROWS,
	    COMMAND_ZOOM_IN, COMMAND_LAYOUT,  COMMAND_SELECT, COMMAND_SEARCH_IT,
	};

	if (which == 0) {
		seat_do(s, COMMAND_SEARCH);
		seat_answer(s, "hash|msort");
	} else if (which == 1) {
		seat_do(s, COMMAND_FILTER);
		seat_answer(s, "!worker & comm~.");
	} else if (which == 2) {
		seat_do(s, COMMAND_RANGE);
		seat_answer(s, "1,2");
	} else {
		seat_do(s, keys[which - 3]);
	}
}

#define QUESTIONS 19

/* The smallest map of this file would need more. */
#define LITTLE 2048

TEST(what_changes_no_map_counts_none_again)
{
	static const enum command pairs[][2] = {{COMMAND_ROWS, COMMAND_CANCEL},
						{COMMAND_EVENTS, COMMAND_CANCEL},
						{COMMAND_RANGE, COMMAND_CANCEL},
						{COMMAND_PANE, COMMAND_PANE}};
	struct seat s;

	seat_open(&s, seat_file(SERVICE), &settings, 80, 24);
	for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
		for (int k = 0; k < 2; k++) {
			mem_set_budget(mem_used() + LITTLE);
			seat_do(&s, pairs[i][k]);
			mem_set_budget(0);
			assert_false(seat_shows(&s, "do not fit"));
			assert_true(seat_says(&s, "CPUs busy"));
		}
	}
	/* not enough for any map, even if a thread returns memory meanwhile */
	mem_set_budget(LITTLE);
	seat_do(&s, COMMAND_ZOOM_IN);
	mem_set_budget(0);
	assert_true(seat_says(&s, "do not fit"));
	seat_close(&s);
}

/* Whether everything is as before, if necessary after undoing what succeeded. */
static void check_usable(struct seat *s)
{
	for (int i = 0; i < 4 && workspace_place(s->w) != PLACE_MAP; i++)
		seat_do(s, COMMAND_CANCEL);
	seat_do(s, COMMAND_ALL);
	seat_do(s, COMMAND_FILTER);
	seat_do(s, COMMAND_KILL_START);
	seat_do(s, COMMAND_ACCEPT);
	assert_true(seat_says(s, "service.perf.gz"));
	assert_true(seat_samples(s) > 0);
}

TEST(a_question_beyond_the_budget_leaves_what_is_shown)
{
	unsigned refused = 0;

	for (int which = 0; which < QUESTIONS; which++) {
		struct seat s;

		seat_open(&s, seat_file(SERVICE), &settings, 80, 24);
		for (size_t more = 0; more < 1 << 20; more = more ? 2 * more : 64) {
			mem_set_budget(mem_used() + more);
			ask(&s, which);
			refused += strstr(seat_screen(&s), "do not fit: ") != NULL;
			mem_set_budget(0);
			check_usable(&s);
		}
		seat_close(&s);
	}
	assert_true(refused > 20);
}

/* The loader's threads end on their own. */
TEST(a_closed_session_keeps_no_memory)
{
	uint64_t end = clock_now() + TIMEOUT;
	struct seat s;

	seat_open(&s, seat_file(SERVICE), &settings, 80, 24);
	for (int which = 0; which < QUESTIONS; which++)
		ask(&s, which);
	assert_true(mem_used() > 0);
	seat_close(&s);
	while (mem_used() && clock_now() < end)
		sched_yield();
	assert_int_equal(mem_used(), 0);
}

TEST(a_file_beyond_the_budget_is_refused_in_a_sentence)
{
	struct error err = ERROR_INIT;
	struct seat s;

	mem_set_budget(mem_used() + (1 << 20));
	seat_start(&s, seat_file(SERVICE), &settings, 80, 24);
	seat_wait(&s);
	mem_set_budget(0);
	assert_true(workspace_failure(s.w, &err));
	assert_non_null(strstr(err.message, "service.perf.gz: "));
	assert_non_null(strstr(err.message, "(--memory)"));
	seat_close(&s);
}

/* A chain of calls, and a sample at each of them: 32 bytes each, and 5 for each caller. */
static void write_chain(int fd, uint32_t depth)
{
	struct error err = ERROR_INIT;
	struct builder *b = builder_new(&err);
	FILE *out = fdopen(fd, "w");
	struct sample s = {.weight = 1, .timed = true, .cpu = PROFILE_NO_CPU};
	uint32_t call;
	struct profile *p;

	assert_non_null(b);
	assert_non_null(out);
	call = builder_frame(b, builder_string(b, TEXT("call")), 0, FRAME_USER);
	s.thread = builder_thread(b, TEXT("app"), 7, 7);
	s.event = builder_event(b, TEXT("cpu-clock"), TEXT("ns"));
	for (uint32_t i = 0; i < depth; i++) {
		s.stack = builder_stack(b, s.stack, call);
		s.time = i;
		builder_add_sample(b, &s);
	}
	p = builder_finish(b, &err);
	assert_non_null(p);
	assert_true(store_write(p, TEXT(""), out, &err));
	assert_int_equal(fclose(out), 0);
	profile_free(p);
	builder_free(b);
}

TEST(what_would_fill_the_disk_is_not_saved)
{
	char from[] = "/tmp/chain-XXXXXX", to[32];
	int fd = mkstemp(from);
	struct seat s;

	assert_true(fd >= 0);
	snprintf(to, sizeof to, "%s.timed", from);
	write_chain(fd, 40000);
	seat_open(&s, from, &settings, 160, 24);
	seat_ask(&s, COMMAND_SAVE, to);
	assert_true(seat_says(
	    &s, "as timed folded stacks this would take about 3.7 GiB, 3122 times the "
		"size of the profile; export --large writes it anyway"));
	assert_int_not_equal(access(to, F_OK), 0);
	assert_true(seat_says(&s, "40,000 samples"));
	seat_close(&s);
	unlink(from);
}

static int use_utf8(void **state)
{
	(void)state;
	setlocale(LC_CTYPE, "C.UTF-8");
	return 0;
}

TEST_GROUP(use_utf8, NULL);
