/* export.h - the table of notations in which a selection can be saved. */

#ifndef EXPORT_EXPORT_H
#define EXPORT_EXPORT_H

#include <stdio.h>

#include "analysis/flame.h"
#include "export/folded.h"

/* All borrowed. */
struct export_job {
	const struct flame *flame; /* of the range, event, filter and weight chosen */
	struct folded_style style; /* of notations with `has_style` */
};

struct notation {
	const char *name;      /* "folded", as in export --format */
	const char *extension; /* of a file's name, without the dot */
	const char *help;
	bool (*write)(const struct export_job *job, FILE *out, struct error *err);
	bool has_style; /* otherwise a style is an error */
};

/* All of them, `export_notation_count()` rows; the first is the default. */
extern const struct notation export_notations[];
size_t export_notation_count(void);

const struct notation *export_find(const char *name); /* NULL: there is none */

#endif
