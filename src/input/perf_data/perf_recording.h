/* perf_recording.h - collects samples, and changes to names and maps, in file order. */

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
 * A perf.data file is not in order of time: each CPU has its own buffer, and perf empties the
 * buffers in turn. So samples, their call chains (each stored once), and changes to names and maps
 * are held until no earlier record can follow. Zero the struct, set the caller's members, and call
 * perf_recording_begin().
 */
struct perf_recording {
	struct losses *losses; /* borrowed */
	struct perf_events events;
	struct perf_deferred deferred;
	struct perf_unwinding_copies copies; /* of user stacks; see perf_unwinding.h */
	struct intern *chains;		     /* owned: chains of 64-bit numbers */
	/* memory of `chains` if `fixed` */
	struct mem_area chain_bytes, chain_ends;
	/* `chains` never moves: other threads may read the chains of batches that were taken */
	bool fixed;
	struct perf_batch held; /* not taken yet */

	/* Set by the caller: */
	/* a scan has set `used` of all events; other threads read it, so it must not change */
	bool scanned;
	bool in_batches; /* each batch has its own chains; requires `scanned` */
	/* the input grows, and `chains` may move; set this before perf_recording_begin() */
	bool live;
	bool named;    /* the names of all events are known */
	bool switches; /* keep the scheduler's events */

	bool surprised;	   /* an event got its first sample; reset by the caller */
	bool has_field;	   /* some sample had the field requested by events.fields */
	struct idmap told; /* tids named by scheduler events */
	/* owned: the first bytes of raw data of events that have no name yet; NULL: none */
	struct intern *raws;

	/* chains not yet in `chains`; for the latest samples, `chain` is an index in `fresh` */
	struct text *fresh; /* owned; the bytes of its texts are in `fresh_bytes` */
	char *fresh_bytes;  /* owned */
	struct fill fresh_room;
	size_t fresh_count;
	/* number of held samples whose `chain` is already a number in `chains` */
	size_t settled;
	/* perf_batch_load() of `held` after the last perf_recording_take() */
	size_t kept;
	uint32_t samples, changes; /* counts so far; lowered if `live` */
	uint64_t latest;	   /* latest time of a sample or change so far */

	/*
	 * Lost samples: `lost` as counted by the kernel while recording, `lost_in_all` by perf 6.0
	 * or later at the end. The two are usually equal. See perf_recording_lost().
	 */
	uint64_t lost, lost_in_all, lost_first;
};

/* False and an error when memory runs out. Release with perf_recording_release(). */
bool perf_recording_begin(struct perf_recording *r, struct losses *losses,
			  struct error *err);
void perf_recording_release(struct perf_recording *r);

/* The number of lost samples; `lost_first` is the file offset of the first report. */
uint64_t perf_recording_lost(const struct perf_recording *r);

/*
 * Take a SAMPLE record. A damaged one is counted as a loss. False and an error when memory runs
 * out, a limit is exceeded or the file has changed.
 */
bool perf_recording_sample(struct perf_recording *r, const struct perf_record *record,
			   struct error *err);

/*
 * Move everything before `time` to `early`, which must be empty; UINT64_MAX: everything. With
 * deferred chains, take everything at once. Only if `live` may parts be taken; samples that are
 * taken without their user stacks are then counted as losses.
 */
bool perf_recording_take(struct perf_recording *r, uint64_t time,
			 struct perf_batch *early, struct error *err);

/*
 * Has the held data at least doubled since the last perf_recording_take()? That function visits all
 * held data, so taking a little each time would need quadratic time.
 */
bool perf_recording_is_ripe(const struct perf_recording *r);

/*
 * If `chains` uses more than `most` bytes, forget the chains that no held sample has, and renumber
 * the others; `*forgot` becomes true then, and false otherwise. Do not call this if `fixed`, or
 * while another thread reads the chains.
 */
bool perf_recording_forget_chains(struct perf_recording *r, uint64_t most, bool *forgot,
				  struct error *err);

/* Set the error for a file that has changed during the reading. Returns false. */
bool perf_recording_changed(struct error *err);

/* Take and count any other record of the kernel; changes are counted when they are replayed. */
bool perf_recording_other(struct perf_recording *r, const struct perf_record *record,
			  struct error *err);

#endif
