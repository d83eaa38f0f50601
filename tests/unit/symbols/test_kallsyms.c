#include "lib/unit.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "symbols/kallsyms.h"

struct fixture {
	struct symbol_table *t;
	uint64_t anchor;
	enum symbol_status status;
};

static struct fixture read_text(const char *text)
{
	struct error err = ERROR_INIT;
	struct fixture f = {.t = symbol_table_new(false, &err)};
	struct kallsyms k = {.table = f.t};

	assert_non_null(f.t);
	/* line by line gives the same as everything in one piece */
	for (struct text t = text_of(text); t.len;) {
		const char *end = memchr(t.at, '\n', t.len);
		size_t len = end ? (size_t)(end - t.at) + 1 : t.len;

		kallsyms_take(&k, text_upto(t, len));
		t = text_from(t, len);
	}
	f.status = kallsyms_end(&k);
	f.anchor = kallsyms_anchor(&k, TEXT("_text"));
	return f;
}

static void assert_at(const struct fixture *f, uint64_t address, const char *expected)
{
	struct symbol s;
	char line[128] = "none";

	if (symbol_table_find(f->t, address, &s))
		snprintf(line, sizeof line, "%.*s+%#" PRIx64 "%s%.*s", (int)s.name.len,
			 s.name.at, address - s.start, s.owner.len ? " " : "",
			 (int)s.owner.len, s.owner.at);
	assert_string_equal(line, expected);
}

TEST(code_and_data_of_kernel_and_modules_are_found)
{
	struct fixture f = read_text("ffffffff81000000 T _stext\n"
				     "ffffffff81000000 T _text\n"
				     "ffffffff81000060 t local\n"
				     "ffffffff81000080 D data\n"
				     "ffffffffc0a3e010 t ext4_sync_fs\t[ext4]\n"
				     "ffffffffc0a3e050 t ext4_next\t[ext4]\n"
				     "ffffffffc0b00000 t other\t[btrfs]\n");

	assert_int_equal(f.status, SYMBOLS_FOUND);
	assert_int_equal(f.anchor, 0xffffffff81000000);
	assert_at(&f, 0xffffffff8100007f, "local+0x1f");
	assert_at(&f, 0xffffffff81001000, "data+0xf80");
	assert_at(&f, 0xffffffffc0a3e04f, "ext4_sync_fs+0x3f [ext4]");
	assert_at(&f, 0xffffffffc0a3ff00, "ext4_next+0x1eb0 [ext4]");
	assert_at(&f, 0xffffffffc0a41000, "none");
	assert_at(&f, 0xffffffffc0b00001, "other+0x1 [btrfs]");
	symbol_table_free(f.t);
}

TEST(absolute_and_mapping_symbols_are_none)
{
	struct fixture f = read_text("0000000000001000 A absolute\n"
				     "0000000000002000 t $x.3\t[arm]\n"
				     "0000000000003000 r rodata\n");

	assert_int_equal(f.status, SYMBOLS_FOUND);
	assert_int_equal(symbol_table_count(f.t), 0);
	symbol_table_free(f.t);
}

TEST(addresses_that_are_all_zero_are_hidden_ones)
{
	struct fixture f = read_text("0000000000000000 T _text\n0000000000000000 t f\n");

	assert_int_equal(f.status, SYMBOLS_KERNEL_HIDDEN);
	assert_non_null(strstr(symbol_status_text(f.status), "kptr_restrict=0"));
	symbol_table_free(f.t);
}

TEST(other_text_has_no_symbols)
{
	static const char *const texts[] = {"",
					    "\n\n",
					    "hello\n",
					    "12345678 T",
					    "ffffffffffffffffff T x\n",
					    " T x\n",
					    "ffffffff81000000 T \n"};

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		struct fixture f = read_text(texts[i]);

		assert_int_equal(f.status, SYMBOLS_NO_KALLSYMS);
		symbol_table_free(f.t);
	}
}

#define LINES 20000 /* several pieces */

static const char *write_many(char path[32])
{
	int fd;
	FILE *out;

	strcpy(path, "/tmp/kallsyms-XXXXXX");
	fd = mkstemp(path);
	out = fd < 0 ? NULL : fdopen(fd, "w");
	assert_non_null(out);
	fputs("ffffffff80000000 T _text\n", out);
	for (int i = 1; i < LINES; i++)
		fprintf(out, "%" PRIx64 " t name_%d\t[module%d]\n",
			UINT64_C(0xffffffff80000000) + (uint64_t)i * 16, i, i / 1000);
	fclose(out);
	return path;
}

TEST(a_file_read_ahead_has_the_symbols_of_all_its_lines)
{
	char path[32], expected[64];
	struct kallsyms_prefetch *a = kallsyms_prefetch(write_many(path), 1 << 24);
	enum symbol_status why;
	struct kallsyms said;
	struct fixture f;

	assert_non_null(a);
	f.t = kallsyms_prefetch_take(a, &said, &why);
	assert_non_null(f.t);
	assert_int_equal(why, SYMBOLS_FOUND);
	assert_int_equal(kallsyms_anchor(&said, TEXT("_text")), 0xffffffff80000000);
	assert_int_equal(kallsyms_anchor(&said, TEXT("name_1")), 0);
	assert_int_equal(symbol_table_count(f.t), LINES);
	for (int i = 1; i < LINES; i += 7) {
		snprintf(expected, sizeof expected, "name_%d+0x1 [module%d]", i,
			 i / 1000);
		assert_at(&f, UINT64_C(0xffffffff80000001) + (uint64_t)i * 16, expected);
	}
	symbol_table_free(f.t);
	kallsyms_prefetch_free(a);
	unlink(path);
}

TEST(what_is_read_ahead_may_be_unwanted_or_not_there)
{
	char path[32];
	struct kallsyms_prefetch *a = kallsyms_prefetch(write_many(path), 1 << 24);
	enum symbol_status why;
	struct kallsyms said;

	kallsyms_prefetch_free(a);
	a = kallsyms_prefetch(path, 1000);
	assert_null(kallsyms_prefetch_take(a, &said, &why)); /* too long */
	assert_int_equal(why, SYMBOLS_NO_FILE);
	kallsyms_prefetch_free(a);
	unlink(path);
	a = kallsyms_prefetch(path, 1000);
	assert_null(kallsyms_prefetch_take(a, &said, &why));
	assert_int_equal(why, SYMBOLS_NO_FILE);
	kallsyms_prefetch_free(a);
}
