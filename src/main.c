/* main.c - the program: the user's characters, its memory, then the command line. */

#include <locale.h>

#include "base/mem.h"
#include "cli/command_line.h"

int main(int argc, char **argv)
{
	setlocale(LC_CTYPE, "");
	mem_keep_freed(false);
	return command_line_run(argc, argv);
}
