/* perf_replay.h - adds the samples of a recording to a profile, in order of time. */

#ifndef INPUT_PERF_REPLAY_H
#define INPUT_PERF_REPLAY_H

#include "input/perf_data/perf_batch.h"
#include "input/perf_data/perf_code.h"
#include "input/perf_data/perf_events.h"
#include "input/perf_data/perf_maps.h"
#include "input/perf_data/address_names.h"
#include "input/reading.h"

/* The state of the recorded system at one time. */
struct perf_replay;

/* All pointers are borrowed. */
struct perf_replayed {
	struct reading *reading;
	const struct perf_events *events; /* stored in the builder */
	/* chains of batches that have none of their own; may grow, but not move */
	const struct intern *chains;
	struct perf_maps *maps;		  /* with the build ids; changed by the replay */
	const struct symbolizer *symbols; /* NULL: no names */
	struct perf_code *code;		  /* NULL: no instructions are requested */
	/* only instructions are requested: leave stacks empty */
	bool only_code;
	/* the reading's builder is a part; each thread has one (profile/builder.h) */
	bool is_part;
};

/* NULL and an error when memory runs out. Release with perf_replay_free(). */
struct perf_replay *perf_replay_new(const struct perf_replayed *of, struct error *err);
void perf_replay_free(struct perf_replay *p);

/*
 * Replay the changes and samples of a batch in order of time, and at equal times in the order of
 * the file. The builder gets each sample with the names and maps of its time. Later batches must
 * not contain earlier times. Takes over the batch, which becomes empty. False and an error when
 * memory runs out or the reading was cancelled.
 */
bool perf_replay_batch(struct perf_replay *p, struct perf_batch *batch,
		       struct error *err);

/*
 * Replay the changes or the samples [from, to) of a batch. Each replay must apply all changes;
 * `counted`, which only one replay may set, counts their records. perf_replay_samples() also
 * applies and counts the changes from `*change` on that precede a sample, and advances `*change`.
 */
bool perf_replay_changes(struct perf_replay *p, const struct perf_sorted *s, size_t from,
			 size_t to, bool counted, struct error *err);
bool perf_replay_samples(struct perf_replay *p, const struct perf_sorted *s, size_t from,
			 size_t to, size_t *change, struct error *err);

/* Replace perf_replayed.chains. */
void perf_replay_chains(struct perf_replay *p, const struct intern *chains);

/*
 * Call this from time to time in a live recording. Forgets the data of samples that the builder has
 * dropped, threads that ended before the time `before`, and files that are no longer mapped.
 */
bool perf_replay_forget(struct perf_replay *p, uint64_t before, struct error *err);

/*
 * Continue with another part, and forget everything that refers to the old part. Before this call,
 * save the reasons for nameless frames with address_names_reasons().
 */
bool perf_replay_renew(struct perf_replay *p, struct builder *part, struct error *err);

/*
 * The frames of addresses, borrowed until perf_replay_renew(). Call address_names_at() before each
 * slice and, unless `is_part`, address_names_tell() after the last sample.
 */
struct address_names *perf_replay_places(const struct perf_replay *p);

#endif
