/* loader_state.h - the inside of a loader, for the files that are its threads. */

#ifndef SESSION_LOADER_STATE_H
#define SESSION_LOADER_STATE_H

#include <pthread.h>

#include "input/recordings.h"
#include "profile/cache.h"
#include "session/loader/loader.h"
#include "session/query/query_profile.h"

/* What is to be opened, or brought to another choice. All zero: nothing. */
struct job {
	enum loader_news kind;	 /* LOADER_PART, LOADER_WHOLE, or nothing */
	struct profile *profile; /* owned; NULL: there is a session of it */
	struct session *session; /* owned; NULL: it is opened by this */
	struct load_progress progress;
};

/* What an engine is asked. */
struct question {
	bool is;
	struct choice choice; /* owned */
	enum lanes_by lanes_by;
};

/* Shared by the owner and two threads: whoever leaves last releases it. */
struct loader {
	char *path;	       /* owned */
	struct profile *given; /* owned: in place of a file, until it is taken; or NULL */
	struct settings settings;
	char *texts[7];		    /* owned: those of the settings, */
	struct choice first;	    /* owned: and of their choice */
	struct recordings together; /* owned */
	struct kept_records *kept;  /* shared: settings.reading.kept, or NULL */
	struct audience audience;
	struct cache cache; /* settings.reading.cache, when there is one */
	struct progress progress;
	struct query_source query; /* settings.query, when there is one */
	pthread_t asks;		   /* the thread that asks it */
	int news[2];		   /* holds a byte while there is something to take */

	pthread_mutex_t lock; /* guards the rest */
	pthread_cond_t work;
	unsigned holders;
	bool abandoned;
	bool held;		  /* no part is wanted */
	bool chosen;		  /* the settings no longer count, but ... */
	struct choice choice;	  /* owned: ... this */
	struct job next;	  /* to be done */
	struct session *closing;  /* owned: to be released; may be NULL */
	bool busy;		  /* something is being opened or closed */
	enum loader_news doing;	  /* the kind of the job that is being done */
	uint64_t begun, wait_for; /* the last part; when the next may come */
	uint64_t spent;		  /* of CPU time, when that began */
	uint64_t seen;		  /* samples of the last part */
	struct job ready;	  /* to be taken */
	bool told;		  /* the byte is there */
	bool failed;		  /* after `ready`: */
	struct error error;
	struct asking asking;	/* how far the engine is; of any thread */
	pthread_cond_t wish;	/* another answer is wanted */
	enum lanes_by lanes_by; /* with that map */
	struct question
	    asked;	      /* owned: the last one, of which an answer is on its way, */
	bool stopped;	      /* before it was asked */
	bool open;	      /* or not yet; */
	bool refused;	      /* or which has none: */
	struct error refusal; /* ...for this reason, */
	bool refusal_told;    /* which was taken */
};

void loader_drop_job(struct job *j);

/* All of these with the lock: a profile is to be opened; the owner has something to take; there is nothing more; a
 * thread, or the owner, leaves, and the lock is gone afterwards. */
void loader_put(struct loader *l, enum loader_news kind, struct profile *p);
void loader_tell(struct loader *l);
void loader_fail(struct loader *l, const struct error *err);
void loader_leave(struct loader *l);

/* ---- loader_asking.c: the thread that asks an engine, in place of one that reads a file ---- */

void *loader_ask_engine(void *arg);

/* With the lock. Is something else wanted than what was asked last? And: something else was chosen. */
bool loader_has_wish(const struct loader *l);
void loader_renew_wish(struct loader *l);

#endif
