/* status.h - the status lines: the file, the range, and the frame under the cursor. */

#ifndef VIEW_STATUS_H
#define VIEW_STATUS_H

#include "analysis/range_totals.h"
#include "analysis/top.h"
#include "view/flame/flame_view.h"
#include "view/heat/heat_view.h"

/* All pointers are borrowed. */
struct status {
	const struct profile *profile;
	const struct summary *summary;
	const struct included *kept;
	const struct flame *flame; /* of the range */
	const struct theme *theme;
	const struct choice *choice;
	struct text file, event;
	struct text filter, search;
	/* the transformations of call paths, if no other line shows them; or NULL */
	const char *shaped;
	/* the lane under the pointer or the cursor, with its count in the cell; empty: no lanes */
	struct text lane;
	uint64_t lane_count;
	/* why the profile has not been read completely; or NULL. Losses are in the figures. */
	const char *partial;
	bool uncounted; /* the figures belong to the previous choice */
	const struct comparison *comparison; /* NULL: no comparison */
	/* the name of the baseline's file; empty: it is the same file */
	struct text baseline_file;
	/* the baseline is `baseline` with `baseline_filter`; false: the rest of the profile */
	bool has_baseline;
	struct range baseline;
	uint32_t baseline_ranges; /* the number of ranges, if more than one */
	struct text baseline_filter;
	struct range_totals figures; /* of the range, and of the zoomed node */
	bool on_paper;		     /* printed: keys are not mentioned */
	bool live;		     /* the recording continues */
};

/*
 * Draw one line, without its less important parts if the pane is narrow; the numbers of lost,
 * hidden and filtered samples are never left out.
 */
void status_title(const struct status *s, struct pane p);
void status_range(const struct status *s, const struct heat_view *heat, struct pane p);

/* Describe a frame in one line, or in two if the pane has two. */
void status_frame(const struct status *s, const struct flame_pointed *at, struct pane p);

struct difference_row;
struct difference_rows;

/* Like status_frame(), for a row of `rows`, the table of differences. */
void status_difference(const struct status *s, const struct difference_rows *rows,
		       const struct difference_row *row, struct pane p);

/*
 * Like status_frame(), for a row of the top table. `of` is the profile that contains its frame:
 * with two files, the joint profile.
 */
void status_function(const struct status *s, const struct profile *of,
		     const struct top_row *row, struct pane p);

#endif
