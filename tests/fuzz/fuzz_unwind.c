/* fuzz_unwind.c - any bytes as a program whose unwind tables are used. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fuzz/mutate/mutate.h"
#include "symbols/unwind/unwind.h"
#include "symbols/unwind/unwind_row.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

MUTATE_WITH(mutate_elf)

#define BASE   UINT64_C(0x400000)
#define STACK  UINT64_C(0x7ff000000000)
#define FRAMES 40

struct world {
	struct unwind_file *file;
	uint64_t size;
};

static bool find(void *arg, uint64_t address, struct unwind_place *place)
{
	const struct world *w = arg;

	*place = (struct unwind_place){w->file, address - BASE};
	return address - BASE < w->size;
}

/* A stack of return addresses into the file. */
static void walk(struct world *w, struct unwind *u, uint64_t pc, const uint8_t *data,
		 size_t size)
{
	uint64_t words[128], addresses[FRAMES];
	struct unwind_thread t = {.known = UINT32_MAX};
	size_t n;

	for (size_t i = 0; i < 128; i++)
		words[i] = i % 3 ? BASE + (pc + 31 * i) % w->size : STACK + 8 * i + 64;
	if (size)
		memcpy(words, data + size / 2, size / 2 < 64 ? size / 2 : 64);
	for (int i = 0; i < UNWIND_REGISTERS; i++)
		t.registers[i] = STACK + 16 * (uint64_t)i;
	t.registers[UNWIND_SP] = STACK;
	t.registers[UNWIND_PC] = pc;
	t.stack = (struct text){(const char *)words, sizeof words};
	unwind_walk(u, &t, find, w, addresses, FRAMES, &n);
	if (n == 0 || n > FRAMES)
		abort();
}

static void ask(struct unwind_file *file, const uint8_t *data, size_t size)
{
	struct world w = {file, size + 1};
	struct error err = ERROR_INIT;
	struct unwind *u = unwind_new(&err);
	struct unwind_row row;

	if (!u)
		abort();
	for (uint64_t at = 0; at < w.size; at += 1 + at / 64) {
		unwind_file_row(file, at, &row);
		walk(&w, u, BASE + at, data, size);
	}
	unwind_free(u);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct symbol_source src = {.debug_dir = "/nonexistent",
					  .build_ids = "/nonexistent"};
	struct module_file wanted = {.path = TEXT("")};
	struct error err = ERROR_INIT;
	struct unwind_file *f;
	int fd = memfd_create("program", MFD_CLOEXEC);
	char path[64];

	if (fd < 0 || (size && write(fd, data, size) != (ssize_t)size))
		abort();
	snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
	wanted.path = text_of(path);
	f = unwind_file_open(&src, &wanted, &err);
	if (!f)
		abort();
	ask(f, data, size);
	unwind_file_close(f);
	close(fd);
	return 0;
}
