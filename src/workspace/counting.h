/* counting.h - what a sample and a cell count for, as keys change it. */

#ifndef WORKSPACE_COUNTING_H
#define WORKSPACE_COUNTING_H

#include "workspace/open_profile.h"

/*
 * Each goes on to the next, and has the views follow. False and an error where that is not possible:
 * it stays as it was then. `words`: a sentence to say, see command_words(); "": there is none.
 */
#define COUNTING_WORDS 160

/* Idle samples are hidden, shown, alone; of threads' time their waits for work. */
bool counting_next_idle(struct open_profile *o, char words[COUNTING_WORDS],
			struct error *err);

/* Samples, or their periods; of spans their time, or their CPU time. */
bool counting_next_weight(struct open_profile *o, char words[COUNTING_WORDS],
			  struct error *err);

/* In a cell CPUs that were busy, or samples; of `settings`, which are those of the profile. */
bool counting_next_cells(struct open_profile *o, struct settings *settings,
			 char words[COUNTING_WORDS], struct error *err);

/*
 * What gives the cells of the map their hues, `by`: HUES_HEAT is nothing. Costs a pass over all
 * samples.
 */
bool counting_set_hues(struct open_profile *o, struct settings *settings, enum hues_by by,
		       char words[COUNTING_WORDS], struct error *err);

/* What part of a cell the search found, or how much was going on. */
void counting_next_shares(struct open_profile *o, struct settings *settings,
			  char words[COUNTING_WORDS]);

#endif
