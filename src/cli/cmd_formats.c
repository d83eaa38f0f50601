#include "cli/subcommand.h"

#include <stdio.h>

#include "export/export.h"
#include "export/harmless.h"
#include "input/formats.h"
#include "input/own_readers.h"

/* Their paths are the user's, whatever is in them. */
static void print_own(const struct own_readers *own)
{
	if (own->count == 0)
		return;
	puts("\nRead by programs of your own, with --input-format NAME:");
	for (size_t i = 0; i < own->count; i++) {
		const struct own_reader *r = &own->rows[i];

		printf("  %-14s ", own_reader_name(r));
		harmless_write(text_of(r->path), stdout);
		if (formats_find(own_reader_name(r)))
			fputs(" (never run: see above)", stdout);
		if (r->distrust) {
			fputs(" (not run: ", stdout);
			harmless_write(text_of(r->distrust), stdout);
			putchar(')');
		}
		putchar('\n');
	}
}

bool cmd_formats_talk(int argc, char **argv, struct error *err)
{
	struct own_readers own;

	if (argc > 1)
		return error_set(err, ERROR_USAGE, "formats takes no argument, not '%s'",
				 argv[1]);
	if (!own_readers_list(&own, err))
		return false;
	puts("Read, found by content (--input-format overrides), also packed with gzip "
	     "or zstd:");
	for (size_t i = 0; i < formats_count(); i++)
		printf("  %-14s %s\n", formats[i].name, formats[i].help);
	print_own(&own);
	own_readers_release(&own);
	puts("\nWritten by export:");
	for (size_t i = 0; i < export_notation_count(); i++)
		printf("  %-14s %s\n", export_notations[i].name,
		       export_notations[i].help);
	puts("\nWritten by convert:\n  flare");
	if (fflush(stdout) != 0)
		return error_sys(err, "cannot write to standard output");
	return true;
}
