/* The source lines of addresses in programs built here, compared with addr2line. */

#include "lib/unit.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "symbols/dwarf/line_tables.h"

#define ADDRESSES 2048 /* in one program, at most */
#define PATH_MOST 1024

static const char source[] =
    "#line 7 \"deep/../a b.h\"\n"
    "static inline __attribute__((always_inline)) int half(int x)\n"
    "{\n"
    "\tint y = x ^ x >> 3;\n"
    "\treturn y / 3;\n"
    "}\n"
    "#line 100000 \"code.c\"\n"
    "int f(int n)\n"
    "{\n"
    "\tint s = 0;\n"
    "\tfor (int i = 0; i < n; i++)\n"
    "\t\ts += half(i);\n"
    "\treturn s;\n"
    "}\n"
    "__attribute__((section(\".text.far\"))) int g(int n)\n"
    "{\n"
    "\treturn n & 1 ? half(n) : f(n - 1);\n"
    "}\n"
    "int main(void) { return f(3) + g(4); }\n";

static char dir[64];

static const char *in_dir(const char *name)
{
	static char paths[4][PATH_MOST];
	static unsigned turn;
	char *path = paths[turn++ % 4];

	snprintf(path, PATH_MOST, "%s/%s", dir, name);
	return path;
}

static int set_up(void **state)
{
	FILE *out;

	(void)state;
	snprintf(dir, sizeof dir, "/tmp/lines.XXXXXX");
	if (!mkdtemp(dir) || !(out = fopen(in_dir("code.c"), "w")))
		return 1;
	fputs(source, out);
	return fclose(out);
}

static int tear_down(void **state)
{
	(void)state;
	unlink(in_dir("code.c"));
	unlink(in_dir("list"));
	unlink(in_dir("said"));
	unlink(in_dir("program"));
	return rmdir(dir);
}

/* False: the compiler is missing, or does not support an option. */
static bool build(const char *compiler, const char *options)
{
	char command[2 * PATH_MOST];

	snprintf(command, sizeof command,
		 "cd %s && DEBUGINFOD_URLS= %s -ffreestanding -nostdlib -static "
		 "-fno-stack-protector -Wl,-e,main %s -o program code.c 2>said",
		 dir, compiler, options);
	return system(command) == 0;
}

/* "PATH:LINE" as addr2line prints it, without "/./" and without its remarks. */
static void tidy(char *line)
{
	char *end = strstr(line, " (discriminator"), *at;

	line[strcspn(line, "\n")] = '\0';
	if (end)
		*end = '\0';
	while ((at = strstr(line, "/./")))
		memmove(at, at + 2, strlen(at + 2) + 1);
}

static bool asked_addr2line(const char *tool, uint64_t start, size_t n,
			    char said[][PATH_MOST])
{
	char command[PATH_MOST];
	FILE *list = fopen(in_dir("list"), "w");

	assert_non_null(list);
	for (size_t i = 0; i < n; i++)
		fprintf(list, "%llx\n", (unsigned long long)(start + i));
	fclose(list);
	snprintf(command, sizeof command, "cd %s && %s -e program <list >said", dir,
		 tool);
	if (system(command) != 0 || !(list = fopen(in_dir("said"), "r")))
		return false;
	for (size_t i = 0; i < n; i++) {
		assert_non_null(fgets(said[i], PATH_MOST, list));
		tidy(said[i]);
	}
	fclose(list);
	return true;
}

static void as_text(const struct source_place *p, char to[PATH_MOST])
{
	if (p->line)
		snprintf(to, PATH_MOST, "%.*s:%u", (int)p->path.len, p->path.at, p->line);
	else
		snprintf(to, PATH_MOST, "??:0");
	tidy(to);
}

/* The same for a single function; lines outside it are not read. */
static void compare_part(struct inlined *in, struct line_tables *t, uint64_t start,
			 uint64_t end)
{
	struct source_lines l;
	struct source_place first;

	if (!line_tables_find(t, start, &first))
		return; /* its unit is the one with the first address */
	source_lines_read(&l, in, start, end);
	assert_null(source_lines_find(&l, start - 1));
	for (uint64_t at = start; at < end; at++) {
		const struct source_row *row = source_lines_find(&l, at);
		struct source_place place;

		if (!line_tables_find(t, at, &place)) {
			assert_true(!row || !row->file);
			continue;
		}
		assert_non_null(row);
		assert_int_equal(row->line, place.line);
		assert_true(text_equal(intern_get(l.files, row->file), place.path));
	}
	source_lines_release(&l);
}

/* How many addresses have a line; UINT_MAX if addr2line is missing. */
static unsigned compare_load(struct inlined *in, const struct elf_load *load,
			     const char *what)
{
	static char said[ADDRESSES][PATH_MOST];
	size_t n = load->size < ADDRESSES ? (size_t)load->size : ADDRESSES;
	struct line_tables *t = line_tables_new(in, LINE_TABLES_ROWS);
	unsigned known = 0;

	assert_non_null(t);
	/* the one from binutils does not support tables with 64-bit offsets */
	if (!asked_addr2line(strstr(what, "64") ? "llvm-addr2line" : "addr2line",
			     load->address, n, said)) {
		line_tables_free(t);
		return UINT_MAX;
	}
	for (size_t i = 0; i < n; i++) {
		struct source_place place;
		char found[PATH_MOST];

		line_tables_find(t, load->address + i, &place);
		as_text(&place, found);
		if (strncmp(said[i], "??", 2) == 0 || strstr(said[i], ":?") ||
		    strcmp(said[i] + strcspn(said[i], ":"), ":0") == 0)
			snprintf(said[i], PATH_MOST, "??:0");
		if (strcmp(found, said[i]) != 0)
			print_error("%s, %zx\n", what, (size_t)load->address + i);
		assert_string_equal(found, said[i]);
		known += place.line > 0;
	}
	for (size_t i = 0; i + 40 < n; i += 37)
		compare_part(in, t, load->address + i, load->address + i + 40);
	line_tables_free(t);
	return known;
}

static struct inlined *open_program(struct elf_image **im)
{
	enum symbol_status why;

	*im = elf_image_open(NULL, in_dir("program"), &why);
	assert_non_null(*im);
	return inlined_new_with_lines(*im, in_dir("program"));
}

static void compare(const char *what)
{
	const struct elf_load *loads;
	struct elf_image *im;
	struct inlined *in = open_program(&im);
	unsigned known = 0;
	uint32_t n;

	if (!in)
		print_error("%s\n", what);
	assert_non_null(in);
	loads = elf_image_loads(im, &n);
	for (uint32_t i = 0; i < n && known != UINT_MAX; i++) {
		unsigned more = compare_load(in, &loads[i], what);

		known = more == UINT_MAX ? UINT_MAX : known + more;
	}
	if (known < 60)
		print_error("%s: %u\n", what, known);
	assert_true(known >= 60);
	inlined_free(in);
	elf_image_close(im);
}

TEST(lines_are_those_of_addr2line)
{
	static const char *const compilers[] = {"gcc", "clang"};
	static const char *const more[] = {"-O0",
					   "-O2",
					   "-O2 -gz",
					   "-O2 -gdwarf64",
					   "-O2 -ffunction-sections",
					   "-O1 -gno-column-info"};
	unsigned built = 0;

	for (unsigned i = 0; i < 2 * 4 * 6; i++) {
		char options[128];

		snprintf(options, sizeof options, "-gdwarf-%u %s", 2 + i / 2 % 4,
			 more[i / 8]);
		if (!build(compilers[i % 2], options))
			continue;
		compare(options);
		built++;
	}
	if (!built)
		skip();
}

/* Where an inlined function was called, as addr2line -i prints it. */
TEST(calls_are_at_their_lines)
{
	struct source_place place;
	struct inlined_from from[4];
	struct line_tables *t;
	struct text names[4];
	struct elf_image *im;
	struct inlined *in;
	uint32_t n;
	const struct elf_load *loads;
	unsigned in_f = 0, in_g = 0;

	if (!build("gcc", "-g -O2"))
		skip();
	in = open_program(&im);
	assert_non_null(in);
	t = line_tables_new(in, LINE_TABLES_ROWS);
	loads = elf_image_loads(im, &n);
	for (uint32_t i = 0; i < n; i++)
		for (uint64_t at = loads[i].address;
		     at < loads[i].address + loads[i].size; at++) {
			if (!inlined_find_calls(in, at, names, from, 4))
				continue;
			assert_true(line_tables_call(t, at, from[0], &place));
			assert_true(
			    text_equal(text_basename(place.path), TEXT("code.c")));
			in_f += place.line == 100004;
			in_g += place.line == 100009;
		}
	assert_true(in_f && in_g);
	from[0] = (struct inlined_from){.file = UINT32_MAX, .line = 3};
	assert_false(line_tables_call(t, loads[0].address, from[0], &place));
	assert_false(line_tables_find(t, UINT64_MAX, &place));
	line_tables_free(t);
	inlined_free(in);
	elf_image_close(im);
}

/* In the header of a DWARF 5 table each file has "path, number of its directory". */
static bool make_two_paths(void)
{
	static const char formats[][6] = {"\x02\x01\x1f\x02\x0b", "\x02\x01\x1f\x02\x0f"};
	FILE *f = fopen(in_dir("program"), "r+b");
	char *bytes = calloc(1, 1 << 20), *at;
	size_t len;

	assert_non_null(f);
	assert_non_null(bytes);
	len = fread(bytes, 1, 1 << 20, f);
	at = memmem(bytes, len, formats[0], 5);
	if (!at)
		at = memmem(bytes, len, formats[1], 5);
	if (at) {
		at[3] = 1;
		rewind(f);
		assert_int_equal(fwrite(bytes, 1, len, f), len);
	}
	free(bytes);
	fclose(f);
	return at != NULL;
}

TEST(files_with_two_paths_are_refused)
{
	struct source_lines l;
	struct elf_image *im;
	struct inlined *in;
	const struct elf_load *loads;
	uint32_t n;

	if (!build("gcc", "-gdwarf-5 -O0") || !make_two_paths())
		skip();
	in = open_program(&im);
	assert_non_null(in);
	loads = elf_image_loads(im, &n);
	for (uint32_t i = 0; i < n; i++)
		for (uint64_t at = loads[i].address;
		     at < loads[i].address + loads[i].size; at += 16) {
			assert_false(source_lines_read_unit(&l, in, at));
			source_lines_release(&l);
		}
	inlined_free(in);
	elf_image_close(im);
}

#define SHARING 20 /* units that share one table of a million rows */

/* `apart`: each was compiled in another directory, so that paths in the table differ. */
static void write_sharing(FILE *f, bool apart)
{
	fputs(".text\n.globl main\nmain:\n.skip 16*20,0x90\n"
	      ".section .debug_abbrev,\"\",@progbits\n.Lab: .uleb128 1,0x11\n.byte 0\n"
	      ".uleb128 0x11,1,0x12,7,0x10,0x17,0x1b,8\n.byte 0,0,0\n"
	      ".section .debug_info,\"\",@progbits\n",
	      f);
	for (int i = 0; i < SHARING; i++)
		fprintf(f,
			".long .Le%d-.Ls%d\n.Ls%d: .value 4\n.long .Lab\n.byte 8\n"
			".uleb128 1\n.quad main+16*%d\n.quad 16\n.long 0\n"
			".asciz \"/%d\"\n.Le%d:\n",
			i, i, i, i, apart ? i : 0, i);
	fputs(".section .debug_line,\"\",@progbits\n.long .Lle-.Lls\n.Lls: .value 4\n"
	      ".long .Lhe-.Lhs\n.Lhs: .byte 1,1,1,-5,14,13,0,1,1,1,1,0,0,0,1,0,0,1,0\n"
	      ".asciz \"a.c\"\n.byte 0,0,0,0\n.Lhe: .byte 0,9,2\n.quad main\n"
	      ".skip 1000000,33\n.byte 0,1,1\n.Lle:\n",
	      f);
}

/* How many units have lines; UINT_MAX if it cannot be built. */
static unsigned known_of_sharing(bool apart, uint64_t *lost)
{
	FILE *f = fopen(in_dir("code.c"), "w");
	struct source_place place;
	const struct elf_load *loads;
	struct line_tables *t;
	struct elf_image *im;
	struct inlined *in;
	unsigned known = 0;
	uint32_t n;

	assert_non_null(f);
	write_sharing(f, apart);
	fclose(f);
	if (!build("gcc", "-x assembler"))
		return UINT_MAX;
	in = open_program(&im);
	assert_non_null(in);
	t = line_tables_new(in, LINE_TABLES_ROWS);
	assert_non_null(t);
	loads = elf_image_loads(im, &n);
	for (uint32_t i = 0; i < n; i++)
		for (uint64_t at = 0; at < loads[i].size; at += 16)
			known += line_tables_find(t, loads[i].address + at + 8, &place);
	*lost = line_tables_lost(t);
	line_tables_free(t);
	inlined_free(in);
	elf_image_close(im);
	return known;
}

TEST(a_table_that_units_share_is_kept_once)
{
	uint64_t lost;
	unsigned known = known_of_sharing(false, &lost);

	if (known == UINT_MAX)
		skip();
	assert_int_equal(known, SHARING);
	assert_int_equal(lost, 0);
}

/* Together they would use all memory: for some, lines are left out, which is reported. */
TEST(rows_of_all_units_are_limited)
{
	uint64_t lost;
	unsigned known = known_of_sharing(true, &lost);

	if (known == UINT_MAX)
		skip();
	assert_in_range(known, 1, SHARING / 2);
	assert_int_equal(lost, SHARING - known);
}

TEST_GROUP(set_up, tear_down);
