/* pprof_tables.h - what a pprof profile holds, kept until its file has named all of it.
 *
 * Numbers stand for texts, functions and places; samples have chains of calls of such places, and
 * labels. All of it may come in any order.
 */

#ifndef INPUT_PPROF_TABLES_H
#define INPUT_PPROF_TABLES_H

#include "base/idmap.h"
#include "input/losses.h"
#include "input/string_ids.h"

struct Pprof__Profile; /* of <proto/pprof.pb-c.h> */

#define PPROF_LINES_MOST 64 /* functions inlined into each other at one place */

/* The texts are read after most of what refers to them: until then only their numbers are
 * kept. UINT32_MAX stands for one that no file has. */
struct pprof_function {
	uint32_t name, system_name; /* text */
};

/* A place in the code. */
struct pprof_location {
	uint64_t mapping, address;
	uint32_t line, line_end; /* of `lines` or, later, `frames` */
	bool known;		 /* false: samples name it, and it did not come */
};

/* Zero it to begin, then release it. */
struct pprof_tables {
	char *bytes; /* owned: all texts */
	size_t byte_count, byte_room;
	size_t *ends; /* owned: where each text ends in `bytes` */
	size_t text_count, text_room;

	struct pprof_function *functions; /* owned */
	size_t function_count, function_room;
	struct idmap function_ids; /* id of the file: row */

	struct string_ids strings;

	uint32_t *mappings; /* owned: the text that names the file */
	size_t mapping_count, mapping_room;
	struct idmap mapping_ids;

	struct pprof_location *locations; /* owned */
	size_t location_count, location_room;
	struct idmap location_ids;

	uint64_t *lines; /* owned: ids of functions, the innermost inlined one first */
	size_t line_count, line_room;
	uint32_t *frames; /* owned: what pprof_tables_frames() makes of them */
	size_t frame_count, frame_room;
};

/* Keep what is in this piece of the file. */
bool pprof_tables_take(struct pprof_tables *t, const struct Pprof__Profile *piece,
		       uint64_t offset, struct losses *losses, struct error *err);

/* Empty when there is none; borrowed until the next piece. */
struct text pprof_tables_text(const struct pprof_tables *t, int64_t number);

/* The same as the builder knows it. */
uint32_t pprof_tables_string(struct pprof_tables *t, struct builder *b, uint32_t number);

/* The file that holds the program, without its directory; empty when none is named. */
struct text pprof_tables_program(const struct pprof_tables *t);

/*
 * When all is there: make frames of the lines. A place without a function becomes one that is
 * named by its file: [libc.so.6], with `addresses` [libc.so.6 <7f12>].
 */
bool pprof_tables_frames(struct pprof_tables *t, struct builder *b, bool addresses,
			 struct losses *losses, struct error *err);
void pprof_tables_release(struct pprof_tables *t);

/* ---- samples ---- */

/* A chain of calls, known by its end. 0 is the empty one. */
struct pprof_chain {
	uint32_t parent;   /* chain, less than this row's own number */
	uint32_t location; /* row of the tables */
	uint32_t stack;	   /* of the builder; made by pprof_samples_stacks() */
	uint32_t depth;	   /* of that */
};

struct pprof_label {
	int64_t num;
	uint32_t key, str, unit; /* texts */
};

/* Its values and labels end here, and begin where those of the one before end. */
struct pprof_sample {
	size_t value_end, label_end;
	uint32_t chain;
};

/* Zero it to begin, then release it. */
struct pprof_samples {
	struct pprof_sample *rows; /* owned */
	size_t count, room;
	int64_t *values; /* owned */
	size_t value_count, value_room;
	struct pprof_label *labels; /* owned */
	size_t label_count, label_room;
	struct pprof_chain *chains; /* owned */
	size_t chain_count, chain_room;
	struct idmap chain_ids; /* (parent, location): chain */
};

bool pprof_samples_take(struct pprof_samples *s, const struct Pprof__Profile *piece,
			uint64_t offset, struct pprof_tables *t, struct losses *losses,
			struct error *err);

/* The values and labels of a row: `*n` of them; NULL or anything when it is 0. */
const int64_t *pprof_samples_values(const struct pprof_samples *s, size_t row, size_t *n);
const struct pprof_label *pprof_samples_labels(const struct pprof_samples *s, size_t row,
					       size_t *n);

/* After pprof_tables_frames(): make stacks of the chains. */
void pprof_samples_stacks(struct pprof_samples *s, const struct pprof_tables *t,
			  struct builder *b, struct losses *losses);
uint32_t pprof_samples_stack(const struct pprof_samples *s, size_t row);
void pprof_samples_release(struct pprof_samples *s);

#endif
