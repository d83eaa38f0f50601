/* loader.h - reads a file on other threads, so that the screen stays responsive. */

#ifndef SESSION_LOADER_H
#define SESSION_LOADER_H

#include "session/session.h"

/*
 * Hands out sessions of the part that has been read so far, and finally of the whole file. One
 * thread reads, and another opens sessions, because both would block the screen for too long. A
 * byte in a pipe indicates that an event can be taken. Opening parts of a file costs at most a
 * quarter of a CPU. A thread may be blocked in a read from a silent pipe, so loader_free() does not
 * wait: the last thread releases the loader. The threads handle no signals except those of their
 * own crashes, because the crash handler restores the terminal.
 */
struct loader;

enum loader_event {
	LOADER_NOTHING,
	LOADER_PART,  /* a part of the file; more will follow */
	LOADER_WHOLE, /* the whole file; the last event */
	/* the result of a query; another one follows when the choice changes */
	LOADER_ANSWER,
	LOADER_REFUSED, /* an error of a database in place of a result */
	LOADER_FAILED,	/* the file, or the rest of it, cannot be read; the last event */
};

/*
 * How much of the file has been read, in bytes (total 0: unknown) and samples; for a database, in
 * rows. A profile with only times has all samples, but no stacks yet.
 */
struct load_progress {
	uint64_t done, total, samples;
	bool times_only;
};

/*
 * Start reading; `path` and the settings are copied. Sessions have the choice of the settings until
 * loader_follow() sets another one. NULL and an error on failure.
 */
struct loader *loader_new(const char *path, const struct settings *settings,
			  struct error *err);

/* Like loader_new(), but hands out no parts. */
struct loader *loader_new_whole(const char *path, const struct settings *settings,
				struct error *err);

/*
 * Open a profile in place of a file; takes over `p`, also on failure. If the settings have states,
 * the session covers the time in these states, computed from the profile's context switches.
 */
struct loader *loader_new_of(struct profile *p, const struct settings *settings,
			     struct error *err);

/* Hand out a session that was opened earlier, changed to the current choice. Takes over `s`. */
struct loader *loader_new_of_session(struct session *s, const struct settings *settings,
				     struct error *err);

/*
 * An event for the choice of loader_follow(): the event named in the settings or, if none is, the
 * first one with samples.
 */
#define LOADER_FIRST_EVENT (UINT32_MAX - 1)

/* Stop. Waits only for a thread that queries a database, which ends at once. Accepts NULL. */
void loader_free(struct loader *l);

/* A descriptor that becomes readable when an event can be taken. */
int loader_fd(const struct loader *l);

/* The current progress of reading. */
struct load_progress loader_progress(const struct loader *l);

/* The figures of a live recording, see struct live_figures in input/reading.h. */
struct live_progress {
	uint64_t tick, came, spent, own, lost, throttled, gone, keep;
};
struct live_progress loader_live(const struct loader *l);

/* Hand out no parts while `held`; reading continues. */
void loader_hold(struct loader *l, bool held);

/* Use this choice for the next sessions. Cheap if the choice is the same as before. */
void loader_follow(struct loader *l, const struct choice *c);

/* For a database: set the key of lanes; LANES_BY: no lanes. */
void loader_follow_lanes(struct loader *l, enum lanes_by by);

/* For a database: have all results for the current choice been taken? */
bool loader_rests(const struct loader *l);
void loader_stop_asking(struct loader *l); /* cancel the query */

/* Repeat the last query if it failed or was cancelled; otherwise, return false. */
bool loader_ask_again(struct loader *l);

/* Did the last query fail, or was it cancelled? */
bool loader_was_refused(const struct loader *l);

/*
 * Take the next event. LOADER_PART, LOADER_ANSWER and LOADER_WHOLE set `*s`, which the caller must
 * release with session_free(), and `*so_far`; LOADER_FAILED and LOADER_REFUSED set `*err`.
 */
enum loader_event loader_take(struct loader *l, struct session **s,
			      struct load_progress *so_far, struct error *err);

/*
 * Give back a session whose choice is not the latest one of loader_follow(). Takes over `s`. The
 * loader hands it out again with the latest choice, or a session of a larger part of the file.
 */
void loader_again(struct loader *l, struct session *s, enum loader_event was,
		  const struct load_progress *so_far);

/* Release a session on another thread, because this can take a long time. */
void loader_close(struct loader *l, struct session *s);

#endif
