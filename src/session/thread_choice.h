/* thread_choice.h - find a thread by words: "4321", "4300/4321", a unique name, "4321@web1". */

#ifndef SESSION_THREAD_CHOICE_H
#define SESSION_THREAD_CHOICE_H

#include "analysis/chart/chart.h"

/*
 * Find the index in t->list; if `words` is NULL, that of the only thread. ERROR_USAGE if no thread
 * matches, or several: the message lists the busiest threads, or those that match.
 */
bool thread_choice_find(const struct chart_threads *t, const char *words,
			uint32_t *thread, struct error *err);

/* The words for the thread of this lane. Release with mem_free(). */
char *thread_choice_words(const struct lanes *lanes, uint32_t lane, struct error *err);

#endif
