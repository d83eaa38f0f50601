/* state_change.h - loads the time that threads spent in a state, in the background. */

#ifndef SESSION_LOADER_STATE_CHANGE_H
#define SESSION_LOADER_STATE_CHANGE_H

#include "analysis/waiting/waiting_profile.h"
#include "session/loader/loading.h"
#include "session/loader/rereading.h"

/* How the user requested the change. This determines how a result or a failure is handled. */
enum state_way {
	STATE_NEXT, /* with the key */
	STATE_MENU,
	STATE_WHY,  /* by asking why less ran */
	STATE_SHOW, /* with a line of the answer to that question */
	STATE_UNDONE,
	STATE_REDONE
};

#define STATE_SKIPPED 80
#define STATE_TRIES   10

/*
 * The file is read once for its context switches; each profile of a state is then computed in one
 * pass over them. Switches and samples are stored while at least half of the memory is free;
 * otherwise the file is read again. Initialise with zeroes; release with state_change_forget().
 */
struct state_change {
	struct loading loading;
	struct waiting_choice wanted;
	enum state_way way;
	enum choice_id part; /* for STATE_MENU: the changed option */
	int steps;  /* for STATE_MENU: how many steps the option was changed by */
	int tries;  /* for STATE_MENU: the number of skipped values */
	char *show; /* owned, for STATE_SHOW: the wait to show in the graph; or NULL */
	bool reads; /* the file is being read */
	/* event, idle mode and root frames to restore for samples */
	struct choice sampled;
	bool has_event;
	struct profile *samples;     /* owned; NULL: not stored */
	struct profile *switches;    /* owned: the profile with switches; or NULL */
	char skipped[STATE_SKIPPED]; /* a message about a state without time, or "" */
};

static inline bool state_change_is_under_way(const struct state_change *c)
{
	return loading_is_under_way(&c->loading);
}

/* The next state; samples come after the last state. */
struct waiting_choice state_change_next(const struct waiting_choice *now);

/*
 * Step one option forward or back. GRAPH_HOT_COLD sets the blocked states and running; other graphs
 * set the blocked states, unless only such states are set already.
 */
struct waiting_choice state_change_step(const struct waiting_choice *now,
					enum choice_id part, int steps);

/* The name of states on the screen: "blocked in D". Static. */
const char *state_change_name(unsigned states);

/* Might the recording have context switches? This is certain only after they have been read. */
bool state_change_has_switches(const struct profile *p, unsigned states);

/*
 * Why the file cannot be read again; NULL if it can, or need not be. `partial`: only a part has
 * been read; `coming`: the rest is being read.
 */
const char *state_change_refusal(const struct state_change *c, unsigned states,
				 const struct file_mark *mark, const char *path,
				 bool partial, bool coming);

/* Start a change. `s` is the session on the screen. Stops an earlier change. */
bool state_change_begin(struct state_change *c, const struct session *s, const char *path,
			const struct settings *settings,
			const struct waiting_choice *wanted, enum state_way way,
			struct error *err);

/*
 * Take the result: a session of the wanted state with the choice of `shown`, to be released with
 * session_free(); or NULL and an error, ERROR_NOTHING if no thread was in that state. False if
 * there is no result yet.
 */
bool state_change_take(struct state_change *c, const struct session *shown,
		       const struct file_mark *mark, struct session **s,
		       struct error *err);

/* After `now` has replaced `old`, store data for the next change, and release `old`. */
void state_change_keep(struct state_change *c, struct session *old,
		       const struct session *now);

/* Record that the choice `without` was skipped, so that the final message can say so. */
void state_change_skip(struct state_change *c, const struct waiting_choice *without);

/* Stop. state_change_forget() also drops stored data: call it when the file or names change. */
void state_change_end(struct state_change *c);
void state_change_forget(struct state_change *c);

/* Write "blocked: where threads waited; {state}: ...", see command_words(). */
#define STATE_WORDS 320
void state_change_words(const struct state_change *c, const struct session *now,
			char buf[STATE_WORDS]);

/* The progress, for a profile with this many samples. */
void state_change_meter(const struct state_change *c, uint64_t samples, int width,
			struct meter *m);

#endif
