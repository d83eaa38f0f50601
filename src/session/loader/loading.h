/* loading.h - a loader for the screen: its events, progress and messages. */

#ifndef SESSION_LOADER_LOADING_H
#define SESSION_LOADER_LOADING_H

#include "session/loader/loader.h"

/* Initialise with zeroes; release with loading_release(). */
struct loading {
	char *path; /* owned: the file that is shown or being read; may be NULL */
	struct loader *loader; /* owned; NULL: not reading */
};

/* Start reading another file, without inlined functions. */
bool loading_begin(struct loading *l, const char *path, const struct settings *settings,
		   struct error *err);

/* Start reading another file; hand it out only as a whole. */
bool loading_begin_whole(struct loading *l, const char *path,
			 const struct settings *settings, struct error *err);

/* Start reading the same file again, also as a whole. */
bool loading_begin_again(struct loading *l, const struct settings *settings,
			 struct error *err);
void loading_end(struct loading *l); /* stop reading, and free the loader */
void loading_release(struct loading *l);

/* False also for a database whose results have all been taken. */
static inline bool loading_is_under_way(const struct loading *l)
{
	return l->loader && !loader_rests(l->loader);
}

/* Wait for an event, for at most `ms`; false if none came. */
bool loading_wait(const struct loading *l, int ms);

struct arrival {
	enum loader_event news;
	/* owned by the caller; LOADER_FAILED and LOADER_REFUSED set `err` instead */
	struct session *session;
	struct load_progress read; /* how much of the file the session covers */
	struct error err;
};

/*
 * Take an event; false if there is none. Unless `shown`, the choice on the screen, is NULL, a
 * session with another choice is given back to the loader or, for a database, released.
 */
bool loading_take(struct loading *l, const struct choice *shown, struct arrival *a);

/* Write "incomplete: 43 % read". */
#define LOADING_WORDS 96
void loading_words(const struct load_progress *read, char buf[LOADING_WORDS]);

/* The right end of the bottom line: "━━━━──────  loading  43 %"; width 0: not shown. */
struct meter {
	int width, bar, full; /* in columns: everything, the bar, its filled part */
	char words[LOADING_WORDS];
};

/*
 * The progress of a query; and that of reading a file. `times_only`: all times have been read, and
 * stacks are being read.
 */
void loading_asking_meter(const struct loading *l, int width, struct meter *m);
void loading_meter(const struct loading *l, bool times_only, int width, struct meter *m);

/* Set the bar, for a screen of this width, and the meter's width. `words` must be set. */
void loading_fill_meter(struct meter *m, bool has_bar, unsigned percent, int width);

/* The percentage of `samples` that have been read again, at most 99. */
unsigned loading_percent_again(const struct loading *l, uint64_t samples);

#endif
