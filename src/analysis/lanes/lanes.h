/* lanes.h - who was active when: the samples of each thread, process, CPU, event, function ... */

#ifndef ANALYSIS_LANES_H
#define ANALYSIS_LANES_H

#include "analysis/range.h"
#include "base/bits.h"
#include "base/intern.h"

/*
 * Each sample is in one lane: that of its thread (the pid and the tid, or where there is no tid the
 * name), its process (the pid, or the name), its CPU, its host, its event, or of the function that ran, the
 * innermost of its stack: its name, its module, the kind of its code, or the mode that it ran in.
 */
enum lanes_by {
	LANES_THREAD,
	LANES_PROCESS,
	LANES_CPU,
	LANES_HOST,    /* of several together: see hosts.h */
	LANES_SERVICE, /* of samples in ClickHouse */
	LANES_EVENT,
	LANES_FUNCTION,
	LANES_MODULE,
	LANES_KIND, /* see frame_kind_names */
	LANES_MODE, /* see frame_mode_names */
	LANES_BY
};

/* "thread", "process", ... */
extern const char *const lanes_by_names[LANES_BY];

/*
 * A thread goes by the name that it had in most of its samples, a process by that of its leader: see
 * process_names.h.
 */
struct lane {
	uint32_t name; /* of lanes.names */
	uint32_t
	    process; /* of lanes.names: of a thread, what its process is called; else 0 */
	int32_t
	    pid; /* of a thread or a process; PROFILE_NO_ID: not known, or no such lane */
	int32_t tid;   /* of a thread; the same */
	uint32_t host; /* of lanes.names; 0: it is of no host, or there is but one */
	uint64_t
	    count; /* samples; of spans ns: what they cover, twice where two overlap */
	uint64_t
	    ran; /* of threads' time in their states that in which they ran; else 0 */
};

struct lanes {
	enum lanes_by by;
	bool spans;
	struct intern *names; /* owned */
	struct lane
	    *list;	/* owned: what ran most first, then largest; equal ones by name,
			    * pid, tid. All threads that are there all the time have as much */
	uint32_t count; /* lanes, none of them empty */
	uint64_t all;	/* the sum of all counts */

	/* Owned: the lane of each context, or, of functions and what they are in, of each stack; LANE_NONE: no sample of
	 * it is there. */
	uint32_t *of;
	uint32_t of_count;
};

#define LANE_NONE UINT32_MAX

/* Of the samples in `which` (a bit a sample), which are all `spans`, or all moments. Release with
 * lanes_release(). */
bool lanes_build(struct lanes *l, const struct profile *p, const struct bits *which,
		 bool spans, enum lanes_by by, struct error *err);

/* The same where it is known what each context, or stack, has: once for lanes by several things. */
bool lanes_build_of(struct lanes *l, const struct profile *p, const uint64_t *values,
		    bool spans, enum lanes_by by, struct error *err);
void lanes_release(struct lanes *l);

/* By sample, what lanes.of is by: contexts or stacks. Borrowed from the profile. */
const uint32_t *lanes_key(const struct lanes *l, const struct profile *p);

/* The name of the lane of stacks whose innermost frame this is, by function, module or kind. Of
 * frame 0, of no stack, lanes_name_of_none. A mode goes by the stack: see frame_mode.h. */
struct text lanes_frame_name(const struct profile *p, enum lanes_by by, uint32_t frame);
extern const struct text lanes_name_of_none;

/* Is it the same thread, process or whatever it is of, in both? */
bool lane_is(const struct lanes *a, uint32_t i, const struct lanes *b, uint32_t j);

/* What its host is called, of several together; else empty. */
static inline struct text lane_host(const struct lanes *l, uint32_t lane)
{
	return intern_get(l->names, l->list[lane].host);
}

static inline struct text lane_name(const struct lanes *l, uint32_t lane)
{
	return intern_get(l->names, l->list[lane].name);
}

/* Of a thread. */
static inline struct text lane_process(const struct lanes *l, uint32_t lane)
{
	return intern_get(l->names, l->list[lane].process);
}

/* ---- in which row each is ---- */

/* A lane, or the threads of a process that is folded. */
struct lane_row {
	uint32_t lane;	/* the busiest of them */
	uint32_t lanes; /* how many */
	bool folded;
	uint64_t count; /* the sum of theirs, */
	uint64_t ran;	/* and of that in which they ran */
};

struct lane_rows {
	struct lane_row *list; /* owned: in the order of lanes */
	uint32_t shown;	       /* rows; all others share one more, */
	uint32_t others;       /* which has so many lanes, */
	uint64_t others_count; /* and so much in them */
	uint32_t *of;	       /* owned: by lane, its row; LANE_NONE: that of others */
};

/* Processes whose threads are one row; it means nothing to other lanes. */
struct lane_fold {
	int32_t pid;	  /* or, where none is known, */
	struct text name; /* the name of its threads */
	struct text host; /* of several together; else empty */
};
struct lane_folds {
	struct lane_fold *list; /* owned by whoever folds, and the names */
	uint32_t count;
};

/* Is it a thread of this process? */
bool lane_fold_has(const struct lane_fold *f, const struct lanes *l, uint32_t lane);

/* No more than `most` rows of their own. `folds` may be NULL. Release with lane_rows_release(). */
bool lane_rows_build(struct lane_rows *r, const struct lanes *l,
		     const struct lane_folds *folds, uint64_t most, struct error *err);
void lane_rows_release(struct lane_rows *r);

/* ---- their samples in time ---- */

/* Which columns: `count` of `period` ns each, the first of which begins at `from` ns after the
 * origin; and the row that each lane is drawn in, several may share one. */
struct lane_window {
	uint64_t from, period;
	uint32_t columns, rows;
	const uint32_t *row; /* borrowed, by lane: below `rows`, or LANE_NONE */
};

#define LANE_CELLS_MAX 20000000 /* 160 MB; twice that while spans are counted */

struct lane_cells {
	uint32_t columns, rows;
	uint64_t
	    *counts; /* owned: row by row; and a last row, of all lanes that have none */
	uint64_t
	    peak; /* the largest count of a row; of the last only where there is no other */
};

/* Of the same samples. ERROR_LIMIT when it is more than LANE_CELLS_MAX cells, ERROR_FORMAT when the
 * profile has no times. Release with lane_cells_release(). */
bool lane_cells_build(struct lane_cells *c, const struct lanes *l,
		      const struct profile *p, const struct bits *which,
		      const struct lane_window *window, struct error *err);
void lane_cells_release(struct lane_cells *c);

/* Row `rows` is that of all other lanes. */
static inline uint64_t lane_cells_count(const struct lane_cells *c, uint32_t row,
					uint32_t column)
{
	return c->counts[(uint64_t)row * c->columns + column];
}

/* ---- of the time of threads (profile.states) ---- */

/* Are they of threads, or of processes, and has the profile states? */
bool lane_states_known(const struct lanes *l, const struct profile *p);

/*
 * How long they were in each state: the cells' row r * p->event_count + e is that of row r and event
 * e; r of all lanes that have none is w->rows. Else as lane_cells_build(): so many times the cells.
 */
bool lane_states_build(struct lane_cells *c, const struct lanes *l,
		       const struct profile *p, const struct bits *which,
		       const struct lane_window *w, struct error *err);

#endif
