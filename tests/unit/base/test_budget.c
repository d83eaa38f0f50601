#include "lib/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"
#include "lib/work_dir.h"

#define MIB ((size_t)1 << 20)

static int no_budget(void **state)
{
	(void)state;
	mem_set_budget(0);
	return 0;
}

TEST_WITH(what_was_given_is_counted_until_it_is_released, NULL, no_budget)
{
	struct error err = ERROR_INIT;
	size_t before = mem_used(), capacity = 0;
	char *text, *line, *array = NULL, *zeros;

	text = mem_text("abc", 3, &err);
	line = mem_format(&err, "%s %d", "of", 1);
	zeros = mem_array(MIB, 1, "bytes", &err);
	assert_string_equal(line, "of 1");
	assert_true(mem_used() >= before + MIB);
	assert_true(mem_reserve(&array, &capacity, MIB, 1, "bytes", &err));
	assert_true(mem_used() >= before + 2 * MIB);
	mem_trim(&array, 1, 1);
	assert_true(mem_used() < before + 2 * MIB);
	mem_free(array);
	mem_free(zeros);
	mem_free(line);
	mem_free(text);
	mem_free(NULL);
	assert_int_equal(mem_used(), before);
}

TEST_WITH(beyond_the_budget_it_is_said_what_wanted_how_much, NULL, no_budget)
{
	struct error err = ERROR_INIT;
	void *p;

	mem_set_budget(mem_used() + 2 * MIB);
	p = mem_array(MIB, 1, "stacks", &err);
	assert_non_null(p);
	assert_null(mem_array(3 * MIB / 2, 2, "stacks", &err));
	assert_int_equal(err.kind, ERROR_MEMORY);
	assert_non_null(strstr(err.message, "3.0 MiB for stacks do not fit: 1.0 MiB of "
					    "2.0 MiB are in use (--memory)"));
	mem_free(p);
	err = (struct error)ERROR_INIT;
	p = mem_array(MIB, 1, "stacks", &err);
	assert_non_null(p);
	mem_free(p);
	assert_null(mem_array(SIZE_MAX, 2, "stacks", &err));
	assert_int_equal(mem_used(), 0);
}

TEST_WITH(the_last_of_a_budget_can_be_used, NULL, no_budget)
{
	struct error err = ERROR_INIT;
	size_t capacity = 0, count = 0;
	uint64_t *all = NULL;

	mem_set_budget(mem_used() + 10 * MIB);
	while (mem_reserve(&all, &capacity, count + 1, sizeof *all, "numbers", &err)) {
		all[count] = count;
		count++;
	}
	assert_true(count * sizeof *all > 8 * MIB); /* twice that would exceed it */
	assert_true(mem_used() <= 10 * MIB);
	for (size_t i = 0; i < count; i++)
		assert_int_equal(all[i], i);
	mem_free(all);
	assert_int_equal(mem_used(), 0);
}

TEST_WITH(a_small_file_may_use_less, NULL, no_budget)
{
	struct error err = ERROR_INIT;
	void *p;

	mem_set_budget(4 * MIB);
	mem_narrow(MIB);
	assert_null(mem_array(2 * MIB, 1, "frames", &err));
	assert_non_null(strstr(
	    err.message,
	    " of 1.0 MiB are in use (--memory), the maximum for a file this small"));
	err = (struct error)ERROR_INIT;
	mem_narrow(SIZE_MAX);
	p = mem_array(2 * MIB, 1, "frames", &err);
	assert_non_null(p);
	mem_free(p);
	assert_null(mem_array(5 * MIB, 1, "frames", &err));
}

TEST_WITH(an_area_is_counted_as_far_as_it_is_used, NULL, no_budget)
{
	struct error err = ERROR_INIT;
	size_t capacity = 0;
	struct mem_area a;
	char *bytes;

	mem_set_budget(mem_used() + 2 * MIB);
	if (!mem_area_reserve(&a, 64 * MIB))
		skip(); /* ulimit -v */
	assert_int_equal(mem_used(), 0);
	assert_true(mem_area_grow(&a, &bytes, &capacity, MIB, 1, "bytes", &err));
	assert_true(mem_used() >= MIB);
	assert_false(mem_area_grow(&a, &bytes, &capacity, 3 * MIB, 1, "bytes", &err));
	assert_int_equal(err.kind, ERROR_MEMORY);
	mem_area_release(&a);
	assert_int_equal(mem_used(), 0);
}

/* ---- free memory ---- */

struct host {
	char root[WORK_DIR];
};

static void put(const struct host *h, const char *path, const char *text)
{
	char all[256];
	FILE *out;

	snprintf(all, sizeof all, "%s%s", h->root, path);
	for (char *slash = strchr(all + strlen(h->root) + 1, '/'); slash;
	     slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		(void)mkdir(all, 0700);
		*slash = '/';
	}
	out = fopen(all, "w");
	assert_non_null(out);
	fputs(text, out);
	assert_int_equal(fclose(out), 0);
}

static int set_up(void **state)
{
	static struct host h;

	work_dir_make(h.root, "memory");
	put(&h, "/proc/meminfo", "MemTotal:  4096 kB\nMemAvailable:    2048 kB\n");
	*state = &h;
	return 0;
}

static int clear(void **state)
{
	const struct host *h = *state;

	work_dir_remove(h->root);
	return 0;
}

TEST_WITH(memory_is_free_as_the_kernel_says, set_up, clear)
{
	const struct host *h = *state;

	assert_int_equal(mem_available(h->root), 2048 * 1024);
	assert_true(mem_available("") > 0);
	assert_true(mem_available("/nowhere") == UINT64_MAX);
}

TEST_WITH(a_control_group_allows_less_or_one_that_it_is_in, set_up, clear)
{
	const struct host *h = *state;

	put(h, "/proc/self/cgroup", "0::/a.slice/b.scope\n");
	assert_int_equal(mem_available(h->root), 2048 * 1024);
	put(h, "/sys/fs/cgroup/a.slice/b.scope/memory.max", "max\n");
	put(h, "/sys/fs/cgroup/a.slice/b.scope/memory.current", "1000\n");
	assert_int_equal(mem_available(h->root), 2048 * 1024);
	put(h, "/sys/fs/cgroup/a.slice/memory.max", "100000\n");
	put(h, "/sys/fs/cgroup/a.slice/memory.current", "40000\n");
	assert_int_equal(mem_available(h->root), 60000);
	put(h, "/sys/fs/cgroup/a.slice/memory.stat",
	    "anon 1\nfile 20000\ninactive_file 15000\n");
	assert_int_equal(mem_available(h->root), 75000);
}

TEST_WITH(a_container_sees_its_own_group_at_the_top, set_up, clear)
{
	const struct host *h = *state;

	put(h, "/proc/self/cgroup", "9:cpu:/x\n7:memory:/docker/1234\n0::/\n");
	put(h, "/sys/fs/cgroup/memory/memory.limit_in_bytes", "50000\n");
	put(h, "/sys/fs/cgroup/memory/memory.usage_in_bytes", "60000\n");
	put(h, "/sys/fs/cgroup/memory/memory.stat", "total_inactive_file 30000\n");
	assert_int_equal(mem_available(h->root), 20000);
	put(h, "/sys/fs/cgroup/memory/memory.stat", "total_inactive_file 0\n");
	assert_int_equal(mem_available(h->root), 0);
}
