#include "lib/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "input/perf_data/address_names.h"
#include "lib/built_program.h"

/* A recording whose addresses are named, and where the names are put. */
struct fixture {
	struct reading_options options;
	struct losses losses;
	struct reading reading;
	struct perf_features features;
	struct perf_maps *maps;
	struct perf_symbols *naming;
	struct symbolizer symbols;
	struct address_names *places;
	struct error err;
};

static void begin_with(struct fixture *f, struct reading_options options)
{
	*f = (struct fixture){.options = options, .err = ERROR_INIT};
	f->maps = perf_maps_new(&f->err);
	assert_non_null(f->maps);
	f->reading = (struct reading){.builder = builder_new(&f->err),
				      .losses = &f->losses,
				      .options = &f->options};
	assert_non_null(f->reading.builder);
	f->naming = perf_symbols_new(&f->options, &f->features,
				     perf_maps_modules(f->maps), &f->err);
	assert_non_null(f->naming);
	f->symbols = perf_symbols_symbolizer(f->naming, false);
	f->places = address_names_new(f->reading.builder, perf_maps_modules(f->maps),
				      &f->symbols, false, &f->err);
	assert_non_null(f->places);
}

static void begin(struct fixture *f, const char *kallsyms)
{
	begin_with(f, (struct reading_options){.symbols = true, .kallsyms = kallsyms});
}

static void end(struct fixture *f)
{
	address_names_free(f->places);
	perf_symbols_free(f->naming);
	perf_maps_free(f->maps);
	builder_free(f->reading.builder);
}

static void map(struct fixture *f, uint32_t mode, uint64_t start, uint64_t offset,
		const char *path, const char *build_id)
{
	struct perf_mapping m = {.pid = 7,
				 .mode = mode,
				 .start = start,
				 .len = 0x10000,
				 .offset = offset,
				 .path = text_of(path),
				 .build_id = text_of(build_id)};

	assert_true(perf_maps_add(f->maps, &m, &f->err));
}

/* What the frame at an address says about the mode it ran in. */
static enum frame_mode mode_at(struct fixture *f, enum perf_mode mode, uint64_t address)
{
	struct builder *b = f->reading.builder;
	struct perf_place place =
	    perf_maps_find(f->maps, perf_maps_space(f->maps, 7), mode, address, NULL);
	uint32_t number, stack, unknown = builder_string(b, TEXT("[unknown]"));

	assert_true(address_names_find(f->places, &place, &number, &f->err));
	stack = address_names_push(f->places, number, 0);
	for (int is = 0; is < FRAME_MODES; is++)
		if (stack ==
		    builder_stack(b, 0,
				  builder_nameless(b, unknown, 0, (enum frame_mode)is)))
			return (enum frame_mode)is;
	fail_msg("no frame without a name");
	return FRAME_MODES;
}

/* The only frame at an address is this one; a sample is taken there. */
static void assert_frame(struct fixture *f, enum perf_mode mode, uint64_t address,
			 const char *name, const char *module, enum frame_kind kind)
{
	struct builder *b = f->reading.builder;
	struct perf_place place =
	    perf_maps_find(f->maps, perf_maps_space(f->maps, 7), mode, address, NULL);
	uint32_t number, stack, expected;

	assert_true(address_names_find(f->places, &place, &number, &f->err));
	stack = address_names_push(f->places, number, 0);
	expected = builder_frame(b, builder_string(b, text_of(name)),
				 builder_string(b, text_of(module)), kind);
	assert_int_equal(stack, builder_stack(b, 0, expected));
	builder_add_sample(
	    b, &(struct sample){.stack = stack,
				.thread = builder_thread(b, TEXT("app"), 7, 7),
				.event = builder_event(b, TEXT("cycles"), TEXT(""))});
}

TEST(what_is_nowhere_ran_in_the_recorded_mode)
{
	struct fixture f;

	begin(&f, NULL);
	for (int round = 0; round < 2; round++) {
		assert_int_equal(mode_at(&f, PERF_MODE_KERNEL, 0xffffffff81000110),
				 FRAME_MODE_KERNEL);
		assert_int_equal(mode_at(&f, PERF_MODE_KERNEL, 0x1000),
				 FRAME_MODE_KERNEL);
		assert_int_equal(mode_at(&f, PERF_MODE_USER, 0x1000), FRAME_MODE_USER);
		assert_int_equal(mode_at(&f, PERF_MODE_USER, 0xffffffff81000110),
				 FRAME_MODE_USER);
		assert_int_equal(mode_at(&f, PERF_MODE_GUEST_KERNEL, 0x1000),
				 FRAME_MODE_KERNEL);
		assert_int_equal(mode_at(&f, PERF_MODE_GUEST_USER, 0x1000),
				 FRAME_MODE_USER);
		assert_int_equal(mode_at(&f, PERF_MODE_HYPERVISOR, 0x1000),
				 FRAME_MODE_UNKNOWN);
	}
	end(&f);
}

TEST(a_file_with_another_build_id_names_nothing)
{
	char path[4096], shown[300];
	ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
	struct fixture f;

	assert_true(n > 0);
	path[n] = '\0';
	snprintf(shown, sizeof shown, "[%.200s]", strrchr(path, '/') + 1);
	begin(&f, NULL);
	map(&f, PERF_MODE_USER, 0x10000, 0, path, "another build id 160");
	map(&f, PERF_MODE_USER, 0x40000, 0, "/nonexistent/app", "another build id 160");
	assert_frame(&f, PERF_MODE_USER, 0x11234, shown, path, FRAME_NAMELESS);
	assert_frame(&f, PERF_MODE_USER, 0x41234, "[app]", "/nonexistent/app",
		     FRAME_NAMELESS);
	assert_frame(&f, PERF_MODE_USER, 0x41238, "[app]", "/nonexistent/app",
		     FRAME_NAMELESS);
	assert_true(address_names_tell(f.places, &f.losses, &f.err));
	if (f.losses.of[LOSS_NAMELESS + SYMBOLS_NOT_BUILT_IN].count == 0) {
		assert_int_equal(f.losses.of[LOSS_NAMELESS + SYMBOLS_NO_FILE].count, 2);
		assert_int_equal(f.losses.of[LOSS_NAMELESS + SYMBOLS_BUILD_ID].count, 1);
	}
	end(&f);
}

static const char *write_kallsyms(void)
{
	static const char path[] = "test_perf_names.kallsyms";
	FILE *out = fopen(path, "w");

	assert_non_null(out);
	fputs("ffffffff81000000 T _text\nffffffff81000100 T do_idle\n"
	      "ffffffff81000200 T schedule\nffffffff81000300 T _etext\n",
	      out);
	assert_int_equal(fclose(out), 0);
	return path;
}

TEST(kernel_symbols_are_moved_to_where_the_recorded_kernel_was)
{
	const char *kernel = "[kernel.kallsyms]";
	const char *path = write_kallsyms();
	struct fixture f;

	begin(&f, path);
	map(&f, PERF_MODE_KERNEL, 0xffffffff92000000, 0xffffffff92000000,
	    "[kernel.kallsyms]_text", "");
	assert_frame(&f, PERF_MODE_KERNEL, 0xffffffff92000110, "do_idle", kernel,
		     FRAME_KERNEL);
	assert_frame(&f, PERF_MODE_KERNEL, 0xffffffff92000210, "schedule", kernel,
		     FRAME_KERNEL);
	assert_true(remove(path) == 0);
	end(&f);
}

/* For a recording made here, whose list of build ids has this one for the kernel; "": none. */
static bool reads_running_kernel(const char *build_id, bool expected)
{
	struct fixture f;
	struct utsname u;
	bool reads;

	begin(&f, NULL);
	assert_int_equal(uname(&u), 0);
	snprintf(f.features.release, sizeof f.features.release, "%s", u.release);
	snprintf(f.features.host, sizeof f.features.host, "%s", u.nodename);
	if (*build_id)
		assert_true(perf_modules_build_id(perf_maps_modules(f.maps),
						  TEXT("[kernel.kallsyms]"),
						  text_of(build_id), &f.err));
	if (expected)
		perf_symbols_expect_kernel(f.naming);
	reads = perf_symbols_source(f.naming)->running != NULL;
	end(&f);
	return reads;
}

TEST(only_the_recorded_kernel_is_read_ahead)
{
	assert_false(reads_running_kernel("", false));
	assert_true(reads_running_kernel("", true));
	assert_false(reads_running_kernel("12345678901234567890", true));
}

TEST(a_guest_has_not_the_names_of_this_kernel)
{
	const char *path = write_kallsyms();
	struct fixture f;

	begin(&f, path);
	map(&f, PERF_MODE_GUEST_KERNEL, 0xffffffff81000000, 0xffffffff81000000,
	    "[guest.kernel.kallsyms]_text", "");
	assert_frame(&f, PERF_MODE_GUEST_KERNEL, 0xffffffff81000110,
		     "[guest.kernel.kallsyms]", "[guest.kernel.kallsyms]",
		     FRAME_NAMELESS);
	assert_true(remove(path) == 0);
	end(&f);
}

static uint32_t called(struct fixture *f, uint32_t caller, const char *name,
		       const char *module, enum frame_kind kind)
{
	struct builder *b = f->reading.builder;

	return builder_stack(b, caller,
			     builder_frame(b, builder_string(b, text_of(name)),
					   builder_string(b, text_of(module)), kind));
}

/* The number of bytes of the built program's outer() that have these frames. */
static void count_frames(struct fixture *f, const struct built_program *b,
			 unsigned *alone, unsigned *deepest)
{
	uint32_t outer = called(f, 0, "outer", b->program, FRAME_USER);
	uint32_t middle = called(f, outer, "middle", b->program, FRAME_INLINED);
	uint32_t inner = called(f, middle, "inner", b->program, FRAME_INLINED);

	*alone = *deepest = 0;
	map(f, PERF_MODE_USER, 0x500000, 0, b->program, "");
	for (unsigned i = 0; i < b->samples; i++) {
		struct perf_place place =
		    perf_maps_find(f->maps, perf_maps_space(f->maps, 7), PERF_MODE_USER,
				   0x500000 + b->outer + i, NULL);
		uint32_t number, stack;

		assert_true(address_names_find(f->places, &place, &number, &f->err));
		stack = address_names_push(f->places, number, 0);
		assert_true(stack == outer || stack == middle || stack == inner);
		*alone += stack == outer;
		*deepest += stack == inner;
	}
}

TEST(inlined_functions_come_after_their_symbol)
{
	struct built_program b;
	struct fixture f;
	unsigned alone, deepest;

	if (!WITH_ELFUTILS || !built_program_make(&b))
		skip();
	begin_with(
	    &f, (struct reading_options){.symbols = true, .inlined = true, .symfs = "/"});
	count_frames(&f, &b, &alone, &deepest);
	assert_true(alone > 0 && deepest > 0);
	end(&f);
	built_program_remove(&b);
}

TEST(they_are_not_there_unless_asked_for)
{
	struct built_program b;
	struct fixture f;
	unsigned alone, deepest;

	if (!WITH_ELFUTILS || !built_program_make(&b))
		skip();
	begin_with(&f, (struct reading_options){.symbols = true, .symfs = "/"});
	count_frames(&f, &b, &alone, &deepest);
	assert_int_equal(alone, b.samples);
	end(&f);
	built_program_remove(&b);
}
