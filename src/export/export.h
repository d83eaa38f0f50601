/* export.h - the export formats, and the job that each of them writes. */

#ifndef EXPORT_EXPORT_H
#define EXPORT_EXPORT_H

#include <stdio.h>

#include "analysis/compare/comparison.h"
#include "analysis/flame.h"
#include "analysis/graph/tree_excerpt.h"
#include "analysis/hue.h"
#include "analysis/range.h"
#include "analysis/search.h"
#include "export/tidy.h"

/* How folded stacks write names and values. Zeroed: names unchanged, values as counted. */
struct folded_style {
	bool tidy; /* write names as stackcollapse-perf.pl does */
	enum annotate annotate;
	uint64_t unit;	/* divide values by this and round to the nearest; 0: 1 */
	bool normalise; /* make the values of a baseline comparable; else as counted */
};

/* All pointers are borrowed. A format ignores the members that it cannot express. */
struct export_job {
	const struct flame *flame; /* of the chosen range, event, filter and weight */
	bool is_shaped; /* the tree was transformed: its nodes match no samples */
	const struct comparison *comparison; /* with a baseline; NULL: none */
	const struct diff_flame *shown; /* the graph of `comparison`; NULL: `flame` */
	bool self;			/* colour the comparison by self values */
	uint32_t zoom; /* the root node of a tree in JSON; 0: the whole tree */
	enum sibling_order order;
	struct prune_rules prune; /* for a tree in JSON or text */
	struct range range; /* both ends are known: range_whole() instead of RANGE_ALL */
	struct selection several;    /* the ranges when there are several; else empty */
	bool timed;		     /* false: there is no range to name */
	const struct search *search; /* NULL: no search */
	struct text title;	     /* the name of the file */
	struct text against;	     /* the name of the second file; empty: none */
	struct text event;	     /* the sampled event */
	struct text filter;	     /* empty: none */
	bool icicle;		     /* draw an SVG with its root at the top */
	enum flame_colours colours;  /* how an SVG colours its boxes */
	struct folded_style style;
};

/* Whether a format adds the weights of a stack over all chosen events. */
enum sums { SUMS_NONE, SUMS_UNTIMED, SUMS_ALWAYS };

/* The graph that a picture shows. */
const struct flame *export_graph(const struct export_job *job);

struct notation {
	const char *name;      /* as in export --format: "folded" */
	const char *extension; /* of the file name, without the dot */
	/*
	 * For an extension that other tools use, too: the first bytes of our files, and a text
	 * that follows soon.
	 */
	const char *begins, *has;
	const char *what; /* in words: "folded stacks" */
	const char *help;
	bool has_style; /* accepts struct folded_style; else a style is an error */
	/* Writes single samples, so a transformed tree is an error. */
	bool of_samples;
	/* Writes both sides of a comparison; else only `flame`. */
	bool of_sides;
	enum sums sums; /* when it adds weights, events of different units are an error */
	bool of_the_clock; /* writes the time of day when the recording knows it */

	/* Returns false and sets an error, also when `out` did not take all bytes. */
	bool (*write)(const struct export_job *job, FILE *out, struct error *err);

	/* Estimate the size of the output in bytes, see extent.h. */
	bool (*measure)(const struct export_job *job, uint64_t *bytes, struct error *err);
};

#define NOTATION(name) extern const struct notation name##_notation;
#include "export/notations.def"
#undef NOTATION

/* All formats: `export_notation_count()` rows. */
extern const struct notation *const export_notations[];
size_t export_notation_count(void);

const struct notation *export_find(const char *name); /* NULL: unknown name */

/* All names as a choice for options.def: "folded|timed-folded|...". */
#define EXPORT_WORDS_MAX 120
const char *export_words(char words[static EXPORT_WORDS_MAX]);

/* All extensions: ".folded, .timed, ...". */
const char *export_endings(char words[static EXPORT_WORDS_MAX]);

/*
 * Choose a format by the extension of a file name; without a known extension, the first format.
 * Returns NULL and ERROR_USAGE for extensions that flarescope does not write: x.html, x.gz,
 * x.flare. With `has_option` the message mentions --format.
 */
const struct notation *export_for_file(struct text name, bool has_option,
				       struct error *err);

/*
 * Returns ERROR_USAGE if the job does not suit the format: transformed call paths match no samples,
 * and bytes and nanoseconds cannot be added.
 */
bool export_has(const struct notation *to, const struct export_job *job,
		struct error *err);

/*
 * Returns ERROR_LIMIT when the output would be surprisingly long: over 1 GiB and over 512 times
 * the size of the profile. export --large skips this check.
 */
bool export_size_is_allowed(const struct notation *to, const struct export_job *job,
			    struct error *err);

/* Does the name have the extension of a format? */
bool export_names_file(struct text name);

/*
 * May an export replace the file at `path`, which begins with `head`? Other tools write JSON,
 * too.
 */
bool export_may_replace(const char *path, struct text head);

#endif
