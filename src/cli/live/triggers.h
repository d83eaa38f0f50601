/* triggers.h - what is waited for while nobody looks: --save-when. */

#ifndef CLI_LIVE_TRIGGERS_H
#define CLI_LIVE_TRIGGERS_H

#include "base/regex.h"
#include "profile/profile.h"
#include "session/session.h"

enum trigger_kind { TRIGGER_BUSY, TRIGGER_SEARCH, TRIGGER_ODD };

/* "busy", "search", "odd", NULL: as files are named. */
extern const char *const trigger_names[];

/*
 * "busy > 90% for 200ms": in a stretch that long CPUs were busy for more than that share of all of them: samples that are
 * not idle, times the time between two of a CPU, of the CPUs that are online. "search /RE/ > 50% for 1s": of the samples in
 * such a stretch, if they are at least TRIGGER_FEW, more than that share has a frame that matches. "odd": a moment
 * that `find` would list.
 */
struct trigger {
	enum trigger_kind kind;
	double share;	   /* 0 to 1 */
	uint64_t length;   /* ns */
	struct regex *re;  /* owned, of a search */
	const char *words; /* borrowed: as it was given */
};

#define TRIGGERS_MOST 8
#define TRIGGER_FEW   5

/* What is known of the tables of a profile that grows, whose rows never change in one generation. Owned. */
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
	uint64_t
	    slow; /* names that some pattern takes too long on: they are taken for others */
};

/* One more; ERROR_USAGE when the words are none. */
bool triggers_add(struct triggers *t, const char *words, struct error *err);
void triggers_release(struct triggers *t);

/*
 * The earliest moment from `since` on (ns of the samples' times) at which one of them begins to hold, into `*at`; NULL:
 * none does, or an error. The profile is a picture of one that grows, always the same. A look takes half a second of
 * a CPU for each pattern at most, the last one ten times that: names that are left then are looked at the next time.
 */
const struct trigger *triggers_look(struct triggers *t, const struct session *s,
				    uint64_t since, bool last, uint64_t *at,
				    struct error *err);

#endif
