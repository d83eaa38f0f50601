/* firefox_thread.h - one thread of a Firefox profile: its tables and samples. */

#ifndef INPUT_FIREFOX_THREAD_H
#define INPUT_FIREFOX_THREAD_H

#include "base/idmap.h"
#include "base/intern.h"
#include "input/json/json_stream.h"
#include "input/reading.h"
#include "input/string_ids.h"

/* ---- one table, whose rows or whose columns are lists (firefox_table.c) ---- */

#define FIREFOX_COLUMNS_MAX 6
#define FIREFOX_NONE	    INT64_MIN /* null, or no number */

/* A column to look for. */
struct firefox_column {
	struct text name;
	int32_t shift; /* its numbers are stored times 10^shift; true is 1, false 0 */
};

/* Those that are not in the file have a count of 0; otherwise they may differ in length. */
struct firefox_table {
	struct {
		int64_t *at; /* owned */
		size_t count, room;
	} column[FIREFOX_COLUMNS_MAX];
	uint64_t length; /* of its rows, as it says; 0: it does not */
	bool in_ms;	 /* its weights are times: weightType */
	uint64_t
	    lost; /* rows of which no schema told the columns, and what is no number */
};

/*
 * Read a table after its JSON_OBJECT: {"prefix":[null,0],"frame":[0,1]}, or
 * {"schema":{"prefix":0,"frame":1},"data":[[null,0],[0,1]]}, in any
 * order. `t` is empty; release it always.
 */
bool firefox_table_take(struct firefox_table *t, const struct firefox_column *columns,
			size_t count, struct json_stream *s, struct error *err);
void firefox_table_release(struct firefox_table *t);

/* FIREFOX_NONE where there is none. */
static inline int64_t firefox_table_get(const struct firefox_table *t, size_t column,
					uint64_t row)
{
	return row < t->column[column].count ? t->column[column].at[row] : FIREFOX_NONE;
}

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

/* What a thread has of its own, or all threads share. */
struct firefox_thread {
	struct firefox_table tables[FIREFOX_TABLES];
	uint32_t *strings; /* owned: ids of texts */
	size_t string_count, string_room;
	uint32_t name, process_name; /* ids of texts; 0: not told */
	int32_t pid, tid;
	bool has[FIREFOX_TABLES];
	uint64_t lost; /* members of a kind that tells nothing */
	uint64_t at;   /* the last byte of it, for losses */
};

/* Read one, or what is shared, after its JSON_OBJECT. Zero `t` to begin; release always.
 * Its texts are put into `texts`. */
bool firefox_thread_take(struct firefox_thread *t, struct json_stream *s,
			 struct intern *texts, struct error *err);
void firefox_thread_release(struct firefox_thread *t);

/* What the file's categories mean: a kind for each of the first ones, or that of code. */
#define FIREFOX_CATEGORIES 64

/* The stacks of a table, by row. */
struct firefox_stacks {
	uint32_t *stacks, *depths; /* owned, the builder's */
	uint8_t *kinds;		   /* owned: what their categories say */
	uint64_t count;
	bool made;
};
void firefox_stacks_release(struct firefox_stacks *s);

struct firefox_process {
	struct firefox_stacks
	    shared; /* owned: made for the first thread without its own */
	uint8_t
	    kinds[FIREFOX_CATEGORIES]; /* FRAME_KERNEL, FRAME_RUNTIME, FRAME_IDLE; 0 */
	uint32_t *libs;		       /* owned: names of libraries, ids of texts */
	size_t lib_count, lib_room;
	bool untimed; /* what its samples have for times are none */
	int64_t
	    offset; /* ns from the start of the file's first process to that of this one */
};

/* The texts of a file, each looked at once however many refer to it. Zero all but `texts` to
 * begin. */
struct firefox_names {
	const struct intern *texts; /* borrowed */
	struct string_ids strings;  /* of `texts` */
	struct idmap places; /* from a text that names a place, and a kind, to a frame */
};
void firefox_names_release(struct firefox_names *n);

/* Count what was lost of it, be it a thread or what is shared. */
void firefox_thread_lose(const struct firefox_thread *t, struct losses *losses);

/* Give its samples to the reading's builder. `shared` has what the thread has not; a table of
 * stacks in it refers to nothing but tables and texts in it. */
bool firefox_thread_store(const struct firefox_thread *t,
			  const struct firefox_thread *shared,
			  struct firefox_names *names, struct firefox_process *p,
			  struct reading *r, struct error *err);

#endif
