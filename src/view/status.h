/* status.h - the lines that say where one is and what one is on. */

#ifndef VIEW_STATUS_H
#define VIEW_STATUS_H

#include "analysis/figures.h"
#include "analysis/top.h"
#include "view/flame/flame_view.h"
#include "view/heat/heat_view.h"

/* All borrowed, gathered by whoever owns the answers. */
struct status {
	const struct profile *profile;
	const struct summary *summary;
	const struct kept *kept;
	const struct flame *flame; /* of the range */
	const struct theme *theme;
	const struct choice *choice;
	struct text file, event;
	struct text filter, search;
	const char *
	    shaped; /* how call paths were changed, where nothing else says it; or NULL */
	struct text
	    lane; /* that the cell is of, and has so much of; empty: it is the map's */
	uint64_t lane_count;
	const char *partial; /* how much of the file this is not; NULL: it is all of it */
	bool uncounted;	     /* the numbers are those of what was chosen before */
	const struct comparison *comparison; /* NULL: nothing is compared */
	struct text baseline_file;	     /* another file is it; empty: none is */
	bool has_baseline; /* this range, under this filter; else everything else is it */
	struct range baseline;
	uint32_t baseline_ranges; /* or so many, if they are more than one */
	struct text baseline_filter;
	struct figures figures; /* of the range, and of the node that is zoomed into */
	bool on_paper;		/* there are no keys to name */
	bool live;		/* it goes on being recorded */
};

/*
 * Each draws one line, leaving out the less important parts where it is narrow: numbers of
 * what was lost, hidden or filtered are never left out.
 */
void status_title(const struct status *s, struct pane p);
void status_range(const struct status *s, const struct heat_view *heat, struct pane p);

/* What is known of a frame, in one line or (in a pane of two) in two. */
void status_frame(const struct status *s, const struct flame_pointed *at, struct pane p);

struct difference_row;
struct difference_rows;

/* The same for a row of what differs between two sides, which has to be compared. */
void status_difference(const struct status *s, const struct difference_rows *rows,
		       const struct difference_row *row, struct pane p);

/* The same for a row of the top table, whose frame is one of this profile: of two files of both. */
void status_function(const struct status *s, const struct profile *of,
		     const struct top_row *row, struct pane p);

#endif
