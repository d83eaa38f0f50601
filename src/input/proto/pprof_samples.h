/* pprof_samples.h - the samples of a pprof profile, kept until the file has named all. */

#ifndef INPUT_PPROF_SAMPLES_H
#define INPUT_PPROF_SAMPLES_H

#include "input/proto/pprof_tables.h"

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
