/* lanes.h - the samples of each thread, process, CPU, event, function ... over time. */

#ifndef ANALYSIS_LANES_H
#define ANALYSIS_LANES_H

#include "analysis/range.h"
#include "base/bits.h"
#include "base/intern.h"

/*
 * Each sample is in one lane: that of its thread (identified by pid and tid, or without a tid by
 * name), its process (by pid, or by name), its CPU, its host, its event, or of the function that
 * ran, the innermost of its stack: by its name, its module, the kind of its code, or the mode in
 * which it ran.
 */
enum lanes_by {
	LANES_THREAD,
	LANES_PROCESS,
	LANES_CPU,
	LANES_HOST,    /* if there are several hosts: see hosts.h */
	LANES_SERVICE, /* for samples in ClickHouse */
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
 * A thread has the name that it has in most samples, a process is named after its leader: see
 * process_names.h.
 */
struct lane {
	uint32_t name;	  /* in lanes.names */
	uint32_t process; /* in lanes.names: the name of a thread's process; else 0 */
	/* of a thread, or the pid of a process; PROFILE_NO_ID: unknown, or other lanes */
	int32_t pid, tid;
	uint32_t host; /* in lanes.names; 0: none, or there is only one */
	/* samples; or ns of spans, where overlapping spans count twice */
	uint64_t count;
	/* for threads' time in states, their running time; else 0 */
	uint64_t ran;
};

struct lanes {
	enum lanes_by by;
	bool spans;
	struct intern *names; /* owned */
	/*
	 * Owned: sorted by `ran`, as all threads that exist all the time have the same count; then
	 * by count, largest first, name, pid, tid.
	 */
	struct lane *list;
	uint32_t count; /* number of lanes, none of them empty */
	uint64_t all;	/* the sum of all counts */

	/*
	 * Owned: the lane of each context; by function, module, kind or mode, of each stack;
	 * LANE_NONE: it has no sample here.
	 */
	uint32_t *of;
	uint32_t of_count;
};

#define LANE_NONE UINT32_MAX

/*
 * Build the lanes of the samples in `which` (one bit per sample), which are all spans or all
 * moments. Release with lanes_release().
 */
bool lanes_build(struct lanes *l, const struct profile *p, const struct bits *which,
		 bool spans, enum lanes_by by, struct error *err);

/* The same from the value of each context or stack; saves counting again for several lanes_by. */
bool lanes_build_of(struct lanes *l, const struct profile *p, const uint64_t *values,
		    bool spans, enum lanes_by by, struct error *err);
void lanes_release(struct lanes *l);

/* The index into lanes.of, by sample: contexts or stacks. Borrowed from the profile. */
const uint32_t *lanes_key(const struct lanes *l, const struct profile *p);

/*
 * The name of the lane, by function, module or kind, of stacks with this innermost frame;
 * lanes_name_of_none for frame 0, i.e. without a stack. For modes see frame_mode.h.
 */
struct text lanes_frame_name(const struct profile *p, enum lanes_by by, uint32_t frame);
extern const struct text lanes_name_of_none;

/* Do two lanes stand for the same thread, process, CPU ...? */
bool lane_is(const struct lanes *a, uint32_t i, const struct lanes *b, uint32_t j);

/* The name of its host, if there are several; else empty. */
static inline struct text lane_host(const struct lanes *l, uint32_t lane)
{
	return intern_get(l->names, l->list[lane].host);
}

static inline struct text lane_name(const struct lanes *l, uint32_t lane)
{
	return intern_get(l->names, l->list[lane].name);
}

/* The name of a thread's process. */
static inline struct text lane_process(const struct lanes *l, uint32_t lane)
{
	return intern_get(l->names, l->list[lane].process);
}

/* ---- rows ---- */

/* A lane, or the threads of a folded process. */
struct lane_row {
	uint32_t lane;	/* the busiest one */
	uint32_t lanes; /* their number */
	bool folded;
	uint64_t count; /* the sum of their counts */
	uint64_t ran;
};

struct lane_rows {
	struct lane_row *list; /* owned: in the order of lanes */
	uint32_t shown;	       /* number of rows; all other lanes share one more, */
	uint32_t others;       /* the number of these lanes, */
	uint64_t others_count; /* and the sum of their counts */
	uint32_t *of;	       /* owned: by lane, its row; LANE_NONE: the shared row */
};

/* A process whose threads are one row; for lanes by thread only. */
struct lane_fold {
	int32_t pid;	  /* if unknown, the process is identified by: */
	struct text name; /* the name of its threads */
	struct text host; /* if there are several; else empty */
};
struct lane_folds {
	struct lane_fold *list; /* owned by the caller, like the names */
	uint32_t count;
};

/* Is the lane a thread of the folded process? */
bool lane_fold_has(const struct lane_fold *f, const struct lanes *l, uint32_t lane);

/* Make at most `most` separate rows. `folds` may be NULL. Release with lane_rows_release(). */
bool lane_rows_build(struct lane_rows *r, const struct lanes *l,
		     const struct lane_folds *folds, uint64_t most, struct error *err);
void lane_rows_release(struct lane_rows *r);

/* ---- samples over time ---- */

/*
 * `columns` columns of `period` ns each, the first of which begins `from` ns after the origin; and
 * the row in which each lane is drawn, which several lanes may share.
 */
struct lane_window {
	uint64_t from, period;
	uint32_t columns, rows;
	const uint32_t *row; /* borrowed, by lane: below `rows`, or LANE_NONE */
};

#define LANE_CELLS_MAX 20000000 /* 160 MB; twice that while spans are counted */

struct lane_cells {
	uint32_t columns, rows;
	/* owned: row by row, then a last row of all lanes without one */
	uint64_t *counts;
	/* the largest count of the rows; the last row counts only if it is the only one */
	uint64_t peak;
};

/*
 * Count the samples of the lanes. ERROR_LIMIT for more than LANE_CELLS_MAX cells, ERROR_FORMAT if
 * the profile has no times. Release with lane_cells_release().
 */
bool lane_cells_build(struct lane_cells *c, const struct lanes *l,
		      const struct profile *p, const struct bits *which,
		      const struct lane_window *window, struct error *err);
void lane_cells_release(struct lane_cells *c);

/* Row `rows` is the row of all remaining lanes. */
static inline uint64_t lane_cells_count(const struct lane_cells *c, uint32_t row,
					uint32_t column)
{
	return c->counts[(uint64_t)row * c->columns + column];
}

/* ---- threads' time (profile.states) ---- */

/* Are the lanes threads or processes, and does the profile have states? */
bool lane_states_known(const struct lanes *l, const struct profile *p);

/*
 * The time in each state: row r * p->event_count + e of the cells is that of row r and event e; for
 * lanes without a row, r is w->rows. Otherwise like lane_cells_build(), with as many times the
 * cells.
 */
bool lane_states_build(struct lane_cells *c, const struct lanes *l,
		       const struct profile *p, const struct bits *which,
		       const struct lane_window *w, struct error *err);

#endif
