/*
 * made_flare - a .flare as no program would record it.
 *
 *	made_flare deep N FILE     one sample whose stack has N frames
 *	made_flare chain N FILE    N samples, each one frame deeper than the one before
 *	made_flare leaves N FILE   the same, each with a function of its own as the last frame
 *	made_flare claim N FILE    a small one that says, with the right sum, that it is N bytes
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "profile/builder.h"
#include "profile/store.h"
#include "profile/store_layout.h"

static bool make(struct builder *b, const char *mode, uint32_t n)
{
	uint32_t frame = builder_frame(b, builder_string(b, TEXT("call")), 0, FRAME_USER);
	uint32_t leaf = builder_frame(b, builder_string(b, TEXT("leaf")), 0, FRAME_USER);
	bool leaves = strcmp(mode, "leaves") == 0;
	bool each = leaves || strcmp(mode, "chain") == 0;
	uint32_t stack = 0;
	struct sample s = {.weight = 1, .timed = true, .cpu = PROFILE_NO_CPU};

	s.thread = builder_thread(b, TEXT("app"), 7, 7);
	s.event = builder_event(b, TEXT("cpu-clock"), TEXT("ns"));
	for (uint32_t i = 0; i < n && !builder_failed(b); i++) {
		stack = builder_stack(b, stack, frame);
		s.stack = leaves ? builder_stack(b, stack, leaf) : stack;
		s.time = i;
		if (each || i == n - 1)
			builder_add_sample(b, &s);
	}
	return !builder_failed(b);
}

static bool write_profile(const struct profile *p, const char *path, struct error *err)
{
	FILE *out = fopen(path, "wb");
	bool ok;

	if (!out)
		return error_sys(err, "%s", path);
	ok = store_write(p, TEXT(""), out, err);
	return (fclose(out) == 0 || error_sys(err, "%s", path)) && ok;
}

static bool claim(const char *path, uint64_t size, struct error *err)
{
	struct store_section table[STORE_SECTIONS];
	struct store_header h;
	FILE *file = fopen(path, "r+b");
	bool ok = file && fread(&h, sizeof h, 1, file) == 1 &&
		  fread(table, sizeof table, 1, file) == 1;

	if (ok) {
		h.size = size;
		h.sum = store_front_sum(&h, table);
		rewind(file);
		ok = fwrite(&h, sizeof h, 1, file) == 1;
	}
	if (file && fclose(file) != 0)
		ok = false;
	return ok || error_sys(err, "%s", path);
}

int main(int argc, char **argv)
{
	struct error err = ERROR_INIT;
	struct profile *p = NULL;
	struct builder *b;
	unsigned long n;
	bool ok, claims;

	if (argc != 4) {
		fputs("usage: made_flare deep|chain|leaves|claim N FILE\n", stderr);
		return 2;
	}
	n = strtoul(argv[2], NULL, 10);
	claims = strcmp(argv[1], "claim") == 0;
	b = builder_new(&err);
	if (b && make(b, argv[1], claims ? 1 : (uint32_t)n))
		p = builder_finish(b, &err);
	ok = p && write_profile(p, argv[3], &err) && (!claims || claim(argv[3], n, &err));
	profile_free(p);
	builder_free(b);
	if (!ok)
		fprintf(stderr, "made_flare: %s\n", err.message);
	return !ok;
}
