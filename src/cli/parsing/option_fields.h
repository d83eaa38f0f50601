/* option_fields.h - options whose argument is only stored in a field of struct options. */

#ifndef CLI_OPTION_FIELDS_H
#define CLI_OPTION_FIELDS_H

#include "cli/options.h"

struct option_field;

/* The field of an option, from the FIELD rows of options.def; or NULL. */
const struct option_field *option_field_of(enum option_id id);

/* Store the argument; `arg` is NULL if the option has none. */
bool option_field_take(struct options *o, const struct option_field *f, const char *arg,
		       struct error *err);

/* Set `*chosen` to the index of `arg` among the option's words, such as "hide|show|only". */
bool option_choose(enum option_id id, const char *arg, unsigned *chosen,
		   struct error *err);

/* Set an error such as "--rows: 'many' is not a number". Always returns false. */
bool option_is_wrong(enum option_id id, const char *arg, const char *expected,
		     struct error *err);

#endif
