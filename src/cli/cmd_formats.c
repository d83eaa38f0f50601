#include "cli/subcommand.h"

#include <stdio.h>

#include "base/utf8.h"
#include "export/export.h"
#include "input/formats.h"
#include "input/plugin/plugin_readers.h"
#include "input/unpack/unzstd.h"

/* Print the user's plugins. Their paths may contain any characters. */
static void print_own(const struct plugin_readers *own)
{
	if (own->count == 0)
		return;
	puts("\nRead by your own programs, with --input-format NAME:");
	for (size_t i = 0; i < own->count; i++) {
		const struct plugin_reader *r = &own->rows[i];

		printf("  %-14s ", plugin_reader_name(r));
		printable_write(text_of(r->path), stdout);
		if (formats_find(plugin_reader_name(r)))
			fputs(" (never run: see above)", stdout);
		if (r->distrust) {
			fputs(" (not run: ", stdout);
			printable_write(text_of(r->distrust), stdout);
			putchar(')');
		}
		putchar('\n');
	}
}

static void print_row(const char *name, const char *help)
{
	printf("  %-14s ", name);
	usage_paragraph(help, 17, 17, stdout);
}

/* Print the formats of this build; with `lacking` those it cannot read, and the missing library. */
static void print_formats(bool lacking)
{
	for (size_t i = 0; i < formats_count(); i++) {
		const char *library = formats_lack(formats[i]);

		if (lacking && library)
			printf("  %-14s needs %s\n", formats[i]->name, library);
		else if (!lacking && !library)
			print_row(formats[i]->name, formats[i]->help);
	}
}

bool cmd_formats_main(int argc, char **argv, struct error *err)
{
	struct plugin_readers own;
	bool lacks = !unzstd_is_built_in();

	if (argc > 1)
		return error_set(err, ERROR_USAGE, "formats takes no argument: '%s'",
				 argv[1]);
	if (!plugin_readers_list(&own, err))
		return false;
	printf("Read, plain or compressed with gzip%s; the format is detected from the\n"
	       "content, or selected with --input-format:\n",
	       unzstd_is_built_in() ? " or zstd" : "");
	print_formats(false);
	print_own(&own);
	plugin_readers_release(&own);
	for (size_t i = 0; i < formats_count(); i++)
		lacks = lacks || formats_lack(formats[i]);
	if (lacks) {
		puts("\nNot read by this flarescope, which was built without the "
		     "library:");
		print_formats(true);
	}
	if (!unzstd_is_built_in())
		printf("  %-14s needs libzstd\n", "zstd");
	puts("\nWritten by export:");
	for (size_t i = 0; i < export_notation_count(); i++)
		print_row(export_notations[i]->name, export_notations[i]->help);
	puts("\nWritten by convert:\n  flare          the parsed profile, which opens "
	     "immediately");
	return true;
}
