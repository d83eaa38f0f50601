#include "cli/subcommand.h"

#include <stdio.h>

#include "base/mem.h"
#include "base/memory_stream.h"

#include "base/utf8.h"
#include "cli/sandbox.h"

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

bool cmd_config_run(const struct options *o, struct error *err)
{
	const struct saved_choices *k = &o->kept;

	if (o->file)
		return error_set(err, ERROR_USAGE, "config takes no file: '%s'", o->file);
	if (o->keep && !keep_options(o, err))
		return false;
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
