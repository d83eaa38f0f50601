/* name_hues.h - the names that have hues of their own in the heat map. */

#ifndef ANALYSIS_NAME_HUES_H
#define ANALYSIS_NAME_HUES_H

#include "analysis/lanes/cell_winners.h"

/* The property that determines the colours of cells. */
enum hues_by {
	HUES_HEAT, /* by count, not by name */
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

/* A name. Processes with the same name are treated as one, but threads are not. */
struct hued_name {
	uint32_t name; /* in name_hues.names */
	/* for a thread, its rank among those of a file with this name; 0: the busiest */
	uint32_t nth;
	bool alone; /* no other thread or process has this name */
	/* of the thread, or of the busiest process with this name; PROFILE_NO_ID: unknown */
	int32_t pid, tid;
	uint32_t host;	/* in name_hues.names; 0: none, or there is only one host */
	uint64_t whole; /* samples, or ns of spans, before the filter */
	uint64_t kept;	/* the same after the filter */
};

/* The samples of a file: all samples of the event, including idle ones, and the kept samples. */
struct hues_source {
	const struct profile *profile;
	const struct bits *whole, *kept; /* by sample */
	bool spans;
};

#define HUES_FILES 2

/* The names of a file. Equal names of two files (for threads, of equal rank) share a hue. */
struct hues_of_file {
	struct lanes lanes;
	uint32_t *row; /* owned, by lane: its hue, or LANE_NONE */
};

/*
 * The names with the most samples have hues of their own, which do not depend on the filter. But if
 * the filter keeps no sample of a name, its hue is used for the name with the most kept samples
 * among the others.
 */
struct name_hues {
	enum hues_by by;
	uint32_t count; /* hues in use */
	struct hued_name named[NAME_HUES];
	uint64_t others;       /* kept samples, or ns of spans, of all other names */
	uint32_t others_names; /* number of other names with kept samples */
	struct intern *names;  /* owned */
	struct hues_of_file files[HUES_FILES]; /* owned */
};

/*
 * `count` is 1 or, for two files together, 2. `by` must not be HUES_HEAT. NULL and an error on
 * failure. Release with name_hues_free().
 */
struct name_hues *name_hues_new(enum hues_by by, const struct hues_source *sources,
				int count, struct error *err);
void name_hues_free(struct name_hues *h);

/* The contest for the map of a file, in which hues are rows. Its pointers are borrowed from `h`. */
struct cell_contest name_hues_cell_contest(const struct name_hues *h, int file);

/*
 * The filter terms that keep the samples of a name or, with `drop`, drop them. NAME_HUES means all
 * names without a hue. NULL and ERROR_NOTHING if no terms can express this. Release with
 * mem_free().
 */
char *name_hues_term(const struct name_hues *h, uint32_t hue, bool drop,
		     struct error *err);

struct text name_hues_name(const struct name_hues *h, uint32_t hue);

#endif
