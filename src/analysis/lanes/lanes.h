/* lanes.h - the samples of each thread, process, CPU, event or function over time. */

#ifndef ANALYSIS_LANES_H
#define ANALYSIS_LANES_H

#include "analysis/range.h"
#include "base/bits.h"
#include "base/intern.h"

/*
 * A lane contains the samples of one thread, process, CPU, host, service or event; or the samples
 * whose innermost function has the same name, module, kind of code, or mode. Threads are identified
 * by pid and tid, processes by pid, and both by name if the id is unknown. A sample is in at most
 * one lane.
 */
enum lanes_by {
	LANES_THREAD,
	LANES_PROCESS,
	LANES_CPU,
	LANES_HOST,    /* only if there are several hosts: see hosts.h */
	LANES_SERVICE, /* only for samples in ClickHouse */
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
 * A thread has the name under which it has the most samples or, for spans, the most time. A process
 * has the name of its leader: see process_names.h.
 */
struct lane {
	uint32_t name; /* in lanes.names */
	/* in lanes.names: for a thread, the name of its process; else 0 */
	uint32_t process;
	/* of a thread, or (only `pid`) of a process; PROFILE_NO_ID: unknown, or neither */
	int32_t pid, tid;
	uint32_t host; /* in lanes.names; 0: none, or there is only one host */
	/* the number of samples, or the total length of all spans in ns */
	uint64_t count;
	/* with thread states, ns of running time; else 0 */
	uint64_t ran;
};

struct lanes {
	enum lanes_by by;
	bool spans;
	struct intern *names; /* owned */
	/*
	 * Owned: sorted by `ran` and then by count, both descending; then by name, pid, tid and
	 * host. With thread states, `ran` comes first, because threads that exist during the whole
	 * recording have equal counts.
	 */
	struct lane *list;
	uint32_t count; /* number of lanes; no lane is empty */
	uint64_t all;	/* the sum of all counts */

	/*
	 * Owned: the lane of each context or, for functions, modules, kinds and modes, of each
	 * stack; LANE_NONE: no samples.
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

/*
 * Like lanes_build(), but from the values of all contexts or of all stacks, whichever lanes.of is
 * indexed by.
 */
bool lanes_build_of(struct lanes *l, const struct profile *p, const uint64_t *values,
		    bool spans, enum lanes_by by, struct error *err);
void lanes_release(struct lanes *l);

/* By sample, the index into lanes.of: its context or stack. Borrowed from the profile. */
const uint32_t *lanes_key(const struct lanes *l, const struct profile *p);

/*
 * The name of the lane of stacks with this innermost frame, for functions, modules and kinds; for
 * frame 0 (no stack), it is lanes_name_of_none. For modes, see frame_mode.h.
 */
struct text lanes_frame_name(const struct profile *p, enum lanes_by by, uint32_t frame);
extern const struct text lanes_name_of_none;

/* Do the two lanes belong to the same thread, process or other key? */
bool lane_is(const struct lanes *a, uint32_t i, const struct lanes *b, uint32_t j);

/* The name of the host, if there are several hosts; else empty. */
static inline struct text lane_host(const struct lanes *l, uint32_t lane)
{
	return intern_get(l->names, l->list[lane].host);
}

static inline struct text lane_name(const struct lanes *l, uint32_t lane)
{
	return intern_get(l->names, l->list[lane].name);
}

/* For a thread, the name of its process; else empty. */
static inline struct text lane_process(const struct lanes *l, uint32_t lane)
{
	return intern_get(l->names, l->list[lane].process);
}

/* ---- rows ---- */

/* A lane, or all threads of a folded process. */
struct lane_row {
	uint32_t lane;	/* the busiest of its lanes */
	uint32_t lanes; /* number of lanes */
	bool folded;
	uint64_t count; /* the sum of their counts */
	uint64_t ran;
};

struct lane_rows {
	struct lane_row *list; /* owned: sorted like lanes */
	uint32_t shown;	       /* rows, not counting a shared row for all other lanes */
	uint32_t others;       /* number of these other lanes */
	uint64_t others_count; /* the sum of their counts */
	uint32_t *of;	       /* owned, by lane: its row; LANE_NONE: the shared row */
};

/* A process whose threads share a row; only for lanes by thread. */
struct lane_fold {
	int32_t pid;	  /* PROFILE_NO_ID: identified by name */
	struct text name; /* the name of its threads */
	struct text host; /* if there are several hosts; else empty */
};
struct lane_folds {
	struct lane_fold *list; /* owned by the caller, with all texts */
	uint32_t count;
};

/* Is the lane a thread of the folded process? */
bool lane_fold_has(const struct lane_fold *f, const struct lanes *l, uint32_t lane);

/*
 * Make at most `most` rows, not counting the shared row. `folds` may be NULL. Release with
 * lane_rows_release().
 */
bool lane_rows_build(struct lane_rows *r, const struct lanes *l,
		     const struct lane_folds *folds, uint64_t most, struct error *err);
void lane_rows_release(struct lane_rows *r);

/* ---- samples over time ---- */

/*
 * `columns` columns of `period` ns each, and the row of each lane. The first column begins `from`
 * ns after the origin. Several lanes may share a row.
 */
struct lane_window {
	uint64_t from, period;
	uint32_t columns, rows;
	const uint32_t *row; /* borrowed, by lane: less than `rows`, or LANE_NONE */
};

#define LANE_CELLS_MAX 20000000 /* 160 MB; twice that while spans are counted */

struct lane_cells {
	uint32_t columns, rows;
	/* owned: row by row; then a last row for all lanes without a row */
	uint64_t *counts;
	/* the largest count, not counting the last row unless it is the only one */
	uint64_t peak;
};

/*
 * Count the samples of the lanes. Fails with ERROR_LIMIT for more than LANE_CELLS_MAX cells, and
 * with ERROR_FORMAT if the profile has no times. Release with lane_cells_release().
 */
bool lane_cells_build(struct lane_cells *c, const struct lanes *l,
		      const struct profile *p, const struct bits *which,
		      const struct lane_window *window, struct error *err);
void lane_cells_release(struct lane_cells *c);

/* Row c->rows is the last row, for lanes without a row. */
static inline uint64_t lane_cells_count(const struct lane_cells *c, uint32_t row,
					uint32_t column)
{
	return c->counts[(uint64_t)row * c->columns + column];
}

/* ---- thread states (profile.states) ---- */

/*
 * Do these lanes belong to threads or processes, in a profile whose spans are thread states
 * (profile.of_threads)?
 */
bool lane_states_known(const struct lanes *l, const struct profile *p);

/*
 * Like lane_cells_build(), but with a row of cells for each row and state: row (r * p->event_count
 * + e) is for row r of `w` and event e. For lanes without a row, r is w->rows.
 */
bool lane_states_build(struct lane_cells *c, const struct lanes *l,
		       const struct profile *p, const struct bits *which,
		       const struct lane_window *w, struct error *err);

#endif
