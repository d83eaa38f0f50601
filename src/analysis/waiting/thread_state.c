#include "analysis/waiting/thread_state.h"

const struct thread_state_names thread_states[THREAD_STATES] = {
    [STATE_RUNNING] = {"running", "running"},
    [STATE_BLOCKED] = {"blocked", "blocked"},
    [STATE_DISK] = {"disk", "blocked in D"},
    [STATE_RUNNABLE] = {"runnable", "waiting for a CPU"},
    [STATE_PREEMPTED] = {"preempted", "preempted"},
    [STATE_UNKNOWN] = {"unknown", "unknown"},
};

static const struct thread_state_names all = {"all", "time of threads"};

enum thread_state thread_state_of_letter(char letter)
{
	if (letter == 'R')
		return STATE_PREEMPTED;
	return letter == 'D' ? STATE_DISK : STATE_BLOCKED;
}

/* What the word of a state stands for. */
static unsigned set_of(enum thread_state state)
{
	return state == STATE_BLOCKED ? STATES_BLOCKED : STATE_SET(state);
}

unsigned thread_states_of_word(struct text word)
{
	for (unsigned i = 0; i < THREAD_STATES; i++)
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
	for (unsigned i = 0; i < THREAD_STATES; i++)
		if (states == set_of(i) || states == STATE_SET(i))
			return thread_states[i];
	return all;
}
