/* fuzz_elf.c - any bytes as an ELF file: its symbols, linkage table and inlined functions. */

#include <stdlib.h>
#include <string.h>

#include "fuzz/mutate/mutate.h"
#include "symbols/elf/elf_symbols.h"
#include "symbols/dwarf/inlined.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

MUTATE_WITH(mutate_elf)

#define INLINED_MAX 16

static void read_all(const struct text t)
{
	volatile size_t sum = 0;

	for (size_t i = 0; i < t.len; i++)
		sum += (unsigned char)t.at[i];
}

static void ask(struct symbol_table *t, struct inlined *in, uint64_t place)
{
	struct text names[INLINED_MAX];
	struct symbol s;
	size_t n;

	if (symbol_table_find(t, place, &s)) {
		if (place < s.start || (s.size && place - s.start >= s.size))
			abort();
		read_all(s.name);
	}
	n = in ? inlined_find(in, place, names, INLINED_MAX) : 0;
	for (size_t i = 0; i < n; i++)
		read_all(names[i]);
}

static void read_image(struct elf_image *im)
{
	struct error err = ERROR_INIT;
	struct symbol_table *t = symbol_table_new(true, &err);
	struct elf_image *inner = elf_image_debugdata(im);
	struct inlined *in = inlined_new(im, "");
	const struct elf_load *loads;
	uint32_t crc, n;
	uint64_t value;

	read_all(elf_image_debuglink(im, &crc));
	elf_symbols_value(im, "main", &value);
	elf_symbols_value(im, "_text", &value);
	if (!t || (inner && !elf_symbols_read(inner, im, t, &err)) ||
	    !elf_symbols_read(im, im, t, &err) || !elf_symbols_plt(im, t, &err))
		abort();
	loads = elf_image_loads(im, &n);
	for (uint64_t place = 0; place < 8192; place += 7)
		ask(t, in, place);
	for (uint32_t i = 0; i < n; i++)
		ask(t, in, loads[i].address);
	ask(t, in, UINT64_MAX);
	inlined_free(in);
	elf_image_close(inner);
	symbol_table_free(t);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	enum symbol_status why;
	struct elf_image *im;
	void *copy = malloc(size ? size : 1); /* aligned */

	if (!copy)
		abort();
	if (size)
		memcpy(copy, data, size);
	im = elf_image_of_bytes(copy, size, &why);
	if (im)
		read_image(im);
	elf_image_close(im);
	free(copy);
	return 0;
}
