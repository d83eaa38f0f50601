/* perf_live.h - a recording that is read as it comes. */

#ifndef INPUT_PERF_LIVE_H
#define INPUT_PERF_LIVE_H

#include "input/perf_data/perf_recording.h"
#include "input/perf_data/perf_replay.h"
#include "input/perf_data/perf_stream.h"
#include "input/reading.h"

/*
 * perf empties its buffers round after round, and marks the end of each. What comes after such a
 * mark is never older than the newest record of the round before (perf.data-file-format.txt, of
 * FINISHED_ROUND), so all that is older is replayed then, and shown. A sample that is older all the
 * same is counted as too late, and so may be one of a stream without marks, of which no more than
 * PERF_LIVE_HELD is held. All are borrowed:
 */
#define PERF_LIVE_HELD ((size_t)64 << 20)
struct perf_live {
	struct reading *reading;
	struct perf_stream *stream;
	struct perf_recording *recording; /* begun, with `live` */
	struct losses *losses;
	bool (*take)(void *arg, const struct perf_record *r, struct error *err);
	void *arg;
	uint64_t
	    keep; /* ns; less than was asked for where memory is short. 0: all is kept */
	size_t most; /* bytes of samples that are held, whether a round ends or not */
	/* for perf_live_run(): */
	uint64_t round;	 /* the latest time, one round ago */
	uint64_t told;	 /* the recorder's latest look, ... */
	uint64_t looked; /* ... and that of one round ago */
	uint64_t passed; /* what has been replayed is before this */
	uint64_t first;	 /* that began with about this; 0: nothing has */
	uint64_t spared; /* when less was kept than before, ... */
	size_t used;	 /* ... with so many bytes of memory used */
	size_t stored;	 /* so many events have their places in the profile, ... */
	bool dummies;	 /* ... also those that were to have no samples */
	uint64_t worth;	 /* bytes that may be gone through, see is_due() */
	uint64_t taken;	 /* when what was held was gone through last, by clock_now() */
};

/* Take what comes before the first sample: events, facts, all that runs already. */
bool perf_live_begin(struct perf_live *l, struct error *err);

/* Take the rest, replay it round by round, and show it, until the stream ends. */
bool perf_live_run(struct perf_live *l, struct perf_replay *replay, struct error *err);

#endif
