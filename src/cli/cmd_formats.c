#include "cli/subcommand.h"

#include <stdio.h>

#include "export/export.h"
#include "input/formats.h"

bool cmd_formats_talk(int argc, char **argv, struct error *err)
{
	if (argc > 1)
		return error_set(err, ERROR_USAGE, "formats takes no argument, not '%s'",
				 argv[1]);
	puts("Read, found by content (--input-format overrides), also packed with gzip "
	     "or zstd:");
	for (size_t i = 0; i < formats_count(); i++)
		printf("  %-14s %s\n", formats[i].name, formats[i].help);
	puts("\nWritten by export:");
	for (size_t i = 0; i < export_notation_count(); i++)
		printf("  %-14s %s\n", export_notations[i].name,
		       export_notations[i].help);
	puts("\nWritten by convert:\n  flare");
	if (fflush(stdout) != 0)
		return error_sys(err, "cannot write to standard output");
	return true;
}
