#include "analysis/waiting/thread_state.h"

const struct thread_state_names thread_states[STATE_KINDS] = {
    [STATE_RUNNING] = {"running", "running", "thread"},
    [STATE_BLOCKED] = {"blocked", "blocked", "thread"},
    [STATE_DISK] = {"disk", "blocked in D", "thread"},
    [STATE_RUNNABLE] = {"runnable", "waiting for a CPU", "thread"},
    [STATE_PREEMPTED] = {"preempted", "preempted", "thread"},
    [STATE_UNKNOWN] = {"unknown", "unknown", "thread"},
    [STATE_REQUEST] = {"io", "requests to disks", "request"},
    [STATE_CALL] = {"syscall", "system calls", "call"},
};

static const struct thread_state_names all = {"all", "time of threads", "thread"};

enum thread_state thread_state_of_letter(char letter)
{
	if (letter == 'R')
		return STATE_PREEMPTED;
	return letter == 'D' ? STATE_DISK : STATE_BLOCKED;
}

/* The set that the word of a state stands for. */
static unsigned set_of(enum thread_state state)
{
	return state == STATE_BLOCKED ? STATES_BLOCKED : STATE_SET(state);
}

unsigned thread_states_of_word(struct text word)
{
	for (unsigned i = 0; i < STATE_KINDS; i++)
		if (text_equal(word, text_of(thread_states[i].word)))
			return set_of(i);
	return text_equal(word, text_of(all.word)) ? STATES_ALL : 0;
}

enum thread_state thread_state_of_title(struct text title)
{
	unsigned i = 0;

	while (i < THREAD_STATES && !text_equal(title, text_of(thread_states[i].title)))
		i++;
	return (enum thread_state)i;
}

struct thread_state_names thread_states_names(unsigned states)
{
	for (unsigned i = 0; i < STATE_KINDS; i++)
		if (states == set_of(i) || states == STATE_SET(i))
			return thread_states[i];
	return all;
}
