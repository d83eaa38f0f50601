#include "lib/own_stack.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <ucontext.h>
#include <unwind.h>

#ifdef __x86_64__
static void take_registers(struct own_stack *s, const ucontext_t *c)
{
	static const int order[UNWIND_REGISTERS] = {
	    REG_RAX, REG_RDX, REG_RCX, REG_RBX, REG_RSI, REG_RDI,
	    REG_RBP, REG_RSP, REG_R8,  REG_R9,	REG_R10, REG_R11,
	    REG_R12, REG_R13, REG_R14, REG_R15, REG_RIP};

	s->thread.known = (UINT32_C(1) << UNWIND_REGISTERS) - 1;
	for (int i = 0; i < UNWIND_REGISTERS; i++)
		s->thread.registers[i] = (uint64_t)c->uc_mcontext.gregs[order[i]];
}
#endif

/* The frames as found by the compiler's library for exceptions. */
static _Unwind_Reason_Code note(struct _Unwind_Context *context, void *arg)
{
	struct own_stack *s = arg;

	if (s->caller_count == OWN_FRAMES_MOST || _Unwind_GetIP(context) == 0)
		return _URC_END_OF_STACK;
	s->callers[s->caller_count++] = _Unwind_GetIP(context);
	return _URC_NO_REASON;
}

/* Reads memory of other frames, so sanitizers must not check it. */
__attribute__((no_sanitize("address"))) static void
copy(struct own_stack *s, const char *from, const char *end)
{
	size_t len = (size_t)(end - from);

	if (len > sizeof s->bytes)
		len = sizeof s->bytes;
	for (size_t i = 0; i < len; i++)
		s->bytes[i] = ((const volatile char *)from)[i];
	s->thread.stack = (struct text){s->bytes, len};
}

/*
 * The end of the map with this address. Maps are read once, since signal handlers may not read
 * them.
 */
static uint64_t end_of_map(uint64_t address)
{
	static struct own_map maps[4096];
	static size_t n;

	if (n == 0)
		n = own_maps(maps, 4096);
	for (size_t i = 0; i < n; i++)
		if (address >= maps[i].start && address < maps[i].end)
			return maps[i].end;
	return address;
}

__attribute__((noinline)) bool own_stack_copy(struct own_stack *s)
{
#ifdef __x86_64__
	uint64_t at, end;
	ucontext_t c;

	if (getcontext(&c) != 0)
		return false;
	take_registers(s, &c);
	at = s->thread.registers[UNWIND_SP];
	end = end_of_map(at);
	copy(s, (const char *)(uintptr_t)at, (const char *)(uintptr_t)end);
	s->caller_count = 0;
	_Unwind_Backtrace(note, s);
	return s->thread.stack.len > 0;
#else
	(void)s;
	return false;
#endif
}

__attribute__((noinline)) bool own_stack_copy_deep(struct own_stack *s, int depth)
{
	volatile bool done =
	    depth > 0 ? own_stack_copy_deep(s, depth - 1) : own_stack_copy(s);

	return done; /* volatile: prevents a tail call */
}

size_t own_maps(struct own_map *maps, size_t max)
{
	FILE *in = fopen("/proc/self/maps", "re");
	char line[1024];
	size_t n = 0;

	while (in && n < max && fgets(line, sizeof line, in)) {
		struct own_map *m = &maps[n];

		m->path[0] = '\0';
		if (sscanf(line,
			   "%" SCNx64 "-%" SCNx64 " %*s %" SCNx64 " %*s %*s %511[^\n]",
			   &m->start, &m->end, &m->offset, m->path) < 3)
			continue;
		if (m->path[0] != '/')
			m->path[0] = '\0';
		n++;
	}
	if (in)
		fclose(in);
	return n;
}
