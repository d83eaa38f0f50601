/* odd_moments.h - when something in a profile was odd: too many samples, too few, one thread alone. */

#ifndef ANALYSIS_FIND_ODD_MOMENTS_H
#define ANALYSIS_FIND_ODD_MOMENTS_H

#include "analysis/kept.h"
#include "analysis/range.h"

/*
 * A spot is hot for less than ODD_COLUMN_LEAST, a column for that or longer. A stall is cold, down to
 * no sample at all. A stripe is hot again and again at the same offset within a second. In a
 * single-threaded stretch one thread of a process that otherwise runs several has the work.
 */
enum odd_kind { ODD_SPOT, ODD_COLUMN, ODD_STRIPE, ODD_STALL, ODD_SINGLE, ODD_KINDS };

#define ODD_COLUMN_LEAST UINT64_C(900000000) /* ns */
#define ODD_SINGLE_LEAST UINT64_C(500000000) /* shorter, it is a burst of one thread */
#define ODD_EVERY_KIND	 ((1u << ODD_KINDS) - 1)
#define ODD_EACH_SPOT	 (1u << ODD_KINDS) /* also of a stripe, which is left out then */
#define ODD_ALL_APART	 (ODD_EVERY_KIND | ODD_EACH_SPOT)

extern const char *const odd_kind_names[ODD_KINDS];

#define ODD_NOBODY UINT32_MAX

struct odd_moment {
	enum odd_kind kind;
	struct range range;

	/* Of a stripe: how often it was hot, and when for the first time, or most. Else 1. */
	uint32_t times;
	struct range one;

	/*
	 * Seen, and as many as are usual in such a time. Of a single-threaded stretch: of the
	 * process's other threads.
	 */
	uint64_t samples;
	double expected;

	double score; /* as a normal deviate, above 0: how odd */

	/* What explains it best: a frame, or else a thread, or nothing: ODD_NOBODY. */
	uint32_t frame, thread;
};

/* What is looked at. All borrowed. */
struct odd_query {
	const struct kept *kept;
	struct range range;
	uint32_t event; /* a row of profile.events, or KEPT_ALL_EVENTS */
	unsigned kinds; /* bits 1 << enum odd_kind, and ODD_EACH_SPOT */
};

#define ODD_MOMENTS_MAX 100

struct odd_moments {
	struct odd_moment *moment; /* owned: the highest score first */
	uint32_t *by_time;	   /* owned: their numbers in order of time */
	uint32_t count;
	uint64_t left_out; /* with lower scores than these */
};

/*
 * ERROR_NOTHING for spans and without times: nothing can be found then. That nothing is odd is
 * no error. Release with odd_moments_release().
 */
bool odd_moments_build(struct odd_moments *o, const struct profile *p,
		       const struct odd_query *q, struct error *err);
void odd_moments_release(struct odd_moments *o);

/* Take over what `other` has, of the same profile and other kinds. It is empty then. */
bool odd_moments_join(struct odd_moments *o, struct odd_moments *other,
		      struct error *err);

/* The first one that begins after `at` (ns after the origin), the last before it; NULL: none. */
const struct odd_moment *odd_moments_after(const struct odd_moments *o, uint64_t at);
const struct odd_moment *odd_moments_before(const struct odd_moments *o, uint64_t at);

/* The name of what explains it: of a function, of a thread; empty when nothing does. */
struct text odd_moment_reason(const struct odd_moment *m, const struct profile *p);

#endif
