/*
 * The code of the running kernel, from a core file made by the test with the layout of /proc/kcore.
 */

#include "lib/unit.h"

#include <elf.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "lib/work_dir.h"
#include "sandbox/helper.h"
#include "symbols/code/code_file.h"

#define TEXT_AT	 UINT64_C(0xffffffff9a000000)
#define TEXT_END (TEXT_AT + 0x600000)
#define MOVED	 UINT64_C(0x12000000) /* offset from the addresses in the recording */
#define RECORDED (TEXT_AT - MOVED)

static char dir[WORK_DIR];

static const uint8_t id[20] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};

static void put(const char *name, const void *bytes, size_t len, bool more)
{
	char path[WORK_DIR + 32];
	FILE *f;

	snprintf(path, sizeof path, "%s/%s", dir, name);
	f = fopen(path, more ? "ab" : "wb");
	assert_non_null(f);
	assert_int_equal(fwrite(bytes, 1, len, f), len);
	assert_int_equal(fclose(f), 0);
}

static void drop(const char *name)
{
	char path[WORK_DIR + 32];

	snprintf(path, sizeof path, "%s/%s", dir, name);
	assert_int_equal(unlink(path), 0);
}

static uint8_t byte_at(uint64_t address)
{
	return (uint8_t)(address * 7 + (address >> 12));
}

/* Memory, the kernel with the data after its code, and modules, as in a real kernel. */
static void put_kcore(uint64_t code_size)
{
	static uint8_t bytes[0x600000 + 0x2000];
	const Elf64_Phdr segments[] = {
	    {.p_type = PT_NOTE, .p_offset = 64},
	    {.p_type = PT_LOAD,
	     .p_vaddr = 0xffff888000000000,
	     .p_offset = 0x1000,
	     .p_filesz = 0x1000},
	    {.p_type = PT_LOAD,
	     .p_vaddr = TEXT_AT,
	     .p_offset = 0x2000,
	     .p_filesz = code_size},
	};
	const Elf64_Ehdr head = {
	    .e_ident = {0x7f, 'E', 'L', 'F', ELFCLASS64, ELFDATA2LSB, EV_CURRENT},
	    .e_type = ET_CORE,
	    .e_phoff = sizeof head,
	    .e_phentsize = sizeof *segments,
	    .e_phnum = 3};

	memset(bytes, 0, 0x2000);
	memcpy(bytes, &head, sizeof head);
	memcpy(bytes + sizeof head, segments, sizeof segments);
	put("kcore", bytes, 0x2000, false);
	for (size_t i = 0; i < sizeof bytes; i++)
		bytes[i] = byte_at(TEXT_AT + i);
	put("kcore", bytes, sizeof bytes, true);
}

static void put_kallsyms(bool hidden)
{
	char words[512];
	int len = snprintf(words, sizeof words,
			   "%016" PRIx64 " A fixed_percpu_data\n%016" PRIx64 " T _text\n"
			   "%016" PRIx64 " T _stext\n%016" PRIx64 " t helper\n"
			   "%016" PRIx64 " T _etext\n%016" PRIx64 " d _etext2\t[a]\n",
			   UINT64_C(0), hidden ? 0 : TEXT_AT, hidden ? 0 : TEXT_AT + 0x10,
			   hidden ? 0 : TEXT_AT + 0x20, hidden ? 0 : TEXT_END,
			   hidden ? 0 : TEXT_AT);

	put("kallsyms", words, (size_t)len, false);
}

static void put_notes(const uint8_t *own)
{
	const uint32_t head[] = {4, sizeof id, 3};

	put("notes", head, sizeof head, false);
	put("notes", "GNU", 4, true);
	put("notes", own, sizeof id, true);
}

static int start(void **state)
{
	(void)state;
	work_dir_make(dir, "kernel");
	put_kcore(0x602000);
	put_kallsyms(false);
	put_notes(id);
	return 0;
}

static int stop(void **state)
{
	(void)state;
	work_dir_remove(dir);
	return 0;
}

static struct kernel_code code_at(uint64_t place, uint64_t len)
{
	return (struct kernel_code){TEXT("_text"), RECORDED, RECORDED + place, len};
}

static void assert_code(const uint8_t *got, uint64_t place, size_t len)
{
	for (size_t i = 0; i < len; i++)
		assert_int_equal(got[i], byte_at(TEXT_AT + place + i));
}

/* ---- tests ---- */

TEST_WITH(code_is_read_where_the_kernel_is_now, start, stop)
{
	struct kernel_text k = {.proc = dir};
	struct kernel_code code = code_at(0x123450, 300);
	struct error err = ERROR_INIT;
	uint8_t got[300];

	assert_int_equal(kernel_text_read(&k, &code, got, &err), 300);
	assert_code(got, 0x123450, 300);
	code.anchor = TEXT("_stext");
	code.anchor_address += 0x10;
	assert_int_equal(kernel_text_read(&k, &code, got, &err), 300);
	assert_code(got, 0x123450, 300);
}

/* Data follows the code in the same segment; memory is in another. */
TEST_WITH(nothing_but_code_is_read, start, stop)
{
	static const uint64_t not_code[] = {0,
					    0x0f,
					    TEXT_END - TEXT_AT,
					    0x601000,
					    0xffff888000000000 - TEXT_AT,
					    0 - TEXT_AT,
					    UINT64_MAX};
	struct kernel_text k = {.proc = dir};
	struct error none = ERROR_INIT;
	struct kernel_code code;
	uint8_t got[300];

	for (size_t i = 0; i < sizeof not_code / sizeof *not_code; i++) {
		struct error err = ERROR_INIT;

		code = code_at(not_code[i], 16);
		assert_int_equal(kernel_text_read(&k, &code, got, &err), 0);
		assert_string_equal(err.message,
				    "only kernel code is read from /proc/kcore");
	}
	code = code_at(TEXT_END - TEXT_AT - 100, 300); /* up to its end */
	assert_int_equal(kernel_text_read(&k, &code, got, &none), 100);
	assert_code(got, TEXT_END - TEXT_AT - 100, 100);
}

TEST_WITH(there_is_an_end_to_it, start, stop)
{
	static uint8_t got[1u << 20];
	struct kernel_text k = {.proc = dir};
	struct kernel_code code = code_at(0x1000, sizeof got);
	struct error err = ERROR_INIT;

	for (unsigned i = 0; i < KERNEL_TEXT_MOST / sizeof got; i++)
		assert_int_equal(kernel_text_read(&k, &code, got, &err), sizeof got);
	assert_int_equal(kernel_text_read(&k, &code, got, &err), 0);
	assert_string_equal(err.message, "at most 4 MiB of /proc/kcore are read");
}

TEST_WITH(what_is_missing_is_said, start, stop)
{
	struct kernel_text k = {.proc = dir}, hidden = k, other = k, short_one = k;
	struct kernel_code code = code_at(0x500000, 16);
	struct error err[4] = {ERROR_INIT, ERROR_INIT, ERROR_INIT, ERROR_INIT};
	char expected[WORK_DIR + 64];
	uint8_t got[16];

	put_kallsyms(true);
	assert_int_equal(kernel_text_read(&hidden, &code, got, &err[0]), 0);
	assert_string_equal(err[0].message, "the kernel does not report its address");
	put_kallsyms(false);
	put("kcore", "no core file", 12, false);
	assert_int_equal(kernel_text_read(&other, &code, got, &err[1]), 0);
	snprintf(expected, sizeof expected, "%s/kcore does not have it", dir);
	assert_string_equal(err[1].message, expected);
	drop("kcore");
	put_kcore(0x400000);
	assert_int_equal(kernel_text_read(&short_one, &code, got, &err[2]), 0);
	assert_string_equal(err[2].message, expected);
	drop("kcore");
	assert_int_equal(kernel_text_read(&k, &code, got, &err[3]), 0);
	snprintf(expected, sizeof expected,
		 "cannot read %s/kcore: No such file or directory", dir);
	assert_string_equal(err[3].message, expected);
}

TEST_WITH(the_helper_reads_it_where_that_is_its_duty, start, stop)
{
	const struct helper_duties allowed = {.kernel = dir}, none = {.opens = true};
	struct kernel_code code = code_at(0x2000, 300), far = code_at(0x601000, 16);
	struct error err[4] = {ERROR_INIT, ERROR_INIT, ERROR_INIT, ERROR_INIT};
	static uint8_t got[HELPER_KERNEL_MOST + 1];
	struct helper h;

	assert_true(helper_start(&h, &allowed, &err[0]));
	assert_int_equal(helper_kernel(&h, NULL, &code, got, &err[0]), 300);
	assert_code(got, 0x2000, 300);
	assert_int_equal(helper_kernel(&h, NULL, &far, got, &err[1]), 0);
	assert_string_equal(err[1].message, "only kernel code is read from /proc/kcore");
	code.len = sizeof got;
	assert_int_equal(helper_kernel(&h, NULL, &code, got, &err[2]), 0);
	helper_end(&h);
	code.len = 300;
	assert_true(helper_start(&h, &none, &err[0]));
	assert_int_equal(helper_kernel(&h, NULL, &code, got, &err[3]), 0);
	assert_string_equal(err[3].message, "kernel code is not read here");
	helper_end(&h);
}

/* Where there is no vmlinux. */
TEST_WITH(it_is_the_recorded_kernel_by_its_build_id, start, stop)
{
	char notes[WORK_DIR + 16];
	const struct symbol_source src = {.proc = dir,
					  .notes = notes,
					  .symfs = dir,
					  .build_ids = dir,
					  .debug_dir = "/none"};
	struct module_kernel kernel = {.build_id = {.len = sizeof id},
				       .release = TEXT("0.0-made"),
				       .anchor = TEXT("_text"),
				       .anchor_address = RECORDED};
	struct error err = ERROR_INIT;
	enum symbol_status why;
	struct code_file *f;
	uint8_t got[300];

	snprintf(notes, sizeof notes, "%s/notes", dir);
	memcpy(kernel.build_id.bytes, id, sizeof id);
	f = code_file_open_kernel(&src, &kernel, true, &why);
	assert_non_null(f);
	assert_true(code_file_is_memory(f));
	assert_true(build_id_same(code_file_build_id(f), &kernel.build_id));
	assert_true(code_file_address(f, RECORDED + 0x2000) == RECORDED + 0x2000);
	assert_int_equal(code_file_read(f, RECORDED + 0x2000, got, 300, &err), 300);
	assert_code(got, 0x2000, 300);
	code_file_close(f);
	kernel.build_id.bytes[19] ^= 1;
	assert_null(code_file_open_kernel(&src, &kernel, true, &why));
	kernel.build_id.len = 0; /* release and host would suffice for names */
	assert_null(code_file_open_kernel(&src, &kernel, true, &why));
}
