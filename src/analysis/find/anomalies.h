/* anomalies.h - the anomalies of a profile: bursts, stalls, a dominant thread, a changed mix. */

#ifndef ANALYSIS_FIND_ANOMALIES_H
#define ANALYSIS_FIND_ANOMALIES_H

#include "analysis/included.h"
#include "analysis/range.h"

/*
 * A burst has more samples than usual; a stall has fewer or none. ANOMALY_RECURRING: at one offset
 * within the second, all seconds together have more samples than usual, or at least four seconds
 * have bursts. ANOMALY_THREAD: one thread has nearly all samples of its process; at other times,
 * other threads have many. ANOMALY_MIX: the share of a function differs from its share at other
 * times.
 */
enum anomaly_kind {
	ANOMALY_BURST,
	ANOMALY_STALL,
	ANOMALY_RECURRING,
	ANOMALY_THREAD,
	ANOMALY_MIX,
	ANOMALY_KINDS
};

#define ANOMALY_BURST_LONG                                                               \
	UINT64_C(900000000) /* ns: shorter bursts may recur every second */
#define ANOMALY_EVERY_KIND ((1u << ANOMALY_KINDS) - 1)
#define ANOMALY_EACH_BURST                                                               \
	(1u                                                                              \
	 << ANOMALY_KINDS) /* keep bursts that recur every second, instead of joining them */
#define ANOMALY_ALL_APART (ANOMALY_EVERY_KIND | ANOMALY_EACH_BURST)

extern const char *const anomaly_kind_names[ANOMALY_KINDS];

#define ANOMALY_NONE UINT32_MAX

struct anomaly {
	enum anomaly_kind kind;
	struct range range;

	/*
	 * ANOMALY_RECURRING: the number of occurrences, and the first one. Other kinds: 1 and
	 * `range`.
	 */
	uint32_t times;
	struct range one;

	/*
	 * The samples in the range (ANOMALY_RECURRING: in all occurrences; ANOMALY_THREAD,
	 * ANOMALY_MIX: those of the thread or function), and the usual number in this time, or
	 * among `of` samples.
	 */
	uint64_t samples;
	double expected;

	/*
	 * The process: the index of one of its threads in profile.threads (ANOMALY_NONE: all
	 * processes), and its name.
	 */
	uint32_t process, process_name;
	bool process_shared; /* another process has the same name */
	/* ANOMALY_THREAD, ANOMALY_MIX: the samples of the process in the range */
	uint64_t of;
	/* ANOMALY_THREAD, ANOMALY_MIX: the range begins near the start of the process */
	bool from_start;

	double score; /* like a normal deviate, above 0 */

	/* The function or the thread that explains the anomaly best; ANOMALY_NONE: none. */
	uint32_t frame, thread;
};

/* Pointers are borrowed. */
struct anomaly_query {
	const struct included *kept;
	struct range range;
	uint32_t event; /* an index into profile.events, or ALL_EVENTS */
	/* a set of 1 << ANOMALY_BURST etc., perhaps with ANOMALY_EACH_BURST */
	unsigned kinds;
};

#define ANOMALIES_MAX 100

struct anomalies {
	struct anomaly *moment; /* owned, by score, descending */
	uint32_t *by_time;	/* owned: indexes into `moment`, by time */
	uint32_t count;
	size_t room; /* of `moment` */
	/* the number of anomalies omitted because of their lower scores */
	uint64_t left_out;
	uint32_t processes, threads, functions; /* how many were searched */
};

/*
 * Fails with ERROR_NOTHING if the samples are spans or have no times. An empty result is not an
 * error. Release with anomalies_release().
 */
bool anomalies_build(struct anomalies *o, const struct profile *p,
		     const struct anomaly_query *q, struct error *err);
void anomalies_release(struct anomalies *o);

/*
 * The first anomaly that begins after `at` (ns after the origin), and the last one that begins
 * before it; NULL: none.
 */
const struct anomaly *anomalies_after(const struct anomalies *o, uint64_t at);
const struct anomaly *anomalies_before(const struct anomalies *o, uint64_t at);

/* Are the anomalies of one kind, and are both or neither shorter than ANOMALY_BURST_LONG? */
bool anomalies_alike(const struct anomaly *a, const struct anomaly *b);

/* The name of the frame or thread that explains the anomaly; may be empty. */
struct text anomaly_reason(const struct anomaly *m, const struct profile *p);

/* ---- sentences ---- */

#define ANOMALY_WORDS_MAX 640

/*
 * A sentence such as "34 samples where 4.1 are usual, for 0.20 s, in service; mostly
 * rebuild_index", or "thread worker-1 has 223 of 243 samples in service (92 %, usually 23 %), for
 * 3.0 s". `brief` is for a screen that also shows the samples: "thread worker-1 has 92 % of
 * service, usually 23 %, for 3.0 s". Each part consists of words followed by a name; either may be
 * empty. Names are borrowed from the profile and must be escaped when printed.
 */
#define ANOMALY_PARTS 3

struct anomaly_sentence {
	struct anomaly_phrase {
		char words[ANOMALY_WORDS_MAX];
		struct text name;
	} part[ANOMALY_PARTS];
};

void anomaly_words_say(struct anomaly_sentence *s, const struct anomaly *m,
		       const struct profile *p, bool brief);

/*
 * Describe what was searched: "all samples, 2 processes, 7 threads, 31 functions". Returns `buf`.
 */
const char *anomaly_words_looked(const struct anomalies *o,
				 char buf[static ANOMALY_WORDS_MAX]);

#endif
