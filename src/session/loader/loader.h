/* loader.h - reads a file on other threads while the screen stays responsive. */

#ifndef SESSION_LOADER_H
#define SESSION_LOADER_H

#include "session/session.h"

/*
 * Hands out sessions of the part that has been read so far, and at the end of the whole file. One
 * thread reads and another opens sessions, because both take too long for a user who waits for the
 * response to a key. A byte in a pipe indicates that there is something to take. Opening parts
 * costs at most a quarter of a CPU. The threads may hang in a read from a silent pipe, so the
 * loader is released by the last one to leave it, without waiting for them. They handle no signals
 * except those of their own crashes, whose handler restores the terminal.
 */
struct loader;

enum loader_event {
	LOADER_NOTHING,
	LOADER_PART,  /* a part of the file; more will come */
	LOADER_WHOLE, /* the whole file; nothing comes after it */
	/* an answer of a database; another one comes when the choice changes */
	LOADER_ANSWER,
	LOADER_REFUSED, /* an error of a database in place of an answer */
	LOADER_FAILED,	/* the file, or the rest of it, cannot be read; the last event */
};

/*
 * How much of the file a session covers: bytes as stored (total 0: unknown), samples. A profile
 * with only times has all samples, but no stacks yet.
 */
struct load_progress {
	uint64_t done, total, samples;
	bool times_only;
};

/*
 * Start reading; `path` and the settings are copied. Sessions answer the first choice of the
 * settings until loader_follow() sets another. NULL and an error on failure.
 */
struct loader *loader_new(const char *path, const struct settings *settings,
			  struct error *err);

/* The same without parts. */
struct loader *loader_new_whole(const char *path, const struct settings *settings,
				struct error *err);

/*
 * Open a profile in place of a file; it is taken over, also on failure. If the settings have
 * states, the session covers the time in them, which is computed from the profile's context
 * switches.
 */
struct loader *loader_new_of(struct profile *p, const struct settings *settings,
			     struct error *err);

/* Change a session that was opened earlier to the current choice. */
struct loader *loader_new_of_session(struct session *s, const struct settings *settings,
				     struct error *err);

/*
 * An event for loader_follow(): the event of the settings or, if they name none, the first one with
 * samples.
 */
#define LOADER_FIRST_EVENT (UINT32_MAX - 1)

/*
 * Cancel. Does not wait for the threads, except for one that queries a database, which ends
 * immediately.
 */
void loader_free(struct loader *l);

/* Becomes readable when there is something to take. */
int loader_fd(const struct loader *l);

/* The current progress of reading. */
struct load_progress loader_progress(const struct loader *l);

/* The figures of a live recording; see struct live_figures of input/reading.h. */
struct live_progress {
	uint64_t tick, came, spent, own, lost, throttled, gone, keep;
};
struct live_progress loader_live(const struct loader *l);

/* Hand out no parts while `held`; reading continues. */
void loader_hold(struct loader *l, bool held);

/* Let the next sessions answer this choice. Cheap if the choice is the same as before. */
void loader_follow(struct loader *l, const struct choice *c);

/*
 * For a database: set the key of lanes in the map (LANES_BY: none). Has the database answered
 * everything, so that nothing comes until the choice changes? Stop waiting for the answer.
 */
void loader_follow_lanes(struct loader *l, enum lanes_by by);
bool loader_rests(const struct loader *l);
void loader_stop_asking(struct loader *l);

/* Repeat a query that was refused; false if there is none. */
bool loader_ask_again(struct loader *l);

/* Was the query for the current choice stopped or refused? */
bool loader_was_refused(const struct loader *l);

/*
 * Take the next event. With LOADER_PART, LOADER_ANSWER and LOADER_WHOLE `*s` belongs to the caller,
 * to be released with session_free(), and `*so_far` is how much of the file it covers; with
 * LOADER_FAILED and LOADER_REFUSED `*err` is set.
 */
enum loader_event loader_take(struct loader *l, struct session **s,
			      struct load_progress *so_far, struct error *err);

/*
 * Give back a session that does not answer the latest choice of loader_follow(). It comes again
 * once it does, or a session of more of the file comes in its place. Takes over `s`.
 */
void loader_again(struct loader *l, struct session *s, enum loader_event was,
		  const struct load_progress *so_far);

/* Release a session on another thread, because a large one takes long to release. */
void loader_close(struct loader *l, struct session *s);

#endif
