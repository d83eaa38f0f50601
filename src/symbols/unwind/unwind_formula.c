#include "symbols/unwind/unwind_formula.h"

#include <dwarf.h>

#include "base/append.h"

#define STACK_MOST 64
#define STEPS_MOST 1000 /* real formulas have about ten; some jump back */

struct formula_machine {
	const struct unwind_source *from;
	uint64_t stack[STACK_MOST];
	size_t depth;
	bool failed;
};

static void push_operand(struct formula_machine *m, uint64_t v)
{
	if (!APPEND_FIXED(m->stack, m->depth, v))
		m->failed = true;
}

static uint64_t pop(struct formula_machine *m)
{
	if (m->depth == 0) {
		m->failed = true;
		return 0;
	}
	return m->stack[--m->depth];
}

static void pick_operand(struct formula_machine *m, uint64_t below)
{
	if (below >= m->depth)
		m->failed = true;
	else
		push_operand(m, m->stack[m->depth - 1 - below]);
}

static void push_register(struct formula_machine *m, uint64_t number, uint64_t more)
{
	uint64_t v = 0;

	if (!m->from->reg(m->from->arg, number, &v))
		m->failed = true;
	push_operand(m, v + more);
}

static void load(struct formula_machine *m, uint64_t size)
{
	uint64_t v = 0;

	if (size == 0 || size > 8 || !m->from->word(m->from->arg, pop(m), &v))
		m->failed = true;
	push_operand(m, size < 8 ? v & ((UINT64_C(1) << 8 * size) - 1) : v);
}

static uint64_t shifted_right(uint64_t v, uint64_t by, bool is_signed)
{
	uint64_t fill = is_signed && v >> 63 ? UINT64_MAX : 0;

	if (by == 0)
		return v;
	return by > 63 ? fill : v >> by | fill << (64 - by);
}

static uint64_t divided(struct formula_machine *m, uint64_t x, uint64_t y)
{
	bool negative = (x ^ y) >> 63;

	if (y == 0) {
		m->failed = true;
		return 0;
	}
	x = x >> 63 ? -x : x;
	y = y >> 63 ? -y : y;
	return negative ? -(x / y) : x / y;
}

/* Comparisons; false when `code` is another operation. */
static bool compared(uint8_t code, int64_t x, int64_t y, uint64_t *v)
{
	switch (code) {
	case DW_OP_eq:
		*v = x == y;
		break;
	case DW_OP_ne:
		*v = x != y;
		break;
	case DW_OP_lt:
		*v = x < y;
		break;
	case DW_OP_le:
		*v = x <= y;
		break;
	case DW_OP_gt:
		*v = x > y;
		break;
	case DW_OP_ge:
		*v = x >= y;
		break;
	default:
		return false;
	}
	return true;
}

/* Operations on the two topmost values; false when `code` is another operation. */
static bool both(struct formula_machine *m, uint8_t code, uint64_t x, uint64_t y,
		 uint64_t *v)
{
	switch (code) {
	case DW_OP_plus:
		*v = x + y;
		break;
	case DW_OP_minus:
		*v = x - y;
		break;
	case DW_OP_mul:
		*v = x * y;
		break;
	case DW_OP_and:
		*v = x & y;
		break;
	case DW_OP_or:
		*v = x | y;
		break;
	case DW_OP_xor:
		*v = x ^ y;
		break;
	case DW_OP_shl:
		*v = y > 63 ? 0 : x << y;
		break;
	case DW_OP_shr:
		*v = shifted_right(x, y, false);
		break;
	case DW_OP_shra:
		*v = shifted_right(x, y, true);
		break;
	case DW_OP_div:
		*v = divided(m, x, y);
		break;
	case DW_OP_mod:
		m->failed |= y == 0;
		*v = y ? x % y : 0;
		break;
	default:
		return compared(code, (int64_t)x, (int64_t)y, v);
	}
	return true;
}

static bool is_both(uint8_t code)
{
	struct formula_machine m = {.depth = 0};
	uint64_t v;

	return both(&m, code, 1, 1, &v);
}

static void turn(struct formula_machine *m, size_t n)
{
	uint64_t top = pop(m);

	if (m->depth + 1 < n) {
		m->failed = true;
		return;
	}
	for (size_t i = 0; i + 1 < n; i++)
		m->stack[m->depth - i] = m->stack[m->depth - i - 1];
	m->stack[m->depth - (n - 1)] = top;
	m->depth++;
}

/* Operations on the topmost value, and on the stack itself. */
static void one(struct formula_machine *m, const struct unwind_op *op)
{
	uint64_t v;

	switch (op->code) {
	case DW_OP_nop:
	case DW_OP_stack_value:
		break;
	case DW_OP_addr:
		push_operand(m, op->a);
		break;
	case DW_OP_call_frame_cfa:
		push_operand(m, m->from->cfa);
		break;
	case DW_OP_bregx:
		push_register(m, op->a, op->b);
		break;
	case DW_OP_dup:
		pick_operand(m, 0);
		break;
	case DW_OP_over:
		pick_operand(m, 1);
		break;
	case DW_OP_pick:
		pick_operand(m, op->a);
		break;
	case DW_OP_drop:
		pop(m);
		break;
	case DW_OP_swap:
		turn(m, 2);
		break;
	case DW_OP_rot:
		turn(m, 3);
		break;
	case DW_OP_deref:
		load(m, 8);
		break;
	case DW_OP_deref_size:
		load(m, op->a);
		break;
	case DW_OP_plus_uconst:
		push_operand(m, pop(m) + op->a);
		break;
	case DW_OP_neg:
		push_operand(m, -pop(m));
		break;
	case DW_OP_not:
		push_operand(m, ~pop(m));
		break;
	case DW_OP_abs:
		v = pop(m);
		push_operand(m, v >> 63 ? -v : v);
		break;
	default:
		m->failed = true;
		break;
	}
}

static void run_operation(struct formula_machine *m, const struct unwind_op *op)
{
	uint64_t x, y, v = 0;

	if (op->code >= DW_OP_lit0 && op->code <= DW_OP_lit31) {
		push_operand(m, op->code - DW_OP_lit0);
	} else if (op->code >= DW_OP_const1u && op->code <= DW_OP_consts) {
		push_operand(m, op->a);
	} else if (op->code >= DW_OP_breg0 && op->code <= DW_OP_breg31) {
		push_register(m, op->code - DW_OP_breg0, op->a);
	} else if (is_both(op->code)) {
		y = pop(m);
		x = pop(m);
		both(m, op->code, x, y, &v);
		push_operand(m, v);
	} else {
		one(m, op);
	}
}

bool unwind_formula_eval(const struct unwind_formula *f, const struct unwind_source *from,
			 uint64_t *value)
{
	struct formula_machine m = {.from = from};
	size_t at = 0;

	for (int steps = 0; at < f->count && !m.failed; steps++) {
		const struct unwind_op *op = &f->ops[at++];

		if (steps == STEPS_MOST || (from->steps && !*from->steps))
			return false;
		if (from->steps)
			--*from->steps;
		if (op->code == DW_OP_skip || (op->code == DW_OP_bra && pop(&m) != 0))
			at = (size_t)op->a;
		else if (op->code != DW_OP_bra)
			run_operation(&m, op);
	}
	*value = pop(&m);
	return !m.failed;
}
