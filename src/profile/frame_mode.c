#include "profile/frame_mode.h"

#include "base/mem.h"

/* Examined bytes of a module's name: no path is longer, and this runs for each frame. */
#define MODULE_LOOK 4096

/*
 * Names that the kernel gives to mappings of programs; other names in brackets are kernel modules,
 * "[ext4]".
 */
static bool is_map(struct text module)
{
	static const char *const maps[] = {"[vdso",	"[vvar",    "[vsyscall", "[heap",
					   "[stack",	"[anon",    "[uprobes",	 "[JIT",
					   "[vectors]", "[sigpage]"};

	for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
		if (text_starts(module, text_of(maps[i])))
			return true;
	return false;
}

/*
 * perf names code that the kernel makes at run time as in KSYMBOL records, without brackets; an
 * address, if known, gives the same result. "kernel.kallsyms" comes from formats without brackets.
 */
static bool is_kernels(struct text module)
{
	static const char *const made[] = {"bpf_prog_",	       "bpf_trampoline_",
					   "bpf_dispatcher_",  "ftrace_trampoline",
					   "kprobe_insn_page", "kprobe_optinsn_page"};

	for (size_t i = 0; i < sizeof made / sizeof *made; i++)
		if (text_starts(module, text_of(made[i])))
			return true;
	return text_ends(module, TEXT(".ko")) || text_ends(module, TEXT(".ko.xz")) ||
	       text_ends(module, TEXT(".ko.gz")) || text_ends(module, TEXT(".ko.zst")) ||
	       text_has(text_basename(module), TEXT("vmlinux")) ||
	       text_equal(module, TEXT("kernel.kallsyms")) ||
	       text_equal(module, TEXT("guest.kernel.kallsyms"));
}

enum frame_mode frame_mode_of_module(struct text module)
{
	module = text_upto(module, MODULE_LOOK);
	if (text_starts(module, TEXT("[unknown")))
		return FRAME_MODE_UNKNOWN;
	if (text_starts(module, TEXT("[")))
		return is_map(module) ? FRAME_MODE_USER : FRAME_MODE_KERNEL;
	if (is_kernels(module))
		return FRAME_MODE_KERNEL;
	return text_has(module, TEXT("/")) || text_has(module, TEXT(".so"))
		   ? FRAME_MODE_USER
		   : FRAME_MODE_UNKNOWN;
}

enum frame_mode frame_mode_of_address(uint64_t address)
{
	if (address >> 63)
		return FRAME_MODE_KERNEL;
	return address && address >> 31 != 1 ? FRAME_MODE_USER : FRAME_MODE_UNKNOWN;
}

enum frame_mode frame_mode_of(const struct profile *p, uint32_t frame,
			      enum frame_mode caller)
{
	enum frame_mode told = (enum frame_mode)p->frames[frame].mode;

	switch ((enum frame_kind)p->frames[frame].kind) {
	case FRAME_USER:
	case FRAME_JIT:
	case FRAME_RUNTIME:
		return FRAME_MODE_USER;
	case FRAME_KERNEL:
		return FRAME_MODE_KERNEL;
	case FRAME_INLINED:
		return caller;
	case FRAME_NAMELESS:
		/* files of an older version have no modes */
		return told ? told : frame_mode_of_module(profile_frame_module(p, frame));
	default:
		return FRAME_MODE_UNKNOWN;
	}
}

static const char *const nameless[FRAME_MODES] = {
    [FRAME_MODE_UNKNOWN] = "no name",
    [FRAME_MODE_USER] = "no name, user",
    [FRAME_MODE_KERNEL] = "no name, kernel",
};

const char *frame_mode_words(const struct frame *f)
{
	return f->kind == FRAME_NAMELESS ? nameless[f->mode] : frame_kind_names[f->kind];
}

struct frame frame_mode_of_words(struct text words)
{
	for (uint16_t mode = 0; mode < FRAME_MODES; mode++)
		if (text_equal(words, text_of(nameless[mode])))
			return (struct frame){.kind = FRAME_NAMELESS, .mode = mode};
	for (uint16_t kind = 0; kind < FRAME_KINDS; kind++)
		if (text_equal(words, text_of(frame_kind_names[kind])))
			return (struct frame){.kind = kind};
	return (struct frame){.kind = text_equal(words, TEXT("unknown")) ? FRAME_NAMELESS
									 : FRAME_USER};
}

/* Parents come first. */
uint8_t *frame_mode_of_stacks(const struct profile *p, struct error *err)
{
	uint8_t *modes = mem_array((size_t)p->stack_count + 1, 1, "stacks", err);

	for (uint32_t i = 1; modes && i < p->stack_count; i++)
		modes[i] = (uint8_t)frame_mode_of(
		    p, p->stacks[i].frame, (enum frame_mode)modes[p->stacks[i].parent]);
	return modes;
}
