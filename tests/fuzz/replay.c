/*
 * replay.c - runs a fuzz target on the given files, without libFuzzer; with --changed N each is
 * also changed N times, reproducibly, by the target's own mutator.
 */

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/mutate/mutate.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#pragma weak LLVMFuzzerCustomMutator

#define GROWN ((size_t)64 << 10) /* bytes that a change may add */

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max)
{
	struct dice d = {size};
	struct buffer b = {data, size, max};

	if (size == 0 || dice_one_in(&d, 2))
		buffer_replace(&b, dice_below(&d, size + 1), 0, &d, sizeof d);
	else
		data[dice_below(&d, size)] = (uint8_t)dice_any(&d);
	return b.len;
}

/*
 * Allocates exactly as much memory as there are bytes, so that a sanitizer detects reads beyond
 * them.
 */
static int run(const uint8_t *data, size_t size)
{
	uint8_t *copy = malloc(size ? size : 1);
	int failed;

	if (!copy)
		return 1;
	if (size)
		memcpy(copy, data, size);
	failed = LLVMFuzzerTestOneInput(copy, size);
	free(copy);
	return failed;
}

static int run_changed(const uint8_t *data, size_t size, unsigned times)
{
	size_t max = size + GROWN, len;
	int failed = 0;

	for (unsigned seed = 0; seed < times; seed++) {
		uint8_t *copy = malloc(max);

		if (!copy)
			return 1;
		if (size)
			memcpy(copy, data, size);
		len = LLVMFuzzerCustomMutator(copy, size, max, seed);
		if (len > max)
			abort();
		failed |= run(copy, len);
		free(copy);
	}
	return failed;
}

static int replay(const char *path, unsigned changed)
{
	FILE *in = fopen(path, "rb");
	uint8_t *data = NULL;
	long size = -1;
	int failed = 1;

	if (in && fseek(in, 0, SEEK_END) == 0)
		size = ftell(in);
	if (size >= 0 && fseek(in, 0, SEEK_SET) == 0)
		data = malloc(size ? (size_t)size : 1);
	if (data && fread(data, 1, (size_t)size, in) == (size_t)size) {
		failed = run(data, (size_t)size);
		if (LLVMFuzzerCustomMutator)
			failed |= run_changed(data, (size_t)size, changed);
	} else {
		perror(path);
	}
	free(data);
	if (in)
		fclose(in);
	return failed;
}

int main(int argc, char **argv)
{
	unsigned changed = 0;
	int failed = 0, i = 1;

	if (argc > 2 && strcmp(argv[1], "--changed") == 0) {
		changed = (unsigned)strtoul(argv[2], NULL, 10);
		i = 3;
	}
	for (; i < argc; i++)
		failed |= replay(argv[i], changed);
	return failed;
}
