/*
 * A sample has one meaning: the fast path with fixed offsets finds the same as parsing field by
 * field.
 */

#include "lib/unit.h"

#include <string.h>

#include "input/perf_data/perf_chain.h"
#include "input/perf_records/perf_sample.h"
#include "lib/made_profile.h"

#define BODY_MOST 400

/* PERF_CONTEXT_KERNEL and _USER of linux/perf_event.h */
#define MARK_KERNEL ((uint64_t)-128)
#define MARK_USER   ((uint64_t)-512)

/* The bits that keep fields at fixed offsets, except for a chain at the end. */
static const uint64_t fixed_bits[] = {
    PERF_SAMPLE_IDENTIFIER, PERF_SAMPLE_IP,	  PERF_SAMPLE_TID,	 PERF_SAMPLE_TIME,
    PERF_SAMPLE_ADDR,	    PERF_SAMPLE_ID,	  PERF_SAMPLE_STREAM_ID, PERF_SAMPLE_CPU,
    PERF_SAMPLE_PERIOD,	    PERF_SAMPLE_CALLCHAIN};

static const uint64_t other_bits[] = {PERF_SAMPLE_READ,		PERF_SAMPLE_RAW,
				      PERF_SAMPLE_BRANCH_STACK, PERF_SAMPLE_REGS_USER,
				      PERF_SAMPLE_STACK_USER,	UINT64_C(1) << 40};

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

/* Values at the possible position of the chain's length are small, wrong, or huge. */
static size_t throw_body(struct dice *d, char body[BODY_MOST])
{
	size_t len = dice_below(d, 12) ? 8 * dice_below(d, BODY_MOST / 8)
				       : dice_below(d, BODY_MOST);

	for (size_t at = 0; at < BODY_MOST; at += 8) {
		uint64_t v = dice_below(d, 3)
				 ? dice_below(d, BODY_MOST / 8)
				 : (uint64_t)dice_below(d, UINT32_MAX) << 32 |
				       dice_below(d, UINT32_MAX);

		if (!dice_below(d, 20))
			v = UINT64_MAX - dice_below(d, 9);
		memcpy(body + at, &v, 8);
	}
	return len;
}

static uint64_t throw_type(struct dice *d)
{
	uint64_t type = 0;

	for (size_t i = 0; i < COUNT_OF(fixed_bits); i++)
		type |= dice_below(d, 3) ? fixed_bits[i] : 0;
	return type;
}

static void assert_same(const struct perf_sample *fixed, const struct perf_sample *cut)
{
	assert_int_equal(fixed->pid, cut->pid);
	assert_int_equal(fixed->tid, cut->tid);
	assert_int_equal(fixed->time, cut->time);
	assert_int_equal(fixed->period, cut->period);
}

TEST(fixed_places_tell_what_cutting_a_sample_does)
{
	struct dice d = {13};
	unsigned whole = 0, damaged = 0;

	for (unsigned round = 0; round < 20000; round++) {
		struct perf_attr a = {.sample_type = throw_type(&d)};
		struct perf_sample fixed, cut;
		struct perf_layout layout;
		char bytes[BODY_MOST];
		struct text body = {bytes, throw_body(&d, bytes)};
		bool good = perf_sample_parse(body, &a, &cut);

		assert_true(perf_layout_of(&a, &layout));
		assert_int_equal(perf_layout_parse(&layout, body, &fixed), good);
		if (good)
			assert_same(&fixed, &cut);
		whole += good;
		damaged += !good;
	}
	assert_true(whole > 2000 && damaged > 2000);
}

/* If the last byte is missing, both notice it. */
TEST(a_sample_is_as_short_as_its_fields_allow_for_both)
{
	struct dice d = {17};

	for (unsigned round = 0; round < 500; round++) {
		struct perf_attr a = {.sample_type = throw_type(&d)};
		struct perf_sample s;
		struct perf_layout layout;
		char bytes[BODY_MOST] = {0};
		struct text body = {bytes, 0};

		assert_true(perf_layout_of(&a, &layout));
		for (; body.len < layout.least; body.len++) {
			assert_false(perf_layout_parse(&layout, body, &s));
			assert_false(perf_sample_parse(body, &a, &s));
		}
		assert_true(perf_layout_parse(&layout, body, &s));
		assert_true(perf_sample_parse(body, &a, &s));
	}
}

TEST(samples_with_other_fields_have_no_fixed_places)
{
	struct dice d = {19};

	for (size_t i = 0; i < COUNT_OF(other_bits); i++) {
		struct perf_attr a = {.sample_type = throw_type(&d) | other_bits[i]};
		struct perf_layout layout;

		assert_false(perf_layout_of(&a, &layout));
	}
}

/*
 * perf record --call-graph dwarf: the kernel's chain lacks the user part; the registers have its
 * address.
 */
TEST(a_chain_of_the_kernel_gets_the_address_in_the_user_registers)
{
	static const struct {
		uint64_t mask;
		unsigned ip; /* its place among the registers of the mask */
	} machines[] = {
	    {0xff0fff, 8},		   /* x86-64 */
	    {0x1ff, 8},			   /* x86, fewer registers */
	    {(UINT64_C(1) << 33) - 1, 32}, /* arm64 */
	    {0xffff, 15},		   /* arm */
	};
	const uint64_t kernel[] = {MARK_KERNEL, 0xffffffff81000000};

	for (size_t i = 0; i < COUNT_OF(machines); i++) {
		uint64_t made[PERF_CHAIN_MADE], chain[4], values[33];
		struct perf_attr a = {.sample_regs_user = machines[i].mask};
		struct perf_sample s = {
		    .chain = {(const char *)kernel, sizeof kernel},
		    .registers = {(const char *)values, sizeof values}};
		struct text got;

		for (unsigned n = 0; n < COUNT_OF(values); n++)
			values[n] = 0x1000 + n;
		got = perf_chain_of(&s, &a, PERF_MODE_KERNEL, made);
		assert_int_equal(got.len, sizeof chain);
		memcpy(chain, got.at, sizeof chain);
		assert_memory_equal(chain, kernel, sizeof kernel);
		assert_int_equal(chain[2], MARK_USER);
		assert_int_equal(chain[3], 0x1000 + machines[i].ip);
	}
}

TEST(registers_of_an_unknown_machine_give_no_address)
{
	uint64_t values[64] = {1}, ip;
	struct perf_attr a = {.sample_regs_user = 0x7};
	struct perf_sample s = {.registers = {(const char *)values, sizeof values}};

	assert_false(perf_sample_user_ip(&s, &a, &ip));
	a.sample_regs_user = 0xff0fff;
	s.registers.len = 8 * 8;
	assert_false(perf_sample_user_ip(&s, &a, &ip));
	s.registers.len = 0;
	assert_false(perf_sample_user_ip(&s, &a, &ip));
}
