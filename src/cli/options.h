/* options.h - the command line's options: their table, and one parsed command line. */

#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include "analysis/compare/difference_rows.h"
#include "analysis/find/odd_moments.h"
#include "analysis/top.h"
#include "analysis/waiting/waits.h"
#include "cli/config/kept_choices.h"
#include "export/export.h"
#include "input/recordings.h"
#include "input/started.h"
#include "profile/cache.h"
#include "choice/alignment.h"
#include "session/report/report.h"
#include "session/settings.h"
#include "tui/shell.h"

/* The commands that take options; sets are or-ed. */
enum taker {
	TAKER_OPEN = 1 << 0,
	TAKER_HEATMAP = 1 << 1,
	TAKER_FLAME = 1 << 2,
	TAKER_TOP = 1 << 3,
	TAKER_EXPORT = 1 << 4,
	TAKER_INFO = 1 << 5,
	TAKER_CONVERT = 1 << 6,
	TAKER_CACHE = 1 << 7,
	TAKER_RECORD = 1 << 8, /* most of its options are perf's */
	TAKER_PERIODS = 1 << 9,
	TAKER_DIFF = 1 << 10,
	TAKER_REPORT = 1 << 13,
	TAKER_FIND = 1 << 11,
	TAKER_CHART = 1 << 12,
	TAKER_TREE = 1 << 14,
	TAKER_ANNOTATE = 1 << 16,
	TAKER_WAITS = 1 << 17,
	TAKER_MERGE = 1 << 18,
	TAKER_PUSH = 1 << 19,	/* all others are those of export */
	TAKER_LIVE = 1 << 20,	/* all others are those of open */
	TAKER_CONFIG = 1 << 15, /* also all options that can be kept */

	/* those that print one thing, in the --format that is asked for */
	TAKER_BATCH = TAKER_HEATMAP | TAKER_FLAME | TAKER_TOP | TAKER_EXPORT |
		      TAKER_PERIODS | TAKER_DIFF | TAKER_REPORT | TAKER_FIND |
		      TAKER_CHART | TAKER_TREE | TAKER_ANNOTATE,
};

#define OPTION_HELP_MAX 2400 /* longer than any help, with its keys */

struct option_info {
	const char *name;
	char letter;	      /* 0: none */
	const char *argument; /* "": none; else see option_argument() */
	uint64_t takers;
	const char *help; /* for command_words(): "{inlined}" stands for a key */
};

/* By enum option_id. */
extern const struct option_info option_table[OPTION_COUNT];

/* The option's argument, "N|auto"; for export --format the names of all notations. */
#define OPTION_WORDS_MAX EXPORT_WORDS_MAX
const char *option_argument(enum option_id id, char words[static OPTION_WORDS_MAX]);

/* The same for a line of help: of too many words the first, "kind|name|...". */
const char *option_told_argument(enum option_id id, char words[static OPTION_WORDS_MAX]);

/* Commands that take an option and do not tell of it, in `takers`. */
#define TAKER_SILENT(set) ((uint64_t)(unsigned)(set) << 32)

/* Does a command of `set` take it; is it told of it in help, manual and completion? */
bool option_is_taken(enum option_id id, unsigned set);
bool option_is_told(enum option_id id, unsigned set);

/* The heading that an option stands under, and what it says: "Heat map". */
enum option_group option_group(enum option_id id);
extern const char *const option_groups[GROUP_COUNT];

enum colouring { COLOURING_AUTO, COLOURING_ALWAYS, COLOURING_NEVER, COLOURING_256 };

enum output_format {
	OUTPUT_UNSET,
	OUTPUT_ANSI,
	OUTPUT_TEXT,
	OUTPUT_JSON,
	OUTPUT_CSV,
	OUTPUT_SCREEN_SVG,
};

struct sandbox;

#define OPTIONS_THREADS_MOST 16 /* of one command line */

/* One parsed command line. A value; texts are argv's unless said otherwise. */
struct options {
	struct settings settings;
	char *
	    filter; /* owned: all --filter together; settings.choice.filter points here */
	char *
	    transform; /* owned: all --transform; settings.choice.transform points here */
	char *range;   /* owned: all --range; settings.asked.range points here */
	char *against; /* owned: all --against; settings.asked.against points here */
	char *
	    compare_as; /* owned: all --compare-as; settings.asked.compare_as points here */
	const char *host; /* that is held against all others; or NULL */
	char *others;	  /* owned: of which this is the filter */
	const char *file;
	const char *baseline_file; /* for commands that take two; NULL: there is one */
	struct recordings
	    together; /* owned; settings.reading.together points here, if it counts */
	struct recordings
	    baselines;	    /* owned: all --baseline; one alone is `baseline_file`, too */
	bool puts_together; /* be it one file: they are asked for */
	struct started
	    started; /* owned; settings.reading.started points here, if it counts */
	struct query_source query; /* settings.query points here, if it counts */
	const char *output;	   /* NULL: standard output */
	bool piped;		   /* `output` was "-" */
	bool force, ascii;
	bool large; /* what is written may be */
	bool clear; /* the cache */
	bool no_cache;
	bool no_sandbox;
	bool nice;		  /* what others leave is enough */
	bool keep;		  /* what the command line says, for later ones */
	struct kept_choices kept; /* where the options are from */
	struct moments
	    *moments; /* borrowed: of the flight recorder; NULL: there is none */
	struct sandbox *sandbox; /* borrowed: what was opened for the command */
	struct cache cache;	 /* settings.reading.cache points here, if there is one */
	bool fit_rows;		 /* --rows auto */
	bool help, version;
	enum output_format format;
	enum report_format report;
	enum colouring colouring;
	enum shell_mouse mouse;
	enum top_order order;
	struct folded_style style; /* of exported stacks */
	const struct notation
	    *notation;	    /* to export in; NULL: what `output` ends in says it */
	int width, height;  /* 0: not given */
	unsigned odd_kinds; /* sets of 1 << enum odd_kind: what find looks for */
	uint64_t limit;	    /* rows, if it was given */
	uint32_t depth;	    /* levels of a tree; 0: all */
	uint32_t bursts;    /* of this period, 1 is the strongest; 0: of none */
	const char
	    *charted[OPTIONS_THREADS_MOST]; /* threads to chart, as --thread says */
	uint32_t charted_count;
	enum waits_order waits_order;
	const char *function; /* whose callers or callees are asked for; or NULL */
	bool callers_only, callees_only;
	enum keys_by
	    by;	    /* what is counted or compared; KEYS_BY: all of them, together; */
	bool self;  /* ... of what it spent itself */
	bool fails; /* if something has certainly grown by ... */
	double fail_above;  /* ... so many percentage points, or more, */
	bool fails_on_size; /* be it certain or not */
	uint64_t memory;    /* bytes; 0: what is usual */
};

/*
 * Parse argv[1] ... for a command that `taker` stands for; argv[0] is not looked at.
 * ERROR_USAGE and a sentence that names the option otherwise. Uses getopt's variables, so
 * not for two threads. Release with options_release(), also after a failure.
 */
bool options_parse(struct options *o, enum taker taker, int argc, char **argv,
		   struct error *err);
void options_release(struct options *o);

/* Was it given, by the command line or the file of kept choices, be it what is usual? */
bool options_has(const struct options *o, enum option_id id);

/* One option more; NULL stands for no argument. Texts are borrowed. */
bool options_take(struct options *o, enum option_id id, const char *arg,
		  struct error *err);

/*
 * Where the cache of parsed profiles is, by the environment: $XDG_CACHE_HOME/flarescope, else
 * ~/.cache/flarescope. FLARESCOPE_CACHE_MAX is its size in bytes (a value that cannot be read
 * means no cache rather than a large one), FLARESCOPE_CACHE=no turns it off. False and the reason
 * when there is none.
 */
bool options_find_cache(struct cache *c, struct error *err);

#endif
