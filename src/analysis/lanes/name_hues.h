/* name_hues.h - the names that have a separate hue in the heat map. */

#ifndef ANALYSIS_NAME_HUES_H
#define ANALYSIS_NAME_HUES_H

#include "analysis/lanes/cell_winners.h"

/* The property by which cells are coloured. */
enum hues_by {
	HUES_HEAT, /* the colours of heat, not names */
	HUES_PROCESS,
	HUES_THREAD,
	HUES_MODULE,
	HUES_FUNCTION,
	HUES_KIND,
	HUES_MODE,
	HUES_BY
};

/* "heat", "process", ... */
extern const char *const hues_by_names[HUES_BY];

#define NAME_HUES 8 /* number of hues; all other names share one more */

/* One name. Processes with the same name are one; threads with the same name are distinguished. */
struct hued_name {
	uint32_t name; /* in name_hues.names */
	/* its rank among the threads with this name, by samples: 0, 1 ... */
	uint32_t nth;
	bool alone; /* no other thread or process has the name */
	/* of the thread, or of the only process; PROFILE_NO_ID: unknown */
	int32_t pid, tid;
	uint32_t host;	/* in name_hues.names; 0: none, or several */
	uint64_t whole; /* samples, or ns of spans, with those that the filter drops */
	uint64_t kept;	/* the ones that the filter keeps */
};

/* The samples of one file: all samples of the event, idle or not, and the kept ones. */
struct hues_source {
	const struct profile *profile;
	const struct bits *whole, *kept; /* by sample */
	bool spans;
};

#define HUES_FILES 2

/* The names of one file; names of two files are the same if their text is the same. */
struct hues_of_file {
	struct lanes lanes;
	uint32_t *row; /* owned: by lane: its hue, or LANE_NONE */
};

/*
 * The names with the most samples have separate hues, which do not depend on the filter. But if the
 * filter keeps nothing of a name, its hue is given to the name with the most kept samples among the
 * others.
 */
struct name_hues {
	enum hues_by by;
	uint32_t count; /* hues in use */
	struct hued_name named[NAME_HUES];
	uint64_t others;       /* kept samples, or ns, of all other names */
	uint32_t others_names; /* the number of other names with kept samples */
	struct intern *names;  /* owned */
	struct hues_of_file files[HUES_FILES]; /* owned */
};

/* For one file, or for two together. `by` must not be HUES_HEAT. Release with name_hues_free(). */
struct name_hues *name_hues_new(enum hues_by by, const struct hues_source *sources,
				int count, struct error *err);
void name_hues_free(struct name_hues *h);

/* The contest for the cells of a file's map. Borrowed. */
struct cell_contest name_hues_cell_contest(const struct name_hues *h, int file);

/*
 * The filter term that keeps the samples of this name, or with `drop` drops them. NAME_HUES stands
 * for all names without a hue. NULL and ERROR_NOTHING if no term can express it. Release with
 * mem_free().
 */
char *name_hues_term(const struct name_hues *h, uint32_t hue, bool drop,
		     struct error *err);

struct text name_hues_name(const struct name_hues *h, uint32_t hue);

#endif
