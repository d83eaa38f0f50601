/* odd_moments.h - the anomalies of a profile: bursts, stalls, a dominant thread, a changed mix. */

#ifndef ANALYSIS_FIND_ODD_MOMENTS_H
#define ANALYSIS_FIND_ODD_MOMENTS_H

#include "analysis/kept.h"
#include "analysis/range.h"

/*
 * A burst has more samples than usual, a stall fewer or none; "each second" has more at the same
 * offset of every second. ODD_THREAD: one thread had nearly all samples of its process, which
 * several threads share at other times. ODD_MIX: a function had another share than at other
 * times.
 */
enum odd_kind { ODD_BURST, ODD_STALL, ODD_EACH_SECOND, ODD_THREAD, ODD_MIX, ODD_KINDS };

#define ODD_BURST_LONG UINT64_C(900000000) /* ns: shorter bursts may recur each second */
#define ODD_EVERY_KIND ((1u << ODD_KINDS) - 1)
#define ODD_EACH_BURST                                                                   \
	(1u                                                                              \
	 << ODD_KINDS) /* keep the bursts that recur each second, not ODD_EACH_SECOND */
#define ODD_ALL_APART (ODD_EVERY_KIND | ODD_EACH_BURST)

extern const char *const odd_kind_names[ODD_KINDS];

#define ODD_NOBODY UINT32_MAX

struct odd_moment {
	enum odd_kind kind;
	struct range range;

	/*
	 * ODD_EACH_SECOND: how often it recurs, and the first or the largest. Else 1 and `range`.
	 */
	uint32_t times;
	struct range one;

	/* Samples in the range, and usual samples in so much time or in so many of the process. */
	uint64_t samples;
	double expected;

	/*
	 * The process: one of its rows in profile.threads (ODD_NOBODY: all processes), its name.
	 */
	uint32_t process, process_name;
	bool process_shared; /* another process has the same name */
	uint64_t of;	     /* thread and mix: samples of the process in the range */
	bool from_start;     /* thread and mix: at the first samples of the process */

	double score; /* on the scale of a normal deviate, above 0 */

	/* The best explanation: a frame or a thread. ODD_NOBODY: none. */
	uint32_t frame, thread;
};

/* All borrowed. */
struct odd_query {
	const struct kept *kept;
	struct range range;
	uint32_t event; /* a row of profile.events, or KEPT_ALL_EVENTS */
	unsigned kinds; /* bits 1 << enum odd_kind, and ODD_EACH_BURST */
};

#define ODD_MOMENTS_MAX 100

struct odd_moments {
	struct odd_moment *moment; /* owned: the highest score first */
	uint32_t *by_time;	   /* owned: their numbers in order of time */
	uint32_t count;
	uint64_t left_out;			/* moments with lower scores */
	uint32_t processes, threads, functions; /* that were searched */
};

/*
 * ERROR_NOTHING for spans and without times. Finding no moments is not an error. Release with
 * odd_moments_release().
 */
bool odd_moments_build(struct odd_moments *o, const struct profile *p,
		       const struct odd_query *q, struct error *err);
void odd_moments_release(struct odd_moments *o);

/* The first moment that begins after `at` (ns after the origin), the last before it; or NULL. */
const struct odd_moment *odd_moments_after(const struct odd_moments *o, uint64_t at);
const struct odd_moment *odd_moments_before(const struct odd_moments *o, uint64_t at);

/* Are they of one kind, and both long or both short? */
bool odd_moments_alike(const struct odd_moment *a, const struct odd_moment *b);

/* The name of the function or thread that explains the moment; empty if there is none. */
struct text odd_moment_reason(const struct odd_moment *m, const struct profile *p);

#endif
