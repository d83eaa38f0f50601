#include "input/perf_data/perf_copies.h"

#include <unistd.h>

#include "base/append.h"
#include "base/mem.h"
#include "input/perf_data/perf_chain.h"

/* The bits of sample_regs_user on x86, and what DWARF calls these registers. */
#define X86_IP 8
#define X86_R8 16
#define ABI_64 2

#define RECORD_HEAD 8

enum perf_copy_where { COPY_IN_PLACE, COPY_KEPT };

void perf_copies_release(struct perf_copies *c)
{
	mem_free(c->rows);
	stack_shelf_release(&c->shelf);
	*c = (struct perf_copies){0};
}

/* ---- registers ---- */

/* -1: one that is not needed. */
static int number_of(unsigned bit)
{
	static const uint8_t first[] = {0, 3,	      2,	 1,	   4,
					5, UNWIND_FP, UNWIND_SP, UNWIND_PC};

	if (bit <= X86_IP)
		return first[bit];
	return bit >= X86_R8 && bit < X86_R8 + 8 ? (int)bit - X86_R8 + 8 : -1;
}

/* False: they are of another processor, or without those that matter. */
static bool take_registers(uint64_t mask, struct text registers, struct unwind_thread *t)
{
	struct bytes b = bytes_of(registers);

	t->known = 0;
	if (mask >> (X86_R8 + 8))
		return false;
	for (unsigned bit = 0; bit < X86_R8 + 8; bit++) {
		int to = number_of(bit);
		uint64_t v;

		if (!(mask >> bit & 1))
			continue;
		v = bytes_u64(&b);
		if (to < 0)
			continue;
		t->registers[to] = v;
		t->known |= UINT32_C(1) << to;
	}
	return !b.short_read && t->known >> UNWIND_PC & 1 && t->known >> UNWIND_SP & 1;
}

/* ---- keeping ---- */

/* The registers, a number, the stack. */
static struct text whole_of(const struct perf_sample *s)
{
	const char *from = s->registers.at;

	return (struct text){from, (size_t)(s->stack.at - from) + s->stack.len};
}

bool perf_copies_take(struct perf_copies *c, const struct perf_record *record,
		      const struct perf_sample *s, const struct perf_attr *a,
		      uint32_t sample, struct losses *losses, struct error *err)
{
	struct perf_copy row = {.mask = a->sample_regs_user,
				.sample = sample,
				.size = (uint16_t)s->stack.len};
	bool kept = true;
	struct text bytes;
	struct unwind_thread t;

	if (!s->registers.len || !s->stack.len || perf_chain_has_user(s->chain))
		return true;
	if (c->unwanted) {
		c->left_out++;
		return true;
	}
	bytes = whole_of(s);
	if (s->abi != ABI_64 || !take_registers(row.mask, s->registers, &t) ||
	    bytes.len > PERF_COPY_MOST || s->stack.len > UINT16_MAX) {
		losses_count(losses, LOSS_UNWIND_MACHINE, 0);
		return true;
	}
	if (c->recording && !record->packed)
		row.at =
		    record->offset + RECORD_HEAD + (uint64_t)(bytes.at - record->body.at);
	else if (stack_shelf_put(&c->shelf, bytes, &row.at, &kept, err))
		row.where = COPY_KEPT;
	else
		return false;
	if (!kept) {
		losses_count(losses, LOSS_UNWIND_ROOM, 0);
		return true;
	}
	return APPEND(c->rows, c->count, c->room, "copies of stacks", err, row);
}

bool perf_copies_get(const struct perf_copies *c, const struct perf_copy *row,
		     char buf[PERF_COPY_MOST], struct unwind_thread *t)
{
	size_t registers = 8 * (size_t)__builtin_popcountll(row->mask);
	size_t size = registers + 8 + row->size;
	const char *at = buf;

	if (row->where == COPY_KEPT)
		at = stack_shelf_get(&c->shelf, row->at, size, buf);
	else if (pread(c->recording - 1, buf, size, (off_t)row->at) != (ssize_t)size)
		return false;
	if (!at)
		return false;
	t->stack = (struct text){at + registers + 8, row->size};
	return take_registers(row->mask, (struct text){at, registers}, t);
}
