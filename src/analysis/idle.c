#include "analysis/idle.h"

#include "analysis/included.h"
#include "base/mem.h"

enum how { EXACT, STARTS, HAS };

/*
 * Functions in which CPUs wait, by kernel generation and architecture. All kernels have an idle
 * loop, named in the second group, so the name of the halt function, of which hypervisors have
 * their own, does not matter in a stack with callers. A sample without callers has only the halt.
 * The first group is the one that FlameScope looks for.
 */
static const struct {
	struct text name;
	enum how how;
} functions[] = {
    {{"cpuidle", 7}, HAS},
    {{"cpu_idle", 8}, HAS},
    {{"cpu_bringup_and_idle", 20}, HAS},
    {{"safe_halt", 9},
     HAS}, /* native_, pv_native_, xen_, tdx_, acpi_, pvm_safe_halt_hc */
    {{"xen_hypercall_sched_op", 22}, HAS},
    {{"xen_hypercall_vcpu_op", 21}, HAS},
    /* the idle loop of every architecture: kernel/sched/idle.c */
    {{"do_idle", 7}, EXACT},
    {{"cpu_startup_entry", 17}, EXACT},
    {{"poll_idle", 9}, EXACT},
    {{"default_idle", 12}, STARTS},
    {{"arch_cpu_idle", 13}, STARTS},
    /* x86 */
    {{"intel_idle", 10}, STARTS},
    {{"acpi_idle", 9}, STARTS},
    {{"acpi_processor_ffh_cstate_enter", 31}, STARTS},
    {{"mwait_idle", 10}, STARTS},
    {{"amd_e400_idle", 13}, EXACT},
    {{"native_halt", 11}, EXACT},
    {{"tdx_halt", 8}, EXACT},
    {{"kvm_sched_idle", 14}, EXACT},
    {{"haltpoll_enter_idle", 19}, EXACT},
    {{"default_enter_idle", 18}, EXACT},
    /* arm, arm64, riscv, loongarch */
    {{"cpu_do_idle", 11}, EXACT},
    {{"cpu_v7_do_idle", 14}, EXACT},
    {{"psci_cpu_suspend_enter", 22}, EXACT},
    {{"psci_enter_idle_state", 21}, EXACT},
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
    {{"plpar_hcall_norets", 18}, STARTS}, /* calls H_CEDE */
    {{"power9_idle", 11}, STARTS},
    {{"power7_idle", 11}, STARTS},
    {{"isa300_idle_stop", 16}, STARTS},
    {{"pseries_idle", 12}, STARTS},
    {{"pseries_lpar_idle", 17}, EXACT},
    /* s390 */
    {{"enabled_wait", 12}, EXACT},
    {{"psw_idle", 8}, STARTS},
};

/* Could a row with HAS match? All of them contain "idle", "halt" or "call". */
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

bool idle_is_function(struct text name)
{
	bool has = may_have(name);

	for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
		struct text f = functions[i].name;

		if (functions[i].how == HAS) {
			if (has && text_has(name, f))
				return true;
			continue;
		}
		/* most names are ruled out by their first character */
		if (name.len < f.len || name.at[0] != f.at[0])
			continue;
		if (functions[i].how == EXACT ? text_equal(name, f)
					      : text_starts(name, f))
			return true;
	}
	return false;
}

/* ---- interrupts of the idle loop ---- */

/* Is one of `words` a word of the name? Words are separated by "_" and ".". */
static bool has_word(struct text name, const struct text *words, size_t count)
{
	while (name.len) {
		size_t len = 0;

		while (len < name.len && name.at[len] != '_' && name.at[len] != '.')
			len++;
		for (size_t i = 0; i < count; i++)
			if (text_equal(words[i], text_upto(name, len)))
				return true;
		name = text_from(name, len + 1);
	}
	return false;
}

/*
 * Does an interrupt, an exception or a softirq begin with this function, or pass through it? There
 * is no complete list of handlers, but all of them are called through a function whose name shows
 * it: asm_sysvec_apic_timer_interrupt, el1h_64_irq_handler, do_IRQ, xen_evtchn_do_upcall,
 * handle_softirqs. The idle loop uses the same words for interrupts that it waits for, requests,
 * sends, or turns off and on: get_next_timer_interrupt, intel_idle_irq, local_touch_nmi.
 */
static bool is_interrupt(struct text name)
{
	static const struct text says[] = {
	    {"irq", 3},		  {"softirq", 7},      {"softirqs", 8},
	    {"softirqentry", 12}, {"irqentry", 8},     {"interrupt", 9},
	    {"interrupts", 10},	  {"intr", 4},	       {"sysvec", 6},
	    {"vector", 6},	  {"upcall", 6},       {"fred", 4},
	    {"exc", 3},		  {"exception", 9},    {"nmi", 3},
	    {"ipi", 3},		  {"handler", 7},      {"fault", 5},
	    {"trap", 4},	  {"abort", 5},	       {"el1", 3},
	    {"el1h", 4},	  {"fiq", 3},	       {"vint", 4},
	    {"doorbell", 8},	  {"decrementer", 11}, {"mce", 3},
	    {"IRQ", 3},		  {"IPI", 3},
	};
	static const struct text of_idle[] = {
	    {"idle", 4},    {"next", 4}, {"needs", 5},	{"pending", 7}, {"touch", 5},
	    {"send", 4},    {"prep", 4}, {"enable", 6}, {"disable", 7}, {"save", 4},
	    {"restore", 7}, {"lock", 4}, {"unlock", 6}, {"rcu", 3},	{"ct", 2},
	};

	return has_word(name, says, sizeof says / sizeof *says) &&
	       !has_word(name, of_idle, sizeof of_idle / sizeof *of_idle);
}

/*
 * Here the idle loop does work that other CPUs have queued to save it an interrupt. Checking the
 * queue is still part of the loop.
 */
static bool is_queue(struct text name)
{
	return text_equal(name, TEXT("flush_smp_call_function_queue")) ||
	       text_equal(name, TEXT("flush_smp_call_function_from_idle")) ||
	       text_equal(name, TEXT("sched_ttwu_pending"));
}

/* ---- where stacks end ---- */

/* Where a stack ends, relative to the idle loop. */
enum idle_place {
	ELSEWHERE, /* outside of it */
	IN_LOOP,   /* the loop waits, or does its own work */
	AT_QUEUE,  /* the same, but functions called from here do work */
	AT_WORK,
};

/*
 * Where a stack ends whose callers end at `of_caller`. `called` has by frame the place of a
 * function that the loop calls; ELSEWHERE: not known yet.
 */
static enum idle_place next_place(const struct profile *p, enum idle_place of_caller,
				  uint32_t frame, const struct bits *loops,
				  uint8_t *called)
{
	if (of_caller == ELSEWHERE)
		return bits_has(loops, frame) ? IN_LOOP : ELSEWHERE;
	if (of_caller != IN_LOOP)
		return AT_WORK;
	if (called[frame] == ELSEWHERE) {
		struct text name = profile_frame_name(p, frame);

		called[frame] = is_interrupt(name) ? AT_WORK
				: is_queue(name)   ? AT_QUEUE
						   : IN_LOOP;
	}
	return called[frame];
}

static bool is_loop(void *arg, struct text name)
{
	(void)arg;
	return idle_is_function(name);
}

/* Callers come before their callees. */
static bool find_places(struct idle_known *known, const struct profile *p,
			struct error *err)
{
	struct bits loops = {0};
	uint8_t *called = mem_array(p->frame_count, 1, "functions", err);
	bool ok = called && bits_build(&loops, p->frame_count, err) &&
		  profile_find_frames(p, &loops, is_loop, NULL, err);

	if (ok)
		known->places = mem_array(p->stack_count, 1, "stacks", err);
	for (uint32_t i = 1; known->places && i < p->stack_count; i++)
		known->places[i] = next_place(p, known->places[p->stacks[i].parent],
					      p->stacks[i].frame, &loops, called);
	bits_release(&loops);
	mem_free(called);
	return ok && known->places;
}

bool idle_find(struct idle_known *known, const struct profile *p, struct error *err)
{
	bool any = false;

	*known = (struct idle_known){0};
	if (!bits_build(&known->threads, p->thread_count, err))
		return false;
	for (uint32_t i = 0; i < p->thread_count; i++) {
		if (!profile_is_idle_task(p, &p->threads[i]))
			continue;
		bits_add(&known->threads, i);
		any = true;
	}
	return !any || find_places(known, p, err);
}

void idle_known_release(struct idle_known *known)
{
	mem_free(known->places);
	bits_release(&known->threads);
	*known = (struct idle_known){0};
}

/* Flags of a sample's context and of its stack. A sample is idle if it has both. */
enum { OF_THREAD = 1, OF_STACK = 2, IDLE = OF_THREAD | OF_STACK };

/* An innermost frame of FRAME_IDLE makes a sample of any thread idle. */
static uint8_t ask_stack(const struct idle_known *known, const struct profile *p,
			 uint32_t stack)
{
	enum idle_place place = known->places ? known->places[stack] : ELSEWHERE;

	if (p->frames[p->stacks[stack].frame].kind == FRAME_IDLE)
		return IDLE;
	return place == IN_LOOP || place == AT_QUEUE ? OF_STACK : 0;
}

bool idle_is(const struct idle_known *known, const struct profile *p, uint32_t thread,
	     uint32_t stack)
{
	uint8_t of_thread = bits_has(&known->threads, thread) ? OF_THREAD : 0;

	return (of_thread | ask_stack(known, p, stack)) == IDLE;
}

bool idle_build(struct bits *idle, const struct profile *p, struct error *err)
{
	struct idle_known known;
	uint8_t *contexts = NULL, *stacks = NULL;
	bool any = false;

	*idle = (struct bits){0};
	if (idle_find(&known, p, err))
		contexts = mem_array(p->context_count, 1, "contexts", err);
	if (contexts)
		stacks = mem_array(p->stack_count, 1, "stacks", err);
	for (uint32_t i = 0; stacks && i < p->context_count; i++) {
		contexts[i] =
		    bits_has(&known.threads, p->contexts[i].thread) ? OF_THREAD : 0;
		any |= contexts[i] != 0;
	}
	for (uint32_t i = 0; stacks && i < p->stack_count; i++) {
		stacks[i] = ask_stack(&known, p, i);
		any |= stacks[i] == IDLE;
	}
	if (stacks && bits_build(idle, p->samples.count, err) && any) {
		bits_fill(idle);
		included_narrow(idle, p, contexts, stacks, IDLE);
	}
	mem_free(contexts);
	mem_free(stacks);
	idle_known_release(&known);
	return !err->kind;
}
