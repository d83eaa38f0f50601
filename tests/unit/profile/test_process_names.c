#include "lib/unit.h"

#include "profile/builder.h"
#include "profile/process_names.h"

/* A thread, in the order of the input; it has samples. */
struct said {
	const char *comm;
	int32_t pid, tid;
	const char *process; /* the name in the input; NULL: none */
	const char *name;    /* what its process should be called */
};

static void put(struct builder *b, const struct said *of, uint64_t time)
{
	struct thread t = {
	    .comm = builder_string(b, text_of(of->comm)), .pid = of->pid, .tid = of->tid};
	struct sample s = {.time = time, .weight = 1, .cpu = 0, .timed = true};

	if (of->process)
		t.process = builder_string(b, text_of(of->process));
	s.thread = builder_thread_in(b, &t);
	builder_add_sample(b, &s);
}

static void assert_named(const struct said *said, uint32_t count)
{
	struct error err = ERROR_INIT;
	struct builder *b = builder_new(&err);
	struct process_names names;
	struct profile *p;

	assert_non_null(b);
	builder_event(b, TEXT("cpu-clock"), TEXT("ns"));
	for (uint32_t i = 0; i < count; i++)
		put(b, &said[i], 1 + i);
	p = builder_finish(b, &err);
	builder_free(b);
	assert_non_null(p);
	assert_int_equal(p->thread_count, count);
	assert_true(process_names_build(&names, p, &err));
	for (uint32_t i = 0; i < count; i++)
		if (!text_equal(process_name_of(&names, p, i), text_of(said[i].name)))
			fail_msg("%s %d is of %.*s", said[i].comm, (int)said[i].tid,
				 (int)process_name_of(&names, p, i).len,
				 process_name_of(&names, p, i).at);
	process_names_release(&names);
	profile_free(p);
}

#define NONE PROFILE_NO_ID

TEST(a_process_is_called_as_its_leader_is)
{
	static const struct said said[] = {
	    {"GC Thread#1", 7, 9, NULL, "java"}, {"GC Thread#1", 7, 10, NULL, "java"},
	    {"java", 7, 7, NULL, "java"},	 {"C2 Compiler", 7, 8, NULL, "java"},
	    {"nginx", 8, 12, NULL, "nginx"},
	};

	assert_named(said, 5);
}

/* perf.data has a record with the leader's name, and here the leader has no sample. */
TEST(what_the_recording_tells_of_a_leader_names_its_process)
{
	static const struct said said[] = {
	    {"server-0", 7, 8, "burst", "burst"},
	    {"server-1", 7, 9, "burst", "burst"},
	    {"server-1", 7, 10, NULL, "burst"},
	};

	assert_named(said, 3);
}

/* A shell replaces itself with a program. */
TEST(the_latest_name_of_a_leader_counts)
{
	static const struct said own[] = {{"sh", 7, 7, NULL, "perl"},
					  {"perl", 7, 7, NULL, "perl"}};
	static const struct said told[] = {{"worker", 7, 8, "sh", "late"},
					   {"worker", 7, 8, "late", "late"}};
	static const struct said both[] = {{"sh", 7, 7, NULL, "late"},
					   {"worker", 7, 8, "late", "late"}};

	assert_named(own, 2);
	assert_named(told, 2);
	assert_named(both, 2);
}

/* The scheduler names the next thread, with its tid. */
TEST(a_thread_that_is_told_of_without_its_process_may_be_a_leader)
{
	static const struct said said[] = {
	    {"worker", 7, 8, NULL, "java"},    {"java", NONE, 7, NULL, "java"},
	    {"other", NONE, 9, NULL, "other"}, {"a", 8, 8, NULL, "a"},
	    {"b", NONE, 8, NULL, "b"}, /* its own event counts more */
	};

	assert_named(said, 5);
}

TEST(where_nobody_tells_it_a_process_has_the_name_of_most_of_its_threads)
{
	static const struct said said[] = {
	    {"log", 7, 8, NULL, "worker"},     {"worker", 7, 9, NULL, "worker"},
	    {"worker", 7, 10, NULL, "worker"}, {"GC", 8, 13, NULL, "main"},
	    {"main", 8, 12, NULL, "main"},     {"", 8, 14, NULL, "main"},
	};

	assert_named(said, 6);
}

TEST(who_has_no_pid_is_a_process_of_his_own_name)
{
	static const struct said said[] = {
	    {"a", NONE, NONE, NULL, "a"},
	    {"b", NONE, NONE, NULL, "b"},
	    {"c", NONE, 5, NULL, "c"},
	    {"swapper", 0, 0, NULL, "swapper"},
	};

	assert_named(said, 4);
}
