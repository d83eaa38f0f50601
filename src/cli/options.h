/* options.h - the table of options, and one parsed command line. */

#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include "analysis/compare/difference_rows.h"
#include "analysis/find/anomalies.h"
#include "analysis/top.h"
#include "analysis/waiting/waits.h"
#include "cli/config/saved_choices.h"
#include "export/export.h"
#include "input/recordings.h"
#include "profile/cache.h"
#include "choice/alignment.h"
#include "session/report/report.h"
#include "session/settings.h"
#include "tui/shell.h"

/* The commands that have options, as bits of a set. */
enum taker {
	TAKER_OPEN = 1 << 0,
	TAKER_HEATMAP = 1 << 1,
	TAKER_FLAME = 1 << 2,
	TAKER_TOP = 1 << 3,
	TAKER_EXPORT = 1 << 4,
	TAKER_INFO = 1 << 5,
	TAKER_CONVERT = 1 << 6,
	TAKER_CACHE = 1 << 7,
	TAKER_RECORD = 1 << 8, /* most of its options belong to perf */
	TAKER_PERIODS = 1 << 9,
	TAKER_DIFF = 1 << 10,
	TAKER_REPORT = 1 << 13,
	TAKER_FIND = 1 << 11,
	TAKER_CHART = 1 << 12,
	TAKER_TREE = 1 << 14,
	TAKER_ANNOTATE = 1 << 16,
	TAKER_WAITS = 1 << 17,
	TAKER_MERGE = 1 << 18,
	TAKER_PUSH = 1 << 19, /* also takes the options of export */
	TAKER_LIVE = 1 << 20, /* also takes the options of open */
	TAKER_FORMATS = 1 << 21,
	TAKER_CONFIG = 1 << 15, /* also takes all options that can be saved */

	/* commands that print one result */
	TAKER_BATCH = TAKER_HEATMAP | TAKER_FLAME | TAKER_TOP | TAKER_EXPORT |
		      TAKER_PERIODS | TAKER_DIFF | TAKER_REPORT | TAKER_FIND |
		      TAKER_CHART | TAKER_TREE | TAKER_ANNOTATE,
};

#define OPTION_HELP_MAX 2400 /* bytes: more than any help text with its keys */

struct option_info {
	const char *name;
	char letter;	      /* 0: none */
	const char *argument; /* "": none; see option_argument() */
	uint64_t takers;
	/* for command_words(), which replaces "{inlined}" with a key */
	const char *help;
};

/* Indexed by enum option_id. */
extern const struct option_info option_table[OPTION_COUNT];

/* The argument of an option, such as "N|auto"; for export --format, the names of all formats. */
#define OPTION_WORDS_MAX EXPORT_WORDS_MAX
const char *option_argument(enum option_id id, char words[static OPTION_WORDS_MAX]);

/* Like option_argument(), but long lists are shortened for the help: "kind|name|...". */
const char *option_told_argument(enum option_id id, char words[static OPTION_WORDS_MAX]);

/* Bits of `takers` for the commands that accept an option without documenting it. */
#define TAKER_SILENT(set) ((uint64_t)(unsigned)(set) << 32)

/* Does a command of `set` accept the option? Do its help, manual and completions document it? */
bool option_is_taken(enum option_id id, unsigned set);
bool option_is_told(enum option_id id, unsigned set);

/* The group of an option in the help, and the headings of all groups, such as "Heat map". */
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

#define OPTIONS_THREADS_MOST 16 /* the maximum number of --thread options */

/* A parsed command line. Texts are borrowed from argv unless stated otherwise. */
struct options {
	struct settings settings;
	/* Owned: all --filter options, joined; settings.choice.filter points here. */
	char *filter;
	/* Owned: all --transform options, joined; settings.choice.transform points here. */
	char *transform;
	/* Owned: all --range options, joined; settings.asked.range points here. */
	char *range;
	/* Owned: all --against options, joined; settings.asked.against points here. */
	char *against;
	/* Owned: all --compare-as options, joined; settings.asked.compare_as points here. */
	char *compare_as;
	const char *host; /* --host; or NULL */
	char *others;	  /* owned: the filter for the other hosts */
	const char *file;
	const char *baseline_file; /* NULL: there is only one file */
	/* Owned: the recordings to merge; if used, settings.reading.together points here. */
	struct recordings together;
	/* Owned: all --baseline options; if there is only one, it is also `baseline_file`. */
	struct recordings baselines;
	bool puts_together; /* --together was given */
	/* Owned: all --started options; if used, settings.reading.started points here. */
	struct started started;
	struct query_source query; /* if used, settings.query points here */
	const char *output;	   /* NULL: standard output */
	bool piped;		   /* `output` was "-" */
	bool force, ascii;
	bool large; /* do not limit the size of the output */
	bool clear; /* empty the cache */
	bool no_cache;
	bool no_sandbox;
	bool nice; /* run with the lowest priority */
	bool keep; /* write the options to the configuration file */
	/* the configuration file */
	struct saved_choices kept;
	/* Borrowed: the files of the flight recorder (live --save-when); may be NULL. */
	struct flight_files *moments;
	struct sandbox *sandbox; /* borrowed */
	struct cache cache;	 /* if used, settings.reading.cache points here */
	bool fit_rows;		 /* --rows auto */
	bool help, version;
	enum output_format format;
	enum report_format report;
	enum colouring colouring;
	enum shell_mouse mouse;
	enum top_order order;
	struct folded_style style; /* for exported stacks */
	/* The export format; NULL: determined by the extension of `output`. */
	const struct notation *notation;
	int width, height; /* 0: not given */
	/* The kinds that find searches for: a set of 1 << enum anomaly_kind. */
	unsigned anomaly_kinds;
	uint64_t limit; /* the maximum number of rows to print; see output_limit() */
	uint32_t depth; /* levels of a tree; 0: all */
	bool flat;	/* write a graph in JSON as a list of frames */
	bool no_command_line; /* leave the recorded command line out of the report */
	/* The rank of the period whose bursts are listed; 1: the strongest; 0: none. */
	uint32_t bursts;
	/* The threads to chart, as given with --thread. */
	const char *charted[OPTIONS_THREADS_MOST];
	uint32_t charted_count;
	enum waits_order waits_order;
	const char *redact;   /* a pattern; NULL: names are exported as they are */
	const char *function; /* print its callers and callees; or NULL */
	bool callers_only, callees_only;
	/* The kind of keys to count or to compare; KEYS_BY: all kinds. */
	enum keys_by by;
	bool self; /* count or compare self values */
	/*
	 * Fail if a share has grown by at least `fail_above` percentage points. Uncertain growth
	 * counts only with `fails_on_size`.
	 */
	bool fails;
	double fail_above;
	bool fails_on_size;
	uint64_t memory; /* bytes; 0: default */
};

/*
 * Apply the configuration file and parse argv[1] ... for the command `taker`. If an option is
 * invalid, returns false and ERROR_USAGE with the name of the option. Not thread-safe, as
 * getopt_long() has global variables. Release `o` with options_release() even after a failure.
 */
bool options_parse(struct options *o, enum taker taker, int argc, char **argv,
		   struct error *err);
void options_release(struct options *o);

/* Was the option given on the command line or in the configuration file, even if redundantly? */
bool options_has(const struct options *o, enum option_id id);

/* Apply an option; `arg` is NULL if the option has no argument. Texts are borrowed. */
bool options_take(struct options *o, enum option_id id, const char *arg,
		  struct error *err);

/*
 * Find the cache of parsed profiles: $XDG_CACHE_HOME/flarescope, or ~/.cache/flarescope.
 * FLARESCOPE_CACHE_MAX is the maximum size in bytes; an invalid value or FLARESCOPE_CACHE=no
 * disables the cache. Returns false and the reason if there is no cache.
 */
bool options_find_cache(struct cache *c, struct error *err);

#endif
