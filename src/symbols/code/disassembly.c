#include "symbols/code/disassembly.h"

#ifdef WITH_CAPSTONE
#include <capstone/capstone.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"

const struct library capstone_library = {
    "capstone",
    LIBRARY_DIGITS(CS_VERSION_MAJOR) "." LIBRARY_DIGITS(
	CS_VERSION_MINOR) "." LIBRARY_DIGITS(CS_VERSION_EXTRA),
    "instructions, for annotate"};

#ifdef FEW_MACHINES
/*
 * Most of capstone is for machines that we do not need. Its cs_open() refers to all of them in one
 * table: functions defined here are not linked from the archive (configure
 * --enable-static-program).
 */
#define LEFT_OUT(machine)                                                                \
	cs_err machine##_global_init(void *state);                                       \
	cs_err machine##_global_init(void *state)                                        \
	{                                                                                \
		(void)state;                                                             \
		return CS_ERR_ARCH;                                                      \
	}                                                                                \
	cs_err machine##_option(csh handle, cs_opt_type type, size_t value);             \
	cs_err machine##_option(csh handle, cs_opt_type type, size_t value)              \
	{                                                                                \
		(void)handle;                                                            \
		(void)type;                                                              \
		(void)value;                                                             \
		return CS_ERR_ARCH;                                                      \
	}

LEFT_OUT(ARM)
LEFT_OUT(BPF)
LEFT_OUT(EVM)
LEFT_OUT(M680X)
LEFT_OUT(M68K)
LEFT_OUT(MOS65XX)
LEFT_OUT(Mips)
LEFT_OUT(PPC)
LEFT_OUT(RISCV)
LEFT_OUT(SH)
LEFT_OUT(Sparc)
LEFT_OUT(SystemZ)
LEFT_OUT(TMS320C64x)
LEFT_OUT(TRICORE)
LEFT_OUT(WASM)
LEFT_OUT(XCore)
#endif

struct disassembly {
	csh handle;    /* owned */
	cs_insn *insn; /* owned */
	enum machine machine;
	const uint8_t *at; /* borrowed */
	size_t left;
	uint64_t address;
};

struct disassembly *disassembly_new(enum machine machine)
{
	cs_arch arch = machine == MACHINE_X86_64 ? CS_ARCH_X86 : CS_ARCH_ARM64;
	cs_mode mode = machine == MACHINE_X86_64 ? CS_MODE_64 : CS_MODE_LITTLE_ENDIAN;
	struct error none = ERROR_INIT;
	struct disassembly *d = mem_array(1, sizeof *d, "instructions", &none);

	if (!d)
		return NULL;
	d->machine = machine;
	if (machine == MACHINE_OTHER || cs_open(arch, mode, &d->handle) != CS_ERR_OK)
		d->handle = 0;
	else if (cs_option(d->handle, CS_OPT_DETAIL, CS_OPT_ON) == CS_ERR_OK)
		d->insn = cs_malloc(d->handle);
	if (d->insn)
		return d;
	disassembly_free(d);
	return NULL;
}

void disassembly_free(struct disassembly *d)
{
	if (!d)
		return;
	if (d->insn)
		cs_free(d->insn, 1);
	if (d->handle)
		cs_close(&d->handle);
	mem_free(d);
}

void disassembly_begin(struct disassembly *d, const uint8_t *bytes, size_t len,
		       uint64_t address)
{
	d->at = bytes;
	d->left = len;
	d->address = address;
}

/* The only numeric operand, which is the target. */
static uint64_t target_of(const struct disassembly *d, const cs_detail *detail)
{
	if (d->machine == MACHINE_X86_64) {
		for (uint8_t i = 0; i < detail->x86.op_count && i < 8; i++)
			if (detail->x86.operands[i].type == X86_OP_IMM)
				return (uint64_t)detail->x86.operands[i].imm;
		return DECODED_NOWHERE;
	}
	/* the last one, as in "tbz w0, #3, 0x1234" */
	if (detail->arm64.op_count && detail->arm64.op_count <= 8) {
		const cs_arm64_op *last =
		    &detail->arm64.operands[detail->arm64.op_count - 1];

		if (last->type == ARM64_OP_IMM)
			return (uint64_t)last->imm;
	}
	return DECODED_NOWHERE;
}

static void take_groups(struct disassembly *d, struct decoded *next)
{
	bool is_call = cs_insn_group(d->handle, d->insn, CS_GRP_CALL);
	bool is_jump = cs_insn_group(d->handle, d->insn, CS_GRP_JUMP);

	/* capstone 4 counts "bl" of aarch64 as a jump */
	if (d->machine == MACHINE_AARCH64 && strncmp(d->insn->mnemonic, "bl", 2) == 0 &&
	    (!d->insn->mnemonic[2] || d->insn->mnemonic[2] == 'r'))
		is_call = true;
	next->is_call = is_call;
	next->is_jump = is_jump && !is_call;
	if ((is_call || is_jump) && d->insn->detail)
		next->target = target_of(d, d->insn->detail);
}

static void take_undecoded(struct disassembly *d, struct decoded *next)
{
	size_t n = d->machine == MACHINE_AARCH64 ? 4 : 1, len;

	if (n > d->left)
		n = d->left;
	next->size = (uint8_t)n;
	memcpy(next->bytes, d->at, n);
	len = (size_t)snprintf(next->text, sizeof next->text, ".byte");
	for (size_t i = 0; i < n; i++)
		len += (size_t)snprintf(next->text + len, sizeof next->text - len,
					"%s 0x%02x", i ? "," : "", next->bytes[i]);
	d->at += n;
	d->left -= n;
	d->address += n;
}

bool disassembly_next(struct disassembly *d, struct decoded *next)
{
	*next = (struct decoded){.address = d->address, .target = DECODED_NOWHERE};
	if (!d->left)
		return false;
	if (!cs_disasm_iter(d->handle, &d->at, &d->left, &d->address, d->insn) ||
	    d->insn->size > sizeof next->bytes) {
		take_undecoded(d, next);
		return true;
	}
	next->size = (uint8_t)d->insn->size;
	memcpy(next->bytes, d->insn->bytes, next->size);
	snprintf(next->text, sizeof next->text, "%s%s%s", d->insn->mnemonic,
		 *d->insn->op_str ? " " : "", d->insn->op_str);
	take_groups(d, next);
	return true;
}

#else

const struct library capstone_library = {"capstone", NULL, "instructions, for annotate"};

struct disassembly {
	char nothing;
};

struct disassembly *disassembly_new(enum machine machine)
{
	(void)machine;
	return NULL;
}

void disassembly_free(struct disassembly *d)
{
	(void)d;
}

void disassembly_begin(struct disassembly *d, const uint8_t *bytes, size_t len,
		       uint64_t address)
{
	(void)d;
	(void)bytes;
	(void)len;
	(void)address;
}

bool disassembly_next(struct disassembly *d, struct decoded *next)
{
	(void)d;
	*next = (struct decoded){.target = DECODED_NOWHERE};
	return false;
}
#endif
