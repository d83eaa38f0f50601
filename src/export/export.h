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

/* How folded stacks are written. All zero: names unchanged, values as counted. */
struct folded_style {
	bool tidy; /* print names as stackcollapse-perf.pl does */
	enum annotate annotate;
	uint64_t unit;	/* values are divided by this and rounded; 0: not divided */
	bool normalise; /* scale the values of the baseline; else as counted */
};

/* All pointers are borrowed. A format ignores members that it cannot represent. */
struct export_job {
	const struct flame *flame; /* of the chosen range, event, filter and weight */
	bool is_shaped; /* the tree was transformed; its nodes have no samples */
	const struct comparison *comparison; /* NULL: no baseline */
	const struct diff_flame *shown; /* the graph of `comparison`; NULL: `flame` */
	bool self;			/* colour the comparison by self values */
	uint32_t zoom; /* the root of a tree in JSON or text; 0: the whole tree */
	enum sibling_order order;
	struct prune_rules prune;    /* for a tree in JSON or text */
	struct range range;	     /* with known ends, see range_whole() */
	struct selection several;    /* two or more ranges; else empty */
	bool timed;		     /* the profile has times, so `range` is meaningful */
	const struct search *search; /* NULL: no search */
	struct text title;	     /* the name of the file */
	struct text against;	     /* name of the second file; empty: none */
	struct text event;	     /* the sampled event */
	struct text filter;	     /* empty: none */
	bool icicle;		     /* draw an SVG with its root at the top */
	enum flame_colours colours;  /* how an SVG colours its boxes */
	struct folded_style style;
};

/* Does a format add up the weights of all chosen events for each stack? */
enum sums { SUMS_NONE, SUMS_UNTIMED, SUMS_ALWAYS };

/* The graph that a picture shows. */
const struct flame *export_graph(const struct export_job *job);

struct notation {
	const char *name;      /* as in export --format: "folded" */
	const char *extension; /* of the file name, without the dot */
	/*
	 * If other tools use the extension, too: the first bytes of flarescope's files, and a text
	 * soon after them. See export_may_replace().
	 */
	const char *begins, *has;
	const char *what; /* a description: "folded stacks" */
	const char *help;
	bool has_style; /* accepts struct folded_style; else a style is an error */
	/* Writes single samples; a transformed tree is an error. */
	bool of_samples;
	/* Writes both sides of a comparison; else only `flame`. */
	bool of_sides;
	enum sums sums;	   /* adds weights, so events of different units are an error */
	bool of_the_clock; /* writes the time of day if it was recorded */

	/* Returns false and sets an error if any byte could not be written. */
	bool (*write)(const struct export_job *job, FILE *out, struct error *err);

	/* Estimate the size of the output in bytes (see extent.h). */
	bool (*measure)(const struct export_job *job, uint64_t *bytes, struct error *err);
};

#define NOTATION(name) extern const struct notation name##_notation;
#include "export/notations.def"
#undef NOTATION

/* All formats: `export_notation_count()` rows. */
extern const struct notation *const export_notations[];
size_t export_notation_count(void);

const struct notation *export_find(const char *name); /* NULL: unknown name */

/* All names, in the form of options.def: "folded|timed-folded|...". */
#define EXPORT_WORDS_MAX 120
const char *export_words(char words[static EXPORT_WORDS_MAX]);

/* All extensions: ".folded, .timed, ...". */
const char *export_endings(char words[static EXPORT_WORDS_MAX]);

/*
 * Choose a format by the extension of a file name; the first format if the extension is unknown.
 * Returns NULL and ERROR_USAGE for formats that flarescope cannot write, such as x.html. With
 * `has_option`, the message mentions --format.
 */
const struct notation *export_for_file(struct text name, bool has_option,
				       struct error *err);

/*
 * Sets ERROR_USAGE if the format cannot write the job: transformed call paths have no samples, a
 * database does not return single samples, and values of different units cannot be added.
 */
bool export_has(const struct notation *to, const struct export_job *job,
		struct error *err);

/*
 * Sets ERROR_LIMIT if the output would be too long: over 1 GiB and over 512 times the size of the
 * profile. export --large skips this check.
 */
bool export_size_is_allowed(const struct notation *to, const struct export_job *job,
			    struct error *err);

/* Does the name have the extension of a format? */
bool export_names_file(struct text name);

/*
 * May an export replace the file at `path`, which begins with `head`? False for a file of another
 * tool, such as other JSON.
 */
bool export_may_replace(const char *path, struct text head);

#endif
