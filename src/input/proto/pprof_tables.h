/* pprof_tables.h - the contents of a pprof profile, kept until the whole file has been read. */

/*
 * Texts, functions and locations are referred to by number. Samples have call chains of locations,
 * and labels. The records may come in any order.
 */

#ifndef INPUT_PPROF_TABLES_H
#define INPUT_PPROF_TABLES_H

#include "base/idmap.h"
#include "input/losses.h"
#include "input/proto/proto_wire.h"
#include "input/string_ids.h"

#define PPROF_LINES_MOST 64 /* functions inlined into each other at one place */

/*
 * Most texts follow the records that refer to them; until then only their numbers are kept.
 * UINT32_MAX stands for an invalid number.
 */
struct pprof_function {
	uint32_t name, system_name; /* numbers of texts */
};

struct pprof_location {
	uint64_t mapping, address;
	/* range in `lines`; after pprof_tables_frames(), in `frames` */
	uint32_t line, line_end;
	bool known; /* false: samples refer to it, but its record has not come */
};

/* Zero it to begin, then release it. */
struct pprof_tables {
	char *bytes; /* owned: all texts */
	size_t byte_count, byte_room;
	size_t *ends; /* owned: the end of each text in `bytes` */
	size_t text_count, text_room;

	struct pprof_function *functions; /* owned */
	size_t function_count, function_room;
	struct idmap function_ids; /* from ids in the file to rows */

	struct string_ids strings;

	uint32_t *mappings; /* owned: the number of the file name of each mapping */
	size_t mapping_count, mapping_room;
	struct idmap mapping_ids;

	struct pprof_location *locations; /* owned */
	size_t location_count, location_room;
	struct idmap location_ids;

	uint64_t *lines; /* owned: ids of functions, innermost first */
	size_t line_count, line_room;
	uint32_t *frames; /* owned: made of `lines` by pprof_tables_frames() */
	size_t frame_count, frame_room;
};

/* Keep a mapping, location, function or text: a field of the profile with number 3, 4, 5 or 6. */
bool pprof_tables_take(struct pprof_tables *t, const struct proto_field *f,
		       uint64_t offset, struct losses *losses, struct error *err);

/* Empty when there is no such text; borrowed until the next field. */
struct text pprof_tables_text(const struct pprof_tables *t, int64_t number);

/* The same text as a string of the builder. */
uint32_t pprof_tables_string(struct pprof_tables *t, struct builder *b, uint32_t number);

/* The base name of the first mapping, which is the program; empty when the mapping has no name. */
struct text pprof_tables_program(const struct pprof_tables *t);

/*
 * Make frames of the lines, after the whole file has been read. A location without a function
 * becomes a frame named after its module: [libc.so.6], or [libc.so.6 <7f12>] with `addresses`.
 */
bool pprof_tables_frames(struct pprof_tables *t, struct builder *b, bool addresses,
			 struct losses *losses, struct error *err);
void pprof_tables_release(struct pprof_tables *t);

/* ---- samples ---- */

/* A call chain, identified by its last call. Row 0 is the empty chain. */
struct pprof_chain {
	uint32_t parent;   /* number of a chain, smaller than this row's */
	uint32_t location; /* row in `locations` */
	uint32_t stack;	   /* of the builder, set by pprof_samples_stacks() */
	uint32_t depth;	   /* of `stack` */
};

struct pprof_label {
	int64_t num;
	uint32_t key, str, unit; /* numbers of texts */
};

/* A sample. Its values and labels begin where those of the previous sample end. */
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
	uint64_t *ids;		/* owned: the locations of the current sample */
	size_t id_count, id_room;
};

/* Keep a sample, the message of a field of the profile. */
bool pprof_samples_take(struct pprof_samples *s, struct text message, uint64_t offset,
			struct pprof_tables *t, struct losses *losses, struct error *err);

/* The values and labels of a row, `*n` of each. The pointer must not be read when `*n` is 0. */
const int64_t *pprof_samples_values(const struct pprof_samples *s, size_t row, size_t *n);
const struct pprof_label *pprof_samples_labels(const struct pprof_samples *s, size_t row,
					       size_t *n);

/* Make stacks of the chains, after pprof_tables_frames(). */
void pprof_samples_stacks(struct pprof_samples *s, const struct pprof_tables *t,
			  struct builder *b, struct losses *losses);
uint32_t pprof_samples_stack(const struct pprof_samples *s, size_t row);
void pprof_samples_release(struct pprof_samples *s);

#endif
