/* odd_reason.h - the function or the thread that explains an odd moment best. */

#ifndef ANALYSIS_FIND_ODD_REASON_H
#define ANALYSIS_FIND_ODD_REASON_H

#include "analysis/find/odd_moments.h"
#include "profile/task_numbers.h"

/*
 * Counts of what is usual, by function and by thread: of all samples that are looked at but those in
 * bursts; and room to count those of one range. A function is where its name stands, once a stack.
 */
struct odd_reasons {
	const struct profile *profile; /* borrowed */
	const struct odd_query *query; /* borrowed */
	struct bits usual;	       /* owned: by sample */
	bool without_bursts;	       /* else bursts are among them */
	struct task_numbers tasks;
	uint32_t
	    process; /* a row of profile.threads, of whose process these are; ODD_NOBODY: of all */
	uint64_t samples;
	uint64_t *by_frame, *by_thread; /* owned: of these */
	uint64_t *in_range;		/* owned: by frame, then by thread */
	uint32_t *touched;		/* owned: frames and threads of the range */
	uint32_t touched_count;

	/* Stacks are counted once a moment, and so are the callers that they share. */
	struct bits
	    outermost;	/* owned: stacks whose function is not among their callers */
	uint32_t *met;	/* owned: by stack: the last moment that has it */
	uint32_t *here; /* owned: by stack: samples of the moment in it and below */
	uint32_t *path; /* owned: stacks of the moment, callers before called */
	uint32_t path_count, moments;
};

bool odd_reasons_open(struct odd_reasons *r, const struct profile *p,
		      const struct odd_query *q, const struct odd_moments *all,
		      struct error *err);
void odd_reasons_release(struct odd_reasons *r);

/* Find the reason of one, in a process from its samples alone. Faster if the process stays the same. */
bool odd_reasons_tell(struct odd_reasons *r, struct odd_moment *m, struct error *err);

#endif
