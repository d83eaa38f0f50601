/* loader.h - a file being read on threads of its own while the screen stays alive. */

#ifndef SESSION_LOADER_H
#define SESSION_LOADER_H

#include "session/session.h"

/*
 * One thread reads and another opens sessions. A byte in a pipe says that there is
 * something to take. Parts cost at most a quarter of a CPU. Threads are not waited for,
 * as they may hang in a read from a silent pipe: whoever leaves last cleans up. They take
 * no signals but those of their own crashes, for which the handler gives the terminal
 * back.
 */

/*
 * Hands out sessions: some of what has been read so far while the reading goes on, and then
 * the whole. They are read and opened on its own threads, because either takes too long for
 * someone who waits for an answer to a key.
 */
struct loader;

enum loader_news {
	LOADER_NOTHING,
	LOADER_PART,  /* what has been read so far; more comes */
	LOADER_WHOLE, /* all of the file; nothing comes after it */
	LOADER_ANSWER, /* what an engine has counted of the choice; others come when that changes */
	LOADER_REFUSED, /* what an engine says in place of that, in an error */
	LOADER_FAILED, /* the file, or the rest of it, cannot be had; nothing comes after it */
};

/*
 * How much of the file a session is of: bytes as stored (total 0: not known), samples. A
 * profile of times only has all samples, but no stacks yet.
 */
struct load_progress {
	uint64_t done, total, samples;
	bool times_only;
};

/*
 * Begin; `path` and the settings are copied. A session answers the settings' first question
 * until loader_follow() says another. NULL and an error when that cannot be done.
 */
struct loader *loader_new(const char *path, const struct settings *settings,
			  struct error *err);

/* The same without parts: nobody would look at them. */
struct loader *loader_new_whole(const char *path, const struct settings *settings,
				struct error *err);

/*
 * The same of a profile that is there, in place of a file: it is the loader's from now on, also when
 * this fails. With the settings' states its switches are gone through, and the session is of their
 * time.
 */
struct loader *loader_new_of(struct profile *p, const struct settings *settings,
			     struct error *err);

/* The same of a session that was opened before, and is brought to the choice that is followed. */
struct loader *loader_new_of_session(struct session *s, const struct settings *settings,
				     struct error *err);

/* In a choice to follow: the settings' event or, of an unnamed one, the first with something to see. */
#define LOADER_FIRST_EVENT (UINT32_MAX - 1)

/*
 * Cancel and forget. Does not wait for threads, which may hang in a read from a silent pipe:
 * they clean up after themselves. One that asks an engine is waited for, as it ends at once.
 */
void loader_free(struct loader *l);

/* Becomes readable when there is something to take. */
int loader_fd(const struct loader *l);

/* How far the reading is, at this moment. */
struct load_progress loader_progress(const struct loader *l);

/* Of what is read as it comes; see struct live_figures of input/reading.h. */
struct live_progress {
	uint64_t tick, came, spent, own, lost, throttled, gone, keep;
};
struct live_progress loader_live(const struct loader *l);

/* No part is to be shown until this is called again; reading goes on. */
void loader_hold(struct loader *l, bool held);

/* Sessions to come are to answer this choice. Cheap where it is the same as before. */
void loader_follow(struct loader *l, const struct choice *c);

/*
 * Of an engine: what gets a line each in the map, LANES_BY: nothing does. Has it answered all that it was
 * asked? Then nothing comes before something else is chosen. And the answer is not waited for any more.
 */
void loader_follow_lanes(struct loader *l, enum lanes_by by);
bool loader_rests(const struct loader *l);
void loader_stop_asking(struct loader *l);

/* Ask once more what was refused; false: nothing was. */
bool loader_ask_again(struct loader *l);

/* Was what is chosen not counted, because that was stopped or went wrong? */
bool loader_was_refused(const struct loader *l);

/*
 * What there is to tell. With LOADER_PART, LOADER_ANSWER and LOADER_WHOLE `*s` is the caller's, to be
 * released with session_free(), and `*so_far` says how much of the file it is; with
 * LOADER_FAILED and LOADER_REFUSED `*err` says why.
 */
enum loader_news loader_take(struct loader *l, struct session **s,
			     struct load_progress *so_far, struct error *err);

/*
 * Give back what has been taken: it answers another choice than the one that loader_follow()
 * has told since. It comes again when it answers that, unless more of the file is there by
 * then, which comes instead. `s` is the loader's from then on.
 */
void loader_again(struct loader *l, struct session *s, enum loader_news was,
		  const struct load_progress *so_far);

/* Release a session, which takes a while for large ones, on another thread. */
void loader_close(struct loader *l, struct session *s);

#endif
