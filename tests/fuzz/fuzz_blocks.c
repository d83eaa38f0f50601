/* fuzz_blocks.c - the same text whole and in blocks, by several threads, known and unknown. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/mutate/mutate.h"
#include "input/reading.h"
#include "lib/replaced/forgetful.h"
#include "lib/replaced/tiny.h"
#include "lib/check_profile.h"
#include "lib/dump.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

MUTATE_WITH(mutate_text)

/* Lines of a recipe: each may affect how a parser reads the next one. */
static const char *const recipes[] = {
    "a 1 1.0: 5 cycles: \n",
    "a     1 [001]     2.500000:      10 cycles: \n",
    "a     1 [001]     2.500001:         cycles: \n",
    "b/c 2/3 [000] 2.25: 1 cpu-clock:  1111 main (/bin/a)\n",
    "x 9 [70000] 1.5: 1 cycles: \n",
    "x 99999999999 2.0: 1 cycles: \n",
    "x 1 2.0: 99999999999999999999999 cycles: \n",
    "old 51 cycles: \n",
    "a 1 3.0: \n",
    "a 1 3.0:  2222 [unknown] (/bin/a)\n",
    "a 1 1.5: 2.5: 1 cycles: \n",
    "a 1 1.000000: PERF_RECORD_COMM exec: x:1/1\n",
    "a 1 2.000000: PERF_RECORD_LOST lost 12\n",
    "PERF_RECORD_FINISHED_ROUND\n",
    "\t\t[0/net: 3/0xf0000098, 1/uts: 3/0xeffffffe,\n",
    "\t            1111 inner+0x1 (/bin/a)\n",
    "\t            1111 inner+0x2 (/bin/a)\n",
    "\t            1111 inner+0x1 (/bin/a)\r\n",
    "\tffffffff81600188 outer ([kernel.kallsyms])\n",
    "\tffffffff81600188 outer ([kernel.kallsyms]",
    "\tcafe [unknown] ([unknown])\n",
    "\t            1111 a->b+0x7 (/tmp/perf-1.map)\n",
    "        b3cea6c4\tLock::unlock() (/system/lib/libc.so)\n",
    "    b3cea6c4 spaced (/lib/a)\n",
    "\t0000000000001111\tinsn: 55\n",
    "\t            1111 1.0: odd: (/bin/a)\n",
    "  a.c:3 (inlined)\n",
    "  a.c:9\n",
    " ABI:2    AX:0x0    BX:0x1\n",
    " 0x1111/0x2222/P/-/-/0 \n",
    "               0\n",
    "\n",
    "\r\n",
    "   \n",
    "\t\n",
    "# ========\n",
    "# hostname : it\n",
    "# arch : x86\n",
    "#x 7 4.0: 1 cycles: \n",
    "Warning:\n",
    "nonsense\n",
    "\xef\xbb\xbf",
    "a 1 9.0: 18446744073709551615 cycles: \n",
    "a 1 1.0:",
    "b 2 0.5: 3 cycles:u: \n\t            3333 deep (/bin/a)\n\n",
    "  aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa 1 1.0: 1 e: \n",
};

#define RECIPES (sizeof recipes / sizeof *recipes)

/* How the text is read: changed only between two readings. */
static size_t block, longest, look_back;
static bool forgetful;

#define LINES_BLOCK	block
#define LINES_LONGEST	longest
#define LINES_LOOK_BACK look_back
#include "input/lines.c"

bool forgetful_now(void)
{
	return forgetful;
}

/* The result of reading, as text; release with free(). */
static char *outcome(struct text data, unsigned threads)
{
	struct reading_options o = {.format = "perf-script", .threads = threads};
	struct error err = ERROR_INIT;
	struct source *s = source_of_bytes(data.at, data.len, &err);
	struct profile *p;
	char *text = NULL;
	size_t len;
	FILE *out = open_memstream(&text, &len);

	if (!s || !out)
		abort();
	p = reading_run_source(s, "fuzz", &o, NULL, &err);
	source_close(s);
	if (!p)
		fputs(err.message, out);
	else if (!check_profile(p, &err))
		abort();
	else
		dump_profile(p, out);
	fclose(out);
	profile_free(p);
	return text;
}

static void compare(struct text data, uint8_t how)
{
	char *whole, *torn;

	longest = how & 1 ? 64 : 1 << 20;
	block = 1 << 18;
	look_back = 0; /* that is, one block */
	tiny.remembered = UINT64_MAX;
	forgetful = true;
	whole = outcome(data, 1);
	look_back = 1 << 16;
	block = 8 + (how >> 3) * 16u;
	tiny.remembered = how & 2 ? 3000 : UINT64_MAX;
	forgetful = false;
	torn = outcome(data, how & 4 ? 3 : 1);
	if (strcmp(whole, torn) != 0) {
		fprintf(stderr, "---- whole\n%s---- in blocks of %zu\n%s", whole, block,
			torn);
		abort();
	}
	free(whole);
	free(torn);
}

/* Each byte becomes a line. Release with free(). */
static struct text cook(const uint8_t *data, size_t size)
{
	char *text = NULL;
	size_t len;
	FILE *out = open_memstream(&text, &len);

	if (!out)
		abort();
	for (size_t i = 0; i < size; i++)
		fputs(recipes[data[i] % RECIPES], out);
	fclose(out);
	return (struct text){text, len};
}

/* The first byte selects how to read; the rest is a text or, after an 'r', a recipe of one. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct text cooked;

	if (size < 2)
		return 0;
	if (data[1] != 'r') {
		compare((struct text){(const char *)data + 1, size - 1}, data[0]);
		return 0;
	}
	cooked = cook(data + 2, size - 2);
	compare(cooked, data[0]);
	free((void *)(uintptr_t)cooked.at);
	return 0;
}
