/* fuzz_symbols.c - a recording and its program: names, inlined calls, unwinding of stacks. */

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "fuzz/mutate/pair.h"
#include "fuzz/world.h"
#include "input/reading.h"
#include "lib/check_profile.h"
#include "profile/code.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool is_elf(const void *bytes, size_t len)
{
	return len >= 4 && memcmp(bytes,
				  "\x7f"
				  "ELF",
				  4) == 0;
}

/* The program alone, or a pair of program and debug symbols. */
static void mutate_files(struct buffer *b, struct dice *d)
{
	if (is_elf(b->at, b->len))
		mutate_elf(b, d);
	else
		pair_mutate(b, d, mutate_elf, mutate_elf);
}

static void mutate_pair(struct buffer *b, struct dice *d)
{
	pair_mutate(b, d, mutate_perf, mutate_files);
}

MUTATE_WITH(mutate_pair)

static const char kallsyms[] = "ffffffff81000000 T _text\nffffffff81000000 T _stext\n"
			       "ffffffff81000010 t do_it\nffffffff81400000 T _etext\n"
			       "ffffffffc0000000 t in_module\t[mod]\n";
static const char jit_map[] =
    "50000 8 made at run time\n50010 20 a->b->c\n50100 10 other\n";

/* Create the files to which the recordings of make-seeds refer. */
static void furnish(void)
{
	static const char *const dirs[] = {"root/bin/", "root/tmp/",
					   "root/lib/modules/6.1/", "root/boot/"};

	for (size_t i = 0; i < sizeof dirs / sizeof *dirs; i++)
		world_make(dirs[i]);
	world_write("kallsyms", kallsyms, sizeof kallsyms - 1);
	world_write("root/tmp/perf-7.map", jit_map, sizeof jit_map - 1);
	world_write("root/lib/text.so", jit_map, sizeof jit_map - 1);
	/* the source of the seeds */
	world_write("root/a.cc", jit_map, sizeof jit_map - 1);
}

/* Like a view that shows instructions in addition to a picture. */
static void take_code(struct profile *p)
{
	struct code_reading code;

	if (!p || !p->code)
		return;
	code_reading_take(&code, p);
	code_reading_release(&code);
}

static void read_recording(struct text recording, unsigned how)
{
	char symfs[WORLD_PATH_MAX], kernel[WORLD_PATH_MAX];
	struct reading_options o = {.symbols = true,
				    .inlined = how & 1,
				    .lines = how & 1 << 5,
				    .threads = 1 + (how >> 1 & 1),
				    .instructions_of = how & 1 << 6 ? "" : NULL,
				    .instructions_in =
					how & 1 << 7 ? "/bin/app\n[heap]" : NULL,
				    .source = symfs,
				    .symfs = world_path("root", symfs),
				    .kallsyms = world_path("kallsyms", kernel)};
	struct error err = ERROR_INIT;
	struct source *s;
	struct profile *p;

	if (how & 4) /* that of this machine, if it is the recorded one */
		o.kallsyms = NULL;
	s = source_of_bytes(recording.at, recording.len, &err);
	p = s ? reading_run_source(s, "it", &o, NULL, &err) : NULL;
	if (p ? !check_profile(p, &err) : !err.message[0])
		abort();
	take_code(p);
	profile_free(p);
	source_close(s);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static bool furnished;
	struct text recording, files, program, debug;
	unsigned how = size ? data[size - 1] : 0;
	size_t used = mem_used();

	if (!furnished)
		furnish();
	furnished = true;
	mem_set_budget((size_t)1 << 30);
	pair_split(data, size, &recording, &files);
	program = debug = files;
	if (!is_elf(files.at, files.len))
		pair_split((const uint8_t *)files.at, files.len, &program, &debug);
	world_write("root/bin/app", program.at, program.len);
	/* possible targets of its links */
	world_write("root/bin/a.debug", debug.at, debug.len);
	world_write("root/bin/a.alt", program.at, program.len);
	if (how & 1 << 6) { /* the kernel's instructions */
		world_write("root/boot/vmlinux", program.at, program.len);
		world_write("root/lib/modules/6.1/mod.ko", debug.at, debug.len);
	}
	if (how & 8)
		mem_set_budget(used + size * (how >> 4) + 1);
	read_recording(recording, how);
	if (mem_used() != used)
		abort();
	return 0;
}
