/* state_change.h - samples become the time of threads in some state, or that of another, behind the screen. */

#ifndef SESSION_LOADER_STATE_CHANGE_H
#define SESSION_LOADER_STATE_CHANGE_H

#include "analysis/waiting/waiting_profile.h"
#include "session/loader/loading.h"
#include "session/loader/rereading.h"

/*
 * Who asked for it: the key, a line of a menu, the question why less ran, a line of its answer, undo and redo:
 * what has to be done when it is there, or when there is nothing of it.
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
 * Zero to begin. A profile of another state takes one pass over the switches. The file is read for these
 * once, and then both that and its samples are kept, as long as all that is open takes no more memory
 * than is left beside it; else it is read again.
 */
struct state_change {
	struct loading loading;
	struct waiting_choice wanted;
	enum state_way way;
	enum choice_id part; /* of STATE_MENU: which row has changed, */
	int steps;	     /* by so many words of it, */
	int tries;	     /* of which so many were skipped */
	char *show; /* owned: of STATE_SHOW the wait to be shown in its graph; or NULL */
	bool reads; /* the file, not what is kept of it */
	/* The event, idle samples and root frames that were chosen of samples. */
	struct choice sampled;
	bool has_event;
	struct profile *samples;  /* owned; NULL: not kept */
	struct profile *switches; /* owned: the same with switches; or NULL */
	char
	    skipped[STATE_SKIPPED]; /* that there was nothing of one, a sentence; or "" */
};

static inline bool state_change_is_under_way(const struct state_change *c)
{
	return loading_is_under_way(&c->loading);
}

/* With the state after this one; after the last one none, which is samples. */
struct waiting_choice state_change_next(const struct waiting_choice *now);

/*
 * What it is so many words on, or back. A graph has the states that it is of: those that are blocked, and for
 * the last one those that run as well.
 */
struct waiting_choice state_change_step(const struct waiting_choice *now,
					enum choice_id part, int steps);

/* "blocked in D": what --state's words are called on the screen. Static. */
const char *state_change_name(unsigned states);

/* May recordings like this one have switches, as far as is known before they are looked for? */
bool state_change_has_switches(const struct profile *p, unsigned states);

/* Where it has to be read: why it cannot be; NULL: it can. `coming`: more of it is being read. */
const char *state_change_refusal(const struct state_change *c, unsigned states,
				 const struct file_mark *mark, const char *path,
				 bool partial, bool coming);

/* `s` is what is shown. What was under way is forgotten. */
bool state_change_begin(struct state_change *c, const struct session *s, const char *path,
			const struct settings *settings,
			const struct waiting_choice *wanted, enum state_way way,
			struct error *err);

/*
 * What has come: a session of the wanted state, which answers what is chosen in `shown`, to be released
 * with session_free(); or NULL and an error, ERROR_NOTHING where no thread was in it. False: nothing yet.
 */
bool state_change_take(struct state_change *c, const struct session *shown,
		       const struct file_mark *mark, struct session **s,
		       struct error *err);

/* It has taken the place of `old`: keep what is of use for the next, release the rest behind the screen. */
void state_change_keep(struct state_change *c, struct session *old,
		       const struct session *now);

/* Of what is under way it is said at its end that there was nothing of this one. */
void state_change_skip(struct state_change *c, const struct waiting_choice *without);

/* Stop it; what is kept stays, or (forget) goes: the file is another, or names in it are. */
void state_change_end(struct state_change *c);
void state_change_forget(struct state_change *c);

/* "blocked: where threads waited, and how long; {state}: ...", see command_words(). */
#define STATE_WORDS 320
void state_change_words(const struct state_change *c, const struct session *now,
			char buf[STATE_WORDS]);

/* Of a profile of so many samples. */
void state_change_meter(const struct state_change *c, uint64_t samples, int width,
			struct meter *m);

#endif
