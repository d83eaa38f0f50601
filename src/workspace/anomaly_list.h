/* anomaly_list.h - finds and lists the anomalies of the open profile. */

#ifndef WORKSPACE_ANOMALY_LIST_H
#define WORKSPACE_ANOMALY_LIST_H

#include "analysis/waiting/joint_wait.h"
#include "workspace/open_profile.h"

/*
 * The anomalies of all kept samples, in and outside the range; borrowed until the maps are built
 * again (for another filter or period, or new data). They are computed on first use. NULL and an
 * error if the file has not been read completely yet, or if memory runs out.
 */
const struct anomalies *anomaly_list_of(struct open_profile *o, struct error *err);

/*
 * The next anomaly after the start of the selected range or, without a selection, at or after the
 * cursor; if `on` is false, the previous one. NULL and an error if there is none. But in a live
 * recording without a selection, the newest anomaly is returned if there is no next one.
 */
const struct anomaly *anomaly_list_next(struct open_profile *o, bool on,
					struct error *err);

#define ANOMALY_LIST_WORDS                                                               \
	2048 /* sufficient for an anomaly_sentence with names of NAME_MOST bytes */

/*
 * "3 samples where 41 are usual, for 0.8 s; mostly poll (W: why)". Names are truncated to fit the
 * line.
 */
const char *anomaly_list_words(const struct anomaly *m, const struct profile *p,
			       char buf[ANOMALY_LIST_WORDS]);

/* "nothing is odd in all samples, 2 processes ... (L: lanes, P: periods)" */
const char *anomaly_list_nothing(const struct anomalies *odd,
				 char buf[ANOMALY_LIST_WORDS]);

#define ANOMALY_LIST_NAME  100 /* maximum columns of a name */
#define ANOMALY_LIST_BRIEF (4 * ANOMALY_LIST_NAME + 80)

/* The columns for names in a list, on a screen of `screen` columns. */
int anomaly_list_name_width(const struct anomalies *odd, const struct profile *p,
			    int screen);

/* The longest beginning of a text that fits in `columns` columns. */
struct text anomaly_list_fitting(struct text name, int columns);

/*
 * Call session_find_joint_wait() for the whole profile. Also fails if the file has not been read
 * completely yet, if there is no joint wait, or if it is the selected range.
 */
bool anomaly_list_joint_wait(struct open_profile *o, struct joint_wait *c,
			     struct error *err);
const char *anomaly_list_joint_wait_words(const struct joint_wait *c,
					  const struct profile *p,
					  char buf[ANOMALY_LIST_WORDS]);

/* "3 (41 usual)  do_fork": a line of a list with names of `width` columns. */
const char *anomaly_list_brief(const struct anomaly *m, const struct profile *p,
			       int width, char buf[ANOMALY_LIST_BRIEF]);

/* The range for a list: rounded to milliseconds unless it is short. */
struct range anomaly_list_brief_range(struct range r);

#endif
