#include "cli/subcommand.h"

#include <stdio.h>

#include "base/utf8.h"
#include "cli/output.h"
#include "export/document.h"
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

static void print_text(const struct plugin_readers *own)
{
	bool lacks = !unzstd_is_built_in();

	printf("Read, plain or compressed with gzip%s; the format is detected from the\n"
	       "content, or selected with --input-format:\n",
	       unzstd_is_built_in() ? " or zstd" : "");
	print_formats(false);
	print_own(own);
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
}

/* ---- JSON ---- */

static const struct table_column format_columns[] = {
    {"name", COLUMN_TEXT, .in = IN_JSON,
     .about = "the word for --input-format or --format"},
    {"use", COLUMN_TEXT, .in = IN_JSON,
     .about =
	 "read, for all commands that read a profile, or the command that writes it: "
	 "export or convert"},
    {"description", COLUMN_TEXT, .in = IN_JSON, .nullable = true, .about = "what it is"},
    {"program", COLUMN_TEXT, .in = IN_JSON, .nullable = true,
     .about = "the path of the plugin that reads it; null if it is built in"},
    {"unusable", COLUMN_TEXT, .in = IN_JSON, .nullable = true,
     .about = "why it cannot be read or is not run; null if it can be used"},
};
#define FORMAT_COLUMNS (sizeof format_columns / sizeof *format_columns)

static const struct table_column formats_members[] = {DOCUMENT_ROWS(format_columns)};
const struct document_kind formats_document = {
    .command = "formats",
    .title = "the formats that can be read and written",
    .members = formats_members,
    .count = sizeof formats_members / sizeof *formats_members,
};

static void json_row(struct table *t, const char *name, const char *use,
		     const char *description, struct text program, struct text unusable)
{
	table_row(t, (struct table_cell[FORMAT_COLUMNS]){
			 cell_text(text_of(name)),
			 cell_text(text_of(use)),
			 cell_name(text_of(description)),
			 cell_name(program),
			 cell_name(unusable),
		     });
}

static bool print_json(const struct plugin_readers *own, struct error *err)
{
	const struct text none = TEXT("");
	const struct document d = {.command = "formats"};
	struct table t = TABLE_OF(TABLE_JSON, format_columns, stdout);
	char why[80];

	table_open(&t, &d);
	table_begin_rows(&t);
	for (size_t i = 0; i < formats_count(); i++) {
		const char *library = formats_lack(formats[i]);

		snprintf(why, sizeof why, "needs %s", library ? library : "");
		json_row(&t, formats[i]->name, "read", formats[i]->help, none,
			 library ? text_of(why) : none);
	}
	for (size_t i = 0; i < own->count; i++) {
		const struct plugin_reader *r = &own->rows[i];
		const char *name = plugin_reader_name(r);

		json_row(&t, name, "read", "", text_of(r->path),
			 r->distrust	      ? text_of(r->distrust)
			 : formats_find(name) ? TEXT("a built-in format has this name")
					      : none);
	}
	for (size_t i = 0; i < export_notation_count(); i++)
		json_row(&t, export_notations[i]->name, "export",
			 export_notations[i]->help, none, none);
	json_row(&t, "flare", "convert", "the parsed profile, which opens immediately",
		 none, none);
	table_end_rows(&t, formats_count() + own->count + export_notation_count() + 1);
	return table_close(&t, err);
}

bool formats_print(enum table_format format, struct error *err)
{
	struct plugin_readers own;
	bool ok = true;

	if (!plugin_readers_list(&own, err))
		return false;
	if (format == TABLE_JSON)
		ok = print_json(&own, err);
	else
		print_text(&own);
	plugin_readers_release(&own);
	return ok;
}

/* Not confined: the directories of plugins must be read. */
bool cmd_formats_main(int argc, char **argv, struct error *err)
{
	struct options o;
	bool ok = options_parse(&o, TAKER_FORMATS, argc, argv, err);

	if (ok && o.help)
		usage_print(subcommand_find("formats"), stdout);
	else if (ok && o.file)
		ok = error_set(err, ERROR_USAGE, "formats takes no argument: '%s'",
			       o.file);
	else if (ok)
		ok = formats_print(output_table_format(&o), err);
	options_release(&o);
	return ok;
}
