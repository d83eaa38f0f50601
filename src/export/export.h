/* export.h - the table of notations in which a selection can be saved. */

#ifndef EXPORT_EXPORT_H
#define EXPORT_EXPORT_H

#include <stdio.h>

#include "analysis/flame.h"
#include "export/folded.h"
#include "export/svg.h"

/* All borrowed. What a notation has no place for plays no part in it. */
struct export_job {
	const struct flame *flame;  /* of the range, event, filter and weight chosen */
	struct flame_choice choice; /* the range by its ends, the order, the search */
	struct svg_look look;	    /* titles and colours */
	struct folded_style style;  /* of names and values */
};

struct notation {
	const char *name;      /* "folded", as in export --format */
	const char *extension; /* of a file's name, without the dot */
	const char *what;      /* is saved: "folded stacks" */
	const char *help;
	bool (*write)(const struct export_job *job, FILE *out, struct error *err);

	/* About how long it will be, see extent.h. */
	bool (*extent)(const struct export_job *job, uint64_t *bytes, struct error *err);
	bool has_style; /* otherwise a style is an error */
};

/* All of them, `export_notation_count()` rows; the first is the default. */
extern const struct notation export_notations[];
size_t export_notation_count(void);

const struct notation *export_find(const char *name); /* NULL: there is none */

/* Was flarescope built without what writes it? Then writing is an error that says so. */
bool export_lacks(const struct notation *to);

/*
 * The one that a file of this name is expected to be in: the first if its ending says none. NULL
 * and ERROR_USAGE when it promises what is not written here: x.html, x.gz, x.flare.
 * `has_option`: there is --format to say it otherwise, which the sentence tells then.
 */
const struct notation *export_for_file(struct text name, bool has_option,
				       struct error *err);

/*
 * Will it be of a length that nobody expects: more than 1 GiB, and than 512 times the profile?
 * Then false and ERROR_LIMIT; `--large` of export is not to ask.
 */
bool export_is_expected(const struct notation *to, const struct export_job *job,
			struct error *err);

/* Does it end as one of them does? */
bool export_names_file(struct text name);

#endif
