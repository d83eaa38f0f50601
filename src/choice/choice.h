/* choice.h - the user's choices: the samples, the baseline, and how both are drawn. */

#ifndef CHOICE_CHOICE_H
#define CHOICE_CHOICE_H

#include <stdio.h>

#include "analysis/compare/comparison.h"
#include "analysis/range_totals.h"
#include "analysis/graph/layout.h"
#include "analysis/hue.h"
#include "analysis/included.h"
#include "analysis/lanes/lanes.h"
#include "analysis/lanes/name_hues.h"
#include "analysis/path.h"
#include "analysis/waiting/waiting_profile.h"
#include "choice/alignment.h"

/* ---- the baseline of a range ---- */

/*
 * The samples that the range is compared with: all others, another range, or another file.
 * BASELINE_EVENT (--graph hotcold): the other event, running or blocked time, in the same range.
 */
enum baseline_kind {
	BASELINE_NOTHING,
	BASELINE_REST,
	BASELINE_RANGE,
	BASELINE_FILE,
	BASELINE_EVENT
};

/* How a flame graph draws a comparison. */
enum difference_graph {
	GRAPH_PLAIN,	    /* no comparison: the range alone */
	GRAPH_DIFFERENTIAL, /* the subject, coloured by its differences */
	GRAPH_ELIDED,	    /* only frames of the baseline that the subject lacks */
	DIFFERENCE_GRAPHS
};

/* How a comparison is drawn. */
struct difference_look {
	enum difference_graph graph;
	/* hides changes below this share of the larger side, 0 ... 1; 0: hides none */
	double hidden;
	bool both; /* widths show the sum of both sides, not the subject alone */
	bool self; /* compares self values, not totals */
};

struct baseline {
	enum baseline_kind against;
	struct range range; /* for BASELINE_RANGE and BASELINE_FILE */
	/* borrowed: more ranges, for BASELINE_RANGE; if any, a `range` of RANGE_ALL is ignored */
	struct ranges also;
	/*
	 * Borrowed: the baseline has only samples that match; empty: all. A second file uses the
	 * subject's filter unless `has_filter` is set.
	 */
	struct text filter;
	bool has_filter;	    /* a second file has its own `filter` */
	struct alignment align;	    /* of the times of two files */
	enum normalised normalised; /* if possible: see comparison_normalise() */
	bool swapped;		    /* subject and baseline are exchanged */
	struct difference_look look;
};

/* ---- a choice ---- */

/* Colours of the heat map. */
enum heat_scale {
	HEAT_DEFAULT, /* FlameScope's: white, orange red, red */
	/* FlameScope's, but single samples are blue, so that single threads stand out */
	HEAT_ENHANCED,
	HEAT_SAFE, /* viridis: even steps of lightness, suits colour-blind users */
	HEAT_DARK, /* for dark terminals: from dark red to pale yellow */
	HEAT_SCALES
};

/* The background of the terminal: as the terminal reports it, or as the user chose it. */
enum background_wish { BACKGROUND_AUTO, BACKGROUND_DARK, BACKGROUND_LIGHT };

/* The view below the map: the flame graph, or a table in its place. */
enum below { BELOW_GRAPH, BELOW_TOP, BELOW_WHY };

/*
 * Copied by assignment; the default is all zero. Texts are borrowed; those of a session are valid
 * until its choice changes.
 */
struct choice {
	/* the samples; if states are set, the time that threads spent in these states */
	struct waiting_choice waiting;
	uint32_t event; /* an index into profile.events, or ALL_EVENTS */
	enum idle_mode idle;
	struct text filter; /* borrowed: the expression; empty keeps all samples */
	struct range range;
	/* borrowed: more ranges; if any, a `range` of RANGE_ALL is ignored */
	struct ranges also;
	enum weigh weigh;

	struct text search; /* borrowed: the pattern; empty: no search */
	/* borrowed: transformations of call paths, see transform.h; empty: none */
	struct text transform;
	struct baseline baseline;

	/* the graph and the tables */
	enum root_mode root;
	bool reversed; /* leaf first */
	bool icicle;
	bool unfolded; /* draws trunks and recursion frame by frame */
	double least;  /* hides boxes below this share of the graph, 0 ... 1 */
	enum sibling_order order;
	enum percent_base percent;
	enum flame_colours colours;
	enum below below;

	/* the map */
	/* ns per column; 0: a second, or as suits the length of the profile */
	uint64_t period;
	uint32_t rows;	/* 0: as many as fit */
	unsigned lanes; /* 1 + enum lanes_by: shows lanes; 0: shows the map */
	enum hues_by hues_by;
	unsigned scale; /* 1 + enum heat_scale; 0: depends on the background */
	bool counts;	/* shows samples, even if busy CPUs are known */
	bool shares;	/* shows the share of each cell that matches the search */
	bool time_down; /* time runs downwards within a column */
	bool local;	/* shows times in the zone of this machine, not in UTC */

	enum background_wish theme;
	bool timing; /* shows how long drawing takes */
};

extern const struct choice choice_default; /* all zero */

/* Is the whole profile chosen, without a range? */
bool choice_is_all(const struct choice *c);

/* Make a copy that owns its texts and ranges; release it with choice_release(). */
bool choice_copy(struct choice *to, const struct choice *from, struct error *err);
void choice_release(struct choice *c);

/* ---- options: the rows of choice.def ---- */

enum choice_id {
#define CHOICE(id, ...) CHOICE_##id,
#include "choice/choice.def"
#undef CHOICE
	CHOICE_COUNT
};

#define CHOICE_SET(id) (UINT64_C(1) << (id))

enum choice_type {
	TYPE_WORD,   /* a word of the argument; its index is the value */
	TYPE_FLAG,   /* without an argument; no or yes in a menu */
	TYPE_TEXT,   /* an expression, a pattern, or transformations */
	TYPE_ROWS,   /* a number, or auto */
	TYPE_PERIOD, /* seconds */
	TYPE_LENGTH, /* a length of time, or "any" */
	TYPE_SHARE,  /* a percentage, stored as 0 ... 1 */
	TYPE_LANES,  /* a word; lanes are off without the option */
	TYPE_STATES, /* a word for a set of states */
	TYPE_SHOW,   /* a word for the drawn sides */
	TYPE_RANGES,
	TYPE_EVENT,
	TYPE_ASKED, /* a text in struct asked */
};

/* The order of options on a command line: samples first, drawing last. */
enum choice_part {
	PART_SAMPLES = 1 << 0,
	PART_SEARCH = 1 << 1,
	PART_ROOTS = 1 << 2,
	PART_PATHS = 1 << 3,
	PART_WEIGHT = 1 << 4,
	PART_SIDES = 1 << 5,
	PART_PICTURE = 1 << 6,
	PART_SCREEN = 1 << 7, /* for this terminal only: never written */
};

/* The results that must be computed again after a change. */
enum choice_change {
	CHANGES_PROFILE = 1 << 0, /* the profile: samples, or time of threads */
	CHANGES_SAMPLES = 1 << 1, /* the kept samples */
	CHANGES_TREE = 1 << 2,
	CHANGES_VALUES = 1 << 3, /* the value of a sample */
	CHANGES_SEARCH = 1 << 4,
	CHANGES_SHAPE = 1 << 5, /* the transformed call paths */
	/* the baseline, and how it is drawn */
	CHANGES_SIDES = 1 << 6,
	CHANGES_RANGE = 1 << 7,
	CHANGES_MAP = 1 << 8, /* the cells of the map */
	/* the positions of boxes in a graph, and the contents of tables */
	CHANGES_BOXES = 1 << 9,
	CHANGES_DRAWING = 1 << 10 /* no results: only the drawing */
};

enum choice_flag { CHOICE_UNDONE = 1, CHOICE_SAVED = 2, CHOICE_LASTS = 4 };

struct choice_info {
	const char *name;
	const char *argument; /* "": none */
	enum choice_part part;
	enum choice_type type;
	size_t offset, size; /* of the field */
	enum choice_change changes;
	unsigned flags; /* enum choice_flag */
	const char *label, *steps;
};
extern const struct choice_info choice_table[CHOICE_COUNT];

#define CHOICE_LENGTHS "any|10us|100us|1ms|10ms|100ms|1s"
#define HUES_WORDS     "heat|process|thread|module|function|kind|mode"

/* Options that can be parsed only when the profile is known. Borrowed; NULL: not given. */
struct asked {
	const char *event;	    /* a name, or "all" */
	const char *range;	    /* "A,B" */
	const char *against;	    /* "A,B" or "rest" */
	const char *against_filter; /* of the baseline; NULL: the subject's filter */
	const char *align;	    /* "A,B": the same moment in each file */
	const char *compare_as;	    /* see renamed.h */
	const char *zoom;	    /* labels from the root, separated by ';' */
	/* CHOICE_SET() of all given options, including those with their default value */
	uint64_t given;
};

/*
 * Parse the argument of an option (NULL: no argument) into its field. ERROR_USAGE, with a sentence
 * that names the option, if the argument is invalid. `asked` may be NULL, except for ranges, events
 * and TYPE_ASKED.
 */
bool choice_parse(struct choice *c, struct asked *asked, enum choice_id id,
		  const char *arg, struct error *err);

/*
 * The value as a word for choice_parse(), which rejects only the states "samples" and "both" and
 * the period 0. Empty for texts, ranges, events and disabled lanes.
 */
#define CHOICE_VALUE_MAX 32
const char *choice_value(const struct choice *c, enum choice_id id,
			 char buf[CHOICE_VALUE_MAX]);

/* Does the option have its default value? */
bool choice_is_usual(const struct choice *c, enum choice_id id);

/*
 * Go `steps` values forward, or backward if negative, and wrap around. A number that is not in the
 * list of values is treated as lying between its neighbours.
 */
void choice_step(struct choice *c, enum choice_id id, int steps);

/* Write value `n`, from 0, of those that choice_step() visits; false if there are fewer. */
bool choice_step_word(enum choice_id id, unsigned n, char buf[CHOICE_VALUE_MAX]);

/* Does the option have this value? */
bool choice_is(const struct choice *c, enum choice_id id, const char *word);

/* ---- comparing ---- */

/* The results to compute again when `to` replaces `from`: enum choice_change, combined with |. */
unsigned choice_changes(const struct choice *from, const struct choice *to);

/* CHOICE_SET() of the rows with any of these flags (enum choice_flag) or in any of these parts. */
uint64_t choice_rows(unsigned flags, unsigned parts);

/*
 * Do any of these rows differ? choice_take() copies these rows; their texts are borrowed.
 * CHOICE_AGAINST means the whole baseline.
 */
bool choice_differs(const struct choice *a, const struct choice *b, uint64_t rows);
void choice_take(struct choice *to, const struct choice *from, uint64_t rows);

/*
 * Do two choices differ only in settings that a session can change immediately: the range, the way
 * to compare, and the drawing? Thread states are not compared.
 */
bool choice_asks_the_same(const struct choice *a, const struct choice *b);

/* Do both have the same transformations, and the same direction of call paths? */
bool choice_same_shape(const struct choice *a, const struct choice *b);

/* Are the two baselines the same, apart from the changes that session_set_baseline() can make? */
bool choice_same_baseline(const struct choice *a, const struct choice *b);

/* ---- the choice for a profile ---- */

/*
 * Make the choice for this profile: `first`, completed by the options in `asked`. With a second
 * file (`has_file`), options for the baseline are not used before that file has been read. Texts
 * are borrowed from `first` and `asked`; release `also` and `baseline.also` with ranges_release(),
 * even after a failure. ERROR_USAGE or ERROR_NOTHING for an unknown event or an invalid range.
 */
bool choice_of_profile(struct choice *c, const struct choice *first,
		       const struct asked *asked, bool has_file, const struct profile *p,
		       struct error *err);

/* Parse the ranges of --range or --against, see ranges_parse(). */
bool choice_ranges(const struct profile *p, bool local, const char *words,
		   enum choice_id id, struct range *range, struct ranges *also,
		   struct error *err);

/* ---- writing options ---- */

/* The input for writing options. */
struct choice_line {
	const struct choice *choice;
	const struct profile *profile;
	struct text event;	   /* the name of the event */
	struct selection range;	   /* all ranges of the choice */
	struct selection baseline; /* all ranges of its baseline */
	const char *compare_as;	   /* as in struct asked; NULL: not given */
	bool ascii;		   /* the screen can only show ASCII */
};

/* Write " --NAME VALUE". `ascii` as in shell_line_word(). */
void choice_write_option(const char *name, struct text value, bool ascii, FILE *out);

/*
 * Write the options of these parts (enum choice_part, combined with |) that differ from the
 * defaults for the profile.
 */
void choice_write(const struct choice_line *l, unsigned parts, FILE *out);

/* The same for some rows of these parts, given as CHOICE_SET(). */
void choice_write_some(const struct choice_line *l, unsigned parts, uint64_t rows,
		       FILE *out);

/* ---- undo and redo: the rows with CHOICE_UNDONE and the zoom ---- */

#define HISTORY_MAX 200 /* steps; older ones are dropped */

/* A state that undo can restore. */
struct history_step {
	struct choice choice; /* owned by the history */
	struct path zoom;     /* owned by the history; for a tree with choice.root */

	/*
	 * ns: the length of columns after and before this step, if it fitted columns to the range;
	 * else 0. A step that fitted columns is recorded even if nothing else has changed.
	 */
	uint64_t fitted, unfitted;
};

struct history {
	struct history_step steps[HISTORY_MAX];
	int count, now; /* steps[now] is on the screen; all zero at first */
};

/*
 * Record the state after a change as the newest step, and drop undone steps. Copies the texts and
 * takes over the zoom. Records nothing if the state is unchanged or memory runs out.
 */
void history_note(struct history *h, const struct history_step *s);

/* Shift all ranges, because the profile's origin is now `earlier` ns earlier. */
void history_shift(struct history *h, int64_t earlier);

/* Renumber frames after the profile has been read again, see path_translate(). */
void history_translate(struct history *h, const uint32_t *frames);

/*
 * Go one step back or, with `on`, forward. The result is borrowed until the next history_note();
 * NULL: no such step. `*period` is the length of columns there, in ns; 0: unchanged.
 */
const struct history_step *history_go(struct history *h, bool on, uint64_t *period);

/* The same step, without going there. */
const struct history_step *history_peek(const struct history *h, bool on);
void history_release(struct history *h);

#endif
