/* row_source.h - rows of a recording for ClickHouse, made by another flarescope that reads it confined. */

#ifndef CLI_ROW_SOURCE_H
#define CLI_ROW_SOURCE_H

#include <sys/types.h>

#include "base/error.h"
#include "base/text.h"

/*
 * It runs "export --format clickhouse" of one file. Whoever sends the rows over the network reads
 * no file of unknown origin, and who reads it has no network.
 */
struct row_source {
	pid_t pid;
	int from;		 /* owned: of the pipe */
	struct text_buffer room; /* owned: what has been read of it */
	size_t at;		 /* where the next line begins there */
	bool ended;
};

/* `passed`: options of export, which come last. Close it, also after a failure. */
bool row_source_open(struct row_source *s, const char *file, const char *const *passed,
		     size_t count, struct error *err);

/* The next line without its end, borrowed until the next one; false at the end, and after an error. */
bool row_source_next(struct row_source *s, struct text *line, struct error *err);

/* Has the other one ended as it should? What went wrong it has said itself. */
bool row_source_close(struct row_source *s);

#endif
