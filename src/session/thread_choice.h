/* thread_choice.h - which thread is meant: "4321", "4300/4321", or a name that only one has; "4321@web1". */

#ifndef SESSION_THREAD_CHOICE_H
#define SESSION_THREAD_CHOICE_H

#include "analysis/chart/chart_threads.h"

/*
 * The row of t->list; where `words` is NULL, of the only thread. ERROR_USAGE when there is none, or
 * several are meant: the message lists the busiest threads, or those that are meant.
 */
bool thread_choice_find(const struct chart_threads *t, const char *words,
			uint32_t *thread, struct error *err);

/* The words that mean the thread of this lane. Release with mem_free(). */
char *thread_choice_words(const struct lanes *lanes, uint32_t lane, struct error *err);

#endif
