/* export.h - the table of notations in which a selection can be saved. */

#ifndef EXPORT_EXPORT_H
#define EXPORT_EXPORT_H

#include <stdio.h>

#include "analysis/flame.h"
#include "export/tidy.h"

/* All borrowed. */
struct export_job {
	const struct flame *flame; /* of the range, event, filter and weight chosen */
	bool tidy;		   /* names as stackcollapse-perf.pl prints them */
	enum annotate annotate;	   /* marks of kinds behind them */
};

struct notation {
	const char *name;      /* "folded", as in export --format */
	const char *extension; /* of a file's name, without the dot */
	const char *help;
	bool (*write)(const struct export_job *job, FILE *out, struct error *err);
	bool words_names; /* tidy and annotate have a say; otherwise they are errors */
};

/* All of them, `export_notation_count()` rows; the first is the default. */
extern const struct notation export_notations[];
size_t export_notation_count(void);

const struct notation *export_find(const char *name); /* NULL: there is none */

#endif
