/* choice.h - the choices of the user: which samples, which baseline, and how they are drawn. */

#ifndef CHOICE_CHOICE_H
#define CHOICE_CHOICE_H

#include <stdio.h>

#include "analysis/compare/comparison.h"
#include "analysis/figures.h"
#include "analysis/graph/layout.h"
#include "analysis/hue.h"
#include "analysis/kept.h"
#include "analysis/lanes/lanes.h"
#include "analysis/lanes/name_hues.h"
#include "analysis/path.h"
#include "analysis/waiting/waiting_profile.h"
#include "choice/alignment.h"

/* ---- the baseline of a range ---- */

/*
 * All that is not in it, another range, or another file; or the same range of the other of two
 * events, so that both are parts of one whole.
 */
enum against {
	AGAINST_NOTHING,
	AGAINST_REST,
	AGAINST_RANGE,
	AGAINST_FILE,
	AGAINST_EVENT
};

/* What a flame graph draws of a comparison. */
enum difference_graph {
	GRAPH_PLAIN,	    /* nothing: the range alone */
	GRAPH_DIFFERENTIAL, /* the subject, coloured by its differences */
	GRAPH_ELIDED,	    /* frames of the baseline that the subject lacks */
	DIFFERENCE_GRAPHS
};

/* How a comparison is drawn. */
struct difference_look {
	enum difference_graph graph;
	double hidden; /* what changes by a smaller part of all is; 0: nothing is */
	bool both;     /* as wide as the two sides together, not as the subject */
	bool self;     /* of a frame itself, without what it calls */
};

struct baseline {
	enum against against;
	struct range range; /* if against one, or of the file; with ... */
	struct ranges
	    also; /* borrowed: further ones, with that, be it RANGE_ALL; of one file */
	struct text
	    filter;	 /* borrowed: ... the samples that this keeps; empty: all. A file
			     * is filtered as the subject is, unless ... */
	bool has_filter; /* ... it has a filter of its own, this one */
	struct alignment align;	    /* of a second file */
	enum normalised normalised; /* as far as it can be: see comparison_normalise() */
	bool swapped;		    /* what the range is held against is the subject */
	struct difference_look look;
};

/* ---- a choice ---- */

/* Colours of the heat map. */
enum heat_scale {
	HEAT_DEFAULT,  /* FlameScope's: white, orange red, red */
	HEAT_ENHANCED, /* FlameScope's: single samples blue, so that single threads show */
	HEAT_SAFE,     /* viridis: even steps of light, safe for colour-blind eyes */
	HEAT_DARK,     /* for dark terminals: what glows, from dark red to pale yellow */
	HEAT_SCALES
};

/* The terminal's background, as it tells itself or as the user says. */
enum background_wish { BACKGROUND_AUTO, BACKGROUND_DARK, BACKGROUND_LIGHT };

/* What stands below the map: the graph, or one of the tables that take its place. */
enum below { BELOW_GRAPH, BELOW_TOP, BELOW_WHY };

/*
 * A value, all zero by default. Texts belong to whoever made it: those of a session's are there
 * until it is asked something else.
 */
struct choice {
	/* which samples; with states these are the time of threads */
	struct waiting_choice waiting;
	uint32_t event; /* a row of profile.events, or KEPT_ALL_EVENTS */
	enum idle_mode idle;
	struct text filter; /* borrowed: the expression; empty keeps all */
	struct range range;
	struct ranges also; /* borrowed: further ranges, with `range`, be it RANGE_ALL */
	enum weigh weigh;

	struct text search;    /* borrowed: the pattern; empty searches nothing */
	struct text transform; /* borrowed: of call paths, see transform.h; empty: none */
	struct baseline baseline;

	/* the graph, and tables */
	enum root_mode root;
	bool reversed; /* leaf first */
	bool icicle;
	bool unfolded; /* trunks and recursion are drawn frame by frame */
	double least;  /* what has a smaller share of the graph, 0 ... 1, is not drawn */
	enum sibling_order order;
	enum percent_base percent;
	enum flame_colours colours;
	enum below below;

	/* the map */
	uint64_t period; /* ns; 0: a second, or what shows the whole profile */
	uint32_t rows;	 /* 0: as many as fit */
	unsigned lanes;	 /* 1 + enum lanes_by: a line for each of these; 0: the map */
	enum hues_by hues_by;
	unsigned scale; /* 1 + enum heat_scale; 0: what suits the background */
	bool counts;	/* samples, even where it could be how busy CPUs were */
	bool shares;	/* what share of a cell a search found */
	bool time_down; /* time runs downwards within a column */
	bool local;	/* the clock is in the zone of this machine, not in UTC */

	enum background_wish theme;
	bool timing; /* say how long it takes */
};

extern const struct choice choice_usual; /* all zero */

/* Is the whole profile looked at, for no range was chosen? */
bool choice_is_all(const struct choice *c);

/* A copy with texts of its own; release it with choice_release(). */
bool choice_copy(struct choice *to, const struct choice *from, struct error *err);
void choice_release(struct choice *c);

/* ---- the rows of choice.def ---- */

enum choice_id {
#define CHOICE(id, ...) CHOICE_##id,
#include "choice/choice.def"
#undef CHOICE
	CHOICE_COUNT
};

#define CHOICE_SET(id) (UINT64_C(1) << (id))

enum choice_type {
	TYPE_WORD,   /* one of the words of the argument, in the order of the values */
	TYPE_FLAG,   /* without an argument; in a menu no or yes */
	TYPE_TEXT,   /* a filter, a pattern, transformations */
	TYPE_ROWS,   /* a number, or auto */
	TYPE_PERIOD, /* seconds */
	TYPE_LENGTH, /* a length of time, or any */
	TYPE_SHARE,  /* percent of 0 ... 1 */
	TYPE_LANES,  /* a word; without the option there are none */
	TYPE_STATES, /* a word for a set of states */
	TYPE_SHOW,   /* of two sides what is drawn: a word */
	TYPE_RANGES,
	TYPE_EVENT,
	TYPE_ASKED, /* words about a profile */
};

/* Where a command line says it: first which samples, last how they look. */
enum choice_part {
	PART_SAMPLES = 1 << 0,
	PART_SEARCH = 1 << 1,
	PART_ROOTS = 1 << 2,
	PART_PATHS = 1 << 3,
	PART_WEIGHT = 1 << 4,
	PART_SIDES = 1 << 5,
	PART_PICTURE = 1 << 6,
	PART_SCREEN = 1 << 7, /* of this terminal: no command line says it */
};

/* What follows from a change, and is to be worked out again. */
enum choice_change {
	CHANGES_PROFILE = 1 << 0, /* the samples are others: of the time of threads */
	CHANGES_SAMPLES = 1 << 1, /* others of them are kept */
	CHANGES_TREE = 1 << 2,
	CHANGES_VALUES = 1 << 3, /* what a sample counts */
	CHANGES_SEARCH = 1 << 4,
	CHANGES_SHAPE = 1 << 5, /* what is made of the call paths */
	CHANGES_SIDES =
	    1 << 6, /* what the range is held against, and how that is drawn */
	CHANGES_RANGE = 1 << 7,
	CHANGES_MAP = 1 << 8,	/* the cells of the map */
	CHANGES_BOXES = 1 << 9, /* where the boxes of a graph are, and what tables say */
	CHANGES_DRAWING = 1 << 10 /* nothing is: it is only drawn in another way */
};

enum choice_flag { CHOICE_UNDONE = 1, CHOICE_KEPT = 2, CHOICE_LASTS = 4 };

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

/* What is said of a profile before it is there: borrowed words; NULL: nothing is. */
struct asked {
	const char *event;	    /* a name, or "all" */
	const char *range;	    /* "A,B" */
	const char *against;	    /* the same, or "rest" */
	const char *against_filter; /* of the baseline; NULL: as the filter */
	const char *align;	    /* "A,B": moments of both files that are the same */
	const char *compare_as;	    /* see renamed.h */
	const char *zoom;	    /* labels from the root, with ';' between */
	uint64_t given; /* CHOICE_SET of what was asked for, be it what is usual */
};

/*
 * Read the argument of an option (NULL: it takes none) into its field. ERROR_USAGE and a sentence
 * that names the option where that is no value of it. `asked` may be NULL.
 */
bool choice_parse(struct choice *c, struct asked *asked, enum choice_id id,
		  const char *arg, struct error *err);

/* The value, as choice_parse() takes it: "", if there is no argument that says it. Of no text. */
#define CHOICE_VALUE_MAX 32
const char *choice_value(const struct choice *c, enum choice_id id,
			 char buf[CHOICE_VALUE_MAX]);

/* Has it the value that it has by default? */
bool choice_is_usual(const struct choice *c, enum choice_id id);

/*
 * Go so many values on, and round again, or back where `steps` is negative. A number that is none of
 * the values lies between two of them.
 */
void choice_step(struct choice *c, enum choice_id id, int steps);

/* Value `n` of those that choice_step() goes through; false: there are no more. */
bool choice_step_word(enum choice_id id, unsigned n, char buf[CHOICE_VALUE_MAX]);

/* Is it the value of this word? */
bool choice_is(const struct choice *c, enum choice_id id, const char *word);

/* ---- comparing ---- */

/* What is to be worked out again to get from one to the other: enum choice_change. */
unsigned choice_changes(const struct choice *from, const struct choice *to);

/* CHOICE_SET of the rows with one of these flags (enum choice_flag) or in one of these parts. */
uint64_t choice_rows(unsigned flags, unsigned parts);

/*
 * Is any of these rows another? And: take them over; texts are borrowed then. AGAINST stands for
 * all of the baseline.
 */
bool choice_differs(const struct choice *a, const struct choice *b, uint64_t rows);
void choice_take(struct choice *to, const struct choice *from, uint64_t rows);

/*
 * Do two choices ask the same but for what follows at once: the range that moves, of the baseline
 * all but its filter and what it is, and how it is drawn?
 */
bool choice_asks_the_same(const struct choice *a, const struct choice *b);

/* The same transformations, and the same end at the root? */
bool choice_same_shape(const struct choice *a, const struct choice *b);

/* And of the baseline alone? Then it takes session_set_baseline() to go from one to the other. */
bool choice_same_baseline(const struct choice *a, const struct choice *b);

/* ---- of a profile ---- */

/*
 * What `asked` says of this profile, with all that `first` has. With a second file (`has_file`) what
 * is said of a baseline waits for that. Its texts are those of both; release
 * `also` and that of the baseline with ranges_release(), also after a failure. ERROR_USAGE where an
 * event or a range is named that is none, or that a profile without times cannot have.
 */
bool choice_of_profile(struct choice *c, const struct choice *first,
		       const struct asked *asked, bool has_file, const struct profile *p,
		       struct error *err);

/* The ranges that --range and --against name, as ranges_parse(). */
bool choice_ranges(const struct profile *p, bool local, const char *words,
		   enum choice_id id, struct range *range, struct ranges *also,
		   struct error *err);

/* ---- as options ---- */

/* What else is needed for that. */
struct choice_line {
	const struct choice *choice;
	const struct profile *profile;
	struct text event;	   /* what it is called */
	struct selection range;	   /* all ranges of the choice, */
	struct selection baseline; /* and of its baseline */
	const char *compare_as;	   /* as in struct asked; NULL: nothing was asked for */
	bool ascii;		   /* the screen shows nothing else */
};

/* " --NAME VALUE". `ascii` as in shell_line_word(). */
void choice_write_option(const char *name, struct text value, bool ascii, FILE *out);

/* What is not as it is by default for such a profile, part by part (enum choice_part, or-ed). */
void choice_write(const struct choice_line *l, unsigned parts, FILE *out);

/* The same of some rows of these parts: CHOICE_SET(). */
void choice_write_some(const struct choice_line *l, unsigned parts, uint64_t rows,
		       FILE *out);

/* ---- undo and redo: of the rows that are UNDONE, and of the zoom ---- */

#define HISTORY_MAX 200 /* steps back; older ones are forgotten */

/* What can be gone back to. */
struct step {
	struct choice choice; /* owned by the history */
	struct path zoom;     /* owned by the history; in the tree with this root mode */

	/* ns: how long columns became by this step, and were before it, if it has fitted them to the
	 * range; else 0. Then it is a step though all else may be as before. */
	uint64_t fitted, unfitted;
};

struct history {
	struct step steps[HISTORY_MAX];
	int count, now; /* steps[now] is what is on the screen; no steps at first */
};

/*
 * Note what is on the screen after a change (its texts are copied, the zoom taken over): it
 * becomes the newest step and what was undone before is forgotten. The same as before is no
 * step. Without memory the step is not noted.
 */
void history_note(struct history *h, const struct step *s);

/* The times of all ranges are counted from an origin that lies so much earlier now. */
void history_shift(struct history *h, int64_t earlier);

/* The profile has been read anew, and frames have other numbers: see path_translate(). */
void history_translate(struct history *h, const uint32_t *frames);

/*
 * Go a step back or `on`: what is there; NULL when there is none. Borrowed until the next note.
 * `*period` is how long columns were there, in ns; 0: leave them as they are.
 */
const struct step *history_go(struct history *h, bool on, uint64_t *period);

/* What that would go to, without going there. */
const struct step *history_peek(const struct history *h, bool on);
void history_release(struct history *h);

#endif
