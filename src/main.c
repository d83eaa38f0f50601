/* main.c - the program: the user's characters, its memory, then the command line. */

#include "base/mem.h"
#include "cli/command_line.h"
#include "tui/characters.h"

int main(int argc, char **argv)
{
	characters_choose();
	mem_keep_freed(false);
	return command_line_run(argc, argv);
}
