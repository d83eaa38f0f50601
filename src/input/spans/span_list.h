/* span_list.h - the spans of a table, which may overlap in any way, as stacks over time. */

#ifndef INPUT_SPAN_LIST_H
#define INPUT_SPAN_LIST_H

#include "base/intern.h"
#include "input/reading.h"

/*
 * Spans of a table may overlap in any way, unlike those of spans.h. span_table.c reads the
 * headings; csv_rows.c splits rows with libcsv. This file finds the parent of each span, and sweeps
 * each track by time: there is one row for each time range with the same set of running spans.
 * Limits on the number of spans running at a time and on the frames put onto stacks keep the work
 * from growing quadratically.
 */

/* A number of a table, which becomes a time when the unit is known. */
struct span_moment {
	uint64_t whole;
	uint32_t billionths;
};

struct span {
	struct span_moment start, end; /* billionths are 0 when `whole` is ns */
	uint32_t name, track;	       /* of the list's texts */
	uint32_t parent; /* a text, 0: none; span_parents_find() replaces it */
	uint32_t line;	 /* for losses; UINT32_MAX: this line or a later one */
};

/* Zero it and set `texts` to begin. */
struct span_list {
	struct span *of; /* owned */
	size_t count, room;
	struct intern *texts; /* owned */
	bool nested;	      /* some spans have a parent */
};

/* Returns false with an error when memory runs out or there are too many spans. */
bool span_list_add(struct span_list *l, const struct span *s, struct error *err);

/*
 * Convert times to nanoseconds; `ns` is the number of nanoseconds in the unit. Spans out of range
 * are removed and counted as losses.
 */
void span_list_scale(struct span_list *l, uint64_t ns, struct losses *losses);

void span_list_release(struct span_list *l);

/* False when the result is out of range. */
bool span_moment_scale(struct span_moment *m, uint64_t ns);
bool span_moment_add(struct span_moment *m, struct span_moment more);

/* -1, 0 or 1, like memcmp(). */
int span_moment_compare(struct span_moment a, struct span_moment b);

/*
 * Pass to the reading's builder a row for each time range in which the same spans run, track by
 * track; times are ns. The stack has all running spans: the later a span ends, the nearer it is to
 * the root. But the children of a named parent are above it, with their own children, before its
 * siblings. A span of no duration becomes a row of no duration. The list is sorted, and `parent` is
 * overwritten with numbers. Returns false with an error when memory runs out or the reading was
 * cancelled.
 */
bool span_list_store(struct span_list *l, struct reading *r, struct error *err);

#endif
