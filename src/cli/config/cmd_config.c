#include "cli/subcommand.h"

#include <stdio.h>

#include "base/mem.h"
#include "base/memory_stream.h"

#include "base/utf8.h"
#include "cli/output.h"
#include "cli/sandbox.h"
#include "export/document.h"

/* Write the options of the command line into the configuration file. */
static bool keep_options(const struct options *o, struct error *err)
{
	const struct saved_choices *k = &o->kept;
	struct memory_stream m;
	char *lines;
	bool ok;

	if (!memory_stream_open(&m, err))
		return false;
	for (int id = 0; id < OPTION_COUNT; id++)
		if (saved_choices_where((enum option_id)id) &&
		    k->from[id].line == SET_BY_COMMAND)
			fprintf(m.out, "%s %s\n", option_table[id].name,
				k->from[id].value ? k->from[id].value : "");
	lines = memory_stream_take(&m, NULL, err);
	ok = lines && sandbox_keep(o, lines, err);
	mem_free(lines);
	return ok;
}

static const struct table_column config_columns[] = {
    {"name", COLUMN_TEXT, .in = IN_JSON, .about = "the long name of the option"},
    {"value", COLUMN_TEXT, .in = IN_JSON, .nullable = true,
     .about = "its argument, empty if it has none; null if it has its default"},
    {"applies", COLUMN_TEXT, .in = IN_JSON,
     .about = "screen, or always if it affects all commands"},
    {"source", COLUMN_TEXT, .in = IN_JSON, .about = "default, file or command"},
    {"line", COLUMN_NUMBER, .in = IN_JSON, .nullable = true,
     .about = "its line in the file"},
};

static const struct table_column config_members[] = {
    {"config_file", COLUMN_TEXT, .in = IN_JSON, .nullable = true,
     .about = "the path of the file; null if there can be none"},
    {"is_read", COLUMN_BOOL, .in = IN_JSON,
     .about = "whether the file exists and is used"},
    DOCUMENT_ROWS(config_columns),
};
const struct document_kind config_document = {
    .command = "config",
    .title = "the options that can be saved",
    .members = config_members,
    .count = sizeof config_members / sizeof *config_members,
};

static bool write_json(const struct saved_choices *k, bool is_read, struct error *err)
{
	const struct document d = {.command = "config"};
	struct table t = TABLE_OF(TABLE_JSON, config_columns, stdout);
	uint64_t rows = 0;

	table_open(&t, &d);
	table_json_members(
	    &t.json, config_members, 2,
	    (struct table_cell[]){cell_name(text_of(k->path)), cell_number(is_read)});
	table_begin_rows(&t);
	for (int id = 0; id < OPTION_COUNT; id++) {
		enum saved_where where = saved_choices_where((enum option_id)id);
		unsigned line = k->from[id].line;
		const char *value = k->from[id].value;

		if (!where)
			continue;
		rows++;
		table_row(&t,
			  (struct table_cell[]){
			      cell_text(text_of(option_table[id].name)),
			      cell_if(line, cell_text(text_of(value ? value : ""))),
			      cell_text(where == SAVED_SCREEN ? TEXT("screen")
							      : TEXT("always")),
			      cell_text(line == 0		 ? TEXT("default")
					: line == SET_BY_COMMAND ? TEXT("command")
								 : TEXT("file")),
			      cell_if(line && line != SET_BY_COMMAND, cell_number(line)),
			  });
	}
	table_end_rows(&t, rows);
	return table_close(&t, err);
}

bool cmd_config_run(const struct options *o, struct error *err)
{
	const struct saved_choices *k = &o->kept;

	if (o->file)
		return error_set(err, ERROR_USAGE, "config takes no file: '%s'", o->file);
	if (o->keep && !keep_options(o, err))
		return false;
	if (output_table_format(o) == TABLE_JSON)
		return write_json(k, *k->path && (k->text || o->keep), err);
	if (*k->path) {
		printable_write(text_of(k->path), stdout);
		fputs(k->text || o->keep ? "\n" : ": does not exist, or is not read\n",
		      stdout);
	} else {
		puts("no file: FLARESCOPE_CONFIG=no, or neither XDG_CONFIG_HOME nor HOME "
		     "is set");
	}
	saved_choices_print(k, stdout);
	return true;
}
