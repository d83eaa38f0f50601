/*
 * test_sampled_clock.c - which events are clocks, at what rate, and whether they cover whole CPUs.
 */

#include "lib/unit.h"

#include "analysis/sampled_clock.h"
#include "lib/made_profile.h"

#define COUNT(table) (sizeof(table) / sizeof *(table))
#define P49	     20408163 /* ns: what the kernel computes for 49 Hz */

static const char *const idle_task = "swapper";

/* The answer for the event of one sample taken on CPU 0. */
static struct sampled_clock asked(const char *event, const char *comm,
				  const struct made_note *notes, size_t count)
{
	struct made_sample s = {.stack = "main", .event = event, .comm = comm, .time = 1};
	struct profile *p;
	struct sampled_clock c;

	s.pid = s.tid = comm == idle_task ? MADE_ZERO : 0;
	p = made_with_notes(&s, 1, notes, count);
	c = sampled_clock_of(p, 0);
	profile_free(p);
	return c;
}

TEST(clocks_are_known_by_their_names)
{
	static const char *const clocks[] = {"cpu-clock",     "cpu-clock:u",
					     "cpu-clock:ppp", "cpu-clock/freq=99/",
					     "task-clock",    "task-clock:HG"};
	static const char *const others[] = {"cycles", "sched:sched_switch", "cpu-clocks",
					     "page-faults", "ref-cycles"};
	const struct made_note notes[] = {{"frequency", "99"}};

	for (size_t i = 0; i < COUNT(clocks); i++)
		assert_true(asked(clocks[i], NULL, notes, 1).is_clock);
	for (size_t i = 0; i < COUNT(others); i++) {
		assert_false(asked(others[i], NULL, notes, 1).is_clock);
		assert_int_equal(asked(others[i], NULL, notes, 1).period, 0);
	}
}

static double hertz(const char *event, const struct made_note *notes, size_t count)
{
	struct made_sample s = {.stack = "main", .event = event, .time = 1};
	struct profile *p = made_with_notes(&s, 1, notes, count);
	double h = sampled_frequency(p, text_of(event));

	profile_free(p);
	return h;
}

/* perf writes "frequency" or "period" after each "event". */
TEST(each_event_has_its_own_frequency)
{
	static const struct made_note notes[] = {
	    {"event", "cpu-clock"}, {"frequency", "99"}, {"event", "sched:sched_switch"},
	    {"period", "1"},	    {"event", "cycles"}, {"frequency", "997.5 Hz"}};
	static const struct made_note one[] = {{"frequency", "49"}};

	assert_true(hertz("cpu-clock", notes, 6) == 99);
	assert_true(hertz("cycles", notes, 6) == 997.5);
	assert_true(hertz("sched:sched_switch", notes, 6) == 0);
	/* the header has another name for it */
	assert_true(hertz("faults", notes, 6) == 99);
	assert_true(hertz("samples", one, 1) == 49);
	assert_true(hertz("samples", NULL, 0) == 0);
}

TEST(a_clock_of_one_level_is_none_of_whole_cpus)
{
	static const char *const whole[] = {"cpu-clock",
					    "cpu-clock:ppp",
					    "cpu-clock:HG",
					    "task-clock:uk",
					    "cpu-clock:kuh",
					    "cpu-clock/freq=99/",
					    "cpu-clock/freq=99/ukP"};
	static const char *const parts[] = {"cpu-clock:u",	   "cpu-clock:k",
					    "task-clock:kh",	   "cpu-clock:uppp",
					    "cpu-clock/freq=99/u", "cpu-clock:h"};
	const struct made_note notes[] = {{"cmdline", "perf record -a"},
					  {"frequency", "99"}};

	for (size_t i = 0; i < COUNT(whole); i++)
		if (!asked(whole[i], NULL, notes, 2).on_cpus)
			fail_msg("not of whole CPUs: %s", whole[i]);
	for (size_t i = 0; i < COUNT(parts); i++)
		if (asked(parts[i], idle_task, notes, 2).on_cpus)
			fail_msg("of whole CPUs: %s", parts[i]);
}

TEST(the_rate_is_that_of_the_event)
{
	const struct made_note own[] = {{"event", "cycles"},	{"frequency", "99"},
					{"event", "cpu-clock"}, {"frequency", "49"},
					{"event", "dummy:HG"},	{"frequency", "4000"}};
	const struct made_note fixed[] = {{"event", "cpu-clock"}, {"period", "20000000"}};
	const struct made_note too_fast[] = {{"event", "cpu-clock"}, {"period", "1"}};
	const struct made_note too_slow[] = {{"event", "cpu-clock"},
					     {"period", "3600000000001"}};
	const struct made_note member[] = {
	    {"event", "cycles"}, {"frequency", "99"}, {"event", "cpu-clock"}};
	const struct made_note twice[] = {{"event", "cpu-clock"},
					  {"frequency", "49"},
					  {"event", "cpu-clock"},
					  {"frequency", "99"}};

	assert_int_equal(asked("cpu-clock", NULL, own, COUNT(own)).period, P49);
	assert_int_equal(asked("cpu-clock", NULL, fixed, 2).period, 20000000);
	assert_int_equal(asked("cpu-clock", NULL, too_fast, 2).period, 10000);
	assert_int_equal(asked("cpu-clock", NULL, too_slow, 2).period, 0);
	/* it is read when its leader is sampled: its times are the leader's */
	assert_int_equal(asked("cpu-clock", NULL, member, 3).period, 0);
	assert_int_equal(asked("cpu-clock", NULL, twice, 4).period, 0);
	assert_int_equal(asked("cpu-clock", NULL, NULL, 0).period, 0);
}

TEST(old_headers_tell_the_rate_in_the_command_line)
{
	const struct made_note old[] = {{"frequency", "49"}, {"event", "cpu-clock"}};
	const struct made_note fallen_back[] = {{"frequency", "49"}, {"event", "cycles"}};
	const struct made_note new[] = {{"event", "cycles"}, {"frequency", "49"}};

	assert_int_equal(asked("cpu-clock", NULL, old, 2).period, P49);
	assert_int_equal(asked("cpu-clock", NULL, fallen_back, 2).period, P49);
	assert_int_equal(asked("cpu-clock", NULL, new, 2).period, P49);
}

TEST(whole_cpus_are_told_by_the_command_line)
{
	static const char *const whole[] = {
	    "/usr/bin/perf record -F 99 -a -g -- make all",
	    "perf record -aF99 make all",
	    "perf record -e cpu-clock --all-cpus -o a.data stress -p 3",
	    "perf record -C 0,1 -- nginx",
	    "perf record --cpu=3 nginx",
	    "perf record -F 49 -g",
	    "perf --debug verbose=1 record -z -a",
	    "perf record -agF 99 --call-graph dwarf,8192 -- ls -p"};
	static const char *const parts[] = {"perf record -F 99 -g -p 17",
					    "perf record -F 99 -a -p 17",
					    "perf record -g nginx -a",
					    "perf record -F99 -- nginx -C 3",
					    "perf record -o -a nginx",
					    "perf record -gp 17",
					    "perf record -t 3 -C 0",
					    "perf record --uid root -a",
					    "perf record -a -G web make",
					    "perf record --per-thread -p 3",
					    "perf script -a",
					    "perf record --call-graph dwarf nginx"};

	for (size_t i = 0; i < COUNT(whole); i++) {
		const struct made_note n = {"cmdline", whole[i]};

		if (!asked("cpu-clock", NULL, &n, 1).on_cpus)
			fail_msg("not of whole CPUs: %s", whole[i]);
	}
	for (size_t i = 0; i < COUNT(parts); i++) {
		const struct made_note n = {"cmdline", parts[i]};

		if (asked("cpu-clock", idle_task, &n, 1).on_cpus)
			fail_msg("of whole CPUs: %s", parts[i]);
	}
}

TEST(without_a_command_line_the_idle_task_tells)
{
	assert_true(asked("cpu-clock", idle_task, NULL, 0).on_cpus);
	assert_false(asked("cpu-clock", "nginx", NULL, 0).on_cpus);
}

TEST(samples_without_cpu_are_of_none)
{
	const struct made_sample samples[] = {
	    {.stack = "a", .time = 1, .cpu = 0},
	    {.stack = "a", .time = 2, .cpu = -1},
	    {.stack = "a", .event = "task-clock", .time = 3, .cpu = 1}};
	struct profile *p =
	    made_with_note(samples, COUNT(samples), "cmdline", "perf record -a");

	assert_false(sampled_clock_of(p, 0).on_cpus);
	assert_true(sampled_clock_of(p, 1).on_cpus);
	assert_false(sampled_clock_of(p, 2).is_clock);
	assert_false(sampled_clock_of(p, UINT32_MAX).is_clock);
	profile_free(p);
}
