/* clickhouse.h - ClickHouse over HTTP: what is asked of it, and what is sent. */

#ifndef ENGINE_CLICKHOUSE_H
#define ENGINE_CLICKHOUSE_H

#include <stdbool.h>
#include <stddef.h>

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

/* The same with rows for INSERT ... FORMAT. When it is true they are there. */
bool clickhouse_insert(struct clickhouse *c, const char *sql, struct text rows,
		       struct error *err);

#endif
