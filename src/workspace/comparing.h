/* comparing.h - what a range is held against, and how that is drawn, as keys and menus change it. */

#ifndef WORKSPACE_COMPARING_H
#define WORKSPACE_COMPARING_H

#include "analysis/compare/sample_keys.h"
#include "workspace/open_profile.h"

/*
 * Each changes what is chosen, brings the views up to date and notes a step for undo. False and
 * an error where that is not possible. `*words`: a sentence to say, see command_words(); or NULL.
 */

/* Differential graph, what is gone, and off again: against everything else without a baseline. */
bool comparing_next_graph(struct open_profile *o, const char **words, struct error *err);

/* Compare with what there is, if nothing is compared yet. */
bool comparing_begin(struct open_profile *o, struct error *err);

/* The range and filter of now are the baseline; or, if there is one, it is no more. */
bool comparing_toggle_baseline(struct open_profile *o, const char **words,
			       struct error *err);

/* The baseline is this range, under the filter of now; an empty one: there is none. While it is
 * dragged it is not `settled`: no step. */
bool comparing_set_baseline(struct open_profile *o, struct range r, bool settled,
			    struct error *err);

/* Is something chosen as the baseline that {baseline} ends: a range, of a second file another than it
 * came with? */
bool comparing_has_own_baseline(const struct open_profile *o);

/* ---- a second file, whose map is shown ---- */

/* The baseline is this range of it. */
bool comparing_set_other(struct open_profile *o, struct range r, bool settled,
			 struct error *err);

/*
 * Its range follows that of the first file from now on, to the same moments. `here`: what its cursor is
 * on, or its selection's begin, is the moment at which the first file's selection begins, or its cursor
 * is; else they stay aligned as they are.
 */
bool comparing_align(struct open_profile *o, bool here, const char **words,
		     struct error *err);

/* Its moments lie so many columns later, beneath the others. */
bool comparing_shift(struct open_profile *o, int columns, const char **words,
		     struct error *err);

/* What was the baseline is looked at, and the other way round. */
bool comparing_swap(struct open_profile *o, const char **words, struct error *err);

/*
 * Put the graph's cursor on what has this name, where it costs most: threads, processes and CPUs
 * become the root's frames, and a function lights up its cells.
 */
bool comparing_show(struct open_profile *o, enum keys_by by, struct text name,
		    struct error *err);

/* The same of what threads waited for, one of the names of KEYS_WAIT: where most of it stopped. */
bool comparing_show_wait(struct open_profile *o, struct text name, struct error *err);

/* ---- how to compare: lines of a menu ---- */

#define COMPARING_WAYS 11

struct comparing_way {
	const char *label, *detail;
};
extern const struct comparing_way comparing_ways[COMPARING_WAYS];

/* Is it like this now? */
bool comparing_is(const struct open_profile *o, uint32_t way);
bool comparing_choose(struct open_profile *o, uint32_t way, struct error *err);

#endif
