/* main.c - the program: the user's characters, its memory, then the command line. */

#include <locale.h>
#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "cli/command_line.h"

/*
 * Blocks from this size on are the kernel's again when they are freed. Left alone, glibc raises
 * it to the largest block that was ever freed, and what large tables leave behind as they grow
 * stays: a third of the memory of a recording with symbols. Bytes; glibc's own first value.
 */
#define LARGE_BLOCK (128 * 1024)

int main(int argc, char **argv)
{
	setlocale(LC_CTYPE, "");
#ifdef __GLIBC__
	mallopt(M_MMAP_THRESHOLD, LARGE_BLOCK);
#endif
	return command_line_run(argc, argv);
}
