#include "lib/unit.h"

#include <stdlib.h>
#include <string.h>

#include <dwarf.h>

#include "symbols/unwind/unwind_formula.h"

static bool give_register(void *arg, uint64_t number, uint64_t *value)
{
	(void)arg;
	*value = 1000 * number + 11;
	return number < 17;
}

static bool give_word(void *arg, uint64_t address, uint64_t *value)
{
	(void)arg;
	*value = UINT64_C(0x1122334455667788);
	return address == 0x40;
}

static bool eval(const struct unwind_op *ops, size_t n, uint64_t *value)
{
	const struct unwind_source from = {give_register, give_word, NULL, 500, NULL};
	struct unwind_formula *f = malloc(sizeof *f + n * sizeof *ops);
	bool ok;

	assert_non_null(f);
	f->count = n;
	memcpy(f->ops, ops, n * sizeof *ops);
	ok = unwind_formula_eval(f, &from, value);
	free(f);
	return ok;
}

static void assert_gives(const struct unwind_op *ops, size_t n, uint64_t expected)
{
	uint64_t v;

	assert_true(eval(ops, n, &v));
	assert_int_equal(v, expected);
}

static void assert_fails(const struct unwind_op *ops, size_t n)
{
	uint64_t v;

	assert_false(eval(ops, n, &v));
}

#define OP(name)                                                                         \
	{                                                                                \
		DW_OP_##name, 0, 0                                                       \
	}
#define OP1(name, a)                                                                     \
	{                                                                                \
		DW_OP_##name, a, 0                                                       \
	}
#define OP2(name, a, b)                                                                  \
	{                                                                                \
		DW_OP_##name, a, b                                                       \
	}

#define GIVES(expected, ...)                                                             \
	assert_gives((const struct unwind_op[]){__VA_ARGS__},                            \
		     sizeof((const struct unwind_op[]){__VA_ARGS__}) /                   \
			 sizeof(struct unwind_op),                                       \
		     expected)
#define FAILS(...)                                                                       \
	assert_fails((const struct unwind_op[]){__VA_ARGS__},                            \
		     sizeof((const struct unwind_op[]){__VA_ARGS__}) /                   \
			 sizeof(struct unwind_op))

TEST(numbers_are_calculated_with)
{
	GIVES(5, OP(lit2), OP(lit3), OP(plus));
	GIVES(UINT64_MAX, OP(lit2), OP(lit3), OP(minus));
	GIVES(1, OP1(const1s, UINT64_MAX), OP(lit0), OP(lt));
	GIVES(0, OP1(const1s, UINT64_MAX), OP(lit0), OP(ge));
	GIVES(24, OP(lit3), OP(lit3), OP(shl));
	GIVES(0, OP(lit3), OP1(const1u, 64), OP(shl));
	GIVES(UINT64_MAX, OP1(const1s, UINT64_MAX), OP(lit4), OP(shra));
	GIVES(15, OP1(const1s, UINT64_MAX), OP1(const1u, 60), OP(shr));
	GIVES(-UINT64_C(3), OP1(const1s, -UINT64_C(7)), OP(lit2), OP(div));
	GIVES(1, OP(lit7), OP(lit2), OP(mod));
	GIVES(7, OP1(const1s, -UINT64_C(7)), OP(abs));
	GIVES(9, OP(lit4), OP1(plus_uconst, 5));
}

TEST(the_stack_is_moved_about)
{
	GIVES(2, OP(lit1), OP(lit2), OP(lit3), OP(drop));
	GIVES(1, OP(lit1), OP(lit2), OP(swap));
	GIVES(2, OP(lit1), OP(lit2), OP(lit3), OP(rot));
	GIVES(1, OP(lit1), OP(lit2), OP(lit3), OP1(pick, 2));
	GIVES(4, OP(lit2), OP(dup), OP(plus));
	GIVES(1, OP(lit1), OP(lit2), OP(over));
}

TEST(registers_memory_and_the_frame_are_asked_for)
{
	GIVES(7019, OP1(breg7, 8));
	GIVES(16012, OP2(bregx, 16, 1));
	GIVES(500, OP(call_frame_cfa), OP(stack_value));
	GIVES(UINT64_C(0x1122334455667788), OP1(const1u, 0x40), OP(deref));
	GIVES(0x7788, OP1(const1u, 0x40), OP1(deref_size, 2));
	FAILS(OP1(const1u, 0x41), OP(deref));
	FAILS(OP1(const1u, 0x40), OP1(deref_size, 9));
	FAILS(OP2(bregx, 17, 1));
}

/* What linkers write for procedure linkage tables: 8 more after the push of each entry. */
TEST(the_formula_of_linkage_tables_is_understood)
{
	/* rsp + 8 + ((rip & 15) >= 11) << 3; rip is 16011, whose last hex digit is 11 */
	GIVES(7011 + 8 + 8, OP1(breg7, 8), OP1(breg16, 0), OP(lit15), OP(and), OP(lit11),
	      OP(ge), OP(lit3), OP(shl), OP(plus));
	GIVES(7011 + 8, OP1(breg7, 8), OP1(breg16, 0), OP(lit15), OP(and), OP(lit12),
	      OP(ge), OP(lit3), OP(shl), OP(plus));
}

TEST(jumps_lead_on_and_loops_have_an_end)
{
	GIVES(1, OP(lit1), OP1(skip, 3), OP(lit2));
	GIVES(1, OP(lit1), OP(lit5), OP1(bra, 4), OP(lit2));
	GIVES(2, OP(lit1), OP(lit0), OP1(bra, 4), OP(lit2));
	GIVES(1, OP(lit1), OP1(skip, 99));
	FAILS(OP(lit1), OP1(skip, 1));
}

TEST(nonsense_fails)
{
	struct unwind_op many[100];

	FAILS(OP(plus));
	FAILS(OP(lit1), OP(swap));
	FAILS(OP(lit1), OP(lit2), OP(rot));
	FAILS(OP(lit1), OP1(pick, 1));
	FAILS(OP(lit1), OP(lit0), OP(div));
	FAILS(OP(lit1), OP(lit0), OP(mod));
	FAILS(OP(nop));
	FAILS(OP(call4));
	FAILS(OP1(bra, 0));
	for (size_t i = 0; i < 100; i++)
		many[i] = (struct unwind_op){.code = DW_OP_lit1};
	assert_fails(many, 100);
	assert_gives(many, 64, 1);
}
