/* builder_state.h - the internals of a builder, for builder.c, finish.c, merge.c and shared.c. */

#ifndef PROFILE_BUILDER_STATE_H
#define PROFILE_BUILDER_STATE_H

#include "base/append.h"
#include "base/idmap.h"
#include "base/intern.h"
#include "base/mem.h"
#include "profile/builder.h"
#include "profile/code.h"

/* ---- tables that previews share with a growing profile: shared.c ---- */

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
 * The shared tables. They are freed when the last user drops them, on any thread. One user, the
 * builder, appends rows, and never changes rows that others can see.
 */
struct shared;

/* Tables with one user. NULL if memory or address space is short: then nothing is shared. */
struct shared *shared_new(void);
void shared_drop(struct shared *s);

struct mem_area *shared_area(struct shared *s, enum shared_table which);

/* The caller no longer needs this table: it is freed immediately if it has no other user. */
void shared_forget(struct shared *s, enum shared_table which);

/*
 * Add a user of the samples in [from, to). shared_look_away(), called on any thread with the
 * returned pointer, removes it. NULL and an error when memory runs out.
 */
struct look;
struct look *shared_look(struct shared *s, uint32_t from, uint32_t to, struct error *err);
void shared_look_away(void *look);

/*
 * The builder no longer needs samples before this row: their memory is returned, unless a preview
 * uses them.
 */
void shared_let_go(struct shared *s, uint32_t until);

/* ---- the builder ---- */

/* A growing table: the rows, their number, and the capacity. */
#define TABLE(type)                                                                      \
	struct {                                                                         \
		type *rows; /* owned */                                                  \
		size_t count, room;                                                      \
	}

/* Finds rows by three members: `pairs` numbers the first two, `rows` adds the third. */
struct triples {
	struct idmap pairs, rows;
};

/*
 * An entry in a small cache of recent lookups: most keys are soon looked up again, and the table
 * itself may be outside the CPU's cache. When zeroed, it is empty.
 */
#define RECENT_STACKS 256 /* a power of two */
struct recent {
	uint64_t key;
	uint32_t id; /* plus one; 0: none */
};

struct builder {
	struct error err;	/* the first failure; later calls do nothing */
	struct intern *strings; /* owned */
	/* owned: the builder is one user; NULL: tables are not shared */
	struct shared *shared;
	TABLE(struct frame) frames;
	TABLE(struct stack) stacks;
	TABLE(struct thread) threads;
	TABLE(struct event) events;
	TABLE(struct context) contexts;
	TABLE(struct note) notes;
	TABLE(struct loss) losses;
	TABLE(uint32_t) named;	  /* by string: the first frame with that name; 0: none */
	struct triples frame_ids; /* for further frames with the same name */
	struct triples thread_ids;
	/* for threads whose process has a name; the first member is from process_ids */
	struct triples member_ids;
	struct idmap process_ids; /* numbers pairs (comm, process) */
	TABLE(uint32_t) callees;  /* by stack: its first callee; 0: none */
	struct idmap stack_ids;	  /* for further callees */
	struct idmap event_ids, context_ids, note_ids;
	struct recent recent_stacks[RECENT_STACKS], recent_context;
	uint32_t samples;
	size_t sample_room; /* in each of the next four columns */
	uint64_t *time;	    /* owned */
	uint64_t *weight;   /* owned */
	uint32_t *stack;    /* owned */
	uint32_t *context;  /* owned */
	uint64_t *duration; /* owned; NULL: no span has been added yet */
	size_t duration_room;
	uint32_t *site; /* owned, never shared; NULL: no sample has a site yet */
	size_t site_room;
	uint64_t *many;	 /* owned; NULL unless builder_columns() has set it */
	uint64_t *sched; /* owned, never shared; NULL: all are 0 */
	size_t sched_room;
	struct code *code;  /* owned; NULL: instructions were not requested */
	struct hosts hosts; /* owned */
	uint64_t end;	    /* the latest end of a sample, xored with `flip` */
	uint64_t flip; /* xored with times before they are compared: 0, or the sign bit */
	bool negative; /* some times are negative */
	/* the time passed to the last call of builder_until() */
	uint64_t until;
	/*
	 * ns: samples older than the latest one, or than `until`, by more than this are dropped; 0:
	 * all are kept
	 */
	uint64_t keep;
	uint64_t origin; /* with `keep`: the origin of the profile; else 0 */
	/* rows at the start: those dropped, and those whose memory is released */
	uint32_t gone, let_go;
	unsigned sorters;	 /* threads that may sort the samples; 0 means 1 */
	uint64_t gone_before;	 /* rows dropped before the last rebuild of the tables */
	uint32_t generation;	 /* the number of rebuilds */
	uint64_t renewed;	 /* approximate bytes of the tables at the last rebuild */
	uint32_t untimed_head;	 /* samples at the start that have no time */
	TABLE(uint32_t) untimed; /* later samples that have no time */
	uint64_t weight_sum, too_heavy;
	uint64_t duration_sum, too_long;
	uint64_t crowded;   /* events that share the last rows, because ids ran out */
	uint64_t backwards; /* samples added just after one with a later time */
	/* bits by shared_table: columns that are no longer shared */
	unsigned sorted_apart;
	bool timed, sorted, weighted, counts;

	/*
	 * This is a part (see builder.h): its samples go to another builder, which adds up weights
	 * and durations.
	 */
	bool is_part;
};

/* A sample as it is stored. */
struct row {
	uint64_t time, weight, duration, sched;
	uint32_t stack, context, site;
	bool timed;
};
void builder_row(struct builder *b, const struct row *r);

/* Make room in a table that previews may share. */
#define RESERVE(b, table, which, wanted, what)                                           \
	builder_grow((b), (which), &(b)->table.rows, &(b)->table.room, (wanted),         \
		     sizeof *(b)->table.rows, (what))
/* Append a row to such a table, or to one that is never shared. False: the builder has failed. */
#define PUT(b, table, which, what, ...)                                                  \
	(RESERVE(b, table, which, (size_t)(b)->table.count + 1, what) &&                 \
	 APPEND_WITHIN((b)->table.rows, (b)->table.count, (b)->table.room, __VA_ARGS__))
#define PUT_OWN(b, table, what, ...)                                                     \
	APPEND((b)->table.rows, (b)->table.count, (b)->table.room, what, &(b)->err,      \
	       __VA_ARGS__)
bool builder_grow(struct builder *b, enum shared_table which, void *rows, size_t *room,
		  size_t wanted, size_t size, const char *what);

/* Must the builder release this column with mem_free()? */
bool builder_owns(const struct builder *b, enum shared_table which);

void builder_free_hosts(struct hosts *h);

/* Free the lookup tables: after that, only strings and losses can be added. */
void builder_release_lookups(struct builder *b);

#endif
