/* thread_choice.h - finds a thread by id or name: "4321", "4300/4321", "nginx", "4321@web1". */

#ifndef SESSION_THREAD_CHOICE_H
#define SESSION_THREAD_CHOICE_H

#include "analysis/chart/chart.h"

/*
 * Find a thread, as an index in t->list. If `words` is NULL, there must be only one thread.
 * Fails with ERROR_USAGE if no thread or several threads match; the message lists the busiest
 * threads, or the matching ones.
 */
bool thread_choice_find(const struct chart_threads *t, const char *words,
			uint32_t *thread, struct error *err);

/* The words that name the thread of this lane. Release with mem_free(). */
char *thread_choice_words(const struct lanes *lanes, uint32_t lane, struct error *err);

#endif
