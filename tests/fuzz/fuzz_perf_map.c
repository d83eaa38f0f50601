/* fuzz_perf_map.c - any bytes as a perf map, and as a kallsyms. */

#include <stdlib.h>

#include "fuzz/mutate/mutate.h"
#include "base/mem.h"
#include "symbols/kallsyms.h"
#include "symbols/jit_map.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

MUTATE_WITH(mutate_text)

static void check_map(struct text text)
{
	struct error err = ERROR_INIT;
	char *copy = mem_text(text.at, text.len, &err);
	struct jit_map *m = copy ? jit_map_new(copy, text.len) : NULL;
	struct symbol s;

	if (!m)
		abort();
	for (uint64_t at = 0; at < 4096; at++) {
		if (jit_map_find(m, at, &s) && (at < s.start || at - s.start >= s.size))
			abort();
	}
	if (jit_map_find(m, UINT64_MAX, &s) && UINT64_MAX - s.start >= s.size)
		abort();
	jit_map_free(m);
}

static void check_kallsyms(struct text text)
{
	struct error err = ERROR_INIT;
	struct symbol_table *t = symbol_table_new(false, &err);
	struct symbol s;
	struct kallsyms k = {.table = t};

	if (!t)
		abort();
	kallsyms_take(&k, text);
	if (kallsyms_end(&k) == SYMBOLS_NO_MEMORY)
		abort();
	for (uint64_t at = 0; at < 4096; at += 5)
		symbol_table_find(t, at, &s);
	symbol_table_free(t);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct text text = {size ? (const char *)data : "", size};

	check_map(text);
	check_kallsyms(text);
	return 0;
}
