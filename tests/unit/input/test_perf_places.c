#include "lib/unit.h"

#include <stdio.h>

#include "input/perf_data/address_names.h"

/* What the symbol lookup was asked for, and in which module. */
struct asked {
	unsigned times;
	uint64_t address, start;
};

static bool name_two(void *arg, const struct perf_modules *modules,
		     const struct perf_place *place, struct address_frames *names,
		     struct error *err)
{
	const struct perf_module *module = perf_modules_get(modules, place->module);
	struct asked *asked = arg;

	asked->times++;
	asked->address = place->address;
	asked->start = place->start;
	assert_string_equal(module->path, "/bin/app");
	assert_int_equal(module->build_id_size, 3);
	if (place->address == 0x30)
		return true; /* unknown */
	return address_frames_add(names, TEXT("outer"), FRAME_USER, err) &&
	       address_frames_add(names, TEXT("inner"), FRAME_INLINED, err);
}

/* The stack of one address of a process. */
static uint32_t stack_at(struct address_names *places, const struct perf_maps *maps,
			 int32_t pid, uint64_t address)
{
	struct perf_place place = perf_maps_find(maps, perf_maps_space(maps, pid),
						 PERF_MODE_USER, address, NULL);
	struct error err = ERROR_INIT;
	uint32_t number;

	assert_true(address_names_find(places, &place, &number, &err));
	return address_names_push(places, number, 0);
}

TEST(symbols_are_asked_once_for_each_address_of_a_file)
{
	struct asked asked = {0};
	struct symbolizer symbols = {.name = name_two, .arg = &asked};
	struct perf_mapping mapping = {.mode = PERF_MODE_USER,
				       .start = 0x5000,
				       .len = 0x1000,
				       .path = TEXT("/bin/app"),
				       .build_id = TEXT("\1\2\3")};
	struct error err = ERROR_INIT;
	struct builder *b = builder_new(&err);
	struct perf_maps *maps = perf_maps_new(&err);
	struct address_names *places;
	uint32_t stack, again, unknown;

	assert_non_null(b);
	assert_non_null(maps);
	places = address_names_new(b, perf_maps_modules(maps), &symbols, false, &err);
	assert_non_null(places);
	mapping.pid = 7;
	assert_true(perf_maps_add(maps, &mapping, &err));
	mapping.pid = 8;
	mapping.start = 0x9000;
	assert_true(perf_maps_add(maps, &mapping, &err));

	stack = stack_at(places, maps, 7, 0x5010);
	assert_int_equal(asked.address, 0x10);
	assert_int_equal(asked.start, 0x5000);
	assert_int_equal(stack, 2); /* outer calls inner */
	again = stack_at(places, maps, 8, 0x9010);
	assert_int_equal(again, stack);
	assert_int_equal(asked.times, 1);

	unknown = stack_at(places, maps, 7, 0x5030);
	assert_int_equal(asked.times, 2);
	assert_int_equal(unknown, 3);
	assert_int_equal(builder_frame(b, builder_string(b, TEXT("[app]")),
				       builder_string(b, TEXT("/bin/app")),
				       FRAME_NAMELESS),
			 3);
	address_names_free(places);
	perf_maps_free(maps);
	builder_free(b);
}

/*
 * Entries with two functions and with one; an entry is looked up again if any of its frames is
 * gone.
 */
TEST(places_keep_their_names_when_frames_get_other_numbers)
{
	struct asked asked = {0};
	struct symbolizer symbols = {.name = name_two, .arg = &asked};
	struct perf_mapping mapping = {.pid = 7,
				       .mode = PERF_MODE_USER,
				       .start = 0x5000,
				       .len = 0x1000,
				       .path = TEXT("/bin/app"),
				       .build_id = TEXT("\1\2\3")};
	const uint32_t swapped[] = {0, 2, 1, 3}, lost[] = {0, 2, 1, 0},
		       half[] = {0, 0, 1, 0};
	struct error err = ERROR_INIT;
	struct builder *b = builder_new(&err);
	struct perf_maps *maps = perf_maps_new(&err);
	struct address_names *places;
	uint32_t both, back, unknown;

	assert_non_null(b);
	assert_non_null(maps);
	places = address_names_new(b, perf_maps_modules(maps), &symbols, false, &err);
	assert_non_null(places);
	assert_true(perf_maps_add(maps, &mapping, &err));
	both = stack_at(places, maps, 7, 0x5010);
	back = builder_stack(b, builder_stack(b, 0, 2), 1); /* inner calls outer */
	unknown = stack_at(places, maps, 7, 0x5030);
	assert_int_equal(asked.times, 2);
	address_names_renew(places, swapped, 4);
	assert_int_equal(stack_at(places, maps, 7, 0x5010), back);
	assert_int_equal(stack_at(places, maps, 7, 0x5030), unknown);
	address_names_renew(places, lost, 4);
	assert_int_equal(stack_at(places, maps, 7, 0x5010), both);
	assert_int_equal(asked.times, 2);
	assert_int_equal(stack_at(places, maps, 7, 0x5030), unknown);
	assert_int_equal(asked.times, 3);
	address_names_renew(places, half, 4);
	assert_int_equal(stack_at(places, maps, 7, 0x5010), both);
	assert_int_equal(asked.times, 4);
	address_names_forget(places, 1);
	assert_int_equal(stack_at(places, maps, 7, 0x5010), both);
	assert_int_equal(asked.times, 5);
	address_names_free(places);
	perf_maps_free(maps);
	builder_free(b);
}

/* Answers that hold for address ranges with any borders; every third has no name. */
static const uint64_t borders[] = {0, 0x11, 0x40, 0x80, 0x83, 0x200, 0x241, 0x400};

static size_t stretch_at(uint64_t address)
{
	size_t i = 0;

	while (borders[i + 1] <= address)
		i++;
	return i;
}

static bool name_stretch(void *arg, const struct perf_modules *modules,
			 const struct perf_place *place, struct address_frames *names,
			 struct error *err)
{
	size_t i = stretch_at(place->address);
	struct asked *asked = arg;
	char name[] = "f0";

	(void)modules;
	asked->times++;
	name[1] = (char)('0' + i);
	address_frames_cover(names, borders[i], borders[i + 1]);
	return i % 3 == 2 || address_frames_add(names, text_of(name), FRAME_USER, err);
}

/* The stack of the frame that is right at this address. */
static uint32_t right_stack(struct builder *b, uint64_t address, bool told)
{
	size_t i = stretch_at(address);
	enum frame_kind kind = i % 3 == 2 ? FRAME_NAMELESS : FRAME_USER;
	char name[32];

	if (i % 3 != 2)
		snprintf(name, sizeof name, "f%zu", i);
	else if (told)
		snprintf(name, sizeof name, "[app <%x>]", (unsigned)address);
	else
		snprintf(name, sizeof name, "[app]");
	return builder_stack(b, 0,
			     builder_frame(b, builder_string(b, text_of(name)),
					   builder_string(b, TEXT("/bin/app")), kind));
}

static unsigned asked_in_stretches(bool told, uint64_t step)
{
	struct asked asked = {0};
	struct symbolizer symbols = {.name = name_stretch, .arg = &asked};
	struct perf_mapping mapping = {.pid = 7,
				       .mode = PERF_MODE_USER,
				       .start = 0x5000,
				       .len = 0x1000,
				       .path = TEXT("/bin/app")};
	struct error err = ERROR_INIT;
	struct builder *b = builder_new(&err);
	struct perf_maps *maps = perf_maps_new(&err);
	struct address_names *places =
	    address_names_new(b, perf_maps_modules(maps), &symbols, told, &err);

	assert_non_null(places);
	assert_true(perf_maps_add(maps, &mapping, &err));
	for (uint64_t i = 0; i < 2 * 0x400; i++) {
		uint64_t address = i * step % 0x400;

		assert_int_equal(stack_at(places, maps, 7, 0x5000 + address),
				 right_stack(b, address, told));
	}
	address_names_free(places);
	perf_maps_free(maps);
	builder_free(b);
	return asked.times;
}

TEST(what_holds_for_a_stretch_is_asked_once_for_blocks_of_it)
{
	unsigned blocks = 0x400 / 64, bordering = 4 * 64;

	for (uint64_t step = 1; step < 40; step += 6) {
		unsigned nameless = 0x200 - 0x83 + 0x80 - 0x40;

		assert_in_range(asked_in_stretches(false, step), blocks,
				blocks + bordering);
		/* unless the address is part of the name */
		assert_in_range(asked_in_stretches(true, step), 0x40,
				blocks + bordering + nameless);
	}
}

static uint32_t module_at(struct perf_maps *maps, int32_t pid)
{
	return perf_maps_find(maps, perf_maps_space(maps, pid), PERF_MODE_USER, 0x5010,
			      NULL)
	    .module;
}

static void map_numbered(struct perf_maps *maps, int32_t pid, unsigned n)
{
	struct error err = ERROR_INIT;
	char path[24];
	struct perf_mapping mapping = {
	    .pid = pid, .mode = PERF_MODE_USER, .start = 0x5000, .len = 0x1000};

	snprintf(path, sizeof path, "/bin/%u", n);
	mapping.path = text_of(path);
	assert_true(perf_maps_add(maps, &mapping, &err));
}

TEST(a_child_keeps_the_maps_of_a_parent_that_is_no_more)
{
	struct error err = ERROR_INIT;
	struct perf_maps *maps = perf_maps_new(&err);
	struct idmap gone = {0};
	uint32_t at, parents;

	assert_non_null(maps);
	map_numbered(maps, 7, 7);
	parents = module_at(maps, 7);
	assert_true(perf_maps_fork(maps, 8, 7, &err));
	assert_true(perf_maps_fork(maps, 9, 7, &err));
	assert_true(idmap_put(&gone, 7, 0, &at, &err));
	assert_true(perf_maps_forget(maps, &gone, &err));
	idmap_release(&gone);
	for (int32_t pid = 100; pid < 200; pid++)
		map_numbered(maps, pid, (unsigned)pid);
	assert_int_equal(module_at(maps, 7), 0);
	assert_int_equal(module_at(maps, 8), parents);
	map_numbered(maps, 9, 9);
	assert_int_equal(module_at(maps, 8), parents);
	assert_string_equal(
	    perf_modules_get(perf_maps_modules(maps), module_at(maps, 9))->name,
	    "/bin/9");
	perf_maps_free(maps);
}

/* Module numbers that were in no map for a while are reused. */
TEST(files_that_are_mapped_no_more_are_forgotten)
{
	struct error err = ERROR_INIT;
	struct perf_maps *maps = perf_maps_new(&err);
	const struct perf_modules *modules;
	uint32_t stays, last = 0;
	unsigned n = 1, forgotten = 0;

	assert_non_null(maps);
	modules = perf_maps_modules(maps);
	map_numbered(maps, 7, 0);
	stays = module_at(maps, 7);
	for (; n < 20000; n++) {
		struct bits gone = {0};
		char path[24];

		map_numbered(maps, 8, n);
		assert_true(perf_maps_forget_modules(maps, &gone, &err));
		for (uint32_t i = 0; i < gone.count; i++)
			forgotten += bits_has(&gone, i);
		snprintf(path, sizeof path, "/bin/%u", n);
		assert_string_equal(perf_modules_get(modules, module_at(maps, 8))->path,
				    path);
		assert_true(!gone.words || !bits_has(&gone, stays));
		/* it was there just now */
		assert_true(!gone.words || !bits_has(&gone, last));
		last = module_at(maps, 8);
		bits_release(&gone);
	}
	assert_int_equal(module_at(maps, 7), stays);
	assert_string_equal(perf_modules_get(modules, stays)->path, "/bin/0");
	assert_true(perf_modules_count(modules) < 2000);
	assert_true(forgotten > 18000);
	perf_maps_free(maps);
}

TEST(a_process_sees_its_own_maps_and_the_same_kernel)
{
	struct error err = ERROR_INIT;
	struct perf_maps *maps = perf_maps_new(&err);
	struct perf_mapping kernel = {.pid = -1,
				      .mode = PERF_MODE_KERNEL,
				      .start = 0xffffffffa0000000,
				      .len = 0x1000,
				      .path = TEXT("/lib/modules/6.1/nf-nat.ko.xz")};
	uint32_t before, after, other;
	struct perf_place place;

	assert_non_null(maps);
	assert_true(perf_maps_version(maps, perf_maps_space(maps, 7), &before, &err));
	assert_true(perf_maps_version(maps, perf_maps_space(maps, 8), &other, &err));
	assert_int_equal(before, other);
	assert_true(perf_maps_add(maps, &kernel, &err));
	assert_true(perf_maps_version(maps, perf_maps_space(maps, 7), &after, &err));
	assert_int_not_equal(before, after);
	place = perf_maps_find(maps, perf_maps_space(maps, 7), PERF_MODE_KERNEL,
			       0xffffffffa0000010, NULL);
	assert_int_equal(place.address, 0xffffffffa0000010);
	assert_string_equal(perf_modules_get(perf_maps_modules(maps), place.module)->name,
			    "[nf_nat]");
	assert_int_equal(perf_maps_find(maps, perf_maps_space(maps, 7), PERF_MODE_USER,
					0xffffffffa0000010, NULL)
			     .module,
			 0);
	perf_maps_free(maps);
}

static const char *kernel_place(struct perf_maps *maps, uint64_t address)
{
	struct perf_place place = perf_maps_find(maps, perf_maps_space(maps, 7),
						 PERF_MODE_KERNEL, address, NULL);

	return perf_modules_get(perf_maps_modules(maps), place.module)->name;
}

TEST(code_that_starts_the_kernel_is_the_kernels)
{
	struct error err = ERROR_INIT;
	struct perf_maps *maps = perf_maps_new(&err);
	struct perf_mapping kernel = {.pid = -1,
				      .mode = PERF_MODE_KERNEL,
				      .start = 0xffffffff81000000,
				      .len = 0x1209988,
				      .path = TEXT("[kernel.kallsyms]_text")};
	struct perf_mapping module = {.pid = -1,
				      .mode = PERF_MODE_KERNEL,
				      .start = 0xffffffffc0000000,
				      .len = 0x1000,
				      .path = TEXT("[ext4]")};

	assert_non_null(maps);
	assert_true(perf_maps_add(maps, &kernel, &err));
	assert_true(perf_maps_add(maps, &module, &err));
	assert_string_equal(kernel_place(maps, 0xffffffff82209987), "[kernel.kallsyms]");
	assert_string_equal(kernel_place(maps, 0xffffffff8378423d), "[kernel.kallsyms]");
	assert_string_equal(kernel_place(maps, 0xffffffff80ffffff), "");
	assert_string_equal(kernel_place(maps, 0xffffffffa0000000), "");
	assert_string_equal(kernel_place(maps, 0xffffffffc0001000), "");
	perf_maps_free(maps);
}
