/* builder_state.h - the inside of a builder, for builder.c, finish.c and merge.c. */

#ifndef PROFILE_BUILDER_STATE_H
#define PROFILE_BUILDER_STATE_H

#include "base/append.h"
#include "base/idmap.h"
#include "base/intern.h"
#include "base/mem.h"
#include "profile/builder.h"
#include "profile/code.h"

/* ---- tables that previews look at while the profile grows: shared.c ---- */

enum shared_table {
	SHARED_TIME,
	SHARED_WEIGHT,
	SHARED_STACK,
	SHARED_CONTEXT,
	SHARED_DURATION,
	SHARED_STRING_BYTES,
	SHARED_STRING_ENDS,
	SHARED_FRAMES,
	SHARED_STACKS,
	SHARED_THREADS,
	SHARED_EVENTS,
	SHARED_CONTEXTS,
	SHARED_NOTES,
	SHARED_TABLES
};

/*
 * Freed when the last of its users has dropped it; any thread may. One of them, the
 * builder, appends to the rows that the others know of and changes none of those.
 */
struct shared;

/*
 * One user. NULL when there is no room for it in the address space: then nothing is shared.
 */
struct shared *shared_new(void);
void shared_drop(struct shared *s);

struct mem_area *shared_area(struct shared *s, enum shared_table which);

/* The caller no longer needs this table: it is freed at once if there is no other user. */
void shared_forget(struct shared *s, enum shared_table which);

/*
 * A user that looks at the samples from one row up to another, until it looks away; any thread may,
 * and calls the latter with what the former has returned. NULL and an error without memory.
 */
struct look;
struct look *shared_look(struct shared *s, uint32_t from, uint32_t to, struct error *err);
void shared_look_away(void *look);

/* The builder no longer needs samples before this row: their memory is given back, unless somebody looks at them. */
void shared_let_go(struct shared *s, uint32_t until);

/* ---- the builder ---- */

/* A table that grows: rows, how many, and room for how many. */
#define TABLE(type)                                                                      \
	struct {                                                                         \
		type *rows; /* owned */                                                  \
		size_t count, room;                                                      \
	}

/* Rows of three members are found in two steps: the first two have a number together. */
struct triples {
	struct idmap pairs, rows;
};

/*
 * What was found last under some keys: most are asked for again soon, and the table itself may be
 * far from the cache. Zeroed, it knows nothing: ids are kept plus one.
 */
#define RECENT_STACKS 256 /* a power of two */
struct recent {
	uint64_t key;
	uint32_t id; /* plus one; 0: none */
};

struct builder {
	struct error err;	/* the first failure; everything after it does nothing */
	struct intern *strings; /* owned */
	struct shared *shared;	/* a user of it; NULL: the tables are ours alone */
	TABLE(struct frame) frames;
	TABLE(struct stack) stacks;
	TABLE(struct thread) threads;
	TABLE(struct event) events;
	TABLE(struct context) contexts;
	TABLE(struct note) notes;
	TABLE(struct loss) losses;
	TABLE(uint32_t) named;	  /* by string: the first frame of that name; 0: none */
	struct triples frame_ids; /* of all but these */
	struct triples thread_ids;
	struct triples member_ids; /* of threads whose process has a name, by both: */
	struct idmap process_ids;  /* (comm, process) */
	TABLE(uint32_t) callees;   /* by stack, as many: its first one; 0: none */
	struct idmap stack_ids;	   /* of all but these */
	struct idmap event_ids, context_ids, note_ids;
	struct recent recent_stacks[RECENT_STACKS], recent_context;
	uint32_t samples;
	size_t sample_room; /* of each of these columns */
	uint64_t *time;	    /* owned */
	uint64_t *weight;   /* owned */
	uint32_t *stack;    /* owned */
	uint32_t *context;  /* owned */
	uint64_t *duration; /* owned; NULL: no stretch has come yet */
	size_t duration_room;
	uint32_t *site; /* owned, and never shared; NULL: no sample has one yet */
	size_t site_room;
	uint64_t *many;	 /* owned, of builder_columns() alone */
	uint64_t *sched; /* the same as of sites */
	size_t sched_room;
	struct code *code;  /* owned; NULL: nobody asked for instructions */
	struct hosts hosts; /* owned */
	uint64_t end;	    /* the latest end of a sample, by `flip` */
	uint64_t flip;	    /* times are in order when this was xored: 0, or the sign */
	bool negative;	    /* some are below 0 */
	uint64_t until;	    /* the recording goes on up to here, see builder_until() */
	uint64_t keep; /* ns: samples older than the latest by more are let go; 0: none */
	uint64_t origin;       /* with that: where the first of all was; else 0 */
	uint32_t gone, let_go; /* so many at the start are not kept; have been let go */
	unsigned sorters;      /* threads that may sort the samples; 0 is as good as 1 */
	uint64_t gone_before;  /* so many more were, before the tables were made anew */
	uint32_t generation;   /* how often that was */
	uint64_t renewed;      /* bytes of the tables then, about */
	uint32_t untimed_head; /* so many samples at the start have no time ... */
	TABLE(uint32_t) untimed; /* ... nor have these, later ones */
	uint64_t weight_sum, too_heavy;
	uint64_t duration_sum, too_long;
	uint64_t crowded;      /* events that share the last rows, as ids ran out */
	uint64_t backwards;    /* samples that come after a later one */
	unsigned sorted_apart; /* bits of shared_table: columns that are shared no more */
	bool timed, sorted, weighted, counts;

	/*
	 * Its samples go to another builder (see builder.h, parts), which adds up weights
	 * and knows which times came first.
	 */
	bool is_part;
};

/* A sample as it is kept. */
struct row {
	uint64_t time, weight, duration, sched;
	uint32_t stack, context, site;
	bool timed;
};
void builder_row(struct builder *b, const struct row *r);

/* Make room in a table that is shared if there are previews, and in one that never is. */
#define RESERVE(b, table, which, wanted, what)                                           \
	builder_grow((b), (which), &(b)->table.rows, &(b)->table.room, (wanted),         \
		     sizeof *(b)->table.rows, (what))
#define RESERVE_OWN(b, table, wanted, what)                                              \
	mem_reserve(&(b)->table.rows, &(b)->table.room, (wanted),                        \
		    sizeof *(b)->table.rows, (what), &(b)->err)
/*
 * Append a row; false: it was not added, and the builder has failed.
 */
#define PUT(b, table, which, what, ...)                                                  \
	(RESERVE(b, table, which, (size_t)(b)->table.count + 1, what) &&                 \
	 APPEND_WITHIN((b)->table.rows, (b)->table.count, (b)->table.room, __VA_ARGS__))
#define PUT_OWN(b, table, what, ...)                                                     \
	APPEND((b)->table.rows, (b)->table.count, (b)->table.room, what, &(b)->err,      \
	       __VA_ARGS__)
bool builder_grow(struct builder *b, enum shared_table which, void *rows, size_t *room,
		  size_t wanted, size_t size, const char *what);

/* Is this column ours to mem_free()? */
bool builder_owns(const struct builder *b, enum shared_table which);

void builder_free_hosts(struct hosts *h);

/* Free the lookup tables: nothing can be added after that. */
void builder_release_lookups(struct builder *b);

#endif
