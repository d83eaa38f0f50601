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
 * addresses are collected until nothing earlier can come. Zero it and call perf_recording_begin().
 */
struct perf_recording {
	struct losses *losses; /* borrowed */
	struct perf_events events;
	struct perf_deferred deferred;
	struct perf_unwinding_copies copies; /* of user stacks, see perf_unwinding.h */
	struct intern *chains; /* owned: 64-bit numbers, with marks between them */
	struct mem_area chain_bytes, chain_ends; /* of chains, if they never move */
	bool
	    fixed; /* they never move: other threads may look at chains that were taken */
	struct perf_batch held; /* not taken yet */

	/* For the caller to set: */
	/* a scan has set `used` of the events, which other threads look at: no more may be used */
	bool scanned;
	bool in_batches; /* each batch has its own chains; requires `scanned` */
	bool live;	 /* read as it comes: chains may move; set before it begins */
	bool named;	 /* the names of all events are known */
	bool switches;	 /* keep what the scheduler did */

	bool surprised;	   /* an event has got its first sample since this was cleared */
	bool has_field;	   /* some sample had the field that events.fields asks for */
	struct idmap told; /* tids whose names switches have told */
	/* owned: the beginning of raw data of events that have no name yet; NULL: none */
	struct intern *raws;

	/* new chains, which are not in `chains` yet; the last samples have numbers of `fresh` */
	struct text *fresh; /* owned: they lie in: */
	char *fresh_bytes;  /* owned */
	struct fill fresh_room;
	size_t fresh_count;
	size_t settled;		   /* samples held that have numbers of `chains` */
	size_t kept;		   /* load of `held` after the last taking */
	uint32_t samples, changes; /* so far */
	uint64_t latest;	   /* time of any record so far */

	/*
	 * Lost samples: as the kernel reported them, and as perf 6.0 and later reports at the end
	 * from the counters. Mostly these are the same. See perf_recording_lost().
	 */
	uint64_t lost, lost_in_all, lost_first;
};

/* False and an error when memory runs out. Release with perf_recording_release(). */
bool perf_recording_begin(struct perf_recording *r, struct losses *losses,
			  struct error *err);
void perf_recording_release(struct perf_recording *r);

/* How many samples were lost while recording; `lost_first` is the offset of the first report. */
uint64_t perf_recording_lost(const struct perf_recording *r);

/* Take a SAMPLE; a damaged one is counted. False and an error: no memory, or too many samples. */
bool perf_recording_sample(struct perf_recording *r, const struct perf_record *record,
			   struct error *err);

/*
 * Move what is earlier than `time` to `early`, which is empty; UINT64_MAX: everything. With
 * deferred chains everything must be taken, unless it is live: then samples whose user stacks have
 * not come yet are counted.
 */
bool perf_recording_take(struct perf_recording *r, uint64_t time,
			 struct perf_batch *early, struct error *err);

/*
 * Has as much come as the last taking left? Each taking goes through all that is held: if one late
 * sample holds back nearly everything, taking a little each time would never end.
 */
bool perf_recording_is_ripe(const struct perf_recording *r);

/*
 * When chains have more than `most` bytes, forget all but those of held samples, which get other
 * numbers: `*forgot`. Only if they are not `fixed`, and while nobody looks at them.
 */
bool perf_recording_forget_chains(struct perf_recording *r, uint64_t most, bool *forgot,
				  struct error *err);

/* Sets the error of a file that has changed since the scan. Returns false. */
bool perf_recording_changed(struct error *err);

/* Take any other record of the kernel: those without an effect are counted. */
bool perf_recording_other(struct perf_recording *r, const struct perf_record *record,
			  struct error *err);

#endif
