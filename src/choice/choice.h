/* choice.h - the choices of the user: the samples, the baseline, and how they are drawn. */

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
 * The baseline: all samples outside the range, another range, or another file; or the same range
 * for the other one of two events that together form a whole.
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
	GRAPH_ELIDED,	    /* frames of the baseline that the subject lacks */
	DIFFERENCE_GRAPHS
};

/* How a comparison is drawn. */
struct difference_look {
	enum difference_graph graph;
	/* smaller changes, as a share of all, are hidden; 0: none are hidden */
	double hidden;
	bool both; /* the width is that of both sides together, not of the subject */
	bool self; /* compares self values */
};

struct baseline {
	enum baseline_kind against;
	struct range range; /* for BASELINE_RANGE, or in the file */
	/* borrowed: further ranges of the same file, even if `range` is RANGE_ALL */
	struct ranges also;
	/*
	 * borrowed: keeps the samples that match; empty: all. A second file has the filter of the
	 * subject unless `has_filter` is set.
	 */
	struct text filter;
	bool has_filter;	    /* the baseline has its own `filter` */
	struct alignment align;	    /* of a second file */
	enum normalised normalised; /* if possible: see comparison_normalise() */
	bool swapped;		    /* the baseline is used as the subject */
	struct difference_look look;
};

/* ---- a choice ---- */

/* Colours of the heat map. */
enum heat_scale {
	HEAT_DEFAULT, /* FlameScope's: white, orange red, red */
	/* FlameScope's: single samples are blue, so single threads are visible */
	HEAT_ENHANCED,
	HEAT_SAFE, /* viridis: even steps of lightness, safe for colour-blind eyes */
	HEAT_DARK, /* for dark terminals: glowing, from dark red to pale yellow */
	HEAT_SCALES
};

/* The terminal's background: as the terminal reports it, or as the user states. */
enum background_wish { BACKGROUND_AUTO, BACKGROUND_DARK, BACKGROUND_LIGHT };

/* The view below the map: the graph, or one of the tables that replace it. */
enum below { BELOW_GRAPH, BELOW_TOP, BELOW_WHY };

/*
 * Passed by value, all zero by default. Its texts are borrowed; those of a session live until its
 * choice changes.
 */
struct choice {
	/* the samples; with states these are the time of threads */
	struct waiting_choice waiting;
	uint32_t event; /* an index into profile.events, or ALL_EVENTS */
	enum idle_mode idle;
	struct text filter; /* borrowed: the expression; empty keeps all samples */
	struct range range;
	struct ranges also; /* borrowed: further ranges, even if `range` is RANGE_ALL */
	enum weigh weigh;

	struct text search; /* borrowed: the pattern; empty: no search */
	/* borrowed: changes of call paths, see transform.h; empty: none */
	struct text transform;
	struct baseline baseline;

	/* the graph, and tables */
	enum root_mode root;
	bool reversed; /* leaf first */
	bool icicle;
	bool unfolded; /* trunks and recursion are drawn frame by frame */
	double least;  /* boxes with a smaller share of the graph, 0 ... 1, are hidden */
	enum sibling_order order;
	enum percent_base percent;
	enum flame_colours colours;
	enum below below;

	/* the map */
	uint64_t period; /* ns; 0: a second, or shorter for a short profile */
	uint32_t rows;	 /* 0: as many as fit */
	unsigned lanes;	 /* 1 + enum lanes_by: one line for each; 0: the map */
	enum hues_by hues_by;
	unsigned scale; /* 1 + enum heat_scale; 0: depending on the background */
	bool counts;	/* shows samples, even if the map could show busy CPUs */
	bool shares;	/* shows the share of each cell that matches the search */
	bool time_down; /* time runs downwards within a column */
	bool local;	/* times are in the zone of this machine, not in UTC */

	enum background_wish theme;
	bool timing; /* shows the time that drawing takes */
};

extern const struct choice choice_default; /* all zero */

/* Is the whole profile chosen, without a range? */
bool choice_is_all(const struct choice *c);

/* Make a copy with its own texts; release it with choice_release(). */
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
	TYPE_WORD,   /* one of the words of the argument, in the order of values */
	TYPE_FLAG,   /* without an argument; no or yes in a menu */
	TYPE_TEXT,   /* a filter, a pattern, transformations */
	TYPE_ROWS,   /* a number, or auto */
	TYPE_PERIOD, /* seconds */
	TYPE_LENGTH, /* a length of time, or any */
	TYPE_SHARE,  /* a percentage, stored as 0 ... 1 */
	TYPE_LANES,  /* a word; disabled without the option */
	TYPE_STATES, /* a word for a set of states */
	TYPE_SHOW,   /* a word for the drawn sides */
	TYPE_RANGES,
	TYPE_EVENT,
	TYPE_ASKED, /* words in struct asked */
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
	PART_SCREEN = 1 << 7, /* depends on this terminal, never on a command line */
};

/* The results that must be computed again after a change. */
enum choice_change {
	CHANGES_PROFILE = 1 << 0, /* the samples themselves: the time of threads */
	CHANGES_SAMPLES = 1 << 1, /* the samples that are kept */
	CHANGES_TREE = 1 << 2,
	CHANGES_VALUES = 1 << 3, /* the value of a sample */
	CHANGES_SEARCH = 1 << 4,
	CHANGES_SHAPE = 1 << 5, /* the transformed call paths */
	/* the baseline, and how it is drawn */
	CHANGES_SIDES = 1 << 6,
	CHANGES_RANGE = 1 << 7,
	CHANGES_MAP = 1 << 8, /* the cells of the map */
	/* the places of boxes in a graph, and the contents of tables */
	CHANGES_BOXES = 1 << 9,
	CHANGES_DRAWING = 1 << 10 /* nothing: only the drawing changes */
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

/* The words for a profile before it is read: borrowed; NULL: not given. */
struct asked {
	const char *event;	    /* a name, or "all" */
	const char *range;	    /* "A,B" */
	const char *against;	    /* the same, or "rest" */
	const char *against_filter; /* for the baseline; NULL: the same as the filter */
	const char *align;	    /* "A,B": corresponding moments of both files */
	const char *compare_as;	    /* see renamed.h */
	const char *zoom;	    /* labels from the root, separated by ';' */
	/* CHOICE_SET of the given options, even if they have the default value */
	uint64_t given;
};

/*
 * Parse the argument of an option (NULL: it has none) into its field. ERROR_USAGE with a sentence
 * that names the option if the value is invalid. `asked` may be NULL.
 */
bool choice_parse(struct choice *c, struct asked *asked, enum choice_id id,
		  const char *arg, struct error *err);

/*
 * The value in the form that choice_parse() accepts: "" if no argument has this value. Not for
 * texts.
 */
#define CHOICE_VALUE_MAX 32
const char *choice_value(const struct choice *c, enum choice_id id,
			 char buf[CHOICE_VALUE_MAX]);

/* Does it have its default value? */
bool choice_is_usual(const struct choice *c, enum choice_id id);

/*
 * Go `steps` values forward, or backward if negative, and wrap around. A number that is not one of
 * the values lies between two of them.
 */
void choice_step(struct choice *c, enum choice_id id, int steps);

/* Value `n` of choice_step(); false if there are fewer. */
bool choice_step_word(enum choice_id id, unsigned n, char buf[CHOICE_VALUE_MAX]);

/* Does it have the value of this word? */
bool choice_is(const struct choice *c, enum choice_id id, const char *word);

/* ---- comparing ---- */

/* The results that must be computed again to get from one to the other: enum choice_change. */
unsigned choice_changes(const struct choice *from, const struct choice *to);

/* CHOICE_SET of the rows with one of these flags (enum choice_flag) or in one of these parts. */
uint64_t choice_rows(unsigned flags, unsigned parts);

/*
 * Do any of these rows differ? choice_take() copies them, and borrows texts. AGAINST stands for the
 * whole baseline.
 */
bool choice_differs(const struct choice *a, const struct choice *b, uint64_t rows);
void choice_take(struct choice *to, const struct choice *from, uint64_t rows);

/*
 * Are two choices the same except for changes that need no computation: a moved range, the baseline
 * without its kind and filter, and the drawing?
 */
bool choice_asks_the_same(const struct choice *a, const struct choice *b);

/* Do both have the same transformations and the same roots? */
bool choice_same_shape(const struct choice *a, const struct choice *b);

/* Do both have the same baseline? If not, session_set_baseline() changes one into the other. */
bool choice_same_baseline(const struct choice *a, const struct choice *b);

/* ---- the choice for a profile ---- */

/*
 * Make the choice for this profile from `asked`, and from `first` for everything else. With a
 * second file (`has_file`) the words for a baseline are used once that file is read. Its texts are
 * borrowed from both; release `also` and that of the baseline with ranges_release(), also after a
 * failure. ERROR_USAGE if an event or a range does not exist, or if a profile without times cannot
 * have it.
 */
bool choice_of_profile(struct choice *c, const struct choice *first,
		       const struct asked *asked, bool has_file, const struct profile *p,
		       struct error *err);

/* Parse the ranges of --range and --against with ranges_parse(). */
bool choice_ranges(const struct profile *p, bool local, const char *words,
		   enum choice_id id, struct range *range, struct ranges *also,
		   struct error *err);

/* ---- writing options ---- */

/* The input for writing options. */
struct choice_line {
	const struct choice *choice;
	const struct profile *profile;
	struct text event;	   /* its name */
	struct selection range;	   /* all ranges of the choice */
	struct selection baseline; /* all ranges of its baseline */
	const char *compare_as;	   /* like in struct asked; NULL: not given */
	bool ascii;		   /* the screen can only show ASCII */
};

/* Write " --NAME VALUE". `ascii` as in shell_line_word(). */
void choice_write_option(const char *name, struct text value, bool ascii, FILE *out);

/*
 * Write the options that differ from the defaults for the profile, part by part (enum choice_part,
 * combined with |).
 */
void choice_write(const struct choice_line *l, unsigned parts, FILE *out);

/* The same for some rows of these parts: CHOICE_SET(). */
void choice_write_some(const struct choice_line *l, unsigned parts, uint64_t rows,
		       FILE *out);

/* ---- undo and redo: the rows with CHOICE_UNDONE and the zoom ---- */

#define HISTORY_MAX 200 /* steps back; older ones are forgotten */

/* A state that undo can restore. */
struct history_step {
	struct choice choice; /* owned by the history */
	struct path zoom;     /* owned by the history; in the tree with this root mode */

	/*
	 * ns: the length of columns after (`fitted`) and before this step; 0 unless it fitted
	 * them to the range. Such a step is recorded even if nothing else has changed.
	 */
	uint64_t fitted, unfitted;
};

struct history {
	struct history_step steps[HISTORY_MAX];
	int count, now; /* steps[now] is on the screen; initially empty */
};

/*
 * Record the state of the screen after a change (texts are copied, the zoom is taken over): it
 * becomes the newest step, and undone steps are forgotten. Nothing is recorded if the state is
 * unchanged, or when memory runs out.
 */
void history_note(struct history *h, const struct history_step *s);

/* The origin of the profile is now `earlier` ns earlier: shift all ranges. */
void history_shift(struct history *h, int64_t earlier);

/* The profile has been read again, and frames have other numbers: see path_translate(). */
void history_translate(struct history *h, const uint32_t *frames);

/*
 * Go a step back or, with `on`, forward, and return it; NULL if there is none. Borrowed until the
 * next history_note(). `*period` is the length of columns there, in ns; 0: keep it.
 */
const struct history_step *history_go(struct history *h, bool on, uint64_t *period);

/* The same step, without going there. */
const struct history_step *history_peek(const struct history *h, bool on);
void history_release(struct history *h);

#endif
