/* loading.h - the file that is being read: what comes of it, and how far that is. */

#ifndef SESSION_LOADER_LOADING_H
#define SESSION_LOADER_LOADING_H

#include "session/loader/loader.h"

/* Zero to begin; release with loading_release(). */
struct loading {
	char *path; /* owned: the file on the screen or being read; may be NULL */
	struct loader *loader; /* owned; NULL: nothing is being read */
};

/* Read `path` instead of what has been read so far, first without inlined functions. */
bool loading_begin(struct loading *l, const char *path, const struct settings *settings,
		   struct error *err);

/* Read `path`, and have it only when all of it is there. */
bool loading_begin_whole(struct loading *l, const char *path,
			 const struct settings *settings, struct error *err);

/* Read the same file once more, all of it, while what is there stays on the screen. */
bool loading_begin_again(struct loading *l, const struct settings *settings,
			 struct error *err);
void loading_end(struct loading *l); /* no more is wanted, or no more comes */
void loading_release(struct loading *l);

/* An engine that has answered is asked again, but nothing comes by itself. */
static inline bool loading_is_under_way(const struct loading *l)
{
	return l->loader && !loader_rests(l->loader);
}

/* Does something come within so many ms? */
bool loading_wait(const struct loading *l, int ms);

/* What has come. */
struct arrival {
	enum loader_news news;
	struct session
	    *session; /* the taker's; NULL: LOADER_FAILED or LOADER_REFUSED, with `err` */
	struct load_progress read; /* how much of the file the session is of */
	struct error err;
};

/*
 * Take what has come; false when that is nothing. `shown` is what is on the screen, NULL where
 * that is no profile: a session that answers another question is none to take, and comes again.
 */
bool loading_take(struct loading *l, const struct choice *shown, struct arrival *a);

/* "incomplete: 43 % read" */
#define LOADING_WORDS 96
void loading_words(const struct load_progress *read, char buf[LOADING_WORDS]);

/* At the right end of a line of this width: "━━━━──────  loading  43 %"; no width: nothing. */
struct meter {
	int width, bar, full; /* columns: of all, the bar, the part of it that is done */
	char words[LOADING_WORDS];
};

/* A meter of an engine at work, and of a file whose stacks have not been read, if `times_only`, but its times. */
void loading_asking_meter(const struct loading *l, int width, struct meter *m);
void loading_meter(const struct loading *l, bool times_only, int width, struct meter *m);

/* Give a meter the bar for a line of this width, or none, and its own width. */
void loading_fill_meter(struct meter *m, bool has_bar, unsigned percent, int width);

#endif
