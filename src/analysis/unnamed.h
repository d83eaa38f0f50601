/* unnamed.h - how many of the frames that were seen have no name. */

#ifndef ANALYSIS_UNNAMED_H
#define ANALYSIS_UNNAMED_H

#include "base/error.h"
#include "profile/profile.h"

struct unnamed {
	uint64_t frames; /* of all samples, idle ones too: a frame counts once a sample */
	uint64_t nameless; /* of the kind FRAME_UNKNOWN; both at most UINT64_MAX */
};

/* Also of a profile whose samples nobody has checked: stacks that are not there have no frames. */
bool unnamed_count(const struct profile *p, struct unnamed *u, struct error *err);

/* "12.3 % of 10,680": a share of 0 only when there is none, of 100 only when there are no others. */
#define UNNAMED_TEXT_MAX 64
const char *unnamed_text(const struct unnamed *u, char buf[static UNNAMED_TEXT_MAX]);

#endif
