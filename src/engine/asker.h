/* asker.h - a process that asks ClickHouse for one that may not open connections. */

#ifndef ENGINE_ASKER_H
#define ENGINE_ASKER_H

#include <pthread.h>
#include <stdatomic.h>
#include <sys/types.h>

#include "engine/statement.h"

#define KEPT_ANSWERS	  32
#define KEPT_ANSWER_BYTES (16u << 20) /* longer ones are not kept */
#define KEPT_ALL_BYTES	  (64u << 20)

struct kept_answer {
	struct statement of;	 /* owned */
	struct text_buffer text; /* owned: its lines */
	uint64_t used;		 /* when, in numbers of uses; 0: there is none */
};

/* Zero to begin. Of one thread at a time. */
struct kept_answers {
	struct kept_answer list[KEPT_ANSWERS];
	uint64_t uses;
	size_t bytes; /* of all of them */
};

/*
 * It is forked before the process is confined, holds the connection and the password, and hands over what
 * comes, which it does not look at. It ends with the process that it asks for, and so does its query.
 */
struct asker {
	int socket; /* owned, + 1; 0: there is none */
	pid_t pid;
	uint32_t asked; /* questions so far */
	struct kept_answers kept;
	pthread_mutex_t lock;
};

/* How far the server is, for other threads, which may set `cancel`. */
struct asking {
	atomic_uint_fast64_t read, total; /* rows; total 0: not known */
	atomic_bool cancel;
};

/*
 * For a process of one thread. The address is looked at, but nothing is connected: ERROR_USAGE as
 * clickhouse_open() has it. End it also after a failure.
 */
bool asker_start(struct asker *a, const char *address, struct error *err);
void asker_end(struct asker *a);

/* Gets each line of an answer, without its end; false, and an error, ends the query. */
typedef bool asker_line(void *arg, struct text line, struct error *err);

#define ASKER_LINE_MOST (16u << 20) /* bytes; a call path of ten thousand long names */

/*
 * One statement at a time; one that was asked lately has the answer that it had then. ERROR_CANCELLED soon after `cancel`; else false and what the server, or the
 * connection, says. Lines that came before an error were handed over.
 */
bool asker_ask(struct asker *a, const struct statement *s, struct asking *how,
	       asker_line *line, void *arg, struct error *err);

#endif
