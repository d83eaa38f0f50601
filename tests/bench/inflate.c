/*
 * inflate - only inflates: the least cost of reading a gzip file. All members of FILE are inflated
 * in blocks of 256 KiB with the library that flarescope was built with, and discarded. Prints the
 * name of the library and the number of bytes.
 *
 * 	inflate [--zlib] FILE
 */

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#ifdef WITH_ISAL
#include <isa-l.h>
#endif

#define BLOCK ((size_t)256 << 10)

struct work {
	FILE *from;
	uint8_t *in, *out; /* owned: BLOCK bytes each */
	uint64_t bytes;
};

static bool inflate_with_zlib(struct work *w)
{
	z_stream z = {0};
	int state = inflateInit2(&z, 15 + 16);
	size_t n;

	while (state == Z_OK && (n = fread(w->in, 1, BLOCK, w->from)) > 0) {
		z.next_in = w->in;
		z.avail_in = (uInt)n;
		while (z.avail_in && (state == Z_OK || state == Z_BUF_ERROR)) {
			z.next_out = w->out;
			z.avail_out = BLOCK;
			state = inflate(&z, Z_NO_FLUSH);
			w->bytes += BLOCK - z.avail_out;
			if (state == Z_STREAM_END)
				state = inflateReset(&z);
		}
		if (state == Z_BUF_ERROR)
			state = Z_OK;
	}
	inflateEnd(&z);
	return state == Z_OK;
}

#ifdef WITH_ISAL
static bool inflate_with_isal(struct work *w)
{
	struct inflate_state *z = calloc(1, sizeof *z);
	bool ok = z != NULL;
	size_t n;

	if (!ok)
		return false;
	isal_inflate_init(z);
	z->crc_flag = ISAL_GZIP;
	while (ok && (n = fread(w->in, 1, BLOCK, w->from)) > 0) {
		z->next_in = w->in;
		z->avail_in = (uint32_t)n;
		do {
			z->next_out = w->out;
			z->avail_out = BLOCK;
			ok = isal_inflate(z) == ISAL_DECOMP_OK;
			w->bytes += BLOCK - z->avail_out;
			if (ok && z->block_state == ISAL_BLOCK_FINISH) {
				isal_inflate_reset(z);
				z->crc_flag = ISAL_GZIP;
			}
		} while (ok && (z->avail_in || z->avail_out == 0));
	}
	free(z);
	return ok;
}
#endif

int main(int argc, char **argv)
{
	bool zlib = argc == 3 && strcmp(argv[1], "--zlib") == 0;
	struct work w = {0};
	const char *name = "zlib";
	bool ok;

	if (argc != 2 + zlib) {
		fprintf(stderr, "usage: inflate [--zlib] FILE\n");
		return 2;
	}
	w.from = fopen(argv[argc - 1], "rb");
	w.in = malloc(BLOCK);
	w.out = malloc(BLOCK);
	if (!w.from || !w.in || !w.out) {
		perror(argv[argc - 1]);
		return 1;
	}
#ifdef WITH_ISAL
	if (!zlib)
		name = "ISA-L";
	ok = zlib ? inflate_with_zlib(&w) : inflate_with_isal(&w);
#else
	ok = inflate_with_zlib(&w);
#endif
	printf("%s %llu\n", name, (unsigned long long)w.bytes);
	fclose(w.from);
	free(w.in);
	free(w.out);
	return !ok;
}
