/* clickhouse.h - a client of ClickHouse over HTTP: queries and inserts. */

#ifndef ENGINE_CLICKHOUSE_H
#define ENGINE_CLICKHOUSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/library.h"
#include "base/text.h"

extern const struct library curl_library;

struct clickhouse;

/*
 * Does `words` begin with the scheme of an address? Addresses are
 * clickhouse://[USER@]HOST[:8123][/DATABASE], or clickhouses:// with TLS and port 8443. Without
 * USER, the user is $CLICKHOUSE_USER. The password is $CLICKHOUSE_PASSWORD; if that is not set,
 * ~/.netrc is searched for the host. clickhouse_open() refuses an address with a password, which ps
 * would show.
 */
bool clickhouse_is_address(const char *words);

/*
 * Make a client, without connecting yet. NULL and an error: ERROR_USAGE if the address is invalid,
 * or flarescope was built without libcurl; ERROR_SYSTEM if libcurl is not installed. Release with
 * clickhouse_close().
 */
struct clickhouse *clickhouse_open(const char *address, struct error *err);
void clickhouse_close(struct clickhouse *c);

/* The address without the user, for messages: "host:8123/db". Borrowed. */
const char *clickhouse_place(const struct clickhouse *c);

/* The value of {NAME:String} in a statement; it is never part of the SQL. */
struct clickhouse_value {
	const char *name;
	struct text value;
};

/*
 * Run a statement. `answer` receives tab-separated lines, at most CLICKHOUSE_ANSWER bytes, in place
 * of its old content. False and an error: no connection, a timeout, an answer that is too long, or
 * the server's error.
 */
#define CLICKHOUSE_ANSWER (1u << 20)
bool clickhouse_ask(struct clickhouse *c, const char *sql,
		    const struct clickhouse_value *values, size_t count,
		    struct text_buffer *answer, struct error *err);

/* Receives an answer of any length in pieces. */
struct clickhouse_taker {
	bool (*take)(void *arg, struct text bytes, struct error *err);
	void (*progress)(void *arg, uint64_t read, uint64_t total); /* rows */
	/*
	 * Returns a descriptor. When it becomes readable, wanted() is called; if that returns
	 * false, the stream is cancelled.
	 */
	int (*watched)(void *arg);
	bool (*wanted)(void *arg);
	void *arg; /* borrowed */
};

/*
 * Run a statement that only reads. Its answer may be of any length, is in the statement's FORMAT,
 * and is compressed in transit unless the server does not let the user change settings. When the
 * answer is no longer wanted, the stream is closed with ERROR_CANCELLED. An exception in the middle
 * of the answer is an error; the bytes before it have been passed on.
 */
bool clickhouse_stream(struct clickhouse *c, const char *sql,
		       const struct clickhouse_value *values, size_t count,
		       const struct clickhouse_taker *taker, struct error *err);

/*
 * Kill the query of the last stream: the server may be slow to notice that the stream is closed.
 * Errors are ignored: the query may have ended, or the user may not be allowed to kill it.
 */
void clickhouse_kill_last(struct clickhouse *c);

/* Send rows for INSERT ... FORMAT. True when the server has stored them. */
bool clickhouse_insert(struct clickhouse *c, const char *sql, struct text rows,
		       struct error *err);

#endif
