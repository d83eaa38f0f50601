#include "lib/unit.h"

#include "analysis/idle.h"
#include "analysis/range.h"
#include "analysis/sampled_clock.h"
#include "analysis/summary.h"
#include "base/number.h"
#include "lib/made_profile.h"
#include "profile/builder.h"

#define S NS_PER_SECOND

static bool is_idle(struct made_sample made)
{
	struct profile *p = made_profile(&made, 1);
	struct error err = ERROR_INIT;
	struct bits idle;
	bool yes;

	assert_true(idle_build(&idle, p, &err));
	yes = bits_has(&idle, 0);
	bits_release(&idle);
	profile_free(p);
	return yes;
}

static double busy_cpus(const struct profile *p, uint32_t event, uint64_t samples,
			uint64_t weight, struct range r)
{
	return summary_busy_cpus(p, event, samples, weight,
				 selection_length(selection_of(&r), range_whole(p)));
}

TEST(a_cpu_that_waits_is_idle)
{
	static const char *const functions[] = {
	    "native_safe_halt",
	    "pv_native_safe_halt",
	    "cpuidle_enter_state",
	    "cpu_idle",
	    "intel_idle_ibrs",
	    "acpi_idle_do_entry",
	    "poll_idle",
	    "do_idle",
	    "mwait_idle_with_hints.constprop.0",
	    "arch_cpu_idle",
	    "cpu_do_idle",
	    "xen_hypercall_sched_op",
	    "a_xen_hypercall_vcpu_op",
	    "cpu_bringup_and_idle",
	    "snooze_loop",
	    "plpar_hcall_norets_notrace",
	};

	for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
		if (!idle_is_function(text_of(functions[i])))
			fail_msg("%s is not idle", functions[i]);
		assert_true(is_idle((struct made_sample){
		    .stack = functions[i], .comm = "swapper/3", .time = 1}));
	}
	assert_false(idle_is_function(TEXT("main")));
	assert_false(idle_is_function(TEXT("")));
	assert_false(idle_is_function(TEXT("idle_worker")));
}

TEST(an_interrupt_on_top_of_the_idle_loop_is_work)
{
	assert_false(is_idle((struct made_sample){
	    .stack = "do_idle;pv_native_safe_halt;asm_sysvec_apic_timer_interrupt;"
		     "handle_softirqs",
	    .comm = "swapper",
	    .time = 1}));
	assert_false(
	    is_idle((struct made_sample){.stack = "", .comm = "swapper", .time = 1}));
}

TEST(only_the_idle_task_is_idle)
{
	struct made_sample s = {
	    .stack = "do_idle", .comm = "app", .time = 1, .pid = 5, .tid = 5};

	assert_false(is_idle(s));
	s.comm = "swapper";
	assert_true(is_idle(s));
	s.comm = "swapperish";
	assert_false(is_idle(s));
	s.pid = s.tid = MADE_ZERO;
	assert_true(is_idle(s));
	s.pid = -1;
	assert_true(is_idle(s));
	s.pid = 5;
	assert_false(is_idle(s));
}

TEST(where_nothing_ran_any_thread_is_idle)
{
	struct made_sample s = {.stack = "main;(idle)@[idle]", .comm = "app", .time = 1};

	assert_true(is_idle(s));
	s.comm = "swapper";
	assert_true(is_idle(s));
	s.stack = "(idle)@[idle];main"; /* the leaf runs */
	assert_false(is_idle(s));
	s.comm = "app";
	assert_false(is_idle(s));
	s.stack = "(idle)"; /* code of that name */
	assert_false(is_idle(s));
}

TEST(a_summary_counts_what_is_there)
{
	static const struct made_sample made[] = {
	    {.stack = "a", .time = 10 * S, .pid = 1, .tid = 1, .cpu = 0, .weight = S},
	    {.stack = "a", .time = 11 * S, .pid = 1, .tid = 2, .cpu = 3, .weight = S},
	    {.stack = "a",
	     .time = 12 * S,
	     .comm = "other",
	     .pid = -1,
	     .tid = -1,
	     .cpu = -1,
	     .event = "faults"},
	    {.stack = "do_idle",
	     .comm = "swapper",
	     .time = 14 * S - 1,
	     .pid = MADE_ZERO,
	     .tid = MADE_ZERO,
	     .cpu = 3,
	     .weight = 2 * S},
	};
	struct profile *p = made_with_note(made, 4, "nrcpus online", "8");
	struct error err = ERROR_INIT;
	struct summary s;
	struct bits idle;

	assert_true(idle_build(&idle, p, &err));
	assert_true(summary_build(&s, p, &idle, &err));
	assert_int_equal(s.samples, 4);
	assert_int_equal(s.idle, 1);
	assert_int_equal(s.first, 10 * S);
	assert_int_equal(s.last, 14 * S - 1);
	assert_int_equal(s.processes, 3);
	assert_int_equal(s.threads, 4);
	assert_int_equal(s.cpus, 2);
	assert_int_equal(s.cpus_online, 8);
	assert_int_equal(s.events[0].samples, 3);
	assert_int_equal(s.events[0].weight, 4 * S);
	assert_int_equal(s.events[0].idle, 1);
	assert_int_equal(s.events[1].samples, 1);
	assert_true(busy_cpus(p, 0, 10, 4 * S, RANGE_ALL) == 1.0);
	assert_true(busy_cpus(p, 0, 9, 4 * S, RANGE_ALL) < 0);
	assert_true(busy_cpus(p, 0, 9, S, (struct range){0, 2 * S}) == 0.5);
	assert_true(busy_cpus(p, 0, 0, 0, (struct range){0, 2 * S}) == 0);
	assert_true(busy_cpus(p, 0, 9, S, (struct range){90 * S, 91 * S}) < 0);
	assert_true(busy_cpus(p, KEPT_ALL_EVENTS, 1, S, RANGE_ALL) < 0);
	summary_release(&s);
	bits_release(&idle);
	profile_free(p);
}

TEST(without_periods_the_frequency_tells_how_busy_cpus_were)
{
	static const struct made_sample made[] = {{.stack = "a", .time = 10 * S},
						  {.stack = "a", .time = 12 * S - 1}};
	struct profile *p = made_with_note(made, 2, "frequency", "49.5 Hz");
	struct error err = ERROR_INIT;
	struct summary s;
	struct bits idle;
	double busy;

	assert_true(idle_build(&idle, p, &err));
	assert_true(summary_build(&s, p, &idle, &err));
	assert_true(sampled_frequency(p, TEXT("samples")) == 49.5);
	busy = busy_cpus(p, 0, 198, 198, RANGE_ALL);
	assert_true(busy > 1.999999 && busy < 2.000001); /* of a period in whole ns */
	summary_release(&s);
	bits_release(&idle);
	profile_free(p);
}

/* perf record -F 99 -e sched:sched_switch: as many as the kernel cares to tell, at any time. */
TEST(only_clocks_tell_how_busy_cpus_were)
{
	static const char *const none[] = {
	    "sched:sched_switch", "page-faults",	 "cycles", "samples",
	    "cpu-clock:u",	  "task-clock/freq=99/k"};
	static const char *const clocks[] = {"cpu-clock:ukH", "task-clock:ppp"};
	struct made_sample made[] = {{.stack = "a", .time = 10 * S},
				     {.stack = "a", .time = 12 * S - 1}};
	struct profile *p;

	for (size_t i = 0; i < sizeof none / sizeof *none + 2; i++) {
		made[0].event = made[1].event = i < 2 ? clocks[i] : none[i - 2];
		p = made_with_note(made, 2, "frequency", "99");
		assert_true((busy_cpus(p, 0, 99, 99, RANGE_ALL) > 0) == (i < 2));
		profile_free(p);
	}
}

/* Less than ten ticks: one that happens to be in the range says too much. */
TEST(a_few_ticks_do_not_tell_how_busy_cpus_were)
{
	static const struct made_sample made[] = {
	    {.stack = "a", .event = "cpu-clock", .time = 10 * S},
	    {.stack = "a", .event = "cpu-clock", .time = 12 * S - 1}};
	struct profile *p = made_with_note(made, 2, "frequency", "100");

	assert_true(busy_cpus(p, 0, 2, 2, (struct range){0, S / 200}) < 0);
	assert_true(busy_cpus(p, 0, 9, 9, (struct range){0, S / 10 - 1}) < 0);
	assert_true(busy_cpus(p, 0, 5, 5, (struct range){0, S / 10}) == 0.5);
	profile_free(p);
}

TEST(rows_that_stand_for_several_samples_count_as_so_many)
{
	struct kept_query q = {.event = KEPT_ALL_EVENTS};
	struct error err = ERROR_INIT;
	struct builder *b = builder_new(&err);
	struct sample s = {.cpu = PROFILE_NO_CPU, .weight = 40};
	struct profile *p;
	struct summary sum;
	struct bits idle;
	struct kept k;

	builder_weights_are_counts(b);
	builder_event(b, TEXT("samples"), TEXT(""));
	s.thread = builder_thread(b, TEXT("app"), PROFILE_NO_ID, PROFILE_NO_ID);
	builder_sample(b, &s);
	s.thread = builder_thread(b, TEXT("swapper"), PROFILE_NO_ID, PROFILE_NO_ID);
	s.stack = builder_stack(
	    b, 0, builder_frame(b, builder_string(b, TEXT("do_idle")), 0, FRAME_USER));
	s.weight = 2;
	builder_sample(b, &s);
	p = builder_finish(b, &err);
	assert_non_null(p);
	assert_true(idle_build(&idle, p, &err));
	assert_true(summary_build(&sum, p, &idle, &err));
	assert_int_equal(sum.samples, 42);
	assert_int_equal(sum.idle, 2);
	assert_int_equal(sum.events[0].samples, 42);
	assert_int_equal(sum.events[0].idle, 2);
	assert_true(kept_build(&k, p, &idle, &q, &err));
	assert_int_equal(k.of_event, 42);
	assert_int_equal(k.hidden, 2);
	assert_int_equal(k.idle, 2);
	assert_int_equal(k.count, 40);
	assert_int_equal(k.filtered, 0);
	kept_release(&k);
	summary_release(&sum);
	bits_release(&idle);
	profile_free(p);
	builder_free(b);
}
