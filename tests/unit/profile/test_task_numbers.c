#include "lib/unit.h"

#include "profile/builder.h"
#include "profile/task_numbers.h"

#define NONE PROFILE_NO_ID

struct said {
	const char *comm;
	int32_t pid, tid;
	uint32_t process, thread; /* the expected numbers */
};

static void assert_numbered(const struct said *said, uint32_t count, uint32_t processes,
			    uint32_t threads)
{
	struct error err = ERROR_INIT;
	struct builder *b = builder_new(&err);
	struct task_numbers n;
	struct profile *p;

	assert_non_null(b);
	builder_event(b, TEXT("cpu-clock"), TEXT("ns"));
	for (uint32_t i = 0; i < count; i++) {
		struct sample s = {.time = 1 + i, .weight = 1, .cpu = 0, .timed = true};

		s.thread =
		    builder_thread(b, text_of(said[i].comm), said[i].pid, said[i].tid);
		builder_add_sample(b, &s);
	}
	p = builder_finish(b, &err);
	builder_free(b);
	assert_non_null(p);
	assert_int_equal(p->thread_count, count);
	assert_true(task_numbers_build(&n, p, &err));
	for (uint32_t i = 0; i < count; i++) {
		assert_int_equal(n.process[i], said[i].process);
		assert_int_equal(n.thread[i], said[i].thread);
	}
	assert_int_equal(n.processes, processes);
	assert_int_equal(n.threads, threads);
	task_numbers_release(&n);
	profile_free(p);
}

TEST(a_thread_that_takes_another_name_stays_one)
{
	static const struct said said[] = {{"sh", 7, 7, 0, 0},
					   {"make", 7, 7, 0, 0},
					   {"job", 7, 8, 0, 1},
					   {"sh", 9, 9, 1, 2}};

	assert_numbered(said, 4, 2, 3);
}

TEST(names_stand_for_the_ids_that_nobody_knows)
{
	static const struct said said[] = {{"a", NONE, NONE, 0, 0},
					   {"b", NONE, NONE, 1, 1},
					   {"a", 7, NONE, 2, 2},
					   {"b", 7, NONE, 2, 3}};

	assert_numbered(said, 4, 3, 4);
}

/* The number of a string may also be a pid. */
TEST(a_name_is_never_taken_for_an_id)
{
	static const struct said said[] = {{"a", NONE, NONE, 0, 0}, {"b", 0, 0, 1, 1},
					   {"b", 1, 1, 2, 2},	    {"b", 2, 2, 3, 3},
					   {"b", 3, 3, 4, 4},	    {"b", 4, 4, 5, 5}};

	assert_numbered(said, 6, 6, 6);
}

/* In one process some tids are known and some are not. */
TEST(in_a_process_a_name_is_no_tid_either)
{
	static const struct said said[] = {{"a", 7, NONE, 0, 0}, {"b", 7, 0, 0, 1},
					   {"b", 7, 1, 0, 2},	 {"b", 7, 2, 0, 3},
					   {"b", 7, 3, 0, 4},	 {"b", 7, 4, 0, 5}};

	assert_numbered(said, 6, 1, 6);
}
