/* thread_state.h - the states of a thread, running or not, and their names. */

#ifndef ANALYSIS_THREAD_STATE_H
#define ANALYSIS_THREAD_STATE_H

#include "base/text.h"

/* See sched_replay.h for the definition of each state. */
enum thread_state {
	STATE_RUNNING,
	STATE_BLOCKED, /* in S, or another state except R and D */
	STATE_DISK,    /* blocked in D */
	STATE_RUNNABLE,
	STATE_PREEMPTED,
	STATE_UNKNOWN,
	THREAD_STATES,

	/* not states of threads, but displayed like them: see request_spans.h */
	STATE_REQUEST = THREAD_STATES,
	STATE_CALL,
	STATE_KINDS
};

struct thread_state_names {
	const char *word;    /* for --state */
	const char *title;   /* for reports: "blocked in D" */
	const char *counted; /* the unit of counts in a heat map: "thread" */
};
extern const struct thread_state_names thread_states[STATE_KINDS];

/* The state after a switch in R: STATE_PREEMPTED; in D: STATE_DISK; else STATE_BLOCKED. */
enum thread_state thread_state_of_letter(char letter);

/* Sets of states. In --state, "blocked" includes STATE_DISK, and "all" includes STATE_RUNNING. */
#define STATE_SET(state) (1u << (state))
#define STATES_BLOCKED	 (STATE_SET(STATE_BLOCKED) | STATE_SET(STATE_DISK))
#define STATES_ALL	 (STATE_SET(THREAD_STATES) - 1)
#define STATES_REQUESTS	 (STATE_SET(STATE_REQUEST) | STATE_SET(STATE_CALL))

/* The set for a word of --state, such as "blocked" or "all"; 0: unknown word. */
unsigned thread_states_of_word(struct text word);

/* The state with this title; THREAD_STATES if there is none. */
enum thread_state thread_state_of_title(struct text title);

/* The names of a single state or STATES_BLOCKED; for any other set, the names of "all". */
struct thread_state_names thread_states_names(unsigned states);

#endif
