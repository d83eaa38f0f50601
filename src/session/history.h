/* history.h - undo and redo of what is looked at: range, zoom, filter and root frames. */

#ifndef SESSION_HISTORY_H
#define SESSION_HISTORY_H

#include "analysis/path.h"
#include "analysis/range.h"

#define HISTORY_MAX 200 /* steps back; older ones are forgotten */

/* What can be gone back to. */
struct moment {
	struct range range;
	enum root_mode root;
	struct path zoom;   /* owned by the history; in the tree with this root mode */
	struct text filter; /* owned by the history; an expression */
};

struct history {
	struct moment moments[HISTORY_MAX];
	int count, now; /* moments[now] is what is on the screen; 0 moments at first */
};

/*
 * Note what is on the screen after a change (the filter is copied, the zoom taken over): it
 * becomes the newest step and what was undone before is forgotten. The same as before is no
 * step. Without memory the step is not noted.
 */
void history_note(struct history *h, struct moment *m);

/* The times of all ranges are counted from an origin that lies so much earlier now. */
void history_shift(struct history *h, uint64_t earlier);

/* The profile has been read anew, and frames have other numbers: see path_translate(). */
void history_translate(struct history *h, const uint32_t *frames);

/* The step before or after; NULL when there is none. Borrowed until the next note. */
const struct moment *history_back(struct history *h);
const struct moment *history_on(struct history *h);
void history_release(struct history *h);

#endif
