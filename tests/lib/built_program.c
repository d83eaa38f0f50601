#include "lib/built_program.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/made_recording.h"

#define USER	((uint64_t)-512)
#define LOADED	UINT64_C(0x500000)
#define TASK_MS UINT64_C(1000000)

static const char source[] =
    "#include <stdlib.h>\n"
    "#define INLINED static inline __attribute__((always_inline)) int\n"
    "INLINED inner(int x) { return x * x + rand(); }\n"
    "INLINED middle(int x) { return inner(x) ^ 5; }\n"
    "__attribute__((noinline)) int outer(int x) { return middle(x) + rand(); }\n"
    "int main(int n, char **v) { (void)v; return outer(n) + outer(n + 1); }\n";

/* Get the output of a command; false if it fails. */
static bool printed(const char *command, char *buf, size_t room)
{
	FILE *from = popen(command, "r");
	size_t n;

	assert(from);
	n = fread(buf, 1, room - 1, from);
	buf[n] = '\0';
	return pclose(from) == 0;
}

/* Parse "0000000000001149 0000000000000020 T outer": address and size. */
static bool find(const char *symbols, const char *name, uint64_t *at, uint64_t *size)
{
	const char *line = strstr(symbols, name);

	while (line && line > symbols && line[-1] != '\n')
		line--;
	return line && sscanf(line, "%" SCNx64 " %" SCNx64, at, size) == 2;
}

/* Parse "  LOAD  0x001000 0x0000000000001000 ...": convert an address to an offset in the file. */
static uint64_t place(const char *segments, uint64_t address)
{
	uint64_t offset, start, size, at = 0;

	for (const char *s = segments; (s = strstr(s, "LOAD ")); s++)
		if (sscanf(s, "LOAD %" SCNx64 " %" SCNx64 " %*x %" SCNx64, &offset,
			   &start, &size) == 3 &&
		    address >= start && address - start < size)
			at = address - start + offset;
	return at;
}

static bool build(const struct built_program *b)
{
	const char *cc = getenv("CC");
	char path[96], command[512], ignored[8];
	FILE *out;

	snprintf(path, sizeof path, "%s/app.c", b->dir);
	out = fopen(path, "w");
	assert(out);
	fputs(source, out);
	assert(fclose(out) == 0);
	snprintf(command, sizeof command, "%s -g -O1 -o %s %s 2>&1",
		 cc && *cc ? cc : "cc", b->program, path);
	return printed(command, ignored, sizeof ignored);
}

static bool look_into(struct built_program *b)
{
	static char symbols[1 << 16], segments[1 << 14];
	char command[128];
	uint64_t outer, size, main_at, main_size;

	snprintf(command, sizeof command, "nm -S %s", b->program);
	if (!printed(command, symbols, sizeof symbols))
		return false;
	snprintf(command, sizeof command, "LC_ALL=C readelf -lW %s", b->program);
	if (!printed(command, segments, sizeof segments) ||
	    !find(symbols, " T outer", &outer, &size) ||
	    !find(symbols, " T main", &main_at, &main_size))
		return false;
	b->outer = place(segments, outer);
	b->main = place(segments, main_at + main_size / 2);
	b->samples = (unsigned)size;
	return b->outer && b->main;
}

void built_program_record(const struct built_program *b, unsigned samples)
{
	struct made_recording m = {0};
	FILE *out = fopen(b->recording, "w");

	assert(out);
	made_head(&m);
	made_attr(&m, 1, 0, MADE_TYPE, 0, 112, 0);
	made_comm(&m, 1, 7, 7, "app");
	made_map(&m, 1, 7, LOADED, 0x100000, 0, b->program);
	for (unsigned i = 0; i < samples; i++) {
		uint64_t at = b->outer + i % b->samples;
		uint64_t chain[] = {USER, LOADED + at, LOADED + b->main};

		made_sample(&m, 1000 * TASK_MS + 10 * TASK_MS * i, 7, 7, chain, 3);
	}
	assert(fwrite(m.bytes, 1, m.len, out) == m.len);
	assert(fclose(out) == 0);
	free(m.bytes);
}

bool built_program_make(struct built_program *b)
{
	*b = (struct built_program){0};
	work_dir_make(b->dir, "built");
	snprintf(b->program, sizeof b->program, "%s/app", b->dir);
	snprintf(b->recording, sizeof b->recording, "%s/perf.data", b->dir);
	if (!build(b) || !look_into(b)) {
		fputs("NO COMPILER (or no nm, readelf): nothing inlined is looked for\n",
		      stderr);
		built_program_remove(b);
		return false;
	}
	built_program_record(b, b->samples);
	return true;
}

void built_program_remove(const struct built_program *b)
{
	work_dir_remove(b->dir);
}
