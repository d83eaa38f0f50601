/* thread_state.h - what a thread does while it runs, or does not: the states and their names. */

#ifndef ANALYSIS_THREAD_STATE_H
#define ANALYSIS_THREAD_STATE_H

#include "base/text.h"

/* When a thread is in which is said in sched_replay.h. */
enum thread_state {
	STATE_RUNNING,
	STATE_BLOCKED, /* in S or any state but R and D */
	STATE_DISK,    /* blocked in D */
	STATE_RUNNABLE,
	STATE_PREEMPTED,
	STATE_UNKNOWN,
	THREAD_STATES,

	/* of no thread, but shown in the same ways: see request_spans.h */
	STATE_REQUEST = THREAD_STATES,
	STATE_CALL,
	STATE_KINDS
};

struct thread_state_names {
	const char *word;    /* as --state has it */
	const char *title;   /* as people read it: "blocked in D" */
	const char *counted; /* of what a map says how many there were: "thread" */
};
extern const struct thread_state_names thread_states[STATE_KINDS];

/* Where a switch leaves a thread in by its letter: preempted in R, blocked in D, or blocked. */
enum thread_state thread_state_of_letter(char letter);

/* Sets of states, as --state names them; blocked has those in D too, all also running. */
#define STATE_SET(state) (1u << (state))
#define STATES_BLOCKED	 (STATE_SET(STATE_BLOCKED) | STATE_SET(STATE_DISK))
#define STATES_ALL	 (STATE_SET(THREAD_STATES) - 1)
#define STATES_REQUESTS	 (STATE_SET(STATE_REQUEST) | STATE_SET(STATE_CALL))

/* The set of a word, "blocked", "all"; 0: it is none. */
unsigned thread_states_of_word(struct text word);

/* The state of this title; THREAD_STATES: there is none. */
enum thread_state thread_state_of_title(struct text title);

/* Of one that has a word that and its title; of others "all", and what they have in common. */
struct thread_state_names thread_states_names(unsigned states);

#endif
