#include "lib/unit.h"

#include "base/mem.h"
#include "profile/builder.h"
#include "profile/frame_mode.h"

TEST(the_name_of_a_module_tells_the_mode)
{
	static const struct {
		const char *module;
		enum frame_mode mode;
	} told[] = {
	    {"[kernel.kallsyms]", FRAME_MODE_KERNEL},
	    {"[kernel.kallsyms].init.text", FRAME_MODE_KERNEL},
	    {"[guest.kernel.kallsyms]", FRAME_MODE_KERNEL},
	    {"kernel.kallsyms", FRAME_MODE_KERNEL},
	    {"[ext4]", FRAME_MODE_KERNEL},
	    {"/lib/modules/6.1/kernel/fs/ext4.ko.xz", FRAME_MODE_KERNEL},
	    {"/usr/lib/debug/boot/vmlinux-6.1", FRAME_MODE_KERNEL},
	    {"bpf_prog_1a2b_run", FRAME_MODE_KERNEL},
	    {"[vdso]", FRAME_MODE_USER},
	    {"[heap]", FRAME_MODE_USER},
	    {"[JIT] tid 7", FRAME_MODE_USER},
	    {"//anon", FRAME_MODE_USER},
	    {"/usr/bin/sh", FRAME_MODE_USER},
	    {"libc.so.6", FRAME_MODE_USER},
	    {"[unknown]", FRAME_MODE_UNKNOWN},
	    {"sh", FRAME_MODE_UNKNOWN},
	    {"", FRAME_MODE_UNKNOWN},
	};

	for (size_t i = 0; i < sizeof told / sizeof *told; i++)
		if (frame_mode_of_module(text_of(told[i].module)) != told[i].mode)
			fail_msg("%s is not %s", told[i].module,
				 frame_mode_names[told[i].mode]);
}

TEST(the_upper_half_of_the_addresses_is_the_kernels)
{
	static const struct {
		uint64_t address;
		enum frame_mode mode;
	} told[] = {
	    {0xffffffff81000000, FRAME_MODE_KERNEL},
	    {0xffff800008000000, FRAME_MODE_KERNEL},
	    {0xc000000000001000, FRAME_MODE_KERNEL}, /* of POWER */
	    {UINT64_C(1) << 63, FRAME_MODE_KERNEL},
	    {0x7fffffffffffffff, FRAME_MODE_USER},
	    {0x7f0012345678, FRAME_MODE_USER},
	    {0x100000000, FRAME_MODE_USER},
	    {0xffffffff, FRAME_MODE_UNKNOWN}, /* with 32 bits: either */
	    {0x80000000, FRAME_MODE_UNKNOWN},
	    {0x7fffffff, FRAME_MODE_USER},
	    {1, FRAME_MODE_USER},
	    {0, FRAME_MODE_UNKNOWN},
	};

	for (size_t i = 0; i < sizeof told / sizeof *told; i++)
		assert_int_equal(frame_mode_of_address(told[i].address), told[i].mode);
}

static uint32_t call(struct builder *b, uint32_t caller, const char *name,
		     enum frame_kind kind, enum frame_mode mode)
{
	const struct frame like = {.kind = (uint16_t)kind, .mode = (uint16_t)mode};

	return builder_stack(
	    b, caller, builder_frame_like(b, builder_string(b, text_of(name)), 0, &like));
}

TEST(a_stack_has_the_mode_of_its_innermost_frame)
{
	struct error err = ERROR_INIT;
	struct builder *b = builder_new(&err);
	uint32_t user = call(b, 0, "main", FRAME_USER, 0);
	uint32_t kernel = call(b, user, "write", FRAME_KERNEL, 0);
	const struct {
		uint32_t stack;
		enum frame_mode mode;
	} expected[] = {
	    {0, FRAME_MODE_UNKNOWN},
	    {user, FRAME_MODE_USER},
	    {kernel, FRAME_MODE_KERNEL},
	    {call(b, user, "j", FRAME_JIT, 0), FRAME_MODE_USER},
	    {call(b, user, "gc", FRAME_RUNTIME, 0), FRAME_MODE_USER},
	    {call(b, user, "(idle)", FRAME_IDLE, 0), FRAME_MODE_UNKNOWN},
	    {call(b, user, "[unknown]", FRAME_NAMELESS, FRAME_MODE_KERNEL),
	     FRAME_MODE_KERNEL},
	    {call(b, kernel, "[unknown]", FRAME_NAMELESS, FRAME_MODE_USER),
	     FRAME_MODE_USER},
	    {call(b, kernel, "[unknown]", FRAME_NAMELESS, FRAME_MODE_UNKNOWN),
	     FRAME_MODE_UNKNOWN},
	    {call(b, call(b, user, "i", FRAME_INLINED, 0), "i", FRAME_INLINED, 0),
	     FRAME_MODE_USER},
	    {call(b, kernel, "i", FRAME_INLINED, 0), FRAME_MODE_KERNEL},
	    {call(b, 0, "i", FRAME_INLINED, 0), FRAME_MODE_UNKNOWN},
	};
	struct profile *p = builder_finish(b, &err);
	uint8_t *modes;

	assert_non_null(p);
	modes = frame_mode_of_stacks(p, &err);
	assert_non_null(modes);
	for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
		assert_int_equal(modes[expected[i].stack], expected[i].mode);
	mem_free(modes);
	profile_free(p);
	builder_free(b);
}

/* For a file written by a version that did not know modes. */
TEST(of_a_frame_without_a_mode_the_module_is_asked)
{
	struct error err = ERROR_INIT;
	struct builder *b = builder_new(&err);
	uint32_t name = builder_string(b, TEXT("[x]"));
	uint32_t module = builder_string(b, TEXT("[kernel.kallsyms]"));
	uint32_t frame = builder_frame(b, name, module, FRAME_NAMELESS);
	struct profile *p = builder_finish(b, &err);

	assert_non_null(p);
	assert_int_equal(p->frames[frame].mode, FRAME_MODE_KERNEL);
	((struct frame *)p->frames)[frame].mode = FRAME_MODE_UNKNOWN;
	assert_int_equal(frame_mode_of(p, frame, FRAME_MODE_UNKNOWN), FRAME_MODE_KERNEL);
	profile_free(p);
	builder_free(b);
}

TEST(words_for_kind_and_mode_are_read_as_they_are_written)
{
	for (uint16_t kind = 0; kind < FRAME_KINDS; kind++) {
		for (uint16_t mode = 0; mode < FRAME_MODES; mode++) {
			const struct frame f = {.kind = kind, .mode = kind ? 0 : mode};
			struct frame is =
			    frame_mode_of_words(text_of(frame_mode_words(&f)));

			assert_memory_equal(&is, &f, sizeof f);
		}
	}
	assert_int_equal(frame_mode_of_words(TEXT("unknown")).kind, FRAME_NAMELESS);
	assert_int_equal(frame_mode_of_words(TEXT("wasm")).kind, FRAME_USER);
	assert_string_equal(frame_mode_words(&(struct frame){.mode = FRAME_MODE_KERNEL}),
			    "no name, kernel");
}

TEST(a_module_tells_it_unless_the_recording_does)
{
	struct error err = ERROR_INIT;
	struct builder *b = builder_new(&err);
	uint32_t module = builder_string(b, TEXT("/lib/x.so"));
	uint32_t by_module = builder_frame(b, module, module, FRAME_NAMELESS);

	assert_int_equal(by_module, builder_nameless(b, module, module, FRAME_MODE_USER));
	assert_int_equal(by_module,
			 builder_nameless(b, module, module, FRAME_MODE_UNKNOWN));
	assert_int_not_equal(by_module,
			     builder_nameless(b, module, module, FRAME_MODE_KERNEL));
	builder_free(b);
}
