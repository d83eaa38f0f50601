/* firefox_thread.h - one thread of a Firefox profile: its tables and samples. */

#ifndef INPUT_FIREFOX_THREAD_H
#define INPUT_FIREFOX_THREAD_H

#include "base/idmap.h"
#include "base/intern.h"
#include "input/json/json_stream.h"
#include "input/reading.h"
#include "input/string_ids.h"

/* ---- one table, stored by row or by column ---- */

#define FIREFOX_COLUMNS_MAX 6
#define FIREFOX_NONE	    INT64_MIN /* null, or not a number */

/* Columns may differ in length; one that the file lacks has a count of 0. */
struct firefox_table {
	struct {
		int64_t *at; /* owned */
		size_t count, room;
	} column[FIREFOX_COLUMNS_MAX];
	uint64_t length; /* the number of rows that the file states; 0: not stated */
	bool in_ms;	 /* weightType: the weights are times */
	uint64_t lost;	 /* rows without a schema, and cells that are not numbers */
};

/* ---- the thread ---- */

enum firefox_kind {
	FIREFOX_SAMPLES,
	FIREFOX_STACKS,
	FIREFOX_FRAMES,
	FIREFOX_FUNCS,
	FIREFOX_RESOURCES,
	FIREFOX_SOURCES,
	FIREFOX_TABLES
};

/* The tables and texts of one thread, or those that all threads share. */
struct firefox_thread {
	struct firefox_table tables[FIREFOX_TABLES];
	uint32_t *strings; /* owned: ids of texts */
	size_t string_count, string_room;
	uint32_t name, process_name; /* ids of texts; 0: unknown */
	int32_t pid, tid;
	bool has[FIREFOX_TABLES];
	uint64_t lost; /* members of the wrong type */
	uint64_t at;   /* its last byte, for losses */
};

/*
 * Read a thread, or the shared tables, after its JSON_OBJECT, and add its texts to `texts`. Zero
 * `t` to begin; release it even on failure.
 */
bool firefox_thread_take(struct firefox_thread *t, struct json_stream *s,
			 struct intern *texts, struct error *err);
void firefox_thread_release(struct firefox_thread *t);

/* Only the first categories keep their kind of code; others count as other code. */
#define FIREFOX_CATEGORIES 64

/* The stacks of a table of stacks, by row. */
struct firefox_stacks {
	uint32_t *stacks, *depths; /* owned: the builder's ids, and depths */
	uint8_t *kinds;		   /* owned: enum frame_kind of their categories */
	uint64_t count;
	bool made;
};
void firefox_stacks_release(struct firefox_stacks *s);

struct firefox_process {
	struct firefox_stacks shared; /* owned: made for the first thread that needs it */
	uint8_t kinds[FIREFOX_CATEGORIES]; /* enum frame_kind by category; 0: other */
	uint32_t *libs; /* owned: ids of texts, the names of libraries */
	size_t lib_count, lib_room;
	bool untimed;	/* the times of its samples are not times */
	int64_t offset; /* ns from the start of the main process to its own start */
};

/*
 * The builder's names of a file's texts, so that each text is parsed once. Zero all but `texts` to
 * begin.
 */
struct firefox_names {
	const struct intern *texts; /* borrowed */
	struct string_ids strings;  /* of `texts` */
	struct idmap places; /* from the text of a location and a kind to a frame */
};
void firefox_names_release(struct firefox_names *n);

/* Count the losses of a thread, or of the shared tables. */
void firefox_thread_lose(const struct firefox_thread *t, struct losses *losses);

/*
 * Add the samples of `t` to the reading's builder. Tables that `t` lacks are taken from `shared`; a
 * table of stacks in `shared` refers to the tables and texts of `shared` only.
 */
bool firefox_thread_store(const struct firefox_thread *t,
			  const struct firefox_thread *shared,
			  struct firefox_names *names, struct firefox_process *p,
			  struct reading *r, struct error *err);

#endif
