/* period_subjects.h - the processes, threads and functions that may have a period of their own. */

#ifndef ANALYSIS_FIND_PERIOD_SUBJECTS_H
#define ANALYSIS_FIND_PERIOD_SUBJECTS_H

#include "analysis/find/periods.h"
#include "profile/task_numbers.h"

#define PERIOD_SUBJECTS_MOST 48

/* Its samples have bit number i set in their `masks`, where i is its index in the list. */
struct period_subject {
	/* without the thread of a function: see period_subjects_who() */
	struct period_who who;
	uint64_t samples;
	/* for a function: the depth in the first stack with it; else 0 */
	uint32_t depth;
	bool alone; /* few of its samples are close to another one */
};

/*
 * A sufficient number of samples of a profile, and the subjects that may have a period: those whose
 * samples are distributed the most unevenly in each third of the time. Subjects with the same
 * samples are listed once, as the innermost function. Subjects with 95 % or more of the samples are
 * left out.
 */
struct period_subjects {
	uint64_t samples;
	uint64_t *time;	 /* owned: by sample, ns after the start of the span */
	uint64_t *masks; /* owned: by sample */
	uint32_t *rows;	 /* owned: by sample, the index in profile.threads */
	double each;	 /* samples of the profile that one sample stands for */
	uint32_t count;
	struct period_subject list[PERIOD_SUBJECTS_MOST];

	struct task_numbers tasks;
	/* by index in profile.threads: */
	uint32_t *name;	 /* owned: the string of its process name, */
	uint32_t *named; /* owned: and the number of that name, from 0 */
};

struct period_subjects_query {
	const struct bits *which; /* borrowed: by sample; moments only */
	struct range span;
	uint64_t tick; /* ns: activity_tick() */
};

/*
 * A profile whose stacks have not been read has no subjects. Release with
 * period_subjects_release(), also after an error.
 */
bool period_subjects_build(struct period_subjects *s, const struct profile *p,
			   const struct period_subjects_query *q, struct error *err);
void period_subjects_release(struct period_subjects *s);

/*
 * The times of a subject's samples, as in `time`; `times` has room for all. Returns their number.
 */
uint32_t period_subjects_times(const struct period_subjects *s, uint32_t subject,
			       uint64_t *times);

/* The number of samples that two subjects share. */
uint64_t period_subjects_shared(const struct period_subjects *s, uint32_t a, uint32_t b);

/*
 * The subject with its scope. A function gets the thread, process or process name that has nearly
 * all of its samples.
 */
struct period_who period_subjects_who(const struct period_subjects *s, uint32_t subject,
				      const struct profile *p);

#endif
