/* query_process.h - a process that sends queries to ClickHouse for a confined process. */

#ifndef ENGINE_QUERY_PROCESS_H
#define ENGINE_QUERY_PROCESS_H

#include <pthread.h>
#include <stdatomic.h>
#include <sys/types.h>

#include "engine/statement.h"

#define CACHED_ANSWERS	    32
#define CACHED_ANSWER_BYTES (16u << 20) /* longer answers are not cached */
#define KEPT_ALL_BYTES	    (64u << 20)

struct cached_answer {
	struct statement of;	 /* owned */
	struct text_buffer text; /* owned: the lines of the answer */
	uint64_t used;		 /* answer_cache.uses at its last use; 0: empty */
};

/* A cache of recent answers. Zero it first; not thread-safe. */
struct answer_cache {
	struct cached_answer list[CACHED_ANSWERS];
	uint64_t uses;
	size_t bytes; /* of all answers */
};

/*
 * The process is forked before this one is confined. It holds the connection and the password, and
 * passes on the bytes of an answer unchanged. It ends, with its query, when this process ends.
 */
struct query_process {
	int socket; /* owned: the descriptor plus 1; 0: none */
	pid_t pid;
	uint32_t asked; /* number of queries so far */
	struct answer_cache kept;
	pthread_mutex_t lock;
};

/* The progress of a query, readable by other threads, which may set `cancel`. */
struct query_status {
	atomic_uint_fast64_t read, total; /* rows; total 0: unknown */
	atomic_bool cancel;
};

/*
 * Call this while the process has one thread. Checks the address, but does not connect; errors as
 * in clickhouse_open(). Call query_process_end() even after a failure.
 */
bool query_process_start(struct query_process *a, const char *address, struct error *err);
void query_process_end(struct query_process *a);

/* Called with each line of an answer, without the newline; false and an error end the query. */
typedef bool query_line(void *arg, struct text line, struct error *err);

#define ASKER_LINE_MOST (16u << 20) /* bytes: room for ten thousand long names */

/*
 * Run a statement, or answer it from the cache; calls on other threads wait. False and an error:
 * ERROR_CANCELLED soon after `cancel` is set, or the error of line(), the server or the connection.
 * Lines received before an error have been passed on.
 */
bool query_process_run(struct query_process *a, const struct statement *s,
		       struct query_status *how, query_line *line, void *arg,
		       struct error *err);

#endif
