/* perf_replay.h - replays a recording in order of time into a profile. */

#ifndef INPUT_PERF_REPLAY_H
#define INPUT_PERF_REPLAY_H

#include "input/perf_data/perf_batch.h"
#include "input/perf_data/perf_code.h"
#include "input/perf_data/perf_events.h"
#include "input/perf_data/perf_maps.h"
#include "input/perf_data/address_names.h"
#include "input/reading.h"

/* The state of the recording at one time. */
struct perf_replay;

/* All pointers are borrowed. */
struct perf_replayed {
	struct reading *reading;
	const struct perf_events *events; /* stored in the builder */
	/* chains of the batches; may grow, but not move */
	const struct intern *chains;
	struct perf_maps *maps;		  /* with the build ids; the replay changes it */
	const struct symbolizer *symbols; /* NULL: no names */
	struct perf_code *code;		  /* NULL: no instructions are requested */
	/* only instructions are requested: stacks are empty */
	bool only_code;
	/* the reading's builder is one of several parts, one for each thread */
	bool is_part;
};

/* NULL and an error when memory runs out. Release with perf_replay_free(). */
struct perf_replay *perf_replay_new(const struct perf_replayed *of, struct error *err);
void perf_replay_free(struct perf_replay *p);

/*
 * Apply the changes and samples of a batch in order of time, and at equal times in the order of the
 * file. Each sample is added to the builder with the names and maps of that time. Later batches
 * must contain nothing earlier. Takes over the batch, which becomes empty. False and an error when
 * memory runs out or reading was cancelled.
 */
bool perf_replay_batch(struct perf_replay *p, struct perf_batch *batch,
		       struct error *err);

/*
 * The same in steps: only changes, all of which must be applied, but only those `counted` add to
 * the losses; and samples with the changes before them, beginning with change `*change`, which is
 * advanced.
 */
bool perf_replay_changes(struct perf_replay *p, const struct perf_sorted *s, size_t from,
			 size_t to, bool counted, struct error *err);
bool perf_replay_samples(struct perf_replay *p, const struct perf_sorted *s, size_t from,
			 size_t to, size_t *change, struct error *err);

/* Use these chains from now on, for batches that have none of their own. */
void perf_replay_chains(struct perf_replay *p, const struct intern *chains);

/*
 * Called from time to time in a live recording: forgets data needed only by samples that the
 * builder has dropped, the processes that ended before this time, and files that are no longer
 * mapped.
 */
bool perf_replay_forget(struct perf_replay *p, uint64_t before, struct error *err);

/*
 * Continue with another part, and forget everything that refers to the old one. Call
 * address_names_reasons() before.
 */
bool perf_replay_renew(struct perf_replay *p, struct builder *part, struct error *err);

/*
 * The frames of the addresses, borrowed until perf_replay_renew(). Their address_names_at() is for
 * the next slice; address_names_tell() counts the frames without a name after the last sample.
 */
struct address_names *perf_replay_places(const struct perf_replay *p);

#endif
