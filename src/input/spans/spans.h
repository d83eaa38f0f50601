/* spans.h - turns spans of time, given in any order, into rows that never overlap. */

#ifndef INPUT_SPANS_H
#define INPUT_SPANS_H

#include "input/reading.h"

/*
 * The input has begins, ends and whole spans, each on a track: a thread, or one of many requests.
 * All are kept until the input has ended, because it need not be in order of time. Then:
 *
 * 1. Ends are paired with begins in order of time, and at equal times in the order of the input. An
 *    end closes the innermost open span of its name. If it has no name, or no such span is open, it
 *    closes the innermost open span. A begin without an end lasts until the end of its track.
 * 2. Spans are nested. Of two spans that begin at the same time, the longer one is outside; of two
 *    with the same begin and end, a paired span is outside, or else the first one in the input. A
 *    span that would end after the span around it is cut off there.
 * 3. The times during which a span is the innermost become its rows, of the event "spans".
 */
enum span_kind {
	SPAN_BEGIN,
	SPAN_END,
	SPAN_WHOLE,
	SPAN_PAIRED, /* after pairing: a begin whose length is known */
	SPAN_ENDED,  /* after pairing: an end whose begin is known */
};

#define SPAN_NO_CPU INT64_MIN

struct span_event {
	int64_t time;	 /* ns, like all times here; the begin, or the end (SPAN_END) */
	uint64_t length; /* of SPAN_WHOLE; time + length does not overflow */
	/* CPU time of the span, or the thread's CPU clock at a begin or end; or SPAN_NO_CPU */
	int64_t cpu;
	uint64_t at;	/* offset in the input, for losses */
	uint32_t frame; /* of the builder; not set in SPAN_END */
	/*
	 * name that pairs an end with its begin; 0: none; not set in SPAN_WHOLE. In SPAN_PAIRED:
	 * index of the event that ends it, or UINT32_MAX
	 */
	uint32_t name;
	uint32_t track;
	uint32_t kind; /* enum span_kind; one of the first three when added */
};

/* Zero it to begin. */
struct spans {
	struct span_event *events; /* owned */
	size_t count, room;
	uint32_t tracks; /* the largest number of a track + 1 */
};

/* More events cause ERROR_LIMIT. This many are 2 to 3 GB of text, and take 2.7 GB of memory. */
#define SPANS_MOST (UINT32_C(1) << 24)
bool spans_add(struct spans *s, const struct span_event *e, struct error *err);
void spans_release(struct spans *s);

/*
 * Pass all rows to the reading's builder, track by track; call builder_signed_times() first.
 * If `s` is empty, the profile gets no event. `thread` returns the builder's thread of a track, and
 * is called once for each track with spans. The weight of a row is its share of the span's CPU time
 * outside inner spans, or its duration if the span has no CPU time.
 */
bool spans_store(struct spans *s, uint32_t (*thread)(void *arg, uint32_t track),
		 void *arg, struct reading *r, struct error *err);

#endif
