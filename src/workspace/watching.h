/* watching.h - a recording that goes on: it is followed, or the view is frozen meanwhile. */

#ifndef WORKSPACE_WATCHING_H
#define WORKSPACE_WATCHING_H

#include "session/loader/loading.h"
#include "workspace/open_profile.h"

/* Zero to begin; release with watching_release(). */
struct watching {
	bool frozen;
	uint64_t since;	     /* samples there were when it was frozen */
	struct arrival held; /* owned: what has come since, if that was the last of it */
	uint64_t
	    behind;   /* ns: how old the newest picture was when it came; 0: not known */
	bool at_edge; /* the newest column is to be seen, ... */
	bool on_edge; /* ... and the cursor is to stay on it */
	bool range_gone; /* all that was in the range is too old */

	/* what it has cost, and when that was known */
	uint64_t from, spent_then;
	double cost; /* CPUs, as of the last seconds */
};

void watching_release(struct watching *w);

/* What comes is not shown any more, or again from now on. Returns whether something was held back. */
bool watching_freeze(struct watching *w, struct loading *l, bool frozen);

/* It has come while the view is frozen: it is kept for later, or dropped. */
void watching_hold(struct watching *w, struct loading *l, struct arrival *a);

/* To be called before the next part is shown, and after that: the map's window goes on with time. */
void watching_before(struct watching *w, const struct open_profile *o);
void watching_after(struct watching *w, const struct loading *l, struct open_profile *o);

/* Is all that was in the range let go, since the last time that this was asked? */
bool watching_lost_range(struct watching *w, const struct open_profile *o);

/* How it goes: how late, what was lost, what it costs; or what is new since it was frozen. */
void watching_meter(struct watching *w, const struct loading *l, int width,
		    struct meter *m);

#endif
