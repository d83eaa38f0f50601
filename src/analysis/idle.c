#include "analysis/idle.h"

#include <stdlib.h>

#include "analysis/sieve.h"
#include "base/mem.h"

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
    {{"(idle)", 6}, EXACT}, /* V8's, of hosts like Node */
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

/* Could one of the rows that say HAS fit? All of them hold "idle", "halt" or "call". */
static bool may_have(struct text name)
{
	const char *at = name.at, *end = name.at + name.len;

	while (at < end && (at = memchr(at, 'l', (size_t)(end - at)))) {
		char before = at > name.at ? at[-1] : '\0';
		char after = at + 1 < end ? at[1] : '\0';

		if ((before == 'd' && after == 'e') ||
		    (before == 'a' && (after == 't' || after == 'l')))
			return true;
		at++;
	}
	return false;
}

/* Most names are none of these, and show it by how they begin. */
static bool fits(struct text name, struct text function, enum how how, bool has)
{
	if (how == HAS)
		return has && text_has(name, function);
	if (name.len < function.len || name.at[0] != function.at[0])
		return false;
	return how == EXACT ? text_equal(name, function) : text_starts(name, function);
}

bool idle_is_function(struct text name)
{
	bool has = may_have(name);

	for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
		if (fits(name, functions[i].name, functions[i].how, has))
			return true;
	return false;
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
		if (profile_is_idle_task(p, &p->threads[i]))
			bits_add(threads, i);
	return true;
}

/* 1 for each context of another task; NULL without an error when none is of the idle task. */
static uint8_t *busy_contexts(const struct profile *p, const struct bits *threads,
			      struct error *err)
{
	uint8_t *busy = mem_array(p->context_count, 1, "contexts", err);
	bool any = false;

	if (!busy)
		return NULL;
	for (uint32_t i = 0; i < p->context_count; i++) {
		busy[i] = !bits_has(threads, p->contexts[i].thread);
		any |= !busy[i];
	}
	if (any)
		return busy;
	free(busy);
	return NULL;
}

/* 1 for each stack whose leaf is no idle function. */
static uint8_t *busy_stacks(const struct profile *p, const struct bits *frames,
			    struct error *err)
{
	uint8_t *stacks = mem_array(p->stack_count, 1, "stacks", err);

	for (uint32_t i = 0; stacks && i < p->stack_count; i++)
		stacks[i] = !bits_has(frames, p->stacks[i].frame);
	return stacks;
}

bool idle_build(struct bits *idle, const struct profile *p, struct error *err)
{
	struct bits frames = {0}, threads = {0};
	uint8_t *contexts = NULL, *stacks = NULL;

	*idle = (struct bits){0};
	if (idle_find(&frames, &threads, p, err))
		contexts = busy_contexts(p, &threads, err);
	if (contexts)
		stacks = busy_stacks(p, &frames, err);
	if (!err->kind && bits_build(idle, p->samples.count, err) && stacks) {
		bits_fill(idle);
		sieve_apply(idle, p, contexts, stacks, 0);
	}
	free(contexts);
	free(stacks);
	bits_release(&frames);
	bits_release(&threads);
	return !err->kind;
}
