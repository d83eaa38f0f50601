/* fuzz_code.c - any bytes as an ELF file: its instructions, and their source lines. */

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "fuzz/mutate/mutate.h"
#include "fuzz/world.h"
#include "symbols/code/disassembly.h"
#include "symbols/code/source_text.h"
#include "symbols/dwarf/line_tables.h"
#include "symbols/elf/elf_object.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

MUTATE_WITH(mutate_elf)

#define CODE_MOST  4096
#define CALLS_MOST 16

static void read_all(const struct text t)
{
	volatile size_t sum = 0;

	for (size_t i = 0; i < t.len; i++)
		sum += (unsigned char)t.at[i];
}

/* Rows are sorted by address, within the requested range, and have a path. */
static void read_lines(struct inlined *in, struct source_text *texts, uint64_t start,
		       uint64_t end)
{
	struct source_lines l;

	if (!source_lines_read(&l, in, start, end)) {
		source_lines_release(&l);
		return;
	}
	for (size_t i = 0; i < l.count; i++) {
		const struct source_row *r = &l.rows[i];

		if (r->address < start || r->address >= end ||
		    (i && r->address < l.rows[i - 1].address))
			abort();
		read_all(source_text_line(texts, intern_get(l.files, r->file), r->line));
	}
	/* before 0 is the last address, and the last row has no end */
	if (start && source_lines_find(&l, start - 1))
		abort();
	source_lines_release(&l);
}

/* Whatever is looked up in whole tables: a line has a path, and the result is repeatable. */
static void ask_tables(struct inlined *in)
{
	struct line_tables *t = line_tables_new(in, LINE_TABLES_ROWS);
	struct inlined_from from[CALLS_MOST];
	struct text names[CALLS_MOST];
	struct source_place place, again;

	for (uint64_t at = 0; t && at < 32768; at += 61) {
		size_t n = inlined_find_calls(in, at, names, from, CALLS_MOST);

		for (size_t i = 0; i < n; i++)
			if (line_tables_call(t, at, from[i], &place))
				read_all(place.path);
		if (!line_tables_find(t, at, &place))
			continue;
		read_all(place.path);
		if (!line_tables_find(t, at, &again) || again.line != place.line ||
		    !text_equal(again.path, place.path))
			abort();
	}
	line_tables_free(t);
}

/* All bytes are covered, in order, and texts are terminated. */
static void read_code(enum machine machine, const uint8_t *bytes, size_t len,
		      uint64_t address)
{
	struct disassembly *d = disassembly_new(machine);
	struct decoded next;
	size_t done = 0;

	if (!d)
		return;
	disassembly_begin(d, bytes, len, address);
	while (disassembly_next(d, &next)) {
		if (next.size == 0 || next.size > len - done ||
		    next.address != address + done ||
		    memcmp(next.bytes, bytes + done, next.size) != 0 ||
		    !memchr(next.text, '\0', sizeof next.text))
			abort();
		done += next.size;
	}
	if (done != len)
		abort();
	disassembly_free(d);
}

/* A function of an object file: its relocations are in order, and inside of it. */
static void read_object(struct elf_image *im)
{
	static const char *const names[] = {"f", "sum", "main", "run", ""};
	const struct elf_relocation *next;
	struct elf_relocations r;
	struct elf_function f;

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		if (!elf_object_function(im, text_of(names[i]), &f))
			continue;
		if (!elf_object_relocations(im, &f, &r))
			abort();
		for (size_t k = 0; k < r.count; k++) {
			next = &r.rows[k];
			if (next->address - f.address >= f.size ||
			    (k && next->address < next[-1].address) ||
			    elf_relocations_in(&r, next->address, 1)->address !=
				next->address)
				abort();
			read_all(next->name);
		}
		elf_relocations_release(&r);
	}
}

static void read_image(struct elf_image *im)
{
	struct inlined *in = inlined_new_with_lines(im, "");
	char directory[WORLD_PATH_MAX];
	struct source_text *texts = source_text_new(world_path("source", directory));
	uint8_t code[CODE_MOST];
	const struct elf_load *loads;
	uint32_t n;

	loads = elf_image_loads(im, &n);
	for (uint32_t i = 0; i < n && i < 8; i++) {
		size_t len = elf_image_read(im, loads[i].offset, code, sizeof code);

		read_code(MACHINE_X86_64, code, len, loads[i].address);
		read_code(MACHINE_AARCH64, code, len, loads[i].address);
	}
	for (uint64_t at = 0; in && texts && at < 32768; at += 512)
		read_lines(in, texts, at, at + 700);
	if (in && texts)
		read_lines(in, texts, 1, UINT64_MAX);
	if (in)
		ask_tables(in);
	read_object(im);
	source_text_free(texts);
	inlined_free(in);
}

/* Without a directory paths are unchanged. */
static void read_whole_path(void)
{
	struct source_text *texts = source_text_new(NULL);
	char path[WORLD_PATH_MAX];

	world_path("source/a.c", path);
	if (!texts || source_text_line(texts, text_of(path), 1).len == 0)
		abort();
	source_text_free(texts);
}

static void furnish(void)
{
	static const char source[] = "int main(void)\n{\r\n\treturn 0;\n}";

	world_make("source/");
	world_write("source/threads.c", source, sizeof source - 1);
	world_write("source/a.c", source, sizeof source - 1);
	/* the source of the seeds */
	world_write("source/a.cc", source, sizeof source - 1);
	read_whole_path();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static bool furnished;
	enum symbol_status why;
	struct elf_image *im;
	size_t used = mem_used();
	void *copy = malloc(size ? size : 1); /* aligned */

	if (!copy)
		abort();
	if (!furnished)
		furnish();
	furnished = true;
	if (size)
		memcpy(copy, data, size);
	im = elf_image_of_bytes(copy, size, &why);
	if (im)
		read_image(im);
	elf_image_close(im);
	free(copy);
	if (mem_used() != used)
		abort();
	return 0;
}
