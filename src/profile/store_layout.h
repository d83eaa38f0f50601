/* store_layout.h - the layout of a .flare file, see flare(5). */

#ifndef PROFILE_STORE_LAYOUT_H
#define PROFILE_STORE_LAYOUT_H

#include <stddef.h>
#include <xxhash.h>

#include "profile/profile.h"
#include "profile/store.h"

/*
 * A file has a header, the section table and the sections. All numbers are little-endian, and the
 * rows of all sections but the losses have the same form as in memory (profile.h), so a mapped file
 * is a profile. Big-endian machines get an error.
 */

#define STORE_VERSION 4
#define STORE_ALIGN   64 /* of a section: a cache line, and sufficient for any row */

/*
 * Like the signature of PNG, this shows that the file is not text, and whether a transfer as text
 * damaged it.
 */
#define STORE_MAGIC                                                                      \
	{                                                                                \
		0x89, 'F', 'L', 'A', 'R', 'E', '\n', 0x1a                                \
	}

struct store_header {
	unsigned char magic[8];
	uint32_t version;
	uint32_t sections; /* rows of the section table, which follows */
	uint64_t size;	   /* of the whole file */
	uint32_t flags;	   /* enum store_flag */
	uint32_t zero;
	uint64_t first_time, last_time; /* of the samples; 0 when there are none */
	uint64_t end_time;		/* see profile.h: samples.end */
	/* XXH3 of the section table; the seed is XXH3 of the header up to here */
	uint64_t sum;
};

enum store_flag {
	STORE_HAS_TIMES = 1 << 0,
	STORE_HAS_WEIGHTS = 1 << 1,
	STORE_WEIGHTS_ARE_COUNTS = 1 << 2,
	STORE_FLAGS = (1 << 3) - 1
};

struct store_section {
	uint32_t kind; /* enum store_kind */
	uint32_t row;  /* bytes of a row */
	uint64_t offset;
	uint64_t rows;
	uint64_t sum; /* XXH3 (64 bits) of the rows */
};

/* In the order of the file: the origin and the tables first, then the columns of the samples. */
enum store_kind {
	STORE_ORIGIN = 1, /* bytes: the `origin` of store_write() */
	STORE_STRINGS,	  /* bytes of all strings */
	STORE_ENDS,	  /* uint64_t */
	STORE_FRAMES,
	STORE_STACKS,
	STORE_THREADS,
	STORE_EVENTS,
	STORE_CONTEXTS,
	STORE_NOTES,
	STORE_LOSSES, /* struct store_loss */
	STORE_TALLIES,
	STORE_HOSTS, /* this and the next two have no rows in a profile of one host */
	STORE_TASKS,
	STORE_CPUS,
	STORE_SAMPLE_TIMES,
	STORE_SAMPLE_DURATIONS, /* no rows when all are moments */
	STORE_SAMPLE_STACKS,
	STORE_SAMPLE_CONTEXTS,
	STORE_SAMPLE_WEIGHTS,
	STORE_KINDS
};

#define STORE_SECTIONS (STORE_KINDS - 1)

/* From here on, the kinds are columns of samples, which are checked before samples are used. */
#define STORE_FIRST_COLUMN STORE_SAMPLE_TIMES

/* struct loss has padding; this has none. */
struct store_loss {
	uint64_t count;
	uint64_t first_line;
	uint32_t reason;
	uint32_t kind; /* see store_loss_kind() */
};

/* The stored kind: 1 if left out on purpose, else 256 times the kind. */
static inline uint32_t store_loss_kind(enum loss_kind kind)
{
	return kind == LOST_ASIDE ? 1 : (uint32_t)kind << 8;
}

static inline enum loss_kind store_kind_of(uint32_t stored)
{
	if (stored & 1)
		return LOST_ASIDE;
	return stored >> 8 < LOST_ASIDE ? (enum loss_kind)(stored >> 8) : LOST_UNREAD;
}

_Static_assert(sizeof(struct store_header) == 64 && sizeof(struct store_section) == 32 &&
		   sizeof(struct store_loss) == 24,
	       "the tables of a file have no padding");
_Static_assert(sizeof(struct store_header) +
		       STORE_SECTIONS * sizeof(struct store_section) ==
		   STORE_FRONT,
	       "STORE_FRONT covers the header and the section table");
_Static_assert(sizeof(struct frame) == 12 && sizeof(struct stack) == 8 &&
		   sizeof(struct thread) == 16 && sizeof(struct event) == 12 &&
		   sizeof(struct context) == 8 && sizeof(struct note) == 8 &&
		   sizeof(struct tally) == 32 && sizeof(struct host) == 56 &&
		   sizeof(struct host_number) == 8,
	       "rows are the same in memory and in a file");

/* Bytes of a row, by kind. */
static inline uint32_t store_row(enum store_kind kind)
{
	static const uint8_t rows[STORE_KINDS] = {
	    [STORE_ORIGIN] = 1,
	    [STORE_STRINGS] = 1,
	    [STORE_ENDS] = sizeof(uint64_t),
	    [STORE_FRAMES] = sizeof(struct frame),
	    [STORE_STACKS] = sizeof(struct stack),
	    [STORE_THREADS] = sizeof(struct thread),
	    [STORE_EVENTS] = sizeof(struct event),
	    [STORE_CONTEXTS] = sizeof(struct context),
	    [STORE_NOTES] = sizeof(struct note),
	    [STORE_LOSSES] = sizeof(struct store_loss),
	    [STORE_TALLIES] = sizeof(struct tally),
	    [STORE_HOSTS] = sizeof(struct host),
	    [STORE_TASKS] = sizeof(struct host_number),
	    [STORE_CPUS] = sizeof(struct host_number),
	    [STORE_SAMPLE_TIMES] = sizeof(uint64_t),
	    [STORE_SAMPLE_STACKS] = sizeof(uint32_t),
	    [STORE_SAMPLE_CONTEXTS] = sizeof(uint32_t),
	    [STORE_SAMPLE_WEIGHTS] = sizeof(uint64_t),
	    [STORE_SAMPLE_DURATIONS] = sizeof(uint64_t),
	};

	return rows[kind];
}

/* The correct value of header.sum. */
static inline uint64_t store_front_sum(const struct store_header *h,
				       const struct store_section *table)
{
	return XXH3_64bits_withSeed(table, sizeof *table * STORE_SECTIONS,
				    XXH3_64bits(h, offsetof(struct store_header, sum)));
}

static inline bool store_fits_machine(void)
{
	return __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;
}

#endif
