#include "lib/unit.h"

#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/work_dir.h"
#include "recorder/cpus.h"
#include "recorder/events.h"

TEST(lists_are_read_as_the_kernel_writes_them)
{
	struct cpus c = {0};
	struct error err = ERROR_INIT;

	assert_true(cpus_parse(&c, TEXT("7,0,2-4,3"), &err));
	assert_int_equal(c.count, 5);
	assert_int_equal(c.at[0], 0);
	assert_int_equal(c.at[1], 2);
	assert_int_equal(c.at[3], 4);
	assert_int_equal(c.at[4], 7);
	assert_true(cpus_have(&c, 3));
	assert_false(cpus_have(&c, 1));
	cpus_release(&c);
}

TEST(what_is_no_list_is_refused)
{
	static const char *const wrong[] = {"",	  ",", "1,",   "-1",	"3-1",
					    "0-", "a", "0,,1", "65536", "0-99999999999",
					    "0x1"};

	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		struct error err = ERROR_INIT;
		struct cpus c = {0};

		assert_false(cpus_parse(&c, text_of(wrong[i]), &err));
		assert_int_equal(err.kind, ERROR_USAGE);
		cpus_release(&c);
	}
}

/* Creates the directory `dir`/`of` and a file `name` in it. */
static void put_file(const char *dir, const char *of, const char *name, const char *text)
{
	char path[256];
	FILE *f;

	snprintf(path, sizeof path, "mkdir -p %s/%s", dir, of);
	assert_int_equal(system(path), 0);
	snprintf(path, sizeof path, "%s/%s/%s", dir, of, name);
	f = fopen(path, "w");
	assert_non_null(f);
	fputs(text, f);
	fclose(f);
}

TEST(without_sys_proc_tells_which_cpus_are_online_and_without_that_the_scheduler)
{
	struct error err = ERROR_INIT;
	struct cpus c = {0};
	char dir[WORK_DIR];
	cpu_set_t set;

	work_dir_make(dir, "cpus");
	assert_int_equal(sched_getaffinity(0, sizeof set, &set), 0);
	assert_true(cpus_online(&c, dir, &err));
	assert_int_equal(c.count, CPU_COUNT(&set));
	cpus_release(&c);

	put_file(dir, "proc", "stat",
		 "cpu  9 9 9\ncpu0 4 4 4\ncpu2 5 5 5\nintr 1 2\ncpux 1\n");
	assert_true(cpus_online(&c, dir, &err));
	assert_int_equal(c.count, 2);
	assert_int_equal(c.at[1], 2);
	cpus_release(&c);

	put_file(dir, "sys/devices/system/cpu", "online", "0,3-4\n");
	assert_true(cpus_online(&c, dir, &err));
	assert_int_equal(c.count, 3);
	assert_int_equal(c.at[2], 4);
	cpus_release(&c);
	work_dir_remove(dir);
}

/* A directory, and a file in it that says where control groups are mounted. */
static void make_mounts(char dir[WORK_DIR], const char *mounts)
{
	char path[256];
	FILE *f;

	work_dir_make(dir, "cgroup");
	snprintf(path, sizeof path, "%s/proc", dir);
	assert_int_equal(mkdir(path, 0700), 0);
	snprintf(path, sizeof path, "%s/one", dir);
	assert_int_equal(mkdir(path, 0700), 0);
	snprintf(path, sizeof path, "%s/one/web", dir);
	assert_int_equal(mkdir(path, 0700), 0);
	snprintf(path, sizeof path, "%s/proc/mounts", dir);
	f = fopen(path, "w");
	assert_non_null(f);
	fputs(mounts, f);
	fclose(f);
}

TEST(a_control_group_is_found_where_perf_events_are)
{
	struct error err = ERROR_INIT;
	char dir[WORK_DIR];
	int fd;

	make_mounts(dir, "proc /proc proc rw 0 0\n"
			 "cgroup2 /two cgroup2 rw 0 0\n"
			 "cgroup /zero cgroup rw,cpu 0 0\n"
			 "cgroup /one cgroup rw,relatime,perf_event 0 0\n");
	fd = cgroup_directory_open(dir, "/web", &err);
	assert_true(fd >= 0);
	close(fd);
	assert_int_equal(cgroup_directory_open(dir, "mail", &err), -1);
	assert_string_equal(err.message,
			    "there is no control group mail in /one; give its path "
			    "below that directory");
	work_dir_remove(dir);
}

TEST(without_control_groups_that_is_said)
{
	struct error err = ERROR_INIT;
	char dir[WORK_DIR];

	make_mounts(dir, "cgroup /zero cgroup rw,cpu 0 0\n");
	assert_int_equal(cgroup_directory_open(dir, "web", &err), -1);
	assert_non_null(strstr(err.message, "not mounted here"));
	work_dir_remove(dir);
}
