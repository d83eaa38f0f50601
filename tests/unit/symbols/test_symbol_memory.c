#include "lib/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/hunger.h"
#include "symbols/module.h"

static struct symbol_source src;

static struct module *open_self(struct error *err)
{
	struct module_file f = {.path = TEXT("/proc/self/exe")};

	return module_open_file(&src, &f, err);
}

static struct module *open_kernel(struct error *err)
{
	struct module_kernel k = {.anchor = TEXT("_text")};

	return module_open_kernel(&src, &k, err);
}

static struct module *open_map(struct error *err)
{
	return module_open_map(&src, 7, 0, err);
}

/* Looks up a few addresses, whose names must then be complete. */
static void ask(struct module *m)
{
	struct text names[8];
	struct symbol s;

	for (uint64_t at = 0; at < 0x8000; at += 0x111) {
		if (module_find(m, at, &s))
			assert_true(s.name.len > 0);
		for (size_t i = module_inlined(m, at, names, 8); i > 0; i--)
			assert_true(names[i - 1].len < 4096);
	}
}

/* Fails each allocation in turn until all succeed. */
static void starve(struct module *(*open)(struct error *err))
{
	bool done = false;
	unsigned n = 0;

	while (!done) {
		struct error err = ERROR_INIT;
		struct module *m;

		hunger_due = ++n;
		m = open(&err);
		if (m && module_status(m) == SYMBOLS_NOT_BUILT_IN)
			skip();
		if (m)
			ask(m);
		else
			assert_int_equal(err.kind, ERROR_MEMORY);
		done = hunger_due > 0;
		hunger_due = 0;
		if (done)
			assert_int_equal(module_status(m), SYMBOLS_FOUND);
		module_close(m);
	}
	assert_true(n > 5);
}

TEST(without_memory_a_program_has_fewer_names_and_no_leak)
{
	starve(open_self);
}

TEST(without_memory_a_kernel_has_no_names_and_no_leak)
{
	char path[] = "/tmp/flarescope-kallsyms-XXXXXX";
	int fd = mkstemp(path);

	assert_true(fd >= 0);
	dprintf(fd, "0000000000001000 T _text\n0000000000002000 t f\t[ext4]\n");
	close(fd);
	src.kallsyms = path;
	starve(open_kernel);
	src.kallsyms = NULL;
	unlink(path);
}

TEST(without_memory_a_map_has_no_names_and_no_leak)
{
	char dir[] = "/tmp/flarescope-map-XXXXXX", path[64];
	FILE *f;

	assert_non_null(mkdtemp(dir));
	snprintf(path, sizeof path, "%s/perf-7.map", dir);
	f = fopen(path, "w");
	assert_non_null(f);
	fputs("1000 100 f\n1080 10 g\n", f);
	fclose(f);
	/* With --symfs it is in tmp: a link that leads back here. */
	snprintf(path, sizeof path, "%s/tmp", dir);
	assert_int_equal(symlink(".", path), 0);
	src.symfs = dir;
	starve(open_map);
	src.symfs = NULL;
	unlink(path);
	snprintf(path, sizeof path, "%s/perf-7.map", dir);
	unlink(path);
	rmdir(dir);
}
