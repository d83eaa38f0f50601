/* odd_moments.h - when something in a profile was odd: too many samples, too few, one thread alone. */

#ifndef ANALYSIS_FIND_ODD_MOMENTS_H
#define ANALYSIS_FIND_ODD_MOMENTS_H

#include "analysis/kept.h"
#include "analysis/range.h"

/*
 * A burst has more samples than is usual, a stall fewer, down to none; each second: more of them at the same
 * offset of every second. A thread may have had nearly all samples of its process that several threads have
 * otherwise, and a function another share than at other times: another mix.
 */
enum odd_kind { ODD_BURST, ODD_STALL, ODD_EACH_SECOND, ODD_THREAD, ODD_MIX, ODD_KINDS };

#define ODD_BURST_LONG UINT64_C(900000000) /* ns: shorter ones may come each second */
#define ODD_EVERY_KIND ((1u << ODD_KINDS) - 1)
#define ODD_EACH_BURST                                                                   \
	(1u << ODD_KINDS) /* also of what comes each second, which is left out then */
#define ODD_ALL_APART (ODD_EVERY_KIND | ODD_EACH_BURST)

extern const char *const odd_kind_names[ODD_KINDS];

#define ODD_NOBODY UINT32_MAX

struct odd_moment {
	enum odd_kind kind;
	struct range range;

	/* Each second: how often, and when for the first time, or most. Else 1. */
	uint32_t times;
	struct range one;

	/* Seen, and as many as are usual in such a time; or in so many samples of the process. */
	uint64_t samples;
	double expected;

	/* In which process: one of its rows of profile.threads (ODD_NOBODY: of everything), its name. */
	uint32_t process, process_name;
	bool process_shared; /* that name has another process, too */
	uint64_t of;	     /* of a thread and of a mix: samples of the process there */
	bool from_start;     /* of these: where the samples of the process begin */

	double score; /* as a normal deviate, above 0: how odd */

	/* What explains it best: a frame, or else a thread, or nothing: ODD_NOBODY. */
	uint32_t frame, thread;
};

/* What is looked at. All borrowed. */
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
	uint64_t left_out;			/* with lower scores than these */
	uint32_t processes, threads, functions; /* that were looked at */
};

/*
 * ERROR_NOTHING for spans and without times: nothing can be found then. That nothing is odd is
 * no error. Release with odd_moments_release().
 */
bool odd_moments_build(struct odd_moments *o, const struct profile *p,
		       const struct odd_query *q, struct error *err);
void odd_moments_release(struct odd_moments *o);

/* The first one that begins after `at` (ns after the origin), the last before it; NULL: none. */
const struct odd_moment *odd_moments_after(const struct odd_moments *o, uint64_t at);
const struct odd_moment *odd_moments_before(const struct odd_moments *o, uint64_t at);

/* Of one kind, and both of them long, or short. */
bool odd_moments_alike(const struct odd_moment *a, const struct odd_moment *b);

/* The name of what explains it: of a function, of a thread; empty when nothing does. */
struct text odd_moment_reason(const struct odd_moment *m, const struct profile *p);

#endif
