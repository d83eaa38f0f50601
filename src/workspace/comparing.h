/* comparing.h - choosing a baseline, and how the difference is drawn, by keys and menus. */

#ifndef WORKSPACE_COMPARING_H
#define WORKSPACE_COMPARING_H

#include "analysis/compare/sample_keys.h"
#include "workspace/open_profile.h"

/*
 * Each function changes the choice, updates the views and adds a step to the history. False and an
 * error on failure. `*words` gets a message, see command_words(), or NULL.
 */

/*
 * Next kind of graph: plain, differential, elided. Without a baseline the range is compared with
 * the rest.
 */
bool comparing_next_graph(struct open_profile *o, const char **words, struct error *err);

/* Start a comparison unless there is one. */
bool comparing_begin(struct open_profile *o, struct error *err);

/* Make the current range and filter the baseline; or drop the baseline, if there is one. */
bool comparing_toggle_baseline(struct open_profile *o, const char **words,
			       struct error *err);

/*
 * Make `r` the baseline, with the current filter; an empty range drops it. `settled`: add a step.
 */
bool comparing_set_baseline(struct open_profile *o, struct range r, bool settled,
			    struct error *err);

/*
 * Is there a baseline that {baseline} drops: a range, or a range of the second file that the user
 * has changed?
 */
bool comparing_has_own_baseline(const struct open_profile *o);

/* ---- a second file, whose map is shown ---- */

/* Make this range of the second file the baseline. */
bool comparing_set_other(struct open_profile *o, struct range r, bool settled,
			 struct error *err);

/*
 * Let the range of the second file follow that of the first. `here`: align the start of its
 * selection, or its cursor, with the start of the first file's selection, or the cursor there; else
 * the alignment is unchanged.
 */
bool comparing_align(struct open_profile *o, bool here, const char **words,
		     struct error *err);

/* Move the second map by this many columns to later times. */
bool comparing_shift(struct open_profile *o, int columns, const char **words,
		     struct error *err);

/* Swap range and baseline. */
bool comparing_swap(struct open_profile *o, const char **words, struct error *err);

/*
 * Move the graph's cursor to the largest node with this name. Threads, processes and CPUs become
 * the root frames; a function is also searched for.
 */
bool comparing_show(struct open_profile *o, enum keys_by by, struct text name,
		    struct error *err);

/* The same for a name of KEYS_WAIT: the place with the largest wait. */
bool comparing_show_wait(struct open_profile *o, struct text name, struct error *err);

/* ---- ways to compare: lines of a menu ---- */

#define COMPARING_WAYS 11

struct comparing_way {
	const char *label, *detail;
};
extern const struct comparing_way comparing_ways[COMPARING_WAYS];

/* Is this way active? */
bool comparing_is(const struct open_profile *o, uint32_t way);
bool comparing_choose(struct open_profile *o, uint32_t way, struct error *err);

#endif
