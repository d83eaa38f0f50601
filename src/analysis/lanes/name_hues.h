/* name_hues.h - which names have a hue of their own in the heat map, and which hue it is. */

#ifndef ANALYSIS_NAME_HUES_H
#define ANALYSIS_NAME_HUES_H

#include "analysis/lanes/dominant.h"

/* By what cells have hues. */
enum hues_by {
	HUES_HEAT, /* by nothing: they have the colours of heat */
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

#define NAME_HUES 8 /* hues there are; all other names share another one */

/* One name. Processes of one name are one; threads of one name are told apart. */
struct hued_name {
	uint32_t name; /* of name_hues.names */
	uint32_t nth;  /* of the threads that have this name, by samples: 0, 1 ... */
	bool alone;    /* no other thread, or process, has the name */
	int32_t pid,
	    tid; /* of the thread, or of the process if it is alone; PROFILE_NO_ID: unknown */
	uint32_t host;	/* of name_hues.names; 0: of no host, or of several */
	uint64_t whole; /* samples, or ns of spans, whatever the filter drops */
	uint64_t kept;	/* that it has left */
};

/* What one file has: its samples of the event, idle or not, and those of them that are kept. */
struct hues_source {
	const struct profile *profile;
	const struct bits *whole, *kept; /* by sample */
	bool spans;
};

#define HUES_FILES 2

/* All of one file; of two files names are the same if they read the same. */
struct hues_of_file {
	struct lanes lanes;
	uint32_t *row; /* owned: by lane: its hue, or LANE_NONE */
};

/*
 * The names with most samples have a hue each, the same whatever the filter keeps of them. Those
 * of which it keeps nothing give theirs to others, which have most of what it keeps.
 */
struct name_hues {
	enum hues_by by;
	uint32_t count; /* of hues that are in use */
	struct hued_name named[NAME_HUES];
	uint64_t others;       /* kept samples, or ns, of all other names */
	uint32_t others_names; /* how many those are that have any */
	struct intern *names;  /* owned */
	struct hues_of_file files[HUES_FILES]; /* owned */
};

/* Of one file, or of two together. Never by HUES_HEAT. Release with name_hues_free(). */
struct name_hues *name_hues_new(enum hues_by by, const struct hues_source *sources,
				int count, struct error *err);
void name_hues_free(struct name_hues *h);

/* Who competes for the cells of a file's map. Borrowed. */
struct contest name_hues_contest(const struct name_hues *h, int file);

/*
 * The term of a filter that keeps the samples of this name, with `drop` the one that drops them.
 * Of NAME_HUES: those of all names that have no
 * hue. NULL and ERROR_NOTHING where there is no such term. Release with mem_free().
 */
char *name_hues_term(const struct name_hues *h, uint32_t hue, bool drop,
		     struct error *err);

struct text name_hues_name(const struct name_hues *h, uint32_t hue);

#endif
