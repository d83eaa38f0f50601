#include "lib/unit.h"

#include <stdio.h>

#include "analysis/idle.h"
#include "analysis/range.h"
#include "analysis/sampled_clock.h"
#include "analysis/summary.h"
#include "base/mem.h"
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

/* A stack of the idle task. */
static bool is_idle_stack(const char *stack)
{
	return is_idle((struct made_sample){
	    .stack = stack, .comm = "swapper", .time = 1, .pid = MADE_ZERO});
}

/* What the idle loop calls when there is nothing to do, by kernel and architecture. */
static const char *const halts[] = {
    "common_startup_64;start_secondary;cpu_startup_entry;do_idle;cpuidle_idle_call;"
    "default_idle_call;arch_cpu_idle;default_idle;pv_native_safe_halt",
    "start_secondary;cpu_startup_entry;do_idle;default_idle_call;pvm_safe_halt_hc",
    "start_secondary;cpu_startup_entry;do_idle;cpuidle_enter;cpuidle_enter_state;"
    "default_enter_idle;default_idle;pv_native_safe_halt;pvm_safe_halt;pvm_hypercall0",
    "asm_cpu_bringup_and_idle;cpu_bringup_and_idle;cpu_startup_entry;do_idle;"
    "arch_cpu_idle;xen_idle;HYPERVISOR_sched_op",
    "start_secondary;cpu_startup_entry;do_idle;default_idle;tdx_safe_halt;__tdx_"
    "hypercall",
    "start_secondary;cpu_startup_entry;do_idle;call_cpuidle;cpuidle_enter;"
    "cpuidle_enter_state;intel_idle_irq",
    "start_secondary;cpu_startup_entry;do_idle;call_cpuidle;cpuidle_enter;"
    "cpuidle_enter_state;acpi_idle_enter;acpi_idle_do_entry;acpi_safe_halt",
    "start_secondary;cpu_startup_entry;do_idle;mwait_idle;[unknown]",
    "secondary_startup_64;cpu_idle;default_idle;hlt_of_a_hypervisor_to_come",
    /* arm, arm64 */
    "secondary_start_kernel;cpu_startup_entry;do_idle;default_idle_call;arch_cpu_idle;"
    "cpu_do_idle;wfi",
    "__secondary_switched;secondary_start_kernel;cpu_startup_entry;do_idle;cpuidle_enter;"
    "cpuidle_enter_state;psci_enter_idle_state;psci_cpu_suspend_enter;cpu_suspend;"
    "__cpu_suspend_enter;psci_suspend_finisher;invoke_psci_fn_smc;__arm_smccc_smc",
    "secondary_startup;cpu_startup_entry;do_idle;cpuidle_enter_state;imx6q_enter_wait",
    /* RISC-V, LoongArch, MIPS */
    "smp_callin;cpu_startup_entry;do_idle;cpuidle_enter_state;sbi_cpuidle_enter_state;"
    "sbi_suspend;sbi_ecall",
    "smpboot_entry;start_secondary;cpu_startup_entry;do_idle;arch_cpu_idle;"
    "__arch_cpu_idle",
    "start_secondary;cpu_startup_entry;do_idle;arch_cpu_idle;r4k_wait_irqoff",
    /* PowerPC */
    "start_secondary_prolog;start_secondary;cpu_startup_entry;do_idle;arch_cpu_idle;"
    "pseries_lpar_idle",
    "start_secondary;cpu_startup_entry;do_idle;cpuidle_enter_state;snooze_loop",
    "start_secondary;cpu_startup_entry;do_idle;cpuidle_enter_state;shared_cede_loop;"
    "cede_processor;plpar_hcall_norets_notrace",
    "start_secondary;cpu_startup_entry;do_idle;arch_cpu_idle;pseries_idle",
    "start_secondary;cpu_startup_entry;do_idle;cpuidle_enter_state;stop_loop;"
    "power9_idle_type;prep_irq_for_idle_irqsoff",
    /* s390 */
    "smp_start_secondary;cpu_startup_entry;do_idle;arch_cpu_idle;enabled_wait",
    "restart_int_handler;cpu_startup_entry;do_idle;default_idle_call;arch_cpu_idle;"
    "psw_idle;psw_idle_exit",
};

/* How an interrupt, a softirq or an exception reaches its handler. */
static const char *const interrupts[] = {
    "asm_sysvec_apic_timer_interrupt;sysvec_apic_timer_interrupt;irq_exit_rcu;"
    "handle_softirqs",
    "asm_sysvec_apic_timer_interrupt",
    "asm_common_interrupt;common_interrupt;__common_interrupt;handle_edge_irq",
    "asm_exc_nmi;exc_nmi;default_do_nmi",
    "asm_fred_entrypoint_kernel;fred_entry_from_kernel;fred_sysvec_apic_timer_interrupt",
    "common_interrupt;do_IRQ;irq_exit;__softirqentry_text_start;net_rx_action",
    "ret_from_intr;do_IRQ",
    "call_function_single_interrupt;smp_call_function_single_interrupt",
    "xen_do_hypervisor_callback;xen_evtchn_do_upcall;tick",
    "asm_sysvec_hyperv_callback;sysvec_hyperv_callback;work",
    "hyperv_callback_vector;hyperv_vector_handler;vmbus_isr",
    "el1h_64_irq;el1h_64_irq_handler;el1_interrupt;do_interrupt_handler;gic_handle_irq",
    "el1_irq;gic_handle_irq;handle_domain_irq;irq_exit",
    "__irq_svc;gic_handle_irq;handle_IPI",
    "handle_exception;do_irq;handle_riscv_irq;riscv_intc_irq",
    "handle_vint;do_vint;handle_loongarch_irq",
    "except_vec_vi_end;do_IRQ;generic_handle_irq",
    "hardware_interrupt_common_virt;do_IRQ;__do_irq",
    "arch_local_irq_restore;replay_soft_interrupts;timer_interrupt",
    "decrementer_common_virt;timer_interrupt",
    "ext_int_handler;do_ext_irq;do_irq_async",
    "io_int_handler;do_io_irq",
    "an_entry_that_nobody_knows;irq_enter_rcu;handle_irq_event;a_driver",
    "do_softirq;tasklet_action",
};

TEST(a_cpu_that_waits_is_idle_whatever_its_halt_is_called)
{
	for (size_t i = 0; i < sizeof halts / sizeof *halts; i++)
		if (!is_idle_stack(halts[i]))
			fail_msg("%s is not idle", halts[i]);
}

TEST(an_interrupt_on_top_of_the_idle_loop_is_work)
{
	char stack[1024];

	for (size_t i = 0; i < sizeof halts / sizeof *halts; i++)
		for (size_t k = 0; k < sizeof interrupts / sizeof *interrupts; k++) {
			snprintf(stack, sizeof stack, "%s;%s", halts[i], interrupts[k]);
			if (is_idle_stack(stack))
				fail_msg("%s is idle", stack);
		}
	assert_false(is_idle_stack(""));
}

/* A function with the name of a halt function may be called in an interrupt. */
TEST(what_an_interrupt_calls_stays_work)
{
	assert_false(is_idle_stack("do_idle;pv_native_safe_halt;asm_sysvec_reboot;"
				   "stop_this_cpu;native_halt"));
}

TEST(what_the_idle_loop_does_for_itself_is_idle)
{
	static const char *const own[] = {
	    "do_idle",
	    "do_idle;tick_nohz_idle_enter",
	    "do_idle;tick_nohz_idle_stop_tick;tick_nohz_next_event;get_next_timer_"
	    "interrupt",
	    "do_idle;tick_nohz_idle_exit;hrtimer_start_range_ns;_raw_spin_lock_irqsave",
	    "do_idle;menu_select;tick_nohz_get_sleep_length",
	    "do_idle;local_touch_nmi",
	    "do_idle;rcu_irq_enter_irqson",
	    "do_idle;cpuidle_idle_call;leave_mm;switch_mm_irqs_off",
	    "do_idle;flush_smp_call_function_queue",
	    "do_idle;arch_cpu_idle;pv_native_irq_enable",
	    "schedule_idle;__schedule;finish_task_switch.isra.0",
	    "do_idle;schedule_idle;__schedule;pick_next_task_fair",
	    "do_idle;schedule_idle;__schedule;_raw_spin_unlock_irq",
	};
	char stack[256];

	for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
		snprintf(stack, sizeof stack, "start_secondary;cpu_startup_entry;%s",
			 own[i]);
		if (!is_idle_stack(stack))
			fail_msg("%s is not idle", stack);
	}
}

TEST(what_other_cpus_have_the_idle_loop_do_is_work)
{
	static const char *const asked[] = {
	    "flush_smp_call_function_queue;__flush_smp_call_function_queue;"
	    "sched_ttwu_pending;ttwu_do_activate",
	    "flush_smp_call_function_queue;do_softirq_post_smp_call_flush;do_softirq",
	    "flush_smp_call_function_from_idle;flush_smp_call_function_queue",
	    "sched_ttwu_pending;ttwu_do_activate;enqueue_task_fair",
	};
	char stack[256];

	for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
		snprintf(stack, sizeof stack, "cpu_startup_entry;do_idle;%s", asked[i]);
		if (is_idle_stack(stack))
			fail_msg("%s is idle", stack);
	}
}

/* perf in a PID namespace: tasks outside it appear as pid 0, tid 0, "swapper". */
TEST(nobody_is_idle_by_a_pid_alone)
{
	assert_false(
	    is_idle_stack("entry_SYSCALL_64_after_hwframe;do_syscall_64;ksys_read"));
	assert_false(is_idle_stack("ret_from_fork_asm;kthread;worker_thread"));
	assert_false(is_idle_stack("[unknown]"));
	assert_false(is_idle_stack("[kernel.kallsyms];[kernel.kallsyms]"));
	assert_false(is_idle_stack("main;idle_worker"));
}

/* Both from the sums in a .flare and from each sample; twice for the same function. */
TEST(sums_tell_the_same_idle_samples_as_the_samples_themselves)
{
	static const struct made_sample made[] = {
	    {.stack = "do_idle;native_halt", .comm = "swapper", .time = 1},
	    {.stack = "do_idle;do_IRQ;stop_this_cpu;native_halt",
	     .comm = "swapper",
	     .time = 2},
	    {.stack = "do_idle;native_halt", .comm = "app", .time = 3},
	};
	struct error err = ERROR_INIT;
	struct profile *p = made_profile(made, 3);
	struct summary read, summed;
	struct tally *tallies;
	struct bits idle;

	assert_true(idle_build(&idle, p, &err));
	assert_true(summary_build(&read, p, &idle, &err));
	tallies = profile_tally(p, &p->tally_count, &err);
	assert_non_null(tallies);
	p->tallies = tallies;
	assert_true(summary_from_tallies(&summed, p, &err));
	assert_int_equal(read.idle, 1);
	assert_int_equal(summed.idle, 1);
	assert_int_equal(summed.samples, 3);
	summary_release(&read);
	summary_release(&summed);
	bits_release(&idle);
	profile_free(p);
	mem_free(tallies);
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
	s.stack = "(idle)@[idle];main"; /* the leaf is not idle */
	assert_false(is_idle(s));
	s.comm = "app";
	assert_false(is_idle(s));
	s.stack = "(idle)"; /* code that happens to have this name */
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
	assert_true(busy_cpus(p, ALL_EVENTS, 1, S, RANGE_ALL) < 0);
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
	/* the period is a whole number of ns */
	assert_true(busy > 1.999999 && busy < 2.000001);
	summary_release(&s);
	bits_release(&idle);
	profile_free(p);
}

/* perf record -F 99 -e sched:sched_switch: as many as the kernel delivers, at any time. */
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

/*
 * With fewer than ten ticks, a single one that happens to be in the range carries too much weight.
 */
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
	struct included_query q = {.event = ALL_EVENTS};
	struct error err = ERROR_INIT;
	struct builder *b = builder_new(&err);
	struct sample s = {.cpu = PROFILE_NO_CPU, .weight = 40};
	struct profile *p;
	struct summary sum;
	struct bits idle;
	struct included k;

	builder_weights_are_counts(b);
	builder_event(b, TEXT("samples"), TEXT(""));
	s.thread = builder_thread(b, TEXT("app"), PROFILE_NO_ID, PROFILE_NO_ID);
	builder_add_sample(b, &s);
	s.thread = builder_thread(b, TEXT("swapper"), PROFILE_NO_ID, PROFILE_NO_ID);
	s.stack = builder_stack(
	    b, 0, builder_frame(b, builder_string(b, TEXT("do_idle")), 0, FRAME_USER));
	s.weight = 2;
	builder_add_sample(b, &s);
	p = builder_finish(b, &err);
	assert_non_null(p);
	assert_true(idle_build(&idle, p, &err));
	assert_true(summary_build(&sum, p, &idle, &err));
	assert_int_equal(sum.samples, 42);
	assert_int_equal(sum.idle, 2);
	assert_int_equal(sum.events[0].samples, 42);
	assert_int_equal(sum.events[0].idle, 2);
	assert_true(included_build(&k, p, &idle, &q, &err));
	assert_int_equal(k.of_event, 42);
	assert_int_equal(k.hidden, 2);
	assert_int_equal(k.idle, 2);
	assert_int_equal(k.count, 40);
	assert_int_equal(k.filtered, 0);
	included_release(&k);
	summary_release(&sum);
	bits_release(&idle);
	profile_free(p);
	builder_free(b);
}
