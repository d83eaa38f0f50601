/* spans.h - spans of time on tracks, in any order, as rows that never overlap. */

#ifndef INPUT_SPANS_H
#define INPUT_SPANS_H

#include "input/reading.h"

/*
 * Input of a format: begins, ends and whole spans, each on a track. A track does one thing at a
 * time; it is a thread, or one request among many. All are kept until the input has ended, because
 * it need not be in order of time. Then
 *
 * 1. ends are paired with begins, in order of time, and at the same time in order of
 *    the input. An end closes the innermost open span of its name; without a name, or if no span of
 *    that name is open, the innermost open span. A begin without an end lasts until the end of its
 *    track.
 * 2. spans are nested. Of two that begin at the same time the longer one is outside;
 *    of two with the same begin and end a paired one, then the first one of the input. A span that
 *    would end after the span around it is cut there.
 * 3. the times at which a span is the innermost become its rows, of the event "spans".
 */
enum span_kind {
	SPAN_BEGIN,
	SPAN_END,
	SPAN_WHOLE,
	SPAN_PAIRED, /* set by pairing: a begin whose length is known */
	SPAN_ENDED,  /* set by pairing: an end that has found its begin */
};

#define SPAN_NO_CPU INT64_MIN

struct span_event {
	int64_t time;	 /* ns, like all times here; the begin, or the end (SPAN_END) */
	uint64_t length; /* of SPAN_WHOLE; time + length does not overflow */
	/*
	 * CPU time of the span; of a begin or end the thread's CPU clock at that time; or
	 * SPAN_NO_CPU
	 */
	int64_t cpu;
	uint64_t at;	/* offset in the input, for losses */
	uint32_t frame; /* of the builder; not set in SPAN_END */
	/*
	 * name that pairs an end with its begin, 0: none; not set in SPAN_WHOLE. In SPAN_PAIRED the
	 * event that ends it, or UINT32_MAX
	 */
	uint32_t name;
	uint32_t track;
	uint32_t kind; /* enum span_kind; one of the first three when added */
};

/* Zero it to begin. */
struct spans {
	struct span_event *events; /* owned */
	size_t count, room;
	uint32_t tracks; /* the largest track + 1 */
};

/* More events are ERROR_LIMIT. This many are 2 to 3 GB of text and take 2.7 GB of memory. */
#define SPANS_MOST (UINT32_C(1) << 24)
bool spans_add(struct spans *s, const struct span_event *e, struct error *err);
void spans_release(struct spans *s);

/*
 * Pass all rows to the reading's builder, track by track. Without spans the profile gets no event.
 * The builder's times must be signed. `thread` returns the builder's thread of a track; it is
 * called once for each track with a span. The weight of a row is its share of the span's own CPU
 * time, without that of inner spans; or its duration, if the input has no CPU time for the span.
 */
bool spans_store(struct spans *s, uint32_t (*thread)(void *arg, uint32_t track),
		 void *arg, struct reading *r, struct error *err);

#endif
