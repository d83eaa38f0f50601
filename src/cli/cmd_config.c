#include "cli/subcommand.h"

#include <stdio.h>

#include "base/utf8.h"

bool cmd_config_run(const struct options *o, struct error *err)
{
	const struct kept_choices *k = &o->kept;

	if (o->file)
		return error_set(err, ERROR_USAGE, "config takes no file: '%s'", o->file);
	if (*k->path) {
		printable_write(text_of(k->path), stdout);
		fputs(k->text ? "\n" : ": not there, or not read\n", stdout);
	} else {
		puts("no file: FLARESCOPE_CONFIG=no, or neither XDG_CONFIG_HOME nor HOME "
		     "is set");
	}
	kept_choices_print(k, stdout);
	return true;
}
