/* option_fields.h - options that only store their argument in a field of struct options. */

#ifndef CLI_OPTION_FIELDS_H
#define CLI_OPTION_FIELDS_H

#include "cli/options.h"

struct option_field;

/* The field of an option, by the FIELD rows of options.def; NULL: the option needs more work. */
const struct option_field *option_field_of(enum option_id id);

/* `arg` is NULL for an option without an argument. */
bool option_field_take(struct options *o, const struct option_field *f, const char *arg,
		       struct error *err);

/* The index of `arg` among the words of the option's argument, "hide|show|only". */
bool option_choose(enum option_id id, const char *arg, unsigned *chosen,
		   struct error *err);

/* Sets the error "--rows: 'many' is not a number". Always returns false. */
bool option_is_wrong(enum option_id id, const char *arg, const char *expected,
		     struct error *err);

#endif
