#include "lib/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/utsname.h>

#include "base/bytes.h"
#include "lib/work_dir.h"
#include "recorder/kernel_events.h"
#include "recorder/running.h"

#define TRAILER 24

/* The output, a line per record, and whether each record is well-formed. */
struct told {
	char lines[1 << 16];
	size_t len, records;
	size_t refuse_at; /* the record to refuse; 0: none */
};

struct tree {
	char dir[WORK_DIR];
	struct running r;
	struct told told;
	struct error err;
};

static void say(struct told *t, const char *line)
{
	size_t len = strlen(line);

	assert_true(len < sizeof t->lines - t->len);
	memcpy(t->lines + t->len, line, len + 1);
	t->len += len;
}

static bool take(void *arg, struct text record, struct error *err)
{
	struct told *t = arg;
	struct bytes b = bytes_of(record);
	uint32_t type = bytes_u32(&b), pid, tid, prot, flags;
	uint16_t misc = bytes_u16(&b), size = bytes_u16(&b);
	char line[9000];
	uint64_t start, len, offset, inode;

	assert_int_equal(size, record.len);
	assert_int_equal(size % 8, 0);
	if (++t->records == t->refuse_at)
		return error_set(err, ERROR_SYSTEM, "not taken");
	b.end -= TRAILER;
	for (int i = 0; i < TRAILER; i++)
		assert_int_equal(b.end[i], 0);
	pid = bytes_u32(&b);
	tid = bytes_u32(&b);
	if (type == RECORD_FORK) {
		snprintf(line, sizeof line, "fork %u of %u, %u\n", pid, tid,
			 bytes_u32(&b));
		assert_int_equal(misc, RECORD_MISC_FORK_EXEC);
	} else if (type == RECORD_COMM) {
		assert_int_equal(b.end[-1], 0);
		snprintf(line, sizeof line, "comm %u %u [%s]\n", pid, tid, b.at);
	} else {
		start = bytes_u64(&b);
		len = bytes_u64(&b);
		offset = bytes_u64(&b);
		if (type == RECORD_MMAP2) {
			bytes_skip(&b, 8);
			inode = bytes_u64(&b);
			bytes_skip(&b, 8);
			prot = bytes_u32(&b);
			flags = bytes_u32(&b);
			assert_int_equal(b.end[-1], 0);
			snprintf(line, sizeof line,
				 "map %u %lx+%lx %lx inode %lu %u,%u %.60s\n", pid, start,
				 len, offset, inode, prot, flags, b.at);
		} else {
			assert_int_equal(type, RECORD_MMAP);
			assert_int_equal(misc, RECORD_MISC_KERNEL);
			snprintf(line, sizeof line, "kernel %lx+%lx %lx %.200s\n", start,
				 len, offset, b.at);
		}
	}
	say(t, line);
	return true;
}

static void write_file(const struct tree *t, const char *name, const char *content,
		       size_t len)
{
	char path[512];
	FILE *f;

	snprintf(path, sizeof path, "%s/%s", t->dir, name);
	for (char *at = path + strlen(t->dir) + 1; (at = strchr(at, '/')); at++) {
		*at = '\0';
		mkdir(path, 0700);
		*at = '/';
	}
	f = fopen(path, "w");
	assert_non_null(f);
	assert_int_equal(fwrite(content, 1, len, f), len);
	fclose(f);
}

static void write_text(const struct tree *t, const char *name, const char *content)
{
	write_file(t, name, content, strlen(content));
}

static int set_up(void **state)
{
	struct tree *t = calloc(1, sizeof *t);

	assert_non_null(t);
	work_dir_make(t->dir, "running");
	t->r = (struct running){
	    .root = t->dir, .trailer = TRAILER, .put = take, .arg = &t->told};
	write_text(t, "proc/version", "Linux");
	*state = t;
	return 0;
}

static int tear_down(void **state)
{
	struct tree *t = *state;

	work_dir_remove(t->dir);
	free(t);
	return 0;
}

TEST_WITH(a_process_is_told_as_perf_tells_it, set_up, tear_down)
{
	struct tree *t = *state;

	write_text(t, "proc/17/task/17/stat", "17 (service) S 4 17 17 0 -1");
	write_text(t, "proc/17/task/18/stat", "18 (worker) S 4 17 17 0 -1");
	write_text(
	    t, "proc/17/maps",
	    "55d0c0000000-55d0c0001000 r--p 00000000 fe:01 12 /usr/bin/service\n"
	    "55d0c0001000-55d0c0003000 r-xp 00001000 fe:01 12 /usr/bin/service\n"
	    "7f0000000000-7f0000001000 rwxs 00000000 00:00 0 \n"
	    "7f0000002000-7f0000003000 r-xp 00000000 fe:01 13 /lib/a b.so (deleted)\n"
	    "7ffc00000000-7ffc00002000 r-xp 00000000 00:00 0                  [vdso]\n");
	assert_true(running_write_all(&t->r, &t->err));
	assert_string_equal(
	    t->told.lines,
	    "fork 17 of 4, 17\n"
	    "comm 17 17 [service]\n"
	    "map 17 55d0c0001000+2000 1000 inode 12 5,2 /usr/bin/service\n"
	    "map 17 7f0000000000+1000 0 inode 0 7,1 //anon\n"
	    "map 17 7f0000002000+1000 0 inode 13 5,2 /lib/a b.so (deleted)\n"
	    "map 17 7ffc00000000+2000 0 inode 0 5,2 [vdso]\n"
	    "fork 17 of 17, 18\n"
	    "comm 17 18 [worker]\n");
	assert_int_equal(t->r.processes, 1);
	assert_int_equal(t->r.threads, 2);
	assert_int_equal(t->r.maps, 4);
}

TEST_WITH(names_may_hold_brackets_newlines_and_escapes, set_up, tear_down)
{
	struct tree *t = *state;

	write_text(t, "proc/5/task/5/stat", "5 (a) S 9 (\n\033[2J)) R 3 5");
	write_text(t, "proc/6/task/6/stat", "6 (kworker/u8:0-events_unbound) I 2 0");
	write_text(t, "proc/7/task/7/stat", "7 () S 1 7");
	assert_true(running_write(&t->r, 5, &t->err));
	assert_true(running_write(&t->r, 6, &t->err));
	assert_true(running_write(&t->r, 7, &t->err));
	assert_string_equal(t->told.lines, "fork 5 of 3, 5\n"
					   "comm 5 5 [a) S 9 (\n\033[2J)]\n"
					   "fork 6 of 2, 6\n"
					   "comm 6 6 [kworker/u8:0-ev]\n"
					   "fork 7 of 1, 7\n"
					   "comm 7 7 []\n");
}

/*
 * Processes that were there when the directory was read and have ended since, and files without
 * read permission.
 */
TEST_WITH(what_has_ended_meanwhile_is_left_out, set_up, tear_down)
{
	struct tree *t = *state;

	write_text(t, "proc/5/task/6/stat", "6 (left) S 1 5");
	write_text(t, "proc/8/task/8/stat", "8 (cut");
	write_text(t, "proc/9/task/9/stat", "");
	write_text(t, "proc/10/task/10/stat", "10 (cut) S");
	write_text(t, "proc/11/task/11/stat", "11 (cut) S -");
	write_text(t, "proc/sys/kernel/x", "");
	write_text(t, "proc/0/task/0/stat", "0 (zero) S 1 5");
	write_text(t, "proc/99999999999/task/99999999999/stat", "9 (nine) S 1 5");
	write_text(t, "proc/12/task/12/stat", "12 (hidden) S 1 5");
	assert_true(running_write_all(&t->r, &t->err));
	assert_string_equal(t->told.lines, "fork 12 of 1, 12\ncomm 12 12 [hidden]\n");
	assert_int_equal(t->r.processes, 1);
}

/* A path of 4,095 newlines, each written as \012, and one that is longer than any can be. */
TEST_WITH(long_paths_are_told_and_longer_ones_passed_over, set_up, tear_down)
{
	struct tree *t = *state;
	size_t size = 60000, len;
	char *maps = malloc(size);

	assert_non_null(maps);
	write_text(t, "proc/5/task/5/stat", "5 (long) S 1 5");
	len = (size_t)snprintf(maps, size, "1000-2000 r-xp 00000000 00:01 5 /");
	memset(maps + len, 'x', 4000);
	len += 4000;
	len += (size_t)snprintf(maps + len, size - len,
				"\n2000-3000 r-xp 00000000 00:01 6 /");
	for (int i = 0; i < 4094; i++)
		len += (size_t)snprintf(maps + len, size - len, "\\012");
	len += (size_t)snprintf(maps + len, size - len,
				"\n3000-4000 r-xp 00000000 00:01 7 /");
	memset(maps + len, 'y', 30000);
	len += 30000;
	len += (size_t)snprintf(maps + len, size - len,
				"\nnonsense\n-\n5000-5000 r-xp 0 0:0 0 /none\n"
				"\n6000-7000 r-xp 00000000 00:01 8 /last\ncut-");
	write_file(t, "proc/5/maps", maps, len);
	free(maps);
	assert_true(running_write(&t->r, 5, &t->err));
	assert_non_null(strstr(t->told.lines, "map 5 1000+1000 0 inode 5 5,2 /xxxx"));
	assert_null(strstr(t->told.lines, "inode 7"));
	assert_null(strstr(t->told.lines, "/none"));
	assert_non_null(strstr(t->told.lines, "map 5 6000+1000 0 inode 8 5,2 /last\n"));
}

TEST_WITH(the_kernel_is_told_with_its_modules, set_up, tear_down)
{
	struct tree *t = *state;
	struct utsname host;
	char path[256], expected[512];

	uname(&host);
	write_text(t, "proc/kallsyms",
		   "0000000000000000 A fixed_percpu_data\n"
		   "ffffffff81000000 T _stext\nffffffff81000000 T _text\n"
		   "ffffffff81500000 t schedule\nffffffff82276f48 T _etext\n");
	write_text(t, "proc/modules",
		   "nf_nat 61440 2 nft_chain_nat,xt_MASQUERADE, Live 0xffffffffc0400000\n"
		   "ext4 798720 1 - Live 0xffffffffc0500000 (OE)\n"
		   "hidden 4096 0 - Live 0x0000000000000000\ncut\n");
	snprintf(path, sizeof path, "lib/modules/%s/modules.dep", host.release);
	write_text(t, path,
		   "kernel/net/nf-nat.ko.xz: kernel/net/nf.ko.xz\n"
		   "kernel/fs/ext4/ext4_test.ko:\n");
	assert_true(running_write_kernel(&t->r, &t->err));
	snprintf(
	    expected, sizeof expected,
	    "kernel ffffffff81000000+1276f48 ffffffff81000000 [kernel.kallsyms]_text\n"
	    "kernel ffffffffc0400000+f000 0 /lib/modules/%s/kernel/net/nf-nat.ko.xz\n"
	    "kernel ffffffffc0500000+c3000 0 [ext4]\n",
	    host.release);
	assert_string_equal(t->told.lines, expected);
}

TEST_WITH(how_long_the_kernel_is_may_stand_elsewhere, set_up, tear_down)
{
	struct tree *t = *state;

	write_text(t, "proc/kallsyms", "ffffffff81000000 T _text\n");
	write_text(t, "proc/iomem",
		   "00100000-bfffffff : System RAM\n"
		   "  01000000-02276f47 : Kernel code\n");
	assert_true(running_write_kernel(&t->r, &t->err));
	assert_string_equal(
	    t->told.lines,
	    "kernel ffffffff81000000+1276f48 ffffffff81000000 [kernel.kallsyms]_text\n");
}

TEST_WITH(a_kernel_that_hides_its_addresses_is_not_told, set_up, tear_down)
{
	struct tree *t = *state;

	write_text(t, "proc/kallsyms",
		   "0000000000000000 T _text\n0000000000000000 T _etext\n");
	assert_true(running_write_kernel(&t->r, &t->err));
	assert_string_equal(t->told.lines, "");
}

TEST_WITH(who_takes_no_more_ends_it, set_up, tear_down)
{
	struct tree *t = *state;

	write_text(t, "proc/17/task/17/stat", "17 (one) S 4 17");
	write_text(t, "proc/18/task/18/stat", "18 (two) S 4 17");
	t->told.refuse_at = 2;
	assert_false(running_write_all(&t->r, &t->err));
	assert_int_equal(t->told.records, 2);
	assert_string_equal(t->err.message, "not taken");
}
