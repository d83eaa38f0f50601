/* choice.h - what the user has chosen to look at, and undo and redo of that. */

#ifndef SESSION_CHOICE_H
#define SESSION_CHOICE_H

#include "analysis/compare/comparison.h"
#include "analysis/kept.h"
#include "analysis/path.h"
#include "analysis/waiting/waiting_profile.h"
#include "session/alignment.h"
#include "view/difference.h"

/*
 * What a range is held against: all that is not in it, another range, or another file; or the same
 * range of the other of two events, so that both are parts of one whole.
 */
enum against {
	AGAINST_NOTHING,
	AGAINST_REST,
	AGAINST_RANGE,
	AGAINST_FILE,
	AGAINST_EVENT
};

struct baseline {
	enum against against;
	struct range range; /* if against one, or of the file; with ... */
	struct ranges
	    also; /* borrowed: further ones, with that, be it RANGE_ALL; of one file */
	struct text
	    filter;	 /* borrowed: ... the samples that this keeps; empty: all. A file
			     * is filtered as the subject is, unless ... */
	bool has_filter; /* ... it has a filter of its own, this one */
	struct alignment align;	    /* of a second file */
	enum normalised normalised; /* as far as it can be: see comparison_normalise() */
	bool swapped;		    /* what the range is held against is the subject */
	struct difference_look look;
};

/*
 * What the user has chosen. A value, whose texts belong to whoever made it: those of a session's
 * are there until it is asked something else.
 */
struct choice {
	uint32_t event; /* a row of profile.events, or KEPT_ALL_EVENTS */
	enum idle_mode idle;
	enum root_mode root;
	enum weigh weigh;
	struct text filter;    /* borrowed: the expression; empty keeps all */
	struct text search;    /* borrowed: the pattern; empty searches nothing */
	struct text transform; /* borrowed: of call paths, see transform.h; empty: none */
	bool reversed;	       /* the graph is leaf first */
	struct range range;
	struct ranges also; /* borrowed: further ranges, with `range`, be it RANGE_ALL */
	struct baseline baseline;
};

/* Is the whole profile looked at, for no range was chosen? */
bool choice_is_all(const struct choice *c);

/*
 * Do two choices ask the same but for what follows at once: the range that moves, and of the baseline
 * all but its filter and what it is?
 */
bool choice_asks_the_same(const struct choice *a, const struct choice *b);

/* The same transformations, and the same end at the root? */
bool choice_same_shape(const struct choice *a, const struct choice *b);

/* And of the baseline alone? Then it takes session_set_baseline() to go from one to the other. */
bool choice_same_baseline(const struct choice *a, const struct choice *b);

/* A copy with texts of its own; release it with choice_release(). */
bool choice_copy(struct choice *to, const struct choice *from, struct error *err);
void choice_release(struct choice *c);

/* ---- undo and redo: of all that a step has ---- */

#define HISTORY_MAX 200 /* steps back; older ones are forgotten */

/* What can be gone back to. */
struct step {
	struct range range;
	struct ranges also; /* owned by the history */
	enum root_mode root;
	struct path zoom;      /* owned by the history; in the tree with this root mode */
	struct text filter;    /* owned by the history; an expression */
	struct text search;    /* the same; a pattern */
	struct text transform; /* the same; transformations */
	bool reversed;
	struct baseline baseline; /* and so are its filter and further ranges */
	enum idle_mode idle;
	struct waiting_choice waiting; /* of threads' time: another profile */

	/* ns: how long columns became by this step, and were before it, if it has fitted them to the
	 * range; else 0. Then it is a step though all else may be as before. */
	uint64_t fitted, unfitted;
};

struct history {
	struct step steps[HISTORY_MAX];
	int count, now; /* steps[now] is what is on the screen; no steps at first */
};

/*
 * Note what is on the screen after a change (its texts are copied, the zoom taken over): it
 * becomes the newest step and what was undone before is forgotten. The same as before is no
 * step. Without memory the step is not noted.
 */
void history_note(struct history *h, const struct step *s);

/* The times of all ranges are counted from an origin that lies so much earlier now. */
void history_shift(struct history *h, int64_t earlier);

/* The profile has been read anew, and frames have other numbers: see path_translate(). */
void history_translate(struct history *h, const uint32_t *frames);

/*
 * Go a step back or `on`: what is there; NULL when there is none. Borrowed until the next note.
 * `*period` is how long columns were there, in ns; 0: leave them as they are.
 */
const struct step *history_go(struct history *h, bool on, uint64_t *period);

/* What that would go to, without going there. */
const struct step *history_peek(const struct history *h, bool on);
void history_release(struct history *h);

#endif
