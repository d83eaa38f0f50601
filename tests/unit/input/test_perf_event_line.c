#include "lib/unit.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>

#include "input/perf_script/perf_line.h"
#include "profile/profile.h"

/* "COMM|PID/TID|CPU|TIME|PERIOD|EVENT|REST", '-' for what is missing; "no" if it is no event */
static void assert_event(const char *line, const char *expected)
{
	struct perf_event_line e;
	char found[400] = "no", cpu[16] = "-", period[32] = "-", time[32] = "-";

	if (perf_event_line_parse(text_of(line), &e)) {
		if (e.cpu != PROFILE_NO_CPU)
			snprintf(cpu, sizeof cpu, "%u", e.cpu);
		if (e.timed)
			snprintf(time, sizeof time, "%" PRIu64, e.time);
		if (e.has_period)
			snprintf(period, sizeof period, "%" PRIu64, e.period);
		snprintf(found, sizeof found, "%.*s|%d/%d|%s|%s|%s|%.*s|%.*s%s%.*s",
			 (int)e.comm.len, e.comm.at, e.pid, e.tid, cpu, time, period,
			 (int)e.event.len, e.event.at, (int)e.rest.len, e.rest.at,
			 e.too_large ? "|too large" : "", (int)e.record.len, e.record.at);
	}
	assert_string_equal(found, expected);
}

TEST(fields_may_be_missing)
{
	assert_event("swapper     0 [001]  1273.892514:   10101010 cpu-clock: ",
		     "swapper|-1/0|1|1273892514000|10101010|cpu-clock|");
	assert_event("java 20/21 1.5: 7 cycles:u: ",
		     "java|20/21|-|1500000000|7|cycles:u|");
	assert_event("java 21 1.5: cycles:", "java|-1/21|-|1500000000|-|cycles|");
	assert_event("java 21 1.5: ", "java|-1/21|-|1500000000|-||");
	assert_event("21/22 1.5: 1 e:", "|21/22|-|1500000000|1|e|");
	assert_event("java 1.5: 1 e:", "java|-1/-1|-|1500000000|1|e|");
	assert_event("1.5: 1 e:", "|-1/-1|-|1500000000|1|e|");
	assert_event("java [002] 1.5: 1 e:", "java|-1/-1|2|1500000000|1|e|");
	assert_event("java 19983 cycles:", "java|-1/19983|-|-|-|cycles|");
	assert_event("java 19983     250000 cycles:u: ",
		     "java|-1/19983|-|-|250000|cycles:u|");
}

TEST(fields_of_extra_options_are_passed_over)
{
	assert_event("x 12 [003] Sp 1.5: 1 e:", "x|-1/12|3|1500000000|1|e|");
	assert_event("x 12 U       1.5: 1 e:", "x|-1/12|-|1500000000|1|e|");
	assert_event("x 12 2023-04-05 06:07:08.123456 1.5: 1 e:",
		     "x|-1/12|-|1500000000|1|e|");
	assert_event("VM:123 VCPU:003 CPU 0/KVM 12/13 [003] 1.5: 1 e:",
		     "CPU 0/KVM|12/13|3|1500000000|1|e|");
	assert_event("Gecko\t25122 [007] 115539.936601:\t\t1000000 task-clock:u:",
		     "Gecko|-1/25122|7|115539936601000|1000000|task-clock:u|");
}

TEST(a_command_may_be_called_anything)
{
	assert_event("a: b 7/8  1 [001] 2.5: 1 e:", "a: b 7/8|-1/1|1|2500000000|1|e|");
	assert_event("12345  6 2.5: 1 e:", "12345|-1/6|-|2500000000|1|e|");
	assert_event("tab;semi 3.5:  6 2.5: 1 e:",
		     "tab;semi 3.5:|-1/6|-|2500000000|1|e|");
	assert_event("a 1 1.5: e:  6 2.5: 1 e:", "a 1 1.5: e:|-1/6|-|2500000000|1|e|");
	assert_event("burst (x) [1] 6 2.5: 1 e:", "burst (x) [1]|-1/6|-|2500000000|1|e|");
	assert_event(":-1 -1 2.5: 1 e:", ":-1|-1/-1|-|2500000000|1|e|");
	assert_event("U 6 2.5: 1 e:", "U|-1/6|-|2500000000|1|e|");
}

TEST(a_time_in_the_trace_is_not_the_time)
{
	assert_event("sh  6 [001] 2.5: sched:x: prev_comm=a 9 1.5: b prev_pid=1",
		     "sh|-1/6|1|2500000000|-|sched:x|prev_comm=a 9 1.5: b prev_pid=1");
}

TEST(an_event_may_have_colons_and_slashes)
{
	assert_event("x 1 2.5: 1 MEM_TRANS:ldlat=64:precise=2: 7f12 f (m)",
		     "x|-1/1|-|2500000000|1|MEM_TRANS:ldlat=64:precise=2|7f12 f (m)");
	assert_event("x 1 2.5: 1 cpu/event=0xc0,name=x/u: ",
		     "x|-1/1|-|2500000000|1|cpu/event=0xc0,name=x/u|");
}

TEST(a_record_is_no_sample)
{
	assert_event("x 1 2.5: PERF_RECORD_LOST lost 12",
		     "x|-1/1|-|2500000000|-||PERF_RECORD_LOST lost 12"
		     "PERF_RECORD_LOST lost 12");
}

TEST(numbers_that_do_not_fit_are_told)
{
	assert_event("x 99999999999 2.5: 1 e:", "x|-1/-1|-|2500000000|1|e||too large");
	assert_event("x 1 [65535] 2.5: 1 e:", "x|-1/1|-|2500000000|1|e||too large");
	assert_event("x 1 99999999999.5: 1 e:", "x|-1/1|-|0|1|e||too large");
	assert_event("x 1 2.5: 18446744073709551616 e:",
		     "x|-1/1|-|2500000000|1|e||too large");
}

/* It would take seconds if the blanks were skipped again for each time. */
TEST(a_long_line_of_times_is_read_in_one_go)
{
	static char line[1 << 20];
	struct perf_event_line e;
	clock_t begin = clock();

	memset(line, ' ', sizeof line);
	for (size_t at = sizeof line / 2; at + 9 <= sizeof line; at += 9)
		memcpy(line + at, "x 1 1.1: ", 9);
	assert_true(perf_event_line_parse((struct text){line, sizeof line}, &e));
	assert_true((clock() - begin) / CLOCKS_PER_SEC < 3);
}

TEST(other_lines_are_no_events)
{
	assert_event("", "no");
	assert_event(":", "no");
	assert_event("hello world", "no");
	assert_event("# captured on: Mon Mar  6 12:00:00 2023", "no");
	assert_event("\t7f12 main+0x1 (/bin/a)", "no");
	assert_event("  threads.cpp:13 (inlined)", "no");
	assert_event("took 1.5 seconds: fine", "no");
}
