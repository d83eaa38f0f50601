/* perf_recording.h - what the records of a perf.data say, collected in the order of the file. */

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
 * Files are not in order of time: CPUs have buffers of their own, which perf empties one
 * after the other. So samples are collected, with their call chains each kept once, and so are
 * the records on which it depends what their addresses mean, until it is known that nothing
 * earlier comes. Zero it and call perf_recording_begin().
 */
struct perf_recording {
	struct losses *losses; /* borrowed */
	struct perf_events events;
	struct perf_deferred deferred;
	struct perf_unwinding_copies copies; /* of user stacks, see perf_unwinding.h */
	struct intern *chains; /* owned: runs of 64-bit numbers, with marks in between */
	struct mem_area chain_bytes,
	    chain_ends; /* where they lie if they never move, ... */
	bool fixed; /* ... so that another thread may look at those of what was taken */
	struct perf_batch held; /* what nobody has taken yet */

	/*
	 * Another thread looks at the events, of which a first walk has found those in use: any
	 * other is an error. For the caller to set.
	 */
	bool scanned;
	bool in_batches; /* chains are the batches' own, and gone with them; likewise */
	bool live;	 /* read as it comes: chains may move; set before it begins */
	bool named;	 /* all names of events have been read; for the caller to set */
	bool
	    surprised; /* live: an event has got its first sample since this was cleared */
	bool switches;	/* what the scheduler did is kept, too; for the caller to set */
	bool has_field; /* some sample had the field that events.fields asks for */
	struct idmap told;   /* tids that switches have told the names of */
	struct intern *raws; /* owned: beginnings of trace points' data, of events
			      * whose names stand behind them; NULL: there are none */

	/* chains not yet among the others; the last samples have their numbers in here */
	struct text *fresh; /* owned: they lie in: */
	char *fresh_bytes;  /* owned */
	struct fill fresh_room;
	size_t fresh_count;
	size_t settled;		   /* so many of the samples held have their chains */
	size_t kept;		   /* load of what was held after the last taking */
	uint32_t samples, changes; /* so many there were in all */
	uint64_t latest;	   /* time of any record so far */

	/*
	 * Samples lost as the kernel said then, and as perf 6.0 and later adds up at the end
	 * from the counters: mostly the same ones. See perf_recording_lost().
	 */
	uint64_t lost, lost_in_all, lost_first;
};

/* False and an error when memory runs out. Release with perf_recording_release(). */
bool perf_recording_begin(struct perf_recording *r, struct losses *losses,
			  struct error *err);
void perf_recording_release(struct perf_recording *r);

/* How many samples were lost while recording; `lost_first` is where the first are told. */
uint64_t perf_recording_lost(const struct perf_recording *r);

/* Take a SAMPLE; one that is damaged is counted. False and an error: no memory, or too many. */
bool perf_recording_sample(struct perf_recording *r, const struct perf_record *record,
			   struct error *err);

/*
 * Move what was held and is earlier than `time` to `early`, which is empty; UINT64_MAX: all.
 * With deferred chains only all may be taken, unless it is live: then those that nothing has followed
 * yet are counted.
 */
bool perf_recording_take(struct perf_recording *r, uint64_t time,
			 struct perf_batch *early, struct error *err);

/*
 * Has as much come again as the last taking left? Each goes through all that is held: where
 * one late sample keeps nearly everything back, taking a little each time would never end.
 */
bool perf_recording_is_ripe(const struct perf_recording *r);

/*
 * Forget all chains but those of what is held, which get other numbers, once they have more than so
 * many bytes: `*forgot`. Only with chains that are not `fixed`, and when nobody looks at them.
 */
bool perf_recording_forget_chains(struct perf_recording *r, uint64_t most, bool *forgot,
				  struct error *err);

/* The error of a file where a second walk finds something else than the first. False. */
bool perf_recording_changed(struct error *err);

/* Take any other record of the kernel: what changes nothing is counted. */
bool perf_recording_other(struct perf_recording *r, const struct perf_record *record,
			  struct error *err);

#endif
