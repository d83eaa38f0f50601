/* clickhouse.h - ClickHouse over HTTP: what is asked of it, and what is sent. */

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
 * clickhouse://[USER@]HOST[:8123][/DATABASE], or clickhouses:// with TLS and port 8443. The user is
 * $CLICKHOUSE_USER where the address names none, and the password $CLICKHOUSE_PASSWORD; without
 * them what ~/.netrc has of the host. An address with a password is refused: who lists processes
 * would read it.
 */
bool clickhouse_is_address(const char *words);

/*
 * Nothing is connected yet. NULL and an error: ERROR_USAGE for an address that is none, and what
 * this flarescope was built without. Release with clickhouse_close().
 */
struct clickhouse *clickhouse_open(const char *address, struct error *err);
void clickhouse_close(struct clickhouse *c);

/* "host:8123/db", without who asks. */
const char *clickhouse_place(const struct clickhouse *c);

/* {NAME:String} in a statement; never a part of its words. */
struct clickhouse_value {
	const char *name;
	struct text value;
};

/*
 * Run a statement; `answer` gets what comes (at most CLICKHOUSE_ANSWER bytes), as lines of tabs, and
 * is the caller's. False and a sentence: no connection, no answer in time, or what the server says.
 */
#define CLICKHOUSE_ANSWER (1u << 20)
bool clickhouse_ask(struct clickhouse *c, const char *sql,
		    const struct clickhouse_value *values, size_t count,
		    struct text_buffer *answer, struct error *err);

/* Who takes an answer of any length as it comes. */
struct clickhouse_taker {
	bool (*take)(void *arg, struct text bytes, struct error *err);
	void (*progress)(void *arg, uint64_t read, uint64_t total); /* rows */
	int (*watched)(
	    void *arg); /* a descriptor: what can be read there may be that... */
	bool (*wanted)(void *arg); /* ... nobody wants the answer any more */
	void *arg;		   /* borrowed */
};

/*
 * The same, as lines of tabs or whatever FORMAT says, packed on the way if the server can. When nobody
 * wants it any more the stream is closed, and the error is ERROR_CANCELLED. An exception in the middle of the answer is an error, but what came before it has been
 * taken.
 */
bool clickhouse_stream(struct clickhouse *c, const char *sql,
		       const struct clickhouse_value *values, size_t count,
		       const struct clickhouse_taker *taker, struct error *err);

/*
 * Tell the server to end the query of the last stream, which it may be slow to see that nobody reads. Nothing
 * is said where it is over, or not ours to end.
 */
void clickhouse_kill_last(struct clickhouse *c);

/* The same with rows for INSERT ... FORMAT. When it is true they are there. */
bool clickhouse_insert(struct clickhouse *c, const char *sql, struct text rows,
		       struct error *err);

#endif
