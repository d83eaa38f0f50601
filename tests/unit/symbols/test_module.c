#include "lib/unit.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <link.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "lib/work_dir.h"
#include "symbols/module.h"
#include "symbols/module_state.h"

/* A temporary directory in place of /, /proc and ~/.debug. */
struct place {
	char dir[WORK_DIR], proc[80], cache[80];
	struct symbol_source src;
};

static int setup(void **state)
{
	struct place *p = calloc(1, sizeof *p);

	work_dir_make(p->dir, "module");
	snprintf(p->proc, sizeof p->proc, "%s/proc", p->dir);
	snprintf(p->cache, sizeof p->cache, "%s/cache", p->dir);
	p->src = (struct symbol_source){.proc = p->proc, .build_ids = p->cache};
	*state = p;
	return 0;
}

static int teardown(void **state)
{
	struct place *p = *state;

	work_dir_remove(p->dir);
	free(p);
	return 0;
}

/* Writes a file, creating its directories; returns its path, which is valid until the next call. */
static const char *put(struct place *p, const char *name, const char *content)
{
	static char path[256];
	FILE *f;

	snprintf(path, sizeof path, "%s/%s", p->dir, name);
	for (char *at = path + strlen(p->dir) + 1; (at = strchr(at, '/')); at++) {
		*at = '\0';
		mkdir(path, 0700);
		*at = '/';
	}
	f = fopen(path, "w");
	assert_non_null(f);
	fputs(content, f);
	fclose(f);
	return path;
}

static void assert_at(struct module *m, uint64_t address, const char *expected)
{
	struct symbol s;
	char line[128] = "none";

	if (module_find(m, address, &s))
		snprintf(line, sizeof line, "%.*s+%" PRIu64, (int)s.name.len, s.name.at,
			 address - s.start);
	assert_string_equal(line, expected);
}

static struct module *kernel(struct place *p, const struct module_kernel *k)
{
	struct error err = ERROR_INIT;
	struct module *m = module_open_kernel(&p->src, k, &err);

	assert_non_null(m);
	return m;
}

#define KALLSYMS                                                                         \
	"ffffffff82000000 T _text\n"                                                     \
	"ffffffff82000100 T schedule\n"                                                  \
	"ffffffff82000200 T idle\n"                                                      \
	"ffffffffc0000000 t in_module\t[ext4]\n"

TEST_WITH(a_given_kallsyms_is_believed, setup, teardown)
{
	struct place *p = *state;
	struct module_kernel k = {.anchor = TEXT("_text")};
	struct module *m;

	p->src.kallsyms = put(p, "kallsyms", KALLSYMS);
	m = kernel(p, &k);
	assert_int_equal(module_status(m), SYMBOLS_FOUND);
	assert_at(m, 0xffffffff82000108, "schedule+8");
	assert_at(m, 0xffffffffc0000004, "in_module+4");
	module_close(m);
}

TEST_WITH(another_boot_has_the_kernel_elsewhere_and_no_modules, setup, teardown)
{
	struct place *p = *state;
	struct module_kernel k = {.anchor = TEXT("_text"),
				  .anchor_address = 0xffffffff9a000000};
	struct module *m;

	p->src.kallsyms = put(p, "kallsyms", KALLSYMS);
	m = kernel(p, &k);
	assert_at(m, 0xffffffff9a000108, "schedule+8");
	assert_at(m, 0xffffffff82000108, "none");
	assert_at(m, 0xffffffffc0000004 - (0xffffffff82000000 - 0xffffffff9a000000),
		  "none");
	module_close(m);
}

TEST_WITH(the_running_kernel_counts_only_if_it_is_the_recorded_one, setup, teardown)
{
	struct place *p = *state;
	struct module_kernel k = {.anchor = TEXT("_text"),
				  .anchor_address = 0xffffffff82000000};
	struct utsname u;
	struct module *m;

	put(p, "proc/kallsyms", KALLSYMS);
	m = kernel(p, &k);
	assert_int_equal(module_status(m), SYMBOLS_KERNEL_UNKNOWN);
	assert_at(m, 0xffffffff82000108, "none");
	module_close(m);

	assert_int_equal(uname(&u), 0);
	k.release = text_of(u.release);
	k.host = TEXT("another.host");
	m = kernel(p, &k);
	assert_int_equal(module_status(m), SYMBOLS_OTHER_KERNEL);
	module_close(m);

	k.host = text_of(u.nodename);
	m = kernel(p, &k);
	assert_int_equal(module_status(m), SYMBOLS_FOUND);
	assert_at(m, 0xffffffff82000108, "schedule+8");
	module_close(m);

	k.build_id = (struct build_id){.len = 20, .bytes = {1, 2, 3}};
	m = kernel(p, &k);
	assert_int_equal(module_status(m), SYMBOLS_OTHER_KERNEL);
	module_close(m);
}

TEST_WITH(the_kallsyms_that_perf_kept_is_found_by_build_id, setup, teardown)
{
	struct place *p = *state;
	struct module_kernel k = {.anchor = TEXT("_text"),
				  .anchor_address = 0xffffffff82000000,
				  .build_id = {.len = 4, .bytes = {0xab, 0xcd, 0xef, 1}}};
	struct module *m;

	put(p, "cache/.build-id/ab/cdef01/kallsyms", KALLSYMS);
	m = kernel(p, &k);
	assert_int_equal(module_status(m), SYMBOLS_FOUND);
	assert_at(m, 0xffffffff82000108, "schedule+8");
	assert_non_null(strstr(m->origin, "cache/.build-id/ab"));
	module_close(m);
}

TEST_WITH(without_its_place_in_memory_a_kernel_is_not_taken_for_the_same, setup, teardown)
{
	struct place *p = *state;
	struct module_kernel k = {.anchor = TEXT("_text")};
	struct utsname u;
	struct module *m;

	put(p, "proc/kallsyms", KALLSYMS);
	assert_int_equal(uname(&u), 0);
	k.release = text_of(u.release);
	k.host = text_of(u.nodename);
	m = kernel(p, &k);
	assert_int_equal(module_status(m), SYMBOLS_KERNEL_UNPLACED);
	assert_at(m, 0xffffffff82000108, "none");
	module_close(m);
}

TEST_WITH(hidden_kernel_addresses_are_said_with_the_remedy, setup, teardown)
{
	struct place *p = *state;
	struct module_kernel k = {.anchor = TEXT("_text")};
	struct module *m;

	p->src.kallsyms = put(p, "kallsyms", "0000000000000000 T _text\n");
	m = kernel(p, &k);
	assert_int_equal(module_status(m), SYMBOLS_KERNEL_HIDDEN);
	assert_at(m, 0, "none");
	module_close(m);
}

TEST_WITH(an_empty_cache_does_not_hide_why_the_kernel_has_no_symbols, setup, teardown)
{
	struct place *p = *state;
	struct module_kernel k = {
	    .anchor = TEXT("_text"),
	    .anchor_address = 0x1000,
	    .build_id = {.len = 2, .bytes = {0xab, 0xcd}},
	};
	struct module *m;

	put(p, "cache/.build-id/ab/cd/kallsyms", "");
	m = kernel(p, &k);
	assert_int_equal(module_status(m), SYMBOLS_OTHER_KERNEL);
	module_close(m);
}

static struct module *map(struct place *p, uint32_t pid, uint32_t inner)
{
	struct error err = ERROR_INIT;
	struct module *m = module_open_map(&p->src, pid, inner, &err);

	assert_non_null(m);
	return m;
}

/* No process has this number. */
#define NOBODY 4194999

TEST_WITH(a_map_is_looked_for_in_symfs_and_inside_the_container, setup, teardown)
{
	struct place *p = *state;
	struct module *m;

	m = map(p, NOBODY, 0);
	assert_int_equal(module_status(m), SYMBOLS_NO_MAP);
	assert_at(m, 0x1000, "none");
	module_close(m);

	put(p, "proc/4194999/root/tmp/perf-7.map", "1000 10 inside\n");
	m = map(p, NOBODY, 7);
	assert_int_equal(module_status(m), SYMBOLS_FOUND);
	assert_at(m, 0x1001, "inside+1");
	module_close(m);

	put(p, "tmp/perf-4194999.map", "1000 10 in symfs\n");
	p->src.symfs = p->dir;
	m = map(p, NOBODY, 7);
	assert_at(m, 0x1001, "in symfs+1");
	module_close(m);
}

static enum symbol_status opened(struct place *p, const char *path, uint64_t inode)
{
	struct error err = ERROR_INIT;
	struct module_file f = {.path = text_of(path), .inode = inode};
	struct module *m = module_open_file(&p->src, &f, &err);
	enum symbol_status status;

	assert_non_null(m);
	status = module_status(m);
	module_close(m);
	return status;
}

TEST_WITH(what_is_no_file_of_symbols_has_a_reason, setup, teardown)
{
	struct place *p = *state;

	if (opened(p, "/proc/self/exe", 0) == SYMBOLS_NOT_BUILT_IN)
		skip();
	assert_int_equal(opened(p, "/proc/nonexistent/x", 0), SYMBOLS_NO_FILE);
	assert_int_equal(opened(p, "/dev/null", 0), SYMBOLS_NO_FILE);
	assert_int_equal(opened(p, "/tmp", 0), SYMBOLS_NO_FILE);
	assert_int_equal(opened(p, "[heap]", 0), SYMBOLS_NO_FILE);
	assert_int_equal(opened(p, "//anon", 0), SYMBOLS_NO_FILE);
	assert_int_equal(opened(p, "", 0), SYMBOLS_NO_FILE);
	assert_int_equal(opened(p, put(p, "text", "no ELF"), 0), SYMBOLS_NOT_ELF);
	assert_int_equal(opened(p, put(p, "empty", ""), 0), SYMBOLS_NOT_ELF);
}

TEST_WITH(without_a_build_id_the_inode_must_be_the_recorded_one, setup, teardown)
{
	struct place *p = *state;
	struct stat st;

	if (opened(p, "/proc/self/exe", 0) == SYMBOLS_NOT_BUILT_IN)
		skip();
	assert_int_equal(stat("/proc/self/exe", &st), 0);
	assert_int_equal(opened(p, "/proc/self/exe", st.st_ino), SYMBOLS_FOUND);
	assert_int_equal(opened(p, "/proc/self/exe", st.st_ino + 1), SYMBOLS_REPLACED);
	p->src.symfs = "/";
	assert_int_equal(opened(p, "/proc/self/exe", st.st_ino + 1), SYMBOLS_FOUND);
}

/* The build id of this process's vDSO; len 0 if it has none. */
static struct build_id own_vdso_build_id(void)
{
	const uint8_t *at = (const uint8_t *)(uintptr_t)getauxval(AT_SYSINFO_EHDR);
	struct build_id id = {.len = 0};
	enum symbol_status why;
	struct elf_image *im;
	ElfW(Ehdr) head;
	size_t len;
	void *copy;

	if (!at)
		return id;
	memcpy(&head, at, sizeof head);
	len = head.e_shoff + (size_t)head.e_shnum * head.e_shentsize;
	copy = malloc(len);
	assert_non_null(copy);
	memcpy(copy, at, len);
	im = elf_image_of_bytes(copy, len, &why);
	if (im)
		id = *elf_image_build_id(im);
	elf_image_close(im);
	free(copy);
	return id;
}

TEST_WITH(the_vdso_is_ours_if_its_build_id_is, setup, teardown)
{
	struct place *p = *state;
	struct module_file f = {.path = TEXT("[vdso]"), .build_id = own_vdso_build_id()};
	struct error err = ERROR_INIT;
	struct symbol s;
	struct module *m;
	bool found = false;

	if (!f.build_id.len)
		skip();
	m = module_open_file(&p->src, &f, &err);
	assert_int_equal(module_status(m), SYMBOLS_FOUND);
	for (uint64_t at = 0; at < 0x4000; at++)
		found = found || (module_find(m, at, &s) &&
				  text_has(s.name, TEXT("clock_gettime")));
	assert_true(found);
	module_close(m);

	f.build_id.bytes[0] ^= 1;
	m = module_open_file(&p->src, &f, &err);
	assert_int_equal(module_status(m), SYMBOLS_BUILD_ID);
	module_close(m);
}

TEST_WITH(a_short_build_id_may_be_padded, setup, teardown)
{
	struct build_id file = {.len = 16, .bytes = {1, 2, 3}}, recorded = file;

	assert_true(build_id_same(&recorded, &file));
	recorded.len = 20;
	assert_true(build_id_same(&recorded, &file));
	recorded.bytes[18] = 1;
	assert_false(build_id_same(&recorded, &file));
	recorded.bytes[18] = 0;
	recorded.len = 24;
	assert_false(build_id_same(&recorded, &file));
	recorded.len = 8;
	assert_false(build_id_same(&recorded, &file));
	file.len = recorded.len = 0;
	assert_false(build_id_same(&recorded, &file));
}
