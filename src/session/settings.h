/* settings.h - what the command line (or the user's keys) chose, as one value. */

#ifndef SESSION_SETTINGS_H
#define SESSION_SETTINGS_H

#include "analysis/compare/comparison.h"
#include "analysis/figures.h"
#include "analysis/graph/layout.h"
#include "analysis/lanes/name_hues.h"
#include "analysis/range.h"
#include "analysis/waiting/wake_paths.h"
#include "input/reading.h"
#include "session/query/query_source.h"
#include "view/theme.h"

/* What stands below the map: the graph, or one of the tables that take its place. */
enum below { BELOW_GRAPH, BELOW_TOP, BELOW_WHY };

/* Has a file say for later commands how things look, a line each: "scale dark", or "!scale": as usual. */
struct keeper {
	bool (*keep)(const void *arg, const char *lines, struct error *err);
	const void *arg;  /* borrowed */
	const char *path; /* borrowed: of the file */
};

/* Runs of frames are drawn as one: on the screen, but not on paper, unless asked. */
enum folding { FOLDING_USUAL, FOLDING_ON, FOLDING_OFF };

/* Texts are borrowed (from argv) and may be NULL. All zero is the default. */
struct settings {
	const char *file;	   /* what is shown, for titles; NULL: not named */
	const char *baseline_file; /* what it is held against; NULL: no other file */
	struct reading_options reading;
	const struct query_source
	    *query;		    /* borrowed; in place of a file; NULL: it is one */
	struct query_map query_map; /* of that, in batch */
	struct theme theme;
	const struct keeper *keeper; /* borrowed; NULL: nothing is kept */
	unsigned
	    states; /* of threads whose time is shown, see waiting_profile.h; 0: samples */
	enum wait_graph graph;	  /* of blocked states, */
	bool graphed;		  /* be it the usual one, if asked for; */
	uint64_t longer, shorter; /* ns: waits of such lengths; 0: of any */
	const char *event;  /* a name, "all", or NULL: the first with something to see */
	const char *filter; /* an expression of filter.h */
	const char *search; /* a pattern */
	const char *transform; /* of call paths, one a line: see transform.h */
	const char *zoom;      /* labels from the root joined by ';' */
	const char *range;     /* "A,B", or NULL */
	const char *against;   /* "A,B" or "rest": what the range is held against; with a
			      * baseline file, which waits for that, its range; or NULL */
	const char *align; /* "A,B": moments of both files that are the same; or NULL */
	enum normalised normalised; /* how both are made comparable */
	const char *against_filter; /* of the baseline; NULL: `filter` */
	const char
	    *compare_as; /* of a second file: see renamed.h; NULL: nothing is said */
	bool swapped;	 /* the baseline is the subject */
	bool plain;	 /* a graph is of the range alone, whatever it is held against */
	bool self;	 /* frames are compared without what they call */
	enum shown_widths widths; /* what a graph of both is of, */
	double threshold; /* and by how much of all a frame in it has changed, at least */
	enum idle_mode idle;
	bool idled; /* it was asked for: of threads' time all is shown, unless it was */
	enum root_mode root;
	bool rooted;   /* which was asked for, be it the usual one */
	bool reversed; /* leaf first; then there are no root frames, unless asked for */
	enum weigh weigh;
	enum sibling_order order;
	bool icicle;
	enum percent_base percent; /* what those of frames and functions are of */
	enum folding fold;
	double
	    least; /* frames with a smaller share of the graph, 0 ... 1, are not drawn */
	enum below below;
	uint32_t rows;	 /* 0: as many as fit */
	uint64_t period; /* ns; 0: a second, or what shows the whole profile */
	bool lanes;	 /* the map has a line for each of `lanes_by` */
	enum lanes_by lanes_by;
	enum hues_by hues_by; /* what gives the cells of the map their hues */
	bool shares;	      /* the map has what share of a cell a search found */
	bool counts;	      /* the map has samples even where it could have CPUs */
	bool time_down;	      /* time runs downwards within a column */
	bool timing;	      /* say how long it takes */
	bool local;	      /* the clock is in the zone of this machine, not in UTC */
};

#endif
