/* live_updates.h - a live recording: the views follow it, or are frozen. */

#ifndef WORKSPACE_LIVE_UPDATES_H
#define WORKSPACE_LIVE_UPDATES_H

#include "session/loader/loading.h"
#include "workspace/open_profile.h"

/* Initialise it with zeroes; release with live_updates_release(). */
struct live_updates {
	bool frozen;
	uint64_t since;	     /* number of samples when it was frozen */
	struct arrival held; /* owned: the whole recording, if it ended while frozen */
	uint64_t behind; /* ns: age of the newest sample when it arrived; 0: unknown */
	bool at_edge;	 /* the newest column is visible, ... */
	bool on_edge;	 /* ... and the cursor was on it */
	bool range_gone; /* all samples of the range have been dropped */

	/* CPU time: when it was last read, its value then, and CPUs used since */
	uint64_t from, spent_then;
	double cost;
};

void live_updates_release(struct live_updates *w);

/* Freeze the views or continue. True if an arrival was held back that must be shown now. */
bool live_updates_freeze(struct live_updates *w, struct loading *l, bool frozen);

/* Store an arrival for later while frozen, or drop it. */
void live_updates_hold(struct live_updates *w, struct loading *l, struct arrival *a);

/* Call these before and after the next part is shown: the window of the map moves with time. */
void live_updates_before(struct live_updates *w, const struct open_profile *o);
void live_updates_after(struct live_updates *w, const struct loading *l,
			struct open_profile *o);

/* Have all samples of the range been dropped since the last call? */
bool live_updates_lost_range(struct live_updates *w, const struct open_profile *o);

/* Delay, losses and cost of the recording; or the number of new samples while frozen. */
void live_updates_meter(struct live_updates *w, const struct loading *l, int width,
			struct meter *m);

#endif
