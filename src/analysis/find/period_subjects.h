/* period_subjects.h - the processes, threads and functions that may have a period of their own. */

#ifndef ANALYSIS_FIND_PERIOD_SUBJECTS_H
#define ANALYSIS_FIND_PERIOD_SUBJECTS_H

#include "analysis/find/periods.h"
#include "profile/task_numbers.h"

#define PERIOD_SUBJECTS_MOST 48

/* One of them. Its samples are the bit of its number in each of `masks`. */
struct period_subject {
	struct period_who who; /* of a function without its thread */
	uint64_t samples;
	uint32_t depth; /* frames that call it, where it was met first; of threads 0 */
	bool alone;	/* most of its samples are: see ALONE */
};

/*
 * Samples of a profile, all of them or as many as are enough, and who of them may have a period:
 * those that come the least evenly in each third of the time. Two with the very same samples are one, under
 * the name of what is called last. What nearly all samples belong to is not among them.
 */
struct period_subjects {
	uint64_t samples;
	uint64_t *time;	 /* owned: by sample, ns after the span begins */
	uint64_t *masks; /* owned: by sample */
	uint32_t *rows;	 /* owned: by sample, of profile.threads */
	double each;	 /* how many samples of the profile one of them stands for */
	uint32_t count;
	struct period_subject list[PERIOD_SUBJECTS_MOST];

	struct task_numbers tasks;
	/* By row of profile.threads: */
	uint32_t *name;	 /* owned: the string that its process is called, */
	uint32_t *named; /* owned: and the number of that, from 0 */
};

/* What is looked at. */
struct period_subjects_query {
	const struct bits *which; /* borrowed: by sample; all are moments */
	struct range span;
	uint64_t tick; /* ns: activity_tick() */
};

/* Of a profile whose stacks are still to come none are chosen. Release it, also after an error. */
bool period_subjects_build(struct period_subjects *s, const struct profile *p,
			   const struct period_subjects_query *q, struct error *err);
void period_subjects_release(struct period_subjects *s);

/* The times of a subject's samples, as in `time`, of which `times` has room for all. Returns how many. */
uint32_t period_subjects_times(const struct period_subjects *s, uint32_t subject,
			       uint64_t *times);

/* How many samples two subjects share. */
uint64_t period_subjects_shared(const struct period_subjects *s, uint32_t a, uint32_t b);

/* Whose the subject is: a function's thread or process, where nearly all of it is there. */
struct period_who period_subjects_who(const struct period_subjects *s, uint32_t subject,
				      const struct profile *p);

#endif
