/* finding.h - the odd moments of what is open: one after the other, and as lines of a list. */

#ifndef WORKSPACE_FINDING_H
#define WORKSPACE_FINDING_H

#include "analysis/waiting/crowd.h"
#include "workspace/open_profile.h"

/*
 * Those of everything that is kept, whatever the range. They are looked for when they are first
 * asked for, and again after something else is kept. NULL and an error where none can be found, or
 * not yet. Borrowed until then.
 */
const struct odd_moments *finding_odd(struct open_profile *o, struct error *err);

/*
 * The next one from here, or the one before; NULL and an error when there is none. Of what is still being
 * recorded the newest is next where no range is chosen.
 */
const struct odd_moment *finding_next(struct open_profile *o, bool on, struct error *err);

#define FINDING_WORDS 2048 /* more than an odd_sentence has, with such names */

/* "3 samples where 41 are usual, for 0.8 s (W: why); mostly poll": names are long, so what is next is before */
const char *finding_words(const struct odd_moment *m, const struct profile *p,
			  char buf[FINDING_WORDS]);

/* "nothing is odd in all samples, 2 processes ... (L: lanes, P: periods)" */
const char *finding_nothing(const struct odd_moments *odd, char buf[FINDING_WORDS]);

#define FINDING_NAME  100 /* columns that a name has at most */
#define FINDING_BRIEF (4 * FINDING_NAME + 80)

/* The columns that the names of a list need, which is on a screen so wide. */
int finding_name_width(const struct odd_moments *odd, const struct profile *p,
		       int screen);

/* As much of a text as fits into so many columns. */
struct text finding_fitting(struct text name, int columns);

/* session_find_crowd() of all the time. False and an error also where that is the range. */
bool finding_crowd(struct open_profile *o, struct crowd *c, struct error *err);
const char *finding_crowd_words(const struct crowd *c, const struct profile *p,
				char buf[FINDING_WORDS]);

/* "3 (41 usual)  do_fork": for a list, whose names are `width` columns wide. */
const char *finding_brief(const struct odd_moment *m, const struct profile *p, int width,
			  char buf[FINDING_BRIEF]);

/* As a list shows it: one thread's stretch begins with a sample, and nobody reads its nanoseconds. */
struct range finding_brief_range(struct range r);

#endif
