/* perf_recording.h - the samples and changes of a recording, collected in the order of the file. */

#ifndef INPUT_PERF_RECORDING_H
#define INPUT_PERF_RECORDING_H

#include "base/fill.h"
#include "base/intern.h"
#include "input/losses.h"
#include "input/perf_data/perf_batch.h"
#include "input/perf_data/perf_unwinding.h"
#include "input/perf_data/perf_chain.h"
#include "input/perf_data/perf_events.h"
#include "input/perf_data/perf_stream.h"

/*
 * A file is not in order of time: each CPU has a buffer of its own, and perf empties one after the
 * other. So samples, their call chains (each once), and the records that change the meaning of
 * addresses are collected until no earlier record can follow. Zero it and call
 * perf_recording_begin().
 */
struct perf_recording {
	struct losses *losses; /* borrowed */
	struct perf_events events;
	struct perf_deferred deferred;
	struct perf_unwinding_copies copies; /* of user stacks; see perf_unwinding.h */
	struct intern *chains;		     /* owned: chains of 64-bit numbers */
	/* memory of `chains`, if it must not move */
	struct mem_area chain_bytes, chain_ends;
	/* it does not move: other threads may read the chains of batches that were taken */
	bool fixed;
	struct perf_batch held; /* not taken yet */

	/* For the caller to set: */
	/* a scan has set `used` of the events, and other threads read it: it must not change */
	bool scanned;
	bool in_batches; /* each batch has its own chains; requires `scanned` */
	/* read while it grows: chains may move; set this before perf_recording_begin() */
	bool live;
	bool named;    /* the names of all events are known */
	bool switches; /* keep the scheduler's events */

	bool surprised;	   /* an event got its first sample; reset by the caller */
	bool has_field;	   /* some sample had the field requested by events.fields */
	struct idmap told; /* tids named by switches */
	/* owned: beginnings of raw data of events without a name so far; NULL: none */
	struct intern *raws;

	/* new chains that are not in `chains` yet; the latest samples have indices of `fresh` */
	struct text *fresh; /* owned: texts in `fresh_bytes` */
	char *fresh_bytes;  /* owned */
	struct fill fresh_room;
	size_t fresh_count;
	size_t settled; /* held samples whose chains are numbers of `chains` */
	/* load of `held` after the last perf_recording_take() */
	size_t kept;
	uint32_t samples, changes; /* their numbers so far */
	uint64_t latest;	   /* latest time of any record so far */

	/*
	 * Lost samples: as the kernel reported them, and as perf 6.0 and later reports them at the
	 * end from the counters. Usually these are the same. See perf_recording_lost().
	 */
	uint64_t lost, lost_in_all, lost_first;
};

/* False and an error when memory runs out. Release with perf_recording_release(). */
bool perf_recording_begin(struct perf_recording *r, struct losses *losses,
			  struct error *err);
void perf_recording_release(struct perf_recording *r);

/* The number of samples lost while recording; `lost_first` is the offset of the first report. */
uint64_t perf_recording_lost(const struct perf_recording *r);

/*
 * Take a SAMPLE; a damaged one is counted. False and an error when memory runs out, or with too
 * many samples.
 */
bool perf_recording_sample(struct perf_recording *r, const struct perf_record *record,
			   struct error *err);

/*
 * Move everything before `time` to `early`, which must be empty; UINT64_MAX: everything. With
 * deferred chains everything must be taken, unless it is live: then samples that still wait for
 * their user stacks are counted.
 */
bool perf_recording_take(struct perf_recording *r, uint64_t time,
			 struct perf_batch *early, struct error *err);

/*
 * Has as much been added as the last perf_recording_take() left? Each call goes through everything
 * held: if a late sample holds back nearly everything, taking a little each time would take
 * quadratic time.
 */
bool perf_recording_is_ripe(const struct perf_recording *r);

/*
 * If chains have more than `most` bytes, forget all but those of held samples, which get other
 * numbers: then `*forgot` is true. Only if they are not `fixed`, and while no other thread reads
 * them.
 */
bool perf_recording_forget_chains(struct perf_recording *r, uint64_t most, bool *forgot,
				  struct error *err);

/* Set the error for a file that has changed since the scan. Returns false. */
bool perf_recording_changed(struct error *err);

/* Take any other record of the kernel; records without effect are counted. */
bool perf_recording_other(struct perf_recording *r, const struct perf_record *record,
			  struct error *err);

#endif
