/* state_change.h - changes to the time of threads in some state, in the background. */

#ifndef SESSION_LOADER_STATE_CHANGE_H
#define SESSION_LOADER_STATE_CHANGE_H

#include "analysis/waiting/waiting_profile.h"
#include "session/loader/loading.h"
#include "session/loader/rereading.h"

/*
 * How the user requested it: by the key, the menu, the question why less ran, a line of the answer
 * to that, undo, redo. It determines how the result, or its absence, is handled.
 */
enum state_way {
	STATE_NEXT,
	STATE_MENU,
	STATE_WHY,
	STATE_SHOW,
	STATE_UNDONE,
	STATE_REDONE
};

#define STATE_SKIPPED 80
#define STATE_TRIES   10

/*
 * Initialise it with zeroes. The file is read once for its context switches; then a profile of a
 * state takes one pass over them. Switches and samples are stored as long as at least half of the
 * memory is free; else the file is read again.
 */
struct state_change {
	struct loading loading;
	struct waiting_choice wanted;
	enum state_way way;
	enum choice_id part; /* for STATE_MENU: the choice that was stepped, ... */
	int steps;	     /* ... by this many values, ... */
	int tries;	     /* ... of which this many were skipped */
	char *show; /* owned: for STATE_SHOW the wait to show in the graph; or NULL */
	bool reads; /* the file is being read */
	/* Event, idle mode and root frames chosen for samples. */
	struct choice sampled;
	bool has_event;
	struct profile *samples;     /* owned; NULL: not stored */
	struct profile *switches;    /* owned: the profile with its switches; or NULL */
	char skipped[STATE_SKIPPED]; /* a message about a state without time, or "" */
};

static inline bool state_change_is_under_way(const struct state_change *c)
{
	return loading_is_under_way(&c->loading);
}

/* The next state; after the last one come samples. */
struct waiting_choice state_change_next(const struct waiting_choice *now);

/*
 * The choice this many values further, or back. A graph sets its states: the blocked ones, and for
 * the last graph the running state as well.
 */
struct waiting_choice state_change_step(const struct waiting_choice *now,
					enum choice_id part, int steps);

/* "blocked in D": the name of states on the screen. Static. */
const char *state_change_name(unsigned states);

/* May this recording have context switches? This is only certain after they have been read. */
bool state_change_has_switches(const struct profile *p, unsigned states);

/*
 * Why the file cannot be read for this purpose; NULL if it can, or need not be. `coming`: the rest
 * is being read.
 */
const char *state_change_refusal(const struct state_change *c, unsigned states,
				 const struct file_mark *mark, const char *path,
				 bool partial, bool coming);

/* `s` is the session on the screen. A change that is under way is stopped. */
bool state_change_begin(struct state_change *c, const struct session *s, const char *path,
			const struct settings *settings,
			const struct waiting_choice *wanted, enum state_way way,
			struct error *err);

/*
 * Take the result: a session of the wanted state that answers the choice of `shown`, to be released
 * with session_free(); or NULL and an error, ERROR_NOTHING if no thread was in that state. False if
 * it is not ready.
 */
bool state_change_take(struct state_change *c, const struct session *shown,
		       const struct file_mark *mark, struct session **s,
		       struct error *err);

/*
 * `now` has replaced `old`: store the parts that the next change can use, release the rest in the
 * background.
 */
void state_change_keep(struct state_change *c, struct session *old,
		       const struct session *now);

/* Mention in the final message that this state was skipped. */
void state_change_skip(struct state_change *c, const struct waiting_choice *without);

/* Stop; `forget` also releases everything stored, because the file or its names have changed. */
void state_change_end(struct state_change *c);
void state_change_forget(struct state_change *c);

/* "blocked: where threads waited, and how long; {state}: ...", see command_words(). */
#define STATE_WORDS 320
void state_change_words(const struct state_change *c, const struct session *now,
			char buf[STATE_WORDS]);

/* The meter, for a profile with this many samples. */
void state_change_meter(const struct state_change *c, uint64_t samples, int width,
			struct meter *m);

#endif
