#include "analysis/idle.h"

enum how { EXACT, STARTS, HAS };

/*
 * Where CPUs wait, by kernel generation and architecture. The first group is what
 * FlameScope looks for; it looks anywhere in the stack, we look at the leaf.
 */
static const struct {
	struct text name;
	enum how how;
} functions[] = {
    {{"cpuidle", 7}, HAS},
    {{"cpu_idle", 8}, HAS},
    {{"cpu_bringup_and_idle", 20}, HAS},
    {{"native_safe_halt", 16}, HAS}, /* pv_native_safe_halt since Linux 6.1 */
    {{"xen_hypercall_sched_op", 22}, HAS},
    {{"xen_hypercall_vcpu_op", 21}, HAS},
    /* every architecture's idle loop: kernel/sched/idle.c */
    {{"do_idle", 7}, EXACT},
    {{"cpu_startup_entry", 17}, EXACT},
    {{"poll_idle", 9}, EXACT},
    {{"default_idle", 12}, STARTS},
    {{"arch_cpu_idle", 13}, STARTS},
    /* x86 */
    {{"intel_idle", 10}, STARTS},
    {{"acpi_idle", 9}, STARTS},
    {{"acpi_safe_halt", 14}, STARTS},
    {{"acpi_processor_ffh_cstate_enter", 31}, STARTS},
    {{"mwait_idle", 10}, STARTS},
    {{"amd_e400_idle", 13}, EXACT},
    {{"native_halt", 11}, EXACT},
    {{"tdx_safe_halt", 13}, EXACT},
    {{"tdx_halt", 8}, EXACT},
    {{"kvm_sched_idle", 14}, EXACT},
    {{"xen_safe_halt", 13}, EXACT},
    {{"haltpoll_enter_idle", 19}, EXACT},
    {{"default_enter_idle", 18}, EXACT},
    /* arm, arm64, riscv, loongarch */
    {{"cpu_do_idle", 11}, EXACT},
    {{"cpu_v7_do_idle", 14}, EXACT},
    {{"psci_cpu_suspend_enter", 22}, EXACT},
    {{"__psci_enter_domain_idle_state", 30}, STARTS},
    {{"sbi_suspend", 11}, STARTS},
    {{"__arch_cpu_idle", 15}, EXACT},
    /* powerpc */
    {{"snooze_loop", 11}, STARTS},
    {{"shared_cede_loop", 16}, STARTS},
    {{"dedicated_cede_loop", 19}, STARTS},
    {{"nap_loop", 8}, STARTS},
    {{"stop_loop", 9}, STARTS},
    {{"check_and_cede_processor", 24}, STARTS},
    {{"plpar_hcall_norets", 18}, STARTS}, /* what H_CEDE is called through */
    {{"power9_idle", 11}, STARTS},
    {{"power7_idle", 11}, STARTS},
    {{"isa300_idle_stop", 16}, STARTS},
    {{"pseries_lpar_idle", 17}, EXACT},
    /* s390 */
    {{"enabled_wait", 12}, EXACT},
    {{"psw_idle", 8}, STARTS},
};

bool idle_is_function(struct text name)
{
	for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
		struct text f = functions[i].name;

		if ((functions[i].how == EXACT && text_equal(name, f)) ||
		    (functions[i].how == STARTS && text_starts(name, f)) ||
		    (functions[i].how == HAS && text_has(name, f)))
			return true;
	}
	return false;
}

/* The kernel's idle task, of which every CPU has one: "swapper", "swapper/3". */
static bool is_idle_task(const struct profile *p, const struct thread *t)
{
	struct text comm = profile_string(p, t->comm);

	return text_equal(comm, TEXT("swapper")) || text_starts(comm, TEXT("swapper/")) ||
	       (t->tid == 0 && (t->pid == 0 || t->pid == PROFILE_NO_ID));
}

bool idle_find(struct bits *frames, struct bits *threads, const struct profile *p,
	       struct error *err)
{
	*frames = *threads = (struct bits){0};
	if (!bits_build(frames, p->frame_count, err) ||
	    !bits_build(threads, p->thread_count, err))
		return false;
	for (uint32_t i = 0; i < p->frame_count; i++)
		if (idle_is_function(profile_frame_name(p, i)))
			bits_add(frames, i);
	for (uint32_t i = 0; i < p->thread_count; i++)
		if (is_idle_task(p, &p->threads[i]))
			bits_add(threads, i);
	return true;
}

bool idle_build(struct bits *idle, const struct profile *p, struct error *err)
{
	struct bits frames = {0}, threads = {0};
	bool ok;

	*idle = (struct bits){0};
	ok = idle_find(&frames, &threads, p, err) &&
	     bits_build(idle, p->samples.count, err);
	for (uint64_t i = 0; ok && i < p->samples.count; i++)
		if (bits_has(&threads, profile_context(p, i)->thread) &&
		    bits_has(&frames, p->stacks[p->samples.stack[i]].frame))
			bits_add(idle, i);
	bits_release(&frames);
	bits_release(&threads);
	return ok;
}
