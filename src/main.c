/* main.c - the program: the user's characters, then the command line. */

#include <locale.h>

#include "cli/command_line.h"

int main(int argc, char **argv)
{
	setlocale(LC_CTYPE, "");
	return command_line_run(argc, argv);
}
