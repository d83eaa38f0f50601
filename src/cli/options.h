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
	TAKER_PUSH = 1 << 19,	/* its other options are those of export */
	TAKER_LIVE = 1 << 20,	/* its other options are those of open */
	TAKER_CONFIG = 1 << 15, /* also all options that can be kept */

	/* commands that print one result, in the chosen --format */
	TAKER_BATCH = TAKER_HEATMAP | TAKER_FLAME | TAKER_TOP | TAKER_EXPORT |
		      TAKER_PERIODS | TAKER_DIFF | TAKER_REPORT | TAKER_FIND |
		      TAKER_CHART | TAKER_TREE | TAKER_ANNOTATE,
};

#define OPTION_HELP_MAX 2400 /* larger than the longest help text with its keys */

struct option_info {
	const char *name;
	char letter;	      /* 0: none */
	const char *argument; /* "": none; otherwise see option_argument() */
	uint64_t takers;
	const char *help; /* for command_words(), which replaces "{inlined}" by a key */
};

/* By enum option_id. */
extern const struct option_info option_table[OPTION_COUNT];

/* The argument of an option: "N|auto". For export --format, the names of all formats. */
#define OPTION_WORDS_MAX EXPORT_WORDS_MAX
const char *option_argument(enum option_id id, char words[static OPTION_WORDS_MAX]);

/* The same for a line of help, shortened when there are many words: "kind|name|...". */
const char *option_told_argument(enum option_id id, char words[static OPTION_WORDS_MAX]);

/* Within `takers`: commands that accept an option without documenting it. */
#define TAKER_SILENT(set) ((uint64_t)(unsigned)(set) << 32)

/* Does a command of `set` accept the option? Do its help, manual and completions document it? */
bool option_is_taken(enum option_id id, unsigned set);
bool option_is_told(enum option_id id, unsigned set);

/* The group of an option, and the title of each group: "Heat map". */
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

#define OPTIONS_THREADS_MOST 16 /* number of --thread on one command line */

/* One parsed command line. A value; texts are borrowed from argv unless stated otherwise. */
struct options {
	struct settings settings;
	/* Owned: all --filter joined; settings.choice.filter points here. */
	char *filter;
	/* Owned: all --transform joined; settings.choice.transform points here. */
	char *transform;
	/* Owned: all --range joined; settings.asked.range points here. */
	char *range;
	/* Owned: all --against joined; settings.asked.against points here. */
	char *against;
	/* Owned: all --compare-as joined; settings.asked.compare_as points here. */
	char *compare_as;
	const char *host; /* compared with all other hosts; or NULL */
	char *others;	  /* owned: the filter for the other hosts */
	const char *file;
	const char *baseline_file; /* for commands that take two files; NULL: one file */
	/* Owned; settings.reading.together points here when it is used. */
	struct recordings together;
	/* Owned: all --baseline; a single one is also `baseline_file`. */
	struct recordings baselines;
	bool puts_together; /* --together, also for a single file */
	/* Owned; settings.reading.started points here when it is used. */
	struct started started;
	struct query_source query; /* settings.query points here when it is used */
	const char *output;	   /* NULL: standard output */
	bool piped;		   /* `output` was "-" */
	bool force, ascii;
	bool large; /* --large: no limit for the output */
	bool clear; /* --clear: empty the cache */
	bool no_cache;
	bool no_sandbox;
	bool nice; /* --nice: lowest priority */
	bool keep; /* --keep: write the options into the configuration file */
	struct saved_choices kept; /* the origins of the options */
	/* Borrowed: of the flight recorder; NULL: none. */
	struct flight_files *moments;
	struct sandbox *sandbox; /* borrowed: files opened for the command */
	struct cache cache; /* settings.reading.cache points here when there is one */
	bool fit_rows;	    /* --rows auto */
	bool help, version;
	enum output_format format;
	enum report_format report;
	enum colouring colouring;
	enum shell_mouse mouse;
	enum top_order order;
	struct folded_style style; /* for exported stacks */
	/* The export format; NULL: chosen by the extension of `output`. */
	const struct notation *notation;
	int width, height; /* 0: not given */
	unsigned
	    anomaly_kinds; /* the kinds that find looks for: sets of 1 << enum anomaly_kind */
	uint64_t limit;	 /* rows, from --limit */
	uint32_t depth;	 /* levels of a tree; 0: all */
	uint32_t bursts; /* list the bursts of this period, 1 is the strongest; 0: none */
	/* The threads to chart, as given with --thread. */
	const char *charted[OPTIONS_THREADS_MOST];
	uint32_t charted_count;
	enum waits_order waits_order;
	const char *function; /* print its callers or callees; or NULL */
	bool callers_only, callees_only;
	/* The kind of keys that are counted or compared; KEYS_BY: all of them. */
	enum keys_by by;
	bool self;	    /* ... by self values */
	bool fails;	    /* fail when a share has certainly grown by ... */
	double fail_above;  /* ... this many percentage points or more, */
	bool fails_on_size; /* or when the growth is uncertain */
	uint64_t memory;    /* bytes; 0: default */
};

/*
 * Parse argv[1] ... for the command `taker`; argv[0] is ignored. Returns ERROR_USAGE with a message
 * that names the option. Not thread-safe, as it uses the variables of getopt. Release with
 * options_release(), even after a failure.
 */
bool options_parse(struct options *o, enum taker taker, int argc, char **argv,
		   struct error *err);
void options_release(struct options *o);

/*
 * Was the option given, on the command line or in the configuration file, even with its default
 * value?
 */
bool options_has(const struct options *o, enum option_id id);

/* Apply one option; NULL means no argument. Texts are borrowed. */
bool options_take(struct options *o, enum option_id id, const char *arg,
		  struct error *err);

/*
 * Find the cache of parsed profiles: $XDG_CACHE_HOME/flarescope, or ~/.cache/flarescope.
 * FLARESCOPE_CACHE_MAX is its size in bytes (an invalid value disables the cache), and
 * FLARESCOPE_CACHE=no turns it off. Returns false and the reason when there is no cache.
 */
bool options_find_cache(struct cache *c, struct error *err);

#endif
