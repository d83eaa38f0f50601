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
 * "busy > 90% for 200ms": during a stretch of that length the CPUs were busy for more than that
 * share. The busy time is the number of samples that are not idle, times the sampling interval
 * of a CPU; the share is of all online CPUs. "search /RE/ > 50% for 1s": more than that share of
 * the samples of such a stretch, of at least TRIGGER_FEW, has a matching frame. "odd": a moment
 * that `find` would list.
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
 * Cached matches for the tables of a growing profile. Rows never change within one generation.
 * Owned.
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
	/* The number of names that take a pattern too long; they count as not matching. */
	uint64_t slow;
};

/* Add a condition; ERROR_USAGE when it is invalid. */
bool triggers_add(struct triggers *t, const char *words, struct error *err);
void triggers_release(struct triggers *t);

/*
 * Find the earliest moment from `since` on (ns, in time of samples) at which a condition begins
 * to hold, and store it in `*at`. Returns NULL when there is none, and on errors. Pass snapshots
 * of the same growing profile. A call takes at most half a second of CPU time for each pattern,
 * the last one ten times that; names that remain are matched in the next call.
 */
const struct trigger *triggers_look(struct triggers *t, const struct session *s,
				    uint64_t since, bool last, uint64_t *at,
				    struct error *err);

#endif
