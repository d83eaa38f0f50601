/* thread_state.h - the states of a thread, running or not, and their names. */

#ifndef ANALYSIS_THREAD_STATE_H
#define ANALYSIS_THREAD_STATE_H

#include "base/text.h"

/* See sched_replay.h for the definition of each state. */
enum thread_state {
	STATE_RUNNING,
	STATE_BLOCKED, /* in S or any state except R and D */
	STATE_DISK,    /* blocked in D */
	STATE_RUNNABLE,
	STATE_PREEMPTED,
	STATE_UNKNOWN,
	THREAD_STATES,

	/* not states of a thread, but displayed in the same way: see request_spans.h */
	STATE_REQUEST = THREAD_STATES,
	STATE_CALL,
	STATE_KINDS
};

struct thread_state_names {
	const char *word;    /* for --state */
	const char *title;   /* for reports: "blocked in D" */
	const char *counted; /* the unit of the counts of a map: "thread" */
};
extern const struct thread_state_names thread_states[STATE_KINDS];

/* The state after a switch with this letter: preempted for R, blocked in D for D, else blocked. */
enum thread_state thread_state_of_letter(char letter);

/* Sets of states. The word "blocked" of --state includes blocked in D, "all" includes running. */
#define STATE_SET(state) (1u << (state))
#define STATES_BLOCKED	 (STATE_SET(STATE_BLOCKED) | STATE_SET(STATE_DISK))
#define STATES_ALL	 (STATE_SET(THREAD_STATES) - 1)
#define STATES_REQUESTS	 (STATE_SET(STATE_REQUEST) | STATE_SET(STATE_CALL))

/* The set of a word of --state: "blocked", "all"; 0: unknown word. */
unsigned thread_states_of_word(struct text word);

/* The state with this title; THREAD_STATES if there is none. */
enum thread_state thread_state_of_title(struct text title);

/* The names of a set that has a word of its own; for any other set, the names of "all". */
struct thread_state_names thread_states_names(unsigned states);

#endif
