#include "input/stacks/printed_stacks.h"

#include <stdio.h>

#include "base/mem.h"
#include "base/number.h"
#include "input/scan.h"
#include "profile/frame_mode.h"

#define NAME_LONGEST 80 /* bytes of a module's name within a frame's name */

/* ---- one frame ---- */

/* Remove "+0x2c7" (DTrace) or "+85" (bpftrace). */
static struct text without_offset(struct text t)
{
	size_t at = t.len;

	while (at && scan_is_hex(t.at[at - 1]))
		at--;
	if (at > 2 && t.at[at - 1] == 'x' && t.at[at - 2] == '0' && t.at[at - 3] == '+')
		return at > 3 ? text_upto(t, at - 3) : t;
	for (at = t.len; at && scan_is_digit(t.at[at - 1]);)
		at--;
	return at < t.len && at > 1 && t.at[at - 1] == '+' ? text_upto(t, at - 1) : t;
}

/*
 * The length of an address at the beginning, including "0x"; 0: none. A short one without "0x" may
 * be a name, unless another address follows it.
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

/* Take " (/lib/libc.so.6)" or " ([kernel.kallsyms])" after a name. */
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

/*
 * Split "unix`trap+0x2c7", "0x36197f9060bb Stub:CEntryStub", "0x104d08831", "vfs_read+85",
 * "ffffffff8108 do_idle+12 ([kernel.kallsyms])".
 */
static struct frame_text frame_text_cut(struct text line)
{
	struct text t = text_trim(line), module;
	struct frame_text f = {.name = t};
	size_t address = address_at(t);

	if (address) {
		f.address = without_0x(text_upto(t, address));
		f.name = text_trim(text_from(t, address));
	}
	take_module(&f);
	module = scan_until(f.name, '`');
	if (module.len && module.len < f.name.len) {
		f.module = module;
		f.name = text_from(f.name, module.len + 1);
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

/* ---- kernel or user ---- */

static bool is_high(const struct frame_text *f)
{
	uint64_t address;

	return number_hex(f->address, &address) &&
	       frame_mode_of_address(address) == FRAME_MODE_KERNEL;
}

/*
 * Is it a frame of the kernel, by the names of kernel modules or of the outermost functions of
 * kernel stacks, or by its address?
 */
static bool is_kernel_frame(const struct frame_text *f)
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
	return f->name.len && is_high(f);
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
	s->gap |= s->open;
}

/*
 * Name the frame "[unix]", "[unix <fffffffffb8001d6>]", or by the address alone if there is no
 * module.
 */
static uint32_t name_printed_frame(struct stack_text *s, const struct frame_text *f)
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

bool stack_text_frame(struct stack_text *s, struct text line, uint64_t number,
		      struct error *err)
{
	struct builder *b = s->to->reading->builder;
	struct frame_text f = frame_text_cut(line);
	struct stack_text_frame *frame;

	if (s->gap && s->part + 1 < STACK_TEXT_PARTS) {
		s->part++;
		s->begin[s->part] = s->count;
	}
	s->gap = false;
	if (s->count == STACK_DEEPEST) {
		losses_count(s->to->reading->losses, LOSS_DEEP, number);
		return true;
	}
	if (!mem_reserve(&s->frames, &s->capacity, s->count + 1, sizeof *s->frames,
			 "frames", err))
		return false;
	frame = &s->frames[s->count++];
	frame->unknown = f.name.len == 0 && f.address.len;
	frame->high = is_high(&f);
	frame->jit = f.name.len && f.address.len && f.module.len == 0;
	frame->module = builder_string(b, f.module);
	frame->name =
	    frame->unknown ? name_printed_frame(s, &f) : builder_string(b, f.name);
	s->kernel[s->part] |= is_kernel_frame(&f);
	return true;
}

/* Push frames `from` to `to` onto `stack`, outermost first. */
static uint32_t grow_stack(struct stack_text *s, uint32_t stack, size_t from, size_t to,
			   bool kernel)
{
	struct builder *b = s->to->reading->builder;
	size_t callers = from; /* callers in user space: see perf_script.c */

	while (callers < to && s->frames[callers].high)
		callers++;
	while (to > from && !builder_failed(b)) {
		const struct stack_text_frame *f = &s->frames[--to];
		enum frame_kind kind = kernel	? FRAME_KERNEL
				       : f->jit ? FRAME_JIT
						: FRAME_USER;
		uint32_t frame = f->unknown ? builder_nameless(b, f->name, f->module,
							       kernel || to < callers
								   ? FRAME_MODE_KERNEL
								   : FRAME_MODE_USER)
					    : builder_frame(b, f->name, f->module, kind);

		stack = builder_stack(b, stack, frame);
	}
	return stack;
}

/*
 * stack() and ustack() each print a part. The first is the kernel's, unless names show that it is
 * the second. A single part is the kernel's if its names show it, or if the user part is missing.
 */
static uint32_t join_stack_parts(struct stack_text *s, bool last_gap)
{
	size_t middle = s->part ? s->begin[s->part] : s->count;
	size_t first = s->part == 2 ? s->begin[1] : 0;
	bool kernel = s->kernel[0] || (s->part == 2 && s->kernel[1]);
	bool behind = s->part && s->kernel[s->part];
	bool two = middle > first && middle < s->count;
	uint32_t stack;

	if (s->part == 2 && first > 0)
		first = 0; /* three parts with frames: join the first two */
	if (!two && s->part == 0)
		return grow_stack(s, 0, 0, s->count, kernel || (last_gap && s->gap));
	if (!two)
		return grow_stack(s, 0, first, s->count, kernel || behind);
	if (behind && !kernel) {
		stack = grow_stack(s, 0, first, middle, false);
		return grow_stack(s, stack, middle, s->count, true);
	}
	stack = grow_stack(s, 0, middle, s->count, behind);
	return grow_stack(s, stack, first, middle, true);
}

bool stack_text_end(struct stack_text *s, uint64_t weight, bool last_gap, uint64_t number,
		    struct error *err)
{
	if (!s->open)
		return true;
	s->open = false;
	s->sample.weight = weight;
	s->sample.stack = join_stack_parts(s, last_gap);
	return held_samples_add(s->to, &s->sample, number, err);
}

#define HEAD_LINES 400 /* lines of the head that a probe reads */
#define KEY_INDENT 10  /* frames are indented further than the names above them */

/* ---- the line with thread and time ---- */

/* The header "iojs  86454 181012024: profile-1ms:"; borrows from the line. */
struct stack_header {
	struct text comm;
	int32_t pid, tid; /* PROFILE_NO_ID: not printed */
	uint16_t cpu;	  /* PROFILE_NO_CPU: not printed */
	uint64_t time;	  /* unit not known yet */
};

/* Read "86454" or "86454/86460"; false for other text. */
static bool read_ids(struct text word, struct stack_header *h)
{
	struct text pid = scan_until(word, '/');
	int32_t number, tid = PROFILE_NO_ID;

	if (!scan_all_digits(pid) || !number_i32(pid, &number))
		return false;
	if (pid.len < word.len && !number_i32(text_from(word, pid.len + 1), &tid))
		return false;
	h->pid = number;
	h->tid = tid;
	return true;
}

static bool read_cpu(struct text word, struct stack_header *h)
{
	uint64_t cpu;

	if (word.len < 3 || word.at[0] != '[' || word.at[word.len - 1] != ']' ||
	    !number_u64(text_upto(text_from(word, 1), word.len - 2), &cpu) ||
	    cpu >= PROFILE_NO_CPU)
		return false;
	h->cpu = (uint16_t)cpu;
	return true;
}

/* Read the text before the time. "%-16s %u:" pads names, and no id follows them. */
static void read_who(struct text who, struct stack_header *h)
{
	bool padded = who.len >= 17 && scan_is_blank(who.at[who.len - 1]) &&
		      scan_is_blank(who.at[who.len - 2]);
	struct text left = text_trim(who), word;

	h->pid = h->tid = PROFILE_NO_ID;
	h->cpu = PROFILE_NO_CPU;
	h->comm = left;
	word = scan_last_word(&left);
	if (left.len && read_cpu(word, h)) {
		h->comm = left;
		word = scan_last_word(&left);
	}
	if (left.len && !(padded && who.len == 17) && read_ids(word, h))
		h->comm = left;
}

/* A header ends in a colon, and contains a whole number with a colon before that. */
static bool stack_header_parse(struct text line, struct stack_header *h)
{
	struct text t = line, word;

	while (t.len && scan_is_blank(t.at[t.len - 1]))
		t.len--;
	if (t.len < 4 || t.at[t.len - 1] != ':')
		return false;
	for (unsigned words = 0; words < 3; words++) { /* a probe's text has few words */
		word = scan_last_word(&t);
		if (t.len == 0)
			return false;
		if (word.at[word.len - 1] != ':' ||
		    !number_u64(text_upto(word, word.len - 1), &h->time))
			continue;
		read_who((struct text){line.at, (size_t)(word.at - line.at)}, h);
		return h->comm.len > 0;
	}
	return false;
}

/*
 * Remove the text that dtrace prints before the output of a probe ("  0  64091   :tick-60s ") from
 * a line.
 */
static bool stack_firing_take(struct text *line, uint16_t *cpu)
{
	struct text t = scan_skip_blanks(*line);
	size_t cpus = scan_digits(t), ids, probe;
	uint64_t number;

	if (cpus == 0 || !number_u64(text_upto(t, cpus), &number))
		return false;
	t = text_from(t, cpus);
	if (scan_blanks(t) == 0)
		return false;
	t = scan_skip_blanks(t);
	ids = scan_digits(t);
	t = text_from(t, ids);
	if (ids == 0 || scan_blanks(t) == 0)
		return false;
	t = scan_skip_blanks(t);
	probe = scan_word(t);
	if (probe < 2 || !memchr(t.at, ':', probe) || t.at[probe - 1] == ':')
		return false;
	*cpu = number < PROFILE_NO_CPU ? (uint16_t)number : PROFILE_NO_CPU;
	*line = scan_skip_blanks(text_from(t, probe));
	return true;
}

/* ---- the file ---- */

static void count_printed_loss(struct printed_stacks *p, enum loss_reason why)
{
	losses_count(p->reading->losses, why, p->lines.number);
}

bool printed_stacks_open(struct printed_stacks *p, struct reading *r, struct error *err)
{
	struct printed_stacks_head c;
	struct text head;

	*p = (struct printed_stacks){.reading = r, .held = {.reading = r}};
	p->stack.to = &p->held;
	if (!source_head(r->source, &head, err))
		return false;
	c = printed_stacks_head(head);
	p->single = c.headers == 0 && c.counts == 0 && c.entries == 0;
	p->apart = c.apart;
	p->fired = c.firings > 0;
	if (!lines_open(&p->lines, r->source, err))
		return false;
	p->event = builder_event(r->builder, TEXT("samples"), TEXT(""));
	p->nobody = builder_thread(r->builder, TEXT(""), PROFILE_NO_ID, PROFILE_NO_ID);
	return true;
}

void printed_stacks_close(struct printed_stacks *p)
{
	mem_free(p->stack.frames);
	held_samples_release(&p->held);
	lines_close(&p->lines);
}

/* The first line was a frame after all, not a name. */
static bool settle_key(struct printed_stacks *p, struct error *err)
{
	if (p->key_indent == 0)
		return true;
	p->key_indent = 0;
	return stack_text_frame(&p->stack, text_of(p->key), p->lines.number, err);
}

static bool end_sample(struct printed_stacks *p, uint64_t weight, bool last_gap,
		       struct error *err)
{
	p->counted |= last_gap && p->header;
	if (!settle_key(p, err))
		return false;
	p->header = false;
	return stack_text_end(&p->stack, weight, last_gap, p->lines.number, err);
}

/*
 * Only for stacks without times and counts, separated by empty lines. A kernel stack followed by a
 * user stack is one sample, as one printf() prints both; all others are two samples. A missing
 * stack still prints its own empty line. So a sample of the kernel only and a following one of user
 * space only are further apart than two samples of one kind, and the parts of one sample are closer
 * together.
 */
static bool part_samples(struct printed_stacks *p, struct error *err)
{
	struct stack_text *s = &p->stack;
	size_t first = s->begin[1];

	if (!p->single || p->fired || !s->open || s->part == 0)
		return true;
	if (s->kernel[0] == s->kernel[1] && (!p->apart || p->between < p->apart))
		p->apart = p->between;
	/* 1 means that empty lines were squeezed: no conclusion is possible */
	if (s->kernel[0] && !s->kernel[1] && (p->apart < 2 || p->between < p->apart))
		return true;
	/* the first part becomes a sample; the second stays open */
	s->sample.weight = 1;
	s->sample.stack = grow_stack(s, 0, 0, first, s->kernel[0]);
	s->count -= first;
	memmove(s->frames, s->frames + first, s->count * sizeof *s->frames);
	s->kernel[0] = s->kernel[1];
	s->kernel[1] = false;
	s->begin[1] = 0;
	s->part = 0;
	return held_samples_add(s->to, &s->sample, p->lines.number, err);
}

/* If other stacks have counts, a stack with neither time nor count is lost. */
bool printed_stacks_break(struct printed_stacks *p, struct error *err)
{
	if (!part_samples(p, err))
		return false;
	if (!p->stack.open || p->header || p->single)
		return end_sample(p, 1, false, err);
	losses_add(p->reading->losses, LOSS_FRAME_OUTSIDE,
		   p->stack.count + (p->key_indent > 0), p->lines.number);
	p->stack.open = false;
	p->key_indent = 0;
	return true;
}

static bool begin_timed(struct printed_stacks *p, const struct stack_header *h,
			uint16_t cpu, struct error *err)
{
	struct sample s = {.time = h->time,
			   .timed = true,
			   .cpu = h->cpu != PROFILE_NO_CPU ? h->cpu : cpu,
			   .event = p->event};

	if (!printed_stacks_break(p, err))
		return false;
	p->single = false;
	s.thread = builder_thread(p->reading->builder, h->comm, h->pid, h->tid);
	stack_text_begin(&p->stack, &s);
	p->header = true;
	return true;
}

static void begin_untimed(struct printed_stacks *p)
{
	struct sample s = {.thread = p->nobody, .cpu = PROFILE_NO_CPU, .event = p->event};

	stack_text_begin(&p->stack, &s);
	p->header = false;
	p->key_indent = 0;
}

/* A line with a count. Without frames above it counts the samples without a stack. */
static bool take_count(struct printed_stacks *p, struct text digits, struct error *err)
{
	uint64_t weight;

	p->single = false;
	if (!number_u64(digits, &weight)) {
		count_printed_loss(p, LOSS_NUMBER);
		p->stack.open = p->header = false;
		p->key_indent = 0;
		return true;
	}
	if (!p->stack.open)
		begin_untimed(p);
	return end_sample(p, weight, true, err);
}

/*
 * Numbers that are not counts: "-1", "1.5", "1e5". With an 'e', eight or more digits are an
 * address.
 */
static bool is_odd_count(struct text t)
{
	struct text digits = text_from(t, text_starts(t, TEXT("-")) ? 1 : 0);

	if (!digits.len || !scan_is_digit(digits.at[0]))
		return false;
	for (size_t i = 0; i < digits.len; i++)
		if (!scan_is_digit(digits.at[i]) && digits.at[i] != '.' &&
		    (digits.at[i] != 'e' || t.len >= 8))
			return false;
	return true;
}

static bool looks_like_frame(struct text t)
{
	size_t tick = scan_until(t, '`').len;

	return (tick && tick < t.len && !scan_is_blank(t.at[tick - 1])) ||
	       text_starts(t, TEXT("0x"));
}

static bool take_frame(struct printed_stacks *p, struct text line, struct error *err)
{
	size_t indent = scan_blanks(line);
	struct text t = text_trim(line);
	struct stack_header who = {0};
	bool is_first;

	if (p->single && p->stack.gap && p->stack.part == 1) {
		if (!part_samples(p, err) ||
		    (!p->fired && p->stack.part == 1 && !end_sample(p, 1, false, err)))
			return false;
	}
	is_first = !p->stack.open;
	if (is_first)
		begin_untimed(p);
	if (p->stack.gap)
		p->between = p->blanks;
	p->blanks = 0;
	if (is_first && !p->single && indent < KEY_INDENT && !looks_like_frame(t) &&
	    t.len < sizeof p->key) {
		memcpy(p->key, t.at, t.len);
		p->key[t.len] = '\0';
		p->key_indent = indent + 1;
		return true;
	}
	if (p->key_indent && indent > p->key_indent) {
		/* "    iojs  86454" above frames of an @[execname, pid, ustack()] */
		read_who(text_of(p->key), &who);
		p->stack.sample.thread =
		    builder_thread(p->reading->builder, who.comm, who.pid, who.tid);
		p->key_indent = 0;
	}
	return settle_key(p, err) &&
	       stack_text_frame(&p->stack, line, p->lines.number, err);
}

/* Count events lost by the tracer: "Lost 12 events" of bpftrace, "dtrace: 12 drops on CPU 0". */
static bool take_drops(struct printed_stacks *p, struct text t)
{
	bool dtrace = text_starts(t, TEXT("dtrace: "));
	struct text rest;
	uint64_t n;

	if (!dtrace && !text_starts(t, TEXT("Lost ")))
		return false;
	t = text_from(t, dtrace ? 8 : 5);
	rest = text_from(t, scan_digits(t));
	if (!number_u64(text_upto(t, t.len - rest.len), &n) ||
	    !text_has(rest, dtrace ? TEXT(" drop") : TEXT(" events")))
		return false;
	losses_add(p->reading->losses, LOSS_EVENTS_LOST, n, p->lines.number);
	return true;
}

bool printed_stacks_line(struct printed_stacks *p, struct text line, struct error *err)
{
	struct stack_header header;
	uint16_t cpu = PROFILE_NO_CPU;
	struct text t = text_trim(line);

	if (p->lines.cut)
		count_printed_loss(p, LOSS_LONG_LINE);
	if (t.len == 0) {
		p->blanks++;
		if (!p->key_indent)
			stack_text_gap(&p->stack);
		return true;
	}
	if (scan_all_digits(t) || is_odd_count(t))
		return take_count(p, t, err);
	if (stack_firing_take(&line, &cpu) && text_trim(line).len == 0) {
		count_printed_loss(p, ASIDE_MESSAGE);
		return printed_stacks_break(p, err);
	}
	if (!looks_like_frame(t) && stack_header_parse(line, &header))
		return begin_timed(p, &header, cpu, err);
	if (scan_blanks(line) || looks_like_frame(t))
		return take_frame(p, line, err);
	if (take_drops(p, t))
		return true;
	/* a line between frames may have been a frame */
	count_printed_loss(p, p->stack.open && p->stack.count && !p->stack.gap
				  ? LOSS_LINE
				  : ASIDE_MESSAGE);
	return printed_stacks_break(p, err);
}

/*
 * If other samples have counts, the last one needs a count too; a truncated number cannot be
 * trusted.
 */
bool printed_stacks_end(struct printed_stacks *p, struct error *err)
{
	bool cut = p->stack.open && !p->single && (!p->header || p->counted);

	if (cut)
		count_printed_loss(p, LOSS_SAMPLE_CUT);
	else if (!part_samples(p, err) || !end_sample(p, 1, false, err))
		return false;
	held_samples_end(&p->held);
	return true;
}

/* ---- recognition ---- */

/* A name followed by an offset. */
static bool has_offset(struct text t)
{
	struct frame_text f = frame_text_cut(t);

	return f.name.len && f.name.len < t.len && !text_has(f.name, TEXT(" ")) &&
	       !memchr(t.at, '`', t.len);
}

/*
 * An offset as bpftrace prints it: "do_idle+355", "ffffffffa9c75ec3 do_idle+355
 * ([kernel.kallsyms])".
 */
static bool has_decimal(struct text t)
{
	struct frame_text f = frame_text_cut(t);
	struct text offset;

	if (f.name.len == 0)
		return false; /* its pointer may be outside of the line */
	offset = text_from(t, (size_t)(f.name.at - t.at) + f.name.len);
	return text_starts(offset, TEXT("+")) && !text_starts(offset, TEXT("+0x"));
}

/* A module, a single back-tick and a name; quotes of shells and Markdown do not match. */
static bool has_module(struct text line)
{
	struct text t = text_trim(line), module = scan_until(t, '`');
	struct text name = text_from(t, module.len + 1);

	if (module.len == t.len || scan_blanks(line) == 0)
		return false;
	for (size_t i = 0; i < module.len; i++)
		if (memchr("=(\"'", module.at[i], 4))
			return false;
	return module.len && name.len && !scan_is_blank(t.at[module.len - 1]) &&
	       !scan_is_blank(name.at[0]) && !memchr(name.at, '`', name.len);
}

static void count_line(struct printed_stacks_head *c, struct text line)
{
	struct stack_header header;
	struct text t = text_trim(line), rest = line;
	uint16_t cpu;

	if (t.len == 0)
		return;
	if (scan_all_digits(t)) {
		c->counts++;
		return;
	}
	if (stack_firing_take(&rest, &cpu)) {
		c->firings++;
		return;
	}
	if (has_module(line))
		c->ticked++;
	else if (scan_blanks(line) && (looks_like_frame(t) || has_offset(t))) {
		c->plain++;
		c->decimal += has_decimal(t);
	} else if (stack_header_parse(line, &header))
		c->headers++;
	else if (text_starts(line, TEXT("@")))
		c->entries++;
	else
		c->others++;
}

/* The previous stack, the current one, and the empty lines between them. */
struct neighbours {
	bool has_before, before_is_kernel, has_frames, is_kernel;
	unsigned between;
};

static void compare_line(struct printed_stacks_head *c, struct neighbours *n,
			 struct text line)
{
	struct text t = text_trim(line);
	struct frame_text f = frame_text_cut(t);

	if (t.len && !scan_blanks(line) && !looks_like_frame(t)) {
		*n = (struct neighbours){0};
		return;
	}
	if (t.len) {
		n->has_frames = true;
		n->is_kernel |= is_kernel_frame(&f);
		return;
	}
	if (n->has_frames) {
		if (n->has_before && n->before_is_kernel == n->is_kernel &&
		    (!c->apart || n->between < c->apart))
			c->apart = n->between;
		*n = (struct neighbours){.has_before = true,
					 .before_is_kernel = n->is_kernel};
	}
	n->between += n->has_before;
}

struct printed_stacks_head printed_stacks_head(struct text head)
{
	struct printed_stacks_head c = {0};
	struct neighbours neighbours = {0};
	bool ended;

	if (head.len && memchr(head.at, '\0', head.len))
		return c;
	for (unsigned n = 0; head.len && n < HEAD_LINES; n++) {
		struct text line = scan_line(&head, &ended);

		count_line(&c, line);
		compare_line(&c, &neighbours, line);
	}
	return c;
}
