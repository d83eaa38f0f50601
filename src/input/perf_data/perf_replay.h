/* perf_replay.h - a recording in order of time: its samples into a profile. */

#ifndef INPUT_PERF_REPLAY_H
#define INPUT_PERF_REPLAY_H

#include "input/perf_data/perf_batch.h"
#include "input/perf_data/perf_code.h"
#include "input/perf_data/perf_events.h"
#include "input/perf_data/perf_maps.h"
#include "input/perf_data/perf_names.h"
#include "input/reading.h"

/* What has become of the recording so far. */
struct perf_replay;

/* All are borrowed: */
struct perf_replayed {
	struct reading *reading;
	const struct perf_events *events; /* stored */
	const struct intern *chains;	  /* of the batches; may grow, but not move */
	struct perf_maps *maps;		  /* has the build ids, and is changed */
	const struct perf_namer *symbols; /* NULL: no names */
	struct perf_code *code;		  /* NULL: nobody asks for instructions */
	bool only_code;			  /* and for nothing else: stacks are empty */
	bool
	    is_part; /* the reading's builder is a part of one that others add to as well */
};

/* NULL and an error when memory runs out. Release with perf_replay_free(). */
struct perf_replay *perf_replay_new(const struct perf_replayed *of, struct error *err);
void perf_replay_free(struct perf_replay *p);

/*
 * Go through the changes and samples of a batch by time, those of equal time as they stand in
 * the file, and add each sample to the builder with the thread and functions that it had
 * then. Nothing of a later batch may be earlier. The batch is taken over, and empty afterwards. False
 * and an error when memory runs out or reading was cancelled.
 */
bool perf_replay_batch(struct perf_replay *p, struct perf_batch *batch,
		       struct error *err);

/*
 * The same piece by piece: changes by themselves, all of which must be taken, but only those that are
 * `counted` are in the losses; and samples with the changes before them, from number `*change` on,
 * which is the next one afterwards.
 */
bool perf_replay_changes(struct perf_replay *p, const struct perf_sorted *s, size_t from,
			 size_t to, bool counted, struct error *err);
bool perf_replay_samples(struct perf_replay *p, const struct perf_sorted *s, size_t from,
			 size_t to, size_t *change, struct error *err);

/* From now on batches without chains of their own have these. */
void perf_replay_chains(struct perf_replay *p, const struct intern *chains);

/*
 * Of a recording that goes on for ever: forget what only samples needed that the builder has let
 * go, processes that ended before this time, and files that are mapped no more. Whenever much of it has come together.
 */
bool perf_replay_forget(struct perf_replay *p, uint64_t before, struct error *err);

/*
 * Where its builder is a part: it goes on with another one, and knows nothing of what it has put
 * into the old one. Before that, why frames have no name is to be told (below).
 */
bool perf_replay_renew(struct perf_replay *p, struct builder *part, struct error *err);

/* The number of what is replayed next; see perf_names_at() and perf_names_reasons(). */
void perf_replay_at(struct perf_replay *p, uint32_t number);
bool perf_replay_reasons(const struct perf_replay *p, const struct merge *merge,
			 struct perf_reasons *all, struct error *err);

/* After the last one: count the frames that have no name. */
bool perf_replay_end(const struct perf_replay *p, struct error *err);

#endif
