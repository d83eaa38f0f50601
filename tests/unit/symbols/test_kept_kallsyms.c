#include "lib/unit.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "base/mem.h"
#include "symbols/kept_kallsyms.h"
#include "symbols/module.h"

#define KERNEL	UINT64_C(0xffffffff81000000)
#define MODULES UINT64_C(0xffffffffc0000000)
#define PAGE	4096

/* What stands for /proc and /sys. */
struct place {
	char dir[64], proc[80], notes[80], modules[80];
	struct symbol_source src;
};

static void write_text(const struct place *p, const char *name, const char *text)
{
	char path[160];
	FILE *f;

	snprintf(path, sizeof path, "%s/%s", p->dir, name);
	f = fopen(path, "w");
	assert_non_null(f);
	assert_true(fputs(text, f) >= 0);
	fclose(f);
}

static void make_dir(const struct place *p, const char *name)
{
	char path[160];

	snprintf(path, sizeof path, "%s/%s", p->dir, name);
	assert_int_equal(mkdir(path, 0700), 0);
}

static int begin(void **state)
{
	static const char *const dirs[] = {
	    "proc",   "proc/sys",   "proc/sys/kernel", "proc/sys/kernel/random",
	    "module", "module/one", "module/one/notes"};
	struct place *p = calloc(1, sizeof *p);

	assert_non_null(p);
	strcpy(p->dir, "/tmp/kept-XXXXXX");
	assert_non_null(mkdtemp(p->dir));
	for (size_t i = 0; i < sizeof dirs / sizeof *dirs; i++)
		make_dir(p, dirs[i]);
	snprintf(p->proc, sizeof p->proc, "%s/proc", p->dir);
	snprintf(p->notes, sizeof p->notes, "%s/notes", p->dir);
	snprintf(p->modules, sizeof p->modules, "%s/module", p->dir);
	p->src = (struct symbol_source){
	    .proc = p->proc, .notes = p->notes, .sys_module = p->modules};
	write_text(p, "notes", "of one kernel");
	write_text(p, "proc/sys/kernel/random/boot_id", "one boot\n");
	write_text(p, "module/one/notes/.note.gnu.build-id", "note of one");
	write_text(p, "proc/modules",
		   "one 16384 3 two, Live 0xffffffffc0000000\n"
		   "two 16384 0 - Live 0xffffffffc0010000 (E)\n"
		   "three 4096 0 - Live 0xffffffffc0020000\n");
	*state = p;
	return 0;
}

static int end(void **state)
{
	struct place *p = *state;
	char command[128];

	snprintf(command, sizeof command, "rm -rf '%s'", p->dir);
	assert_int_equal(system(command), 0);
	free(p);
	return 0;
}

/* ---- kernels made by seed ---- */

static uint32_t any(uint64_t *seed, uint32_t below)
{
	*seed = *seed * UINT64_C(6364136223846793005) + 1442695040888963407u;
	return (uint32_t)(*seed >> 33) % below;
}

static void put_functions(FILE *f, uint64_t *seed, uint64_t at, uint64_t upto,
			  const char *owner)
{
	static const char types[] = "tTtTtTwWdDbB";

	for (int i = 0; at < upto; i++) {
		fprintf(f, "%" PRIx64 " %c f%d_%x%s%s\n", at, types[any(seed, 12)], i,
			any(seed, 1000), *owner ? "\t" : "", owner);
		at += any(seed, 4) ? any(seed, 300) : any(seed, 3000);
	}
}

/* What comes and goes: behind all modules, in pages of its own. */
static void put_others(FILE *f, uint64_t *seed)
{
	static const char *const owners[] = {"[one]", "[two]", "[bpf]",
					     "[__builtin__ftrace]"};

	for (uint32_t n = any(seed, 30); n; n--)
		fprintf(f, "%" PRIx64 " t other_%u\t%s\n",
			MODULES + 0x4000 + (uint64_t)any(seed, 12) * PAGE +
			    any(seed, PAGE),
			n, owners[any(seed, 4)]);
}

static void write_kernel(const struct place *p, uint64_t seed, uint64_t others)
{
	char path[160];
	FILE *f;

	snprintf(path, sizeof path, "%s/kallsyms", p->proc);
	f = fopen(path, "w");
	assert_non_null(f);
	fprintf(f, "0000000000000000 A zero\n%" PRIx64 " T _text\n%" PRIx64 " T _stext\n",
		KERNEL, KERNEL);
	put_functions(f, &seed, KERNEL, KERNEL + 0x18000, "");
	fprintf(f, "%" PRIx64 " T _etext\n", KERNEL + 0x18000);
	fprintf(f, "%" PRIx64 " T _sinittext\n%" PRIx64 " T _einittext\n",
		KERNEL + 0x20000, KERNEL + 0x22000);
	put_functions(f, &seed, KERNEL + 0x20000, KERNEL + 0x22000, "");
	put_functions(f, &seed, MODULES, MODULES + 0x3f00, "[one]");
	put_functions(f, &seed, MODULES + 0x10000, MODULES + 0x13f00, "[two]");
	put_functions(f, &seed, MODULES + 0x20000, MODULES + 0x21000, "[three]");
	if (others)
		put_others(f, &others);
	fclose(f);
}

static struct symbol_table *read_kernel(const struct place *p, struct kallsyms *said)
{
	struct error err = ERROR_INIT;
	char path[160];
	enum symbol_status why;
	size_t len;
	char *text;

	snprintf(path, sizeof path, "%s/kallsyms", p->proc);
	text = symbol_file_text(path, 1 << 24, &len, &why);
	assert_non_null(text);
	*said = (struct kallsyms){.table = symbol_table_new(false, &err)};
	assert_non_null(said->table);
	kallsyms_take(said, (struct text){text, len});
	assert_int_equal(kallsyms_end(said), SYMBOLS_FOUND);
	mem_free(text);
	return said->table;
}

/* ---- files ---- */

static int file_of(const struct place *p, struct text bytes)
{
	char path[160];
	int fd;

	snprintf(path, sizeof path, "%s/kept", p->dir);
	fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	assert_true(fd >= 0);
	assert_int_equal(write(fd, bytes.at, bytes.len), bytes.len);
	return fd;
}

/* The bytes that are kept of what stands there now; release with mem_free(). */
static struct text keep(const struct place *p)
{
	struct kallsyms said;
	struct error err = ERROR_INIT;
	struct symbol_table *t = read_kernel(p, &said);
	struct kept_kallsyms *k = kept_kallsyms_new(&p->src);
	struct text bytes;

	assert_non_null(k);
	assert_true(kept_kallsyms_make(k, &p->src, t, &said));
	bytes = kept_kallsyms_bytes(k);
	bytes.at = mem_text(bytes.at, bytes.len, &err);
	assert_non_null(bytes.at);
	kept_kallsyms_free(k);
	symbol_table_free(t);
	return bytes;
}

static bool loads(const struct place *p, int fd)
{
	struct kept_kallsyms *k = kept_kallsyms_new(&p->src);
	bool is = k && kept_kallsyms_load(k, fd);

	kept_kallsyms_free(k);
	return is;
}

/* ---- what is found ---- */

static uint64_t any_address(uint64_t *seed)
{
	static const uint64_t bases[] = {KERNEL,  KERNEL + 0x17000,  KERNEL + 0x1f000,
					 MODULES, MODULES + 0x10000, MODULES + 0x1f000};

	return bases[any(seed, 6)] - 100 + any(seed, 0x6000);
}

/* What is kept names an address as all of kallsyms does, whatever else is in there by then. */
static void same_names(const struct place *p, uint64_t seed, uint64_t others,
		       size_t *kernel, size_t *modules)
{
	struct kept_kallsyms *k;
	struct kallsyms said;
	struct symbol_table *t;
	struct text bytes;
	int fd;

	write_kernel(p, seed, others);
	bytes = keep(p);
	fd = file_of(p, bytes);
	k = kept_kallsyms_new(&p->src);
	assert_true(kept_kallsyms_load(k, fd));
	write_kernel(p, seed, others + 1);
	t = read_kernel(p, &said);
	for (int i = 0; i < 3000; i++) {
		uint64_t address = any_address(&seed);
		struct symbol a, b;

		if (!kept_kallsyms_find(k, address, &a))
			continue;
		assert_true(symbol_table_find(t, address, &b));
		assert_int_equal(a.start, b.start);
		assert_true(a.from <= address && address < a.to);
		assert_true(symbol_table_find(t, a.from, &b) && b.start == a.start);
		assert_true(symbol_table_find(t, a.to - 1, &b) && b.start == a.start);
		assert_true(text_equal(a.name, b.name));
		assert_true(text_equal(a.owner, b.owner));
		*(a.owner.len ? modules : kernel) += 1;
	}
	assert_int_equal(kept_kallsyms_anchor(k, TEXT("_text")), KERNEL);
	assert_int_equal(kept_kallsyms_anchor(k, TEXT("_etext")), 0);
	symbol_table_free(t);
	kept_kallsyms_free(k);
	close(fd);
	mem_free((char *)bytes.at);
}

TEST_WITH(what_is_kept_names_addresses_as_all_of_it_does, begin, end)
{
	size_t kernel = 0, modules = 0;

	for (uint64_t seed = 1; seed <= 60; seed++)
		same_names(*state, seed, seed * 7, &kernel, &modules);
	assert_true(kernel > 60 * 600);
	assert_true(modules > 60 * 300);
}

TEST_WITH(all_of_the_kernels_code_is_kept_and_nothing_of_others, begin, end)
{
	struct place *p = *state;
	struct kept_kallsyms *k = NULL;
	struct text bytes;
	struct symbol s;
	int fd;

	write_kernel(p, 5, 9);
	bytes = keep(p);
	fd = file_of(p, bytes);
	k = kept_kallsyms_new(&p->src);
	assert_true(kept_kallsyms_load(k, fd));
	for (uint64_t a = KERNEL; a < KERNEL + 0x18000; a += 7)
		assert_true(kept_kallsyms_find(k, a, &s));
	assert_false(kept_kallsyms_find(k, KERNEL - 1, &s));
	assert_false(kept_kallsyms_find(k, KERNEL + 0x18000, &s));
	assert_false(kept_kallsyms_find(k, 0, &s));
	assert_false(kept_kallsyms_find(k, UINT64_MAX, &s));
	for (uint64_t a = MODULES + 0x4000; a < MODULES + 0x10000; a++)
		assert_false(kept_kallsyms_find(k, a, &s));
	/* the last module's may be what ftrace remembers */
	for (uint64_t a = MODULES + 0x20000; a < MODULES + 0x22000; a++)
		assert_false(kept_kallsyms_find(k, a, &s));
	kept_kallsyms_free(k);
	close(fd);
	mem_free((char *)bytes.at);
}

TEST_WITH(without_a_list_of_modules_nothing_of_them_is_kept, begin, end)
{
	struct place *p = *state;
	struct kept_kallsyms *k;
	struct text bytes;
	char path[160];
	struct symbol s;
	int fd;

	snprintf(path, sizeof path, "%s/modules", p->proc);
	assert_int_equal(unlink(path), 0);
	write_kernel(p, 6, 0);
	bytes = keep(p);
	fd = file_of(p, bytes);
	k = kept_kallsyms_new(&p->src);
	assert_true(kept_kallsyms_load(k, fd));
	assert_true(kept_kallsyms_find(k, KERNEL + 1, &s));
	for (uint64_t a = MODULES; a < MODULES + 0x22000; a++)
		assert_false(kept_kallsyms_find(k, a, &s));
	kept_kallsyms_free(k);
	close(fd);
	mem_free((char *)bytes.at);
}

/* ---- what is not believed ---- */

TEST_WITH(a_file_cut_anywhere_is_none, begin, end)
{
	struct place *p = *state;
	struct text bytes;
	int fd;

	write_kernel(p, 1, 0);
	bytes = keep(p);
	fd = file_of(p, bytes);
	assert_true(loads(p, fd));
	for (size_t len = 0; len < bytes.len; len += len < 600 ? 1 : 61) {
		assert_int_equal(ftruncate(fd, (off_t)len), 0);
		assert_int_equal(pwrite(fd, bytes.at, len, 0), len);
		assert_false(loads(p, fd));
	}
	assert_int_equal(pwrite(fd, bytes.at, bytes.len, 0), bytes.len);
	assert_true(loads(p, fd));
	assert_int_equal(pwrite(fd, "", 1, (off_t)bytes.len), 1);
	assert_false(loads(p, fd));
	close(fd);
	mem_free((char *)bytes.at);
}

TEST_WITH(a_file_with_flipped_bits_is_none, begin, end)
{
	struct place *p = *state;
	uint64_t seed = 7;
	struct text bytes;
	int fd;

	write_kernel(p, 1, 0);
	bytes = keep(p);
	fd = file_of(p, bytes);
	for (int i = 0; i < 3000; i++) {
		uint32_t at = any(&seed, i < 800 ? 80 : (uint32_t)bytes.len);
		char other = (char)(bytes.at[at] ^ (1 << any(&seed, 8)));

		assert_int_equal(pwrite(fd, &other, 1, at), 1);
		assert_false(loads(p, fd));
		assert_int_equal(pwrite(fd, bytes.at + at, 1, at), 1);
	}
	assert_true(loads(p, fd));
	close(fd);
	mem_free((char *)bytes.at);
}

TEST(of_another_moment_it_is_none)
{
	static const struct {
		const char *name, *text;
	} changes[] = {
	    {"notes", "of another kernel"},
	    {"proc/sys/kernel/random/boot_id", "another boot\n"},
	    {"proc/kallsyms", "ffffffff82000000 T _text\n"},
	    {"proc/kallsyms", "0000000000000000 T _text\n"},
	    {"proc/modules", ""},
	    {"proc/modules", "one 16384 3 two, Live 0xffffffffc0000000\n"
			     "two 16384 0 - Live 0xffffffffc0010000 (E)\n"
			     "three 4096 0 - Live 0xffffffffc0030000\n"},
	    {"proc/modules", "one 16384 3 two, Live 0xffffffffc0000000\n"
			     "two 20480 0 - Live 0xffffffffc0010000 (E)\n"
			     "three 4096 0 - Live 0xffffffffc0020000\n"},
	    {"proc/modules", "one 16384 3 two, Live 0x0000000000000000\n"},
	    {"proc/modules", "one 16384 3 two, Unloading 0xffffffffc0000000\n"
			     "two 16384 0 - Live 0xffffffffc0010000 (E)\n"
			     "three 4096 0 - Live 0xffffffffc0020000\n"},
	    {"module/one/notes/.note.gnu.build-id", "note of one, anew"},
	};

	for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
		void *own;
		struct place *p;
		struct text bytes;
		int fd;

		begin(&own);
		p = own;
		write_kernel(p, 1, 0);
		bytes = keep(p);
		fd = file_of(p, bytes);
		assert_true(loads(p, fd));
		write_text(p, changes[i].name, changes[i].text);
		assert_false(loads(p, fd));
		close(fd);
		mem_free((char *)bytes.at);
		end(&own);
	}
}

TEST_WITH(of_a_kernel_that_hides_addresses_there_is_no_key, begin, end)
{
	struct place *p = *state;
	struct kept_kallsyms *k;

	write_text(p, "proc/kallsyms",
		   "0000000000000000 A zero\n0000000000000000 T _text\n");
	assert_null(kept_kallsyms_new(&p->src));
	write_text(p, "proc/kallsyms", "");
	assert_null(kept_kallsyms_new(&p->src));
	write_text(p, "proc/kallsyms",
		   "0000000000000000 A zero\nffffffff81000000 T _text\n");
	k = kept_kallsyms_new(&p->src);
	assert_non_null(k);
	kept_kallsyms_free(k);
	write_text(p, "proc/sys/kernel/random/boot_id", "");
	assert_null(kept_kallsyms_new(&p->src));
}

TEST_WITH(how_many_use_a_module_does_not_matter, begin, end)
{
	struct place *p = *state;
	struct text bytes;
	int fd;

	write_kernel(p, 1, 0);
	bytes = keep(p);
	fd = file_of(p, bytes);
	write_text(p, "proc/modules",
		   "one 16384 9 two,three, Live 0xffffffffc0000000\n"
		   "two 16384 1 - Live 0xffffffffc0010000 (E)\n"
		   "three 4096 0 - Live 0xffffffffc0020000\n");
	assert_true(loads(p, fd));
	close(fd);
	mem_free((char *)bytes.at);
}

TEST_WITH(a_file_that_others_can_write_is_none, begin, end)
{
	struct place *p = *state;
	struct text bytes;
	int fd;

	write_kernel(p, 1, 0);
	bytes = keep(p);
	fd = file_of(p, bytes);
	assert_int_equal(fchmod(fd, 0620), 0);
	assert_false(loads(p, fd));
	assert_int_equal(fchmod(fd, 0602), 0);
	assert_false(loads(p, fd));
	assert_int_equal(fchmod(fd, 0644), 0);
	assert_true(loads(p, fd));
	if (geteuid() == 0) {
		assert_int_equal(fchown(fd, 65534, 65534), 0);
		assert_false(loads(p, fd));
	}
	close(fd);
	mem_free((char *)bytes.at);
}

TEST_WITH(nothing_is_kept_when_modules_change_meanwhile, begin, end)
{
	struct place *p = *state;
	struct kept_kallsyms *k;
	struct kallsyms said;
	struct symbol_table *t;

	write_kernel(p, 1, 0);
	k = kept_kallsyms_new(&p->src);
	assert_non_null(k);
	t = read_kernel(p, &said);
	write_text(p, "proc/modules", "one 16384 3 two, Live 0xffffffffc0000000\n");
	assert_false(kept_kallsyms_make(k, &p->src, t, &said));
	assert_int_equal(kept_kallsyms_bytes(k).len, 0);
	symbol_table_free(t);
	kept_kallsyms_free(k);
}

/* ---- as a module asks ---- */

TEST_WITH(a_module_reads_kallsyms_only_for_what_is_not_kept, begin, end)
{
	struct place *p = *state;
	struct error err = ERROR_INIT;
	struct utsname u;
	struct module_kernel kernel = {.anchor = TEXT("_text"), .anchor_address = KERNEL};
	struct module *m;
	struct text bytes;
	struct symbol s, kept;
	char path[160];
	FILE *f;
	int fd;

	assert_int_equal(uname(&u), 0);
	kernel.release = text_of(u.release);
	kernel.host = text_of(u.nodename);
	write_kernel(p, 1, 0);
	bytes = keep(p);
	fd = file_of(p, bytes);
	p->src.kept = module_kernel_kept(&p->src, &kernel);
	assert_non_null(p->src.kept);
	assert_true(kept_kallsyms_load(p->src.kept, fd));
	m = module_open_kernel(&p->src, &kernel, &err);
	snprintf(path, sizeof path, "%s/kallsyms", p->proc);
	f = fopen(path, "a");
	assert_non_null(f);
	fprintf(f, "%" PRIx64 " t late\t[bpf]\n", MODULES + 0x8000);
	fclose(f);
	assert_true(module_find(m, KERNEL + 0x123, &kept));
	assert_true(module_find(m, MODULES + 0x8004, &s));
	assert_true(text_equal(s.name, TEXT("late")));
	assert_true(text_equal(s.owner, TEXT("[bpf]")));
	assert_true(module_find(m, KERNEL + 0x123, &s));
	assert_ptr_equal(s.name.at, kept.name.at); /* still the one that was lent */
	assert_int_equal(module_status(m), SYMBOLS_FOUND);
	module_close(m);
	kept_kallsyms_free(p->src.kept);
	close(fd);
	mem_free((char *)bytes.at);
}
