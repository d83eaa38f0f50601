/* pprof_tables.h - what the numbers in a pprof profile stand for: texts, functions, places. */

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

/* The row of `locations` with this id, made up if it is yet to come. */
bool pprof_tables_location(struct pprof_tables *t, uint64_t id, uint32_t *row,
			   struct error *err);

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

#endif
