/* loader_state.h - the struct of loader.h, for the files that implement it. */

#ifndef SESSION_LOADER_STATE_H
#define SESSION_LOADER_STATE_H

#include <pthread.h>

#include "input/recordings.h"
#include "profile/cache.h"
#include "session/loader/loader.h"
#include "session/query/query_profile.h"

/* A profile to open, or a session to change to another choice. Zero: none. */
struct loader_job {
	enum loader_event kind;
	struct profile *profile; /* owned; NULL: it is open already */
	struct session *session; /* owned; NULL: not opened yet */
	struct load_progress progress;
};

/* A query to a database. */
struct loader_query {
	bool is;
	struct choice choice; /* owned */
	enum lanes_by lanes_by;
};

/* Shared by the owner and two threads: the last one to leave releases it. */
struct loader {
	char *path;	       /* owned */
	struct profile *given; /* owned: in place of a file, until it is used; or NULL */
	struct settings settings;
	char *texts[7];		     /* owned: texts of the settings */
	struct choice first;	     /* owned: the choice of the settings */
	struct recordings together;  /* owned */
	struct record_history *kept; /* shared: settings.reading.kept, or NULL */
	struct audience audience;
	struct cache cache; /* settings.reading.cache, if there is one */
	struct progress progress;
	struct query_source query; /* settings.query, if there is one */
	pthread_t asks;		   /* the thread that queries the database */
	int news[2];		   /* a pipe, with a byte while there is an event */

	pthread_mutex_t lock; /* guards the members below */
	pthread_cond_t work;
	unsigned holders;
	bool abandoned;
	bool held;		 /* hand out no parts */
	bool chosen;		 /* the choice differs from that of the settings, ... */
	struct choice choice;	 /* owned: ... but this */
	struct loader_job next;	 /* waits to be done */
	struct session *closing; /* owned: waits to be released; may be NULL */
	bool busy;		 /* a session is being opened or released */
	enum loader_event doing; /* the kind of the current job */
	/* start of the last part; earliest time for the next one */
	uint64_t begun, wait_for;
	uint64_t spent;		 /* CPU time when the last part began */
	uint64_t seen;		 /* samples of the last part */
	struct loader_job ready; /* waits to be taken */
	bool told;		 /* the byte is in the pipe */
	bool failed;		 /* an event after `ready` */
	struct error error;
	struct query_status asking; /* progress of the query; for any thread */
	pthread_cond_t wish;	    /* another query is wanted */
	enum lanes_by lanes_by;	    /* wanted for the next query */
	struct loader_query asked;  /* owned: the last query */
	bool stopped;		    /* cancelled before it was sent */
	bool open;		    /* it has not been answered yet */
	bool refused;		    /* it has no answer, ... */
	struct error refusal;	    /* ... for this reason */
	bool refusal_told;	    /* the owner has taken that event */
};

void loader_drop_job(struct loader_job *j);

/*
 * Call these with the lock held: have a profile opened; wake the owner; end with an error; abandon
 * the loader, which also releases the lock.
 */
void loader_put(struct loader *l, enum loader_event kind, struct profile *p);
void loader_tell(struct loader *l);
void loader_fail(struct loader *l, const struct error *err);
void loader_leave(struct loader *l);

/*
 * ---- loader_query.c: the thread that queries a database, in place of one that reads a file ----
 */

void *loader_ask_engine(void *arg);

/* Call it with the lock held: is a query other than the last one wanted? The choice has changed. */
bool loader_has_wish(const struct loader *l);
void loader_renew_wish(struct loader *l);

#endif
