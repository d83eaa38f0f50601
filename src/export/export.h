/* export.h - the notations in which a selection can be saved, and what each of them is given. */

#ifndef EXPORT_EXPORT_H
#define EXPORT_EXPORT_H

#include <stdio.h>

#include "analysis/compare/comparison.h"
#include "analysis/flame.h"
#include "analysis/graph/pruned.h"
#include "analysis/hue.h"
#include "analysis/range.h"
#include "analysis/search.h"
#include "export/tidy.h"

/* How folded stacks write names and values; zeroed: as they are. */
struct folded_style {
	bool tidy; /* names are what stackcollapse-perf.pl makes of them */
	enum annotate annotate;
	uint64_t unit;	/* values are counted in so many, rounded to the nearest; 0: 1 */
	bool normalise; /* a baseline's are made comparable; else they stand as counted */
};

/* All borrowed. What a notation has no place for plays no part in it. */
struct export_job {
	const struct flame *flame; /* of the range, event, filter and weight chosen */
	bool is_shaped;		   /* its tree is made of another: no sample ends there */
	const struct comparison *comparison; /* what it is held against; NULL: nothing */
	const struct shown *shown;	     /* the graph of that; NULL: `flame` itself */
	bool self;     /* ... coloured by what each function spent in its own code */
	uint32_t zoom; /* the node at the root of a tree in JSON; 0: all */
	enum sibling_order order;
	struct prune_rules prune;    /* of a tree in JSON or text: what it leaves out */
	struct range range;	     /* ends known: range_whole() instead of RANGE_ALL */
	struct selection several;    /* these, if they are more than one; else none */
	bool timed;		     /* otherwise there is no range to name */
	const struct search *search; /* NULL: nothing was searched */
	struct text title;	     /* the file's name, */
	struct text against;	    /* and that of the second one; empty: there is none */
	struct text event;	    /* what was sampled */
	struct text filter;	    /* empty: none */
	bool icicle;		    /* an SVG has its root above */
	enum flame_colours colours; /* ... and boxes coloured by this */
	struct folded_style style;
};

/* Does a notation add up what the samples of a stack weigh, of all events that are chosen? */
enum sums { SUMS_NONE, SUMS_UNTIMED, SUMS_ALWAYS };

/* What a picture is drawn of. */
const struct flame *export_graph(const struct export_job *job);

struct notation {
	const char *name;      /* "folded", as in export --format */
	const char *extension; /* of a file's name, without the dot */
	const char *begins,
	    *has;	  /* where others use that extension, too: the first bytes of
				     ours, and some that follow soon */
	const char *what; /* is saved: "folded stacks" */
	const char *help;
	const char
	    *lacks; /* the library that this flarescope was built without; else NULL */
	bool has_style; /* otherwise a style is an error */
	bool
	    of_samples; /* with what was recorded of each: not of a tree made of another */
	bool
	    of_sides; /* it has both sides of a comparison; else it is of `flame` alone */
	enum sums sums;	   /* then events of different units are an error */
	bool of_the_clock; /* its times are those of the day, where they are known */

	/* False and an error, also when `out` has taken less than all. */
	bool (*write)(const struct export_job *job, FILE *out, struct error *err);

	/* About how long it will be, see extent.h. */
	bool (*measure)(const struct export_job *job, uint64_t *bytes, struct error *err);
};

#define NOTATION(name) extern const struct notation name##_notation;
#include "export/notations.def"
#undef NOTATION

/* All of them, `export_notation_count()` rows. */
extern const struct notation *const export_notations[];
size_t export_notation_count(void);

const struct notation *export_find(const char *name); /* NULL: there is none */

/* "folded|timed-folded|...": the names of all, as options.def writes a choice of words. */
#define EXPORT_WORDS_MAX 120
const char *export_words(char words[static EXPORT_WORDS_MAX]);

/* ".folded, .timed, ...": what the names of their files end in. */
const char *export_endings(char words[static EXPORT_WORDS_MAX]);

/*
 * The one that a file of this name is expected to be in: the first if its ending says none. NULL
 * and ERROR_USAGE when it promises what is not written here: x.html, x.gz, x.flare.
 * `has_option`: there is --format to say it otherwise, which the sentence tells then.
 */
const struct notation *export_for_file(struct text name, bool has_option,
				       struct error *err);

/* Has the job what it takes? Else ERROR_USAGE: call paths that were transformed are of no sample,
 * and bytes and nanoseconds cannot be added up. */
bool export_has(const struct notation *to, const struct export_job *job,
		struct error *err);

/*
 * Is it of a length that anybody expects: 1 GiB, or 512 times the profile? Else ERROR_LIMIT;
 * `--large` of export is not to ask.
 */
bool export_is_expected(const struct notation *to, const struct export_job *job,
			struct error *err);

/* Does it end as one of them does? */
bool export_names_file(struct text name);

/* May a file there that begins with `head` be replaced by one of ours? Others write JSON, too. */
bool export_may_replace(const char *path, struct text head);

#endif
