#include "analysis/idle.h"

#include "analysis/kept.h"
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

/* Most names are ruled out by their first character. */
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

static bool is_function(void *arg, struct text name)
{
	(void)arg;
	return idle_is_function(name);
}

bool idle_find(struct idle_known *known, const struct profile *p, struct error *err)
{
	*known = (struct idle_known){0};
	if (!bits_build(&known->frames, p->frame_count, err) ||
	    !bits_build(&known->threads, p->thread_count, err) ||
	    !profile_find_frames(p, &known->frames, is_function, NULL, err))
		return false;
	for (uint32_t i = 0; i < p->thread_count; i++)
		if (profile_is_idle_task(p, &p->threads[i]))
			bits_add(&known->threads, i);
	return true;
}

void idle_known_release(struct idle_known *known)
{
	bits_release(&known->frames);
	bits_release(&known->threads);
}

bool idle_is(const struct idle_known *known, const struct profile *p, uint32_t thread,
	     uint32_t leaf)
{
	return p->frames[leaf].kind == FRAME_IDLE ||
	       (bits_has(&known->threads, thread) && bits_has(&known->frames, leaf));
}

/* The answers of a sample's context and of its stack: both make it idle. */
enum { OF_THREAD = 1, OF_LEAF = 2, IDLE = OF_THREAD | OF_LEAF };

/* What each context has to say: OF_THREAD, if it is of an idle task. */
static uint8_t *ask_contexts(const struct profile *p, const struct idle_known *known,
			     bool *any, struct error *err)
{
	uint8_t *answers = mem_array(p->context_count, 1, "contexts", err);

	for (uint32_t i = 0; answers && i < p->context_count; i++) {
		answers[i] =
		    bits_has(&known->threads, p->contexts[i].thread) ? OF_THREAD : 0;
		*any |= answers[i] != 0;
	}
	return answers;
}

/* What each stack has to say; a leaf of FRAME_IDLE speaks for any thread. */
static uint8_t *ask_stacks(const struct profile *p, const struct idle_known *known,
			   bool *any, struct error *err)
{
	uint8_t *answers = mem_array(p->stack_count, 1, "stacks", err);

	for (uint32_t i = 0; answers && i < p->stack_count; i++) {
		uint32_t leaf = p->stacks[i].frame;

		answers[i] = p->frames[leaf].kind == FRAME_IDLE ? IDLE
			     : bits_has(&known->frames, leaf)	? OF_LEAF
								: 0;
		*any |= answers[i] == IDLE;
	}
	return answers;
}

bool idle_build(struct bits *idle, const struct profile *p, struct error *err)
{
	struct idle_known known;
	uint8_t *contexts = NULL, *stacks = NULL;
	bool any = false;

	*idle = (struct bits){0};
	if (idle_find(&known, p, err))
		contexts = ask_contexts(p, &known, &any, err);
	if (contexts)
		stacks = ask_stacks(p, &known, &any, err);
	if (stacks && bits_build(idle, p->samples.count, err) && any) {
		bits_fill(idle);
		kept_narrow(idle, p, contexts, stacks, IDLE);
	}
	mem_free(contexts);
	mem_free(stacks);
	idle_known_release(&known);
	return !err->kind;
}
