/* comparing.h - commands that choose a baseline and the display of the difference. */

#ifndef WORKSPACE_COMPARING_H
#define WORKSPACE_COMPARING_H

#include "analysis/compare/sample_keys.h"
#include "workspace/open_profile.h"

/*
 * A function that changes the baseline or its display also updates the views and adds an undo step;
 * one with a parameter `settled` adds it only if `settled` is true. `*words` is set to a message
 * for command_words(), or NULL. False and an error on failure.
 */

/*
 * Show the next kind of graph: plain, differential, elided. Without a baseline the range is
 * compared with the second file, or else with the rest.
 */
bool comparing_next_graph(struct open_profile *o, const char **words, struct error *err);

/* Start a comparison, if there is none. */
bool comparing_begin(struct open_profile *o, struct error *err);

/* Set the baseline to the current range and filter, or drop the baseline if there is one. */
bool comparing_toggle_baseline(struct open_profile *o, const char **words,
			       struct error *err);

/* Make `r` the baseline, with the current filter. An empty range drops the baseline. */
bool comparing_set_baseline(struct open_profile *o, struct range r, bool settled,
			    struct error *err);

/*
 * Would comparing_toggle_baseline() drop a baseline: a range of the first file, or a range of the
 * second file that the user has changed?
 */
bool comparing_has_own_baseline(const struct open_profile *o);

/* ---- a second file, whose map is shown ---- */

/* Make `r`, a range of the second file, the baseline. */
bool comparing_set_other(struct open_profile *o, struct range r, bool settled,
			 struct error *err);

/*
 * Make the range of the second file follow the range of the first. `here`: align the starts of both
 * selections, or the cursor of a map without a selection. Otherwise the alignment is unchanged.
 */
bool comparing_align(struct open_profile *o, bool here, const char **words,
		     struct error *err);

/* Shift the second file this many columns later, relative to the first; negative: earlier. */
bool comparing_shift(struct open_profile *o, int columns, const char **words,
		     struct error *err);

/* Swap the range and the baseline. */
bool comparing_swap(struct open_profile *o, const char **words, struct error *err);

/*
 * Move the cursor of the graph to the largest node with this name. Threads, processes, CPUs and
 * hosts become root frames. The name of a function also becomes the search.
 */
bool comparing_show(struct open_profile *o, enum keys_by by, struct text name,
		    struct error *err);

/* Like comparing_show(), for a name of KEYS_WAIT: go to the place with the largest wait. */
bool comparing_show_wait(struct open_profile *o, struct text name, struct error *err);

/* ---- ways to compare: lines of a menu ---- */

#define COMPARING_WAYS 11

struct comparing_way {
	const char *label, *detail;
};
extern const struct comparing_way comparing_ways[COMPARING_WAYS];

/* Is this way in use? */
bool comparing_is(const struct open_profile *o, uint32_t way);
bool comparing_choose(struct open_profile *o, uint32_t way, struct error *err);

#endif
