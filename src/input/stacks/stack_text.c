#include "input/stacks/stack_text.h"

#include <stdio.h>

#include "base/mem.h"
#include "input/scan.h"

#define NAME_LONGEST 80 /* of a module, where its name is part of another */

/* ---- one frame ---- */

/* "+0x2c7" of DTrace and "+85" of bpftrace. */
static struct text without_offset(struct text t)
{
	size_t at = t.len, digits;
	struct text offset;

	while (at && scan_is_hex(t.at[at - 1]))
		at--;
	if (at > 2 && t.at[at - 1] == 'x' && t.at[at - 2] == '0' && t.at[at - 3] == '+')
		return at > 3 ? text_upto(t, at - 3) : t;
	for (at = t.len; at && scan_is_digit(t.at[at - 1]); at--)
		;
	offset = text_from(t, at);
	digits = offset.len;
	return digits && at > 1 && t.at[at - 1] == '+' ? text_upto(t, at - 1) : t;
}

/*
 * How many characters an address at the begin has, "0x" and all; 0: there is none. Without
 * "0x" a short one may be a name, unless the address follows in the place of one.
 */
static size_t address_at(struct text t)
{
	bool prefix = text_starts(t, TEXT("0x"));
	size_t digits = scan_hex(text_from(t, prefix ? 2 : 0));
	size_t len = digits + (prefix ? 2 : 0);
	struct text rest = text_from(t, len);

	if (digits == 0 || (rest.len && !scan_is_blank(rest.at[0])))
		return 0;
	if (!prefix && digits < 8 && !text_starts(text_trim(rest), TEXT("0x")))
		return 0;
	return len;
}

/* " (/lib/libc.so.6)" and " ([kernel.kallsyms])" behind a name. */
static void take_module(struct frame_text *f)
{
	struct text t = f->name;
	size_t at = t.len;

	if (at == 0 || t.at[at - 1] != ')')
		return;
	while (at && t.at[at - 1] != '(')
		at--;
	if (at == 0 || (t.at[at] != '/' && t.at[at] != '[') ||
	    (at > 1 && !scan_is_blank(t.at[at - 2])))
		return;
	f->module = text_upto(text_from(t, at), t.len - at - 1);
	f->name = text_trim(text_upto(t, at - 1));
	if (text_equal(f->module, TEXT("[unknown]")))
		f->module = TEXT("");
}

static struct text without_0x(struct text t)
{
	return text_starts(t, TEXT("0x")) ? text_from(t, 2) : t;
}

struct frame_text frame_text_cut(struct text line)
{
	struct text t = text_trim(line);
	struct frame_text f = {.name = t};
	size_t address = address_at(t);
	const char *tick;

	if (address) {
		f.address = without_0x(text_upto(t, address));
		f.name = text_trim(text_from(t, address));
	}
	take_module(&f);
	tick = f.name.len ? memchr(f.name.at, '`', f.name.len) : NULL;
	if (tick && tick > f.name.at) {
		f.module = text_upto(f.name, (size_t)(tick - f.name.at));
		f.name = text_from(f.name, f.module.len + 1);
	}
	address = f.name.len ? address_at(f.name) : 0;
	if (address && address == f.name.len) {
		f.address = without_0x(f.name);
		f.name = TEXT("");
	} else {
		f.name = without_offset(f.name);
	}
	return f;
}

/* ---- whose it is ---- */

/* Modules that only the kernel has, and functions where its stacks begin. */
static bool is_kernels(const struct frame_text *f)
{
	static const struct text modules[] = {
	    {"unix", 4},
	    {"genunix", 7},
	    {"mach_kernel", 11},
	    {"kernel", 6},
	    {"kernel.release", 14},
	    {"vmlinux", 7},
	    {"[kernel.kallsyms]", 17},
	    {"kernel.development", 18},
	};
	static const struct text roots[] = {
	    {"entry_SYSCALL_64", 16},
	    {"do_syscall_64", 13},
	    {"ret_from_fork", 13},
	    {"secondary_startup_64", 20},
	    {"cpu_startup_entry", 17},
	    {"asm_sysvec_", 11},
	    {"asm_exc_", 8},
	    {"el0t_64_sync", 12},
	    {"el0_svc", 7},
	    {"start_kernel", 12},
	    {"do_idle", 7},
	};

	for (size_t i = 0; i < sizeof modules / sizeof *modules; i++)
		if (text_equal(f->module, modules[i]))
			return true;
	for (size_t i = 0; f->module.len == 0 && i < sizeof roots / sizeof *roots; i++)
		if (text_starts(f->name, roots[i]))
			return true;
	return false;
}

/* ---- the sample ---- */

void stack_text_begin(struct stack_text *s, const struct sample *sample)
{
	s->sample = *sample;
	s->open = true;
	s->gap = false;
	s->part = 0;
	s->count = 0;
	memset(s->begin, 0, sizeof s->begin);
	memset(s->kernel, 0, sizeof s->kernel);
}

void stack_text_gap(struct stack_text *s)
{
	if (!s->open)
		return;
	s->gap = true;
}

/* "[unix]", "[unix <fffffffffb8001d6>]", or the address alone where that is all. */
static uint32_t nameless(struct stack_text *s, const struct frame_text *f)
{
	struct builder *b = s->to->reading->builder;
	struct text module = text_upto(text_basename(f->module), NAME_LONGEST);
	struct text address = text_upto(f->address, 16);
	char buf[NAME_LONGEST + 40];
	int n;

	if (module.len == 0)
		n = snprintf(buf, sizeof buf, "0x%.*s", (int)address.len, address.at);
	else if (s->to->reading->options->addresses)
		n = snprintf(buf, sizeof buf, "[%.*s <%.*s>]", (int)module.len, module.at,
			     (int)address.len, address.at);
	else
		n = snprintf(buf, sizeof buf, "[%.*s]", (int)module.len, module.at);
	return builder_string(b, (struct text){buf, (size_t)n});
}

static void next_part(struct stack_text *s)
{
	s->gap = false;
	if (s->part + 1 == STACK_TEXT_PARTS)
		return;
	s->part++;
	s->begin[s->part] = s->count;
}

bool stack_text_frame(struct stack_text *s, struct text line, uint64_t number,
		      struct error *err)
{
	struct builder *b = s->to->reading->builder;
	struct frame_text f = frame_text_cut(line);
	struct stack_text_frame *frame;

	if (s->gap)
		next_part(s);
	if (s->count == STACK_DEEPEST) {
		losses_count(s->to->reading->losses, LOSS_DEEP, number);
		return true;
	}
	if (!mem_reserve(&s->frames, &s->capacity, s->count + 1, sizeof *s->frames,
			 "frames", err))
		return false;
	frame = &s->frames[s->count++];
	frame->unknown = f.name.len == 0 && f.address.len;
	frame->jit = f.name.len && f.address.len && f.module.len == 0;
	frame->module = builder_string(b, f.module);
	frame->name = frame->unknown ? nameless(s, &f) : builder_string(b, f.name);
	s->kernel[s->part] |= is_kernels(&f);
	return true;
}

/* Put the frames from `from` up to `to` below `stack`, the outermost of them first. */
static uint32_t grow(struct stack_text *s, uint32_t stack, size_t from, size_t to,
		     bool kernel)
{
	struct builder *b = s->to->reading->builder;

	while (to > from && !builder_failed(b)) {
		const struct stack_text_frame *f = &s->frames[--to];
		enum frame_kind kind = f->unknown ? FRAME_UNKNOWN
				       : kernel	  ? FRAME_KERNEL
				       : f->jit	  ? FRAME_JIT
						  : FRAME_USER;

		stack =
		    builder_stack(b, stack, builder_frame(b, f->name, f->module, kind));
	}
	return stack;
}

/*
 * stack() and ustack() print a part each, the kernel's first unless its names say it is the
 * second. A single part is the kernel's if its names say so, or if the user's is missing.
 */
static uint32_t join(struct stack_text *s, bool last_gap)
{
	size_t middle = s->part ? s->begin[s->part] : s->count;
	size_t first = s->part == 2 ? s->begin[1] : 0;
	bool kernel = s->kernel[0] || (s->part == 2 && s->kernel[1]);
	bool behind = s->part && s->kernel[s->part];
	bool two = middle > first && middle < s->count;
	uint32_t stack;

	if (s->part == 2 && first > 0)
		first = 0; /* three parts with frames: the first two are one */
	if (!two && s->part == 0)
		return grow(s, 0, 0, s->count, kernel || (last_gap && s->gap));
	if (!two)
		return grow(s, 0, first, s->count, kernel || behind);
	if (behind && !kernel) {
		stack = grow(s, 0, first, middle, false);
		return grow(s, stack, middle, s->count, true);
	}
	stack = grow(s, 0, middle, s->count, behind);
	return grow(s, stack, first, middle, true);
}

bool stack_text_end(struct stack_text *s, uint64_t weight, bool last_gap, uint64_t number,
		    struct error *err)
{
	if (!s->open)
		return true;
	s->open = false;
	s->sample.weight = weight;
	s->sample.stack = join(s, last_gap);
	return stamped_add(s->to, &s->sample, number, err);
}

void stack_text_release(struct stack_text *s)
{
	mem_free(s->frames);
	*s = (struct stack_text){0};
}
