/* triggers.h - the conditions of --save-when. */

#ifndef CLI_LIVE_TRIGGERS_H
#define CLI_LIVE_TRIGGERS_H

#include "base/regex.h"
#include "profile/profile.h"
#include "session/session.h"

enum trigger_kind { TRIGGER_BUSY, TRIGGER_SEARCH, TRIGGER_ODD };

/* The names used in file names: "busy", "search", "odd", NULL. */
extern const char *const trigger_names[];

/*
 * "busy > 90% for 200ms": the CPUs were busy for more than 90 % of some period of 200 ms. Their
 * busy time is the number of non-idle samples times the sampling interval; 100 % means that all
 * online CPUs are busy. "search /RE/ > 50% for 1s": in some period of 1 s with at least TRIGGER_FEW
 * non-idle samples, more than 50 % of these have a matching frame. "odd": an anomaly that
 * `flarescope find` would list.
 */
struct trigger {
	enum trigger_kind kind;
	double share;	   /* 0 to 1 */
	uint64_t length;   /* ns */
	struct regex *re;  /* owned, for TRIGGER_SEARCH */
	const char *words; /* borrowed: the condition as given */
};

#define TRIGGERS_MOST 8
#define TRIGGER_FEW   5

/*
 * Whether each frame and each stack of a growing profile matches. The results are kept, because the
 * rows of these tables never change within one generation. The arrays are owned.
 */
struct matched {
	uint8_t *frames, *stacks;
	size_t frame_room, stack_room;
	uint32_t frame_count, stack_count;
	uint32_t generation;
};

struct triggers {
	struct trigger list[TRIGGERS_MOST];
	struct matched matched[TRIGGERS_MOST];
	unsigned count;
	/* The number of names that exceeded a limit of time or memory, and so do not match. */
	uint64_t slow;
};

/* Add a condition; ERROR_USAGE if it is invalid, or one too many. */
bool triggers_add(struct triggers *t, const char *words, struct error *err);
void triggers_release(struct triggers *t);

/*
 * Find the earliest moment, not before `since`, at which a condition begins to hold, and store it
 * in `*at`; both are in ns, on the clock of the samples. Returns the condition, or NULL if none
 * holds or on an error. All calls must pass snapshots of the same growing profile. For each
 * pattern, a call takes at most half a second of CPU time, or five seconds if `last` is set. Names
 * that were not reached are matched in the next call.
 */
const struct trigger *triggers_look(struct triggers *t, const struct session *s,
				    uint64_t since, bool last, uint64_t *at,
				    struct error *err);

#endif
