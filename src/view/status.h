/* status.h - the lines that say where one is and what one is on. */

#ifndef VIEW_STATUS_H
#define VIEW_STATUS_H

#include "analysis/summary.h"
#include "analysis/top.h"
#include "view/flame_view.h"
#include "view/heat_view.h"

/* All borrowed, gathered by whoever owns the answers. */
struct status {
	const struct profile *profile;
	const struct summary *summary;
	const struct kept *kept;
	const struct flame *flame; /* of the range */
	const struct theme *theme;
	struct text file, event;
	struct text filter, search;
	const char *partial; /* how much of the file this is not; NULL: it is all of it */
	struct range range, whole; /* what is looked at; all there is */
	enum idle_mode idle;
	uint64_t all;	   /* value of everything kept */
	uint64_t found;	   /* value of what the search matched, below the zoomed node */
	uint64_t found_of; /* value of the zoomed node */
	double busy;	   /* CPUs busy on average, negative: not known */
	uint32_t cpus;	   /* of so many, that a filter leaves; 0: not recorded */
	bool is_time;	   /* values are nanoseconds */
	bool on_paper;	   /* there are no keys to name */
};

/*
 * Each draws one line, leaving out the less important parts where it is narrow: numbers of
 * what was lost, hidden or filtered are never left out.
 */
void status_title(const struct status *s, struct pane p);
void status_range(const struct status *s, const struct heat_view *heat, struct pane p);

/* What is known of a frame, in one line or (in a pane of two) in two. */
void status_frame(const struct status *s, const struct flame_pointed *at, struct pane p);

/* The same for a row of the top table. */
void status_function(const struct status *s, const struct top_row *row, struct pane p);

#endif
