/* spans.h - spans of time on tracks, in any order, as rows that never overlap. */

#ifndef INPUT_SPANS_H
#define INPUT_SPANS_H

#include "input/reading.h"

/*
 * What a format tells of spans are begins, ends and whole ones, each on a track, which is
 * where one thing is done at a time: a thread, or one request among many. All are kept until
 * the input has ended, because it need not be in order of time. Then
 *
 * 1. ends find their begins (span_pairs.c), in the order of time and at one time in that in which
 *    they were told: the innermost that is open under the same name; without a name, or where none
 *    of that name is open, the innermost at all. A begin without an end lasts until the end of its
 *    track.
 * 2. spans lie within each other (span_rows.c): of two that begin at once the longer one is
 *    outside, of two that are the same one that was begun and ended, then the one told first.
 *    One that would end after the span it lies in is cut there.
 * 3. the time when one was the innermost is its rows: of the event "spans".
 */
enum span_kind {
	SPAN_BEGIN,
	SPAN_END,
	SPAN_WHOLE,
	SPAN_PAIRED, /* of span_pairs(): a begin whose length is known by now, */
	SPAN_ENDED,  /* and an end that has found its begin */
};

#define SPAN_NO_CPU INT64_MIN

struct span_event {
	int64_t time;	 /* ns, as all here; when it begins, or ends (SPAN_END) */
	uint64_t length; /* of SPAN_WHOLE; the sum of time and length fits */
	int64_t cpu; /* CPU time that it took; at a begin or end what the thread's clock
			   says then; or SPAN_NO_CPU */
	uint64_t at; /* the byte of the input, for losses */
	uint32_t frame; /* of the builder; not of SPAN_END */
	uint32_t name;	/* by which an end finds its begin; 0: none. Not of SPAN_WHOLE; of
			   SPAN_PAIRED the event that ends it, or UINT32_MAX */
	uint32_t track;
	uint32_t kind; /* enum span_kind, of the first three */
};

/* Zero it to begin. */
struct spans {
	struct span_event *events; /* owned */
	size_t count, room;
	uint32_t tracks; /* the largest, and one */
};

/* ERROR_LIMIT beyond SPANS_MOST, which are 2 to 3 GB of text and take 2.7 GB of memory. */
#define SPANS_MOST (UINT32_C(1) << 24)
bool spans_add(struct spans *s, const struct span_event *e, struct error *err);
void spans_release(struct spans *s);

/*
 * Give all rows to the reading's builder, track by track; without spans there are none, and the
 * profile has no event. The builder's times must be signed. `thread` returns the builder's thread
 * of a track and is called once for each track that has a span. A row weighs its part of the
 * span's own CPU time, which is that of the span without that of the spans in it; if the span
 * tells no CPU time, a row weighs its duration.
 */
bool spans_store(struct spans *s, uint32_t (*thread)(void *arg, uint32_t track),
		 void *arg, struct reading *r, struct error *err);

/* ---- the steps, for spans_store() and tests ---- */

/* A number of an event, and what it is ordered by. */
struct span_key {
	int64_t from, until;
	uint32_t rank, event;
};

/*
 * Give the begins among these events, which are those of one track sorted by time, their
 * lengths and CPU times (they are SPAN_PAIRED then), `last` being the end of the track.
 */
struct span_pairing;
struct span_pairing *span_pairing_new(struct error *err);
void span_pairing_free(struct span_pairing *p);
bool span_pairs(struct span_pairing *p, struct spans *s, const struct span_key *keys,
		size_t count, int64_t last, struct losses *losses, struct error *err);

/* What rows are made of and where they go: those of the event `event`. */
struct span_rows;
struct span_rows *span_rows_new(struct reading *r, uint16_t event, struct error *err);
void span_rows_free(struct span_rows *rows);

/* The spans of one track, sorted: `from` is where one begins, `until` where it ends. */
bool span_rows_store(struct span_rows *rows, const struct spans *s,
		     const struct span_key *keys, size_t count, uint32_t thread,
		     struct error *err);

#endif
