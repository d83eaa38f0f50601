/* loading.h - a loader as the screen sees it: its events, progress and words. */

#ifndef SESSION_LOADER_LOADING_H
#define SESSION_LOADER_LOADING_H

#include "session/loader/loader.h"

/* Initialise it with zeroes; release with loading_release(). */
struct loading {
	char *path; /* owned: the file on the screen or being read; may be NULL */
	struct loader *loader; /* owned; NULL: nothing is being read */
};

/* Start reading another file, at first without inlined functions. */
bool loading_begin(struct loading *l, const char *path, const struct settings *settings,
		   struct error *err);

/* Start reading another file, without parts. */
bool loading_begin_whole(struct loading *l, const char *path,
			 const struct settings *settings, struct error *err);

/* Read the same file once more, without parts. */
bool loading_begin_again(struct loading *l, const struct settings *settings,
			 struct error *err);
void loading_end(struct loading *l); /* stop reading, or forget the loader at the end */
void loading_release(struct loading *l);

/* A database that has answered is not under way: nothing more comes until the choice changes. */
static inline bool loading_is_under_way(const struct loading *l)
{
	return l->loader && !loader_rests(l->loader);
}

/* Wait for an event, for at most this many ms; false if there is none. */
bool loading_wait(const struct loading *l, int ms);

/* An event. */
struct arrival {
	enum loader_event news;
	/* belongs to the caller; NULL for LOADER_FAILED and LOADER_REFUSED, which have `err` */
	struct session *session;
	struct load_progress read; /* how much of the file the session covers */
	struct error err;
};

/*
 * Take an event; false if there is none. `shown` is the choice on the screen, or NULL: a session
 * that answers another choice is given back to the loader.
 */
bool loading_take(struct loading *l, const struct choice *shown, struct arrival *a);

/* "incomplete: 43 % read" */
#define LOADING_WORDS 96
void loading_words(const struct load_progress *read, char buf[LOADING_WORDS]);

/* The right end of the bottom line: "━━━━──────  loading  43 %"; width 0: nothing. */
struct meter {
	int width, bar, full; /* columns: in all, of the bar, of its full part */
	char words[LOADING_WORDS];
};

/*
 * The meter of a query, and of a file; `times_only`: its times have been read and its stacks are
 * being read.
 */
void loading_asking_meter(const struct loading *l, int width, struct meter *m);
void loading_meter(const struct loading *l, bool times_only, int width, struct meter *m);

/* Set the bar, for a line of this width, and the width of a meter whose words are set. */
void loading_fill_meter(struct meter *m, bool has_bar, unsigned percent, int width);

/* The percentage of `samples` that have been read again. */
unsigned loading_percent_again(const struct loading *l, uint64_t samples);

#endif
