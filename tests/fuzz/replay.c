/* replay.c - a fuzz target over the files named, without libFuzzer. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Exactly as much memory as there are bytes, so that a sanitizer sees what reads further. */
static int replay(const char *path)
{
	FILE *in = fopen(path, "rb");
	uint8_t *data = NULL;
	long size = -1;
	int failed = 1;

	if (in && fseek(in, 0, SEEK_END) == 0)
		size = ftell(in);
	if (size >= 0 && fseek(in, 0, SEEK_SET) == 0)
		data = malloc(size ? (size_t)size : 1);
	if (data && fread(data, 1, (size_t)size, in) == (size_t)size)
		failed = LLVMFuzzerTestOneInput(data, (size_t)size);
	else
		perror(path);
	free(data);
	if (in)
		fclose(in);
	return failed;
}

int main(int argc, char **argv)
{
	int failed = 0;

	for (int i = 1; i < argc; i++)
		failed |= replay(argv[i]);
	return failed;
}
