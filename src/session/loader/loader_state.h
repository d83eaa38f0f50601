/* loader_state.h - the struct of loader.h, for the files that implement it. */

#ifndef SESSION_LOADER_STATE_H
#define SESSION_LOADER_STATE_H

#include <pthread.h>

#include "input/recordings.h"
#include "profile/cache.h"
#include "session/loader/loader.h"
#include "session/query/query_profile.h"

/* A profile to open, or a session that must change to another choice. All zero: no job. */
struct loader_job {
	enum loader_event kind;
	struct profile *profile; /* owned; NULL: `session` is already open */
	struct session *session; /* owned; NULL: not opened yet */
	struct load_progress progress;
};

/* A query to a database. */
struct loader_query {
	bool is;	      /* false: none has been sent, or it must be repeated */
	struct choice choice; /* owned */
	enum lanes_by lanes_by;
};

/* Shared by the owner and two threads: the last one to leave releases it. */
struct loader {
	char *path;	       /* owned */
	struct profile *given; /* owned: a profile to open in place of a file; or NULL */
	struct settings settings;
	char *texts[7];		     /* owned: strings of `settings` */
	struct choice first;	     /* owned: the choice of the settings */
	struct recordings together;  /* owned */
	struct record_history *kept; /* shared: settings.reading.kept, or NULL */
	struct audience audience;
	struct cache cache; /* settings.reading.cache, if there is one */
	struct progress progress;
	struct query_source query; /* settings.query, if there is one */
	pthread_t asks;		   /* the thread that queries the database */
	int news[2]; /* a pipe, which contains a byte while an event can be taken */

	pthread_mutex_t lock; /* guards the members below */
	pthread_cond_t work;
	unsigned holders;
	bool abandoned;
	bool held;		 /* hand out no parts */
	bool chosen;		 /* `choice` replaces the choice of the settings */
	struct choice choice;	 /* owned */
	struct loader_job next;	 /* to be done next */
	struct session *closing; /* owned: to be released; or NULL */
	bool busy;		 /* a session is being opened or released */
	enum loader_event doing; /* the kind of the current job */
	/* clock_now() when the last part began, and the earliest time for the next one */
	uint64_t begun, wait_for;
	uint64_t spent;		 /* CPU time when the last part began */
	uint64_t seen;		 /* samples of the last part */
	struct loader_job ready; /* done, and not taken by the owner yet */
	bool told;		 /* `news` contains the byte */
	bool failed;		 /* reading has failed; the owner is told after `ready` */
	struct error error;
	struct query_status asking; /* progress of the query; atomic, needs no lock */
	pthread_cond_t wish;	    /* signalled when another query is needed */
	enum lanes_by lanes_by;	    /* for the next query */
	struct loader_query asked;  /* owned: the last query */
	bool stopped;		    /* the next query was cancelled before it was sent */
	bool open;		    /* the last query has not been answered yet */
	bool refused;		    /* the last query failed or was cancelled, ... */
	struct error refusal;	    /* ... with this error */
	bool refusal_told;	    /* the owner has taken LOADER_REFUSED */
};

void loader_drop_job(struct loader_job *j);

/*
 * Call these with the lock held. loader_put() lets the other thread open a profile, loader_tell()
 * wakes the owner, loader_fail() reports an error as the last event, and loader_leave() ends the
 * use of the loader by the calling thread, and releases the lock.
 */
void loader_put(struct loader *l, enum loader_event kind, struct profile *p);
void loader_tell(struct loader *l);
void loader_fail(struct loader *l, const struct error *err);
void loader_leave(struct loader *l);

/*
 * ---- loader_query.c: the thread that queries a database, in place of one that reads a file ----
 */

void *loader_ask_engine(void *arg);

/*
 * Call these with the lock held. loader_has_wish(): does the current choice need a query other than
 * the last one? If so, loader_renew_wish() cancels the last query, drops its answer, and wakes the
 * thread.
 */
bool loader_has_wish(const struct loader *l);
void loader_renew_wish(struct loader *l);

#endif
