/* wake_paths.h - stacks that join a waiting thread with the threads that woke it. */

#ifndef ANALYSIS_WAKE_PATHS_H
#define ANALYSIS_WAKE_PATHS_H

#include "analysis/waiting/sched_replay.h"
#include "base/idmap.h"

/*
 * The stacks of each graph of waits, from the root:
 * 	OFF_CPU   the stack of the waiting thread
 * 	WAKEUP    the waker's name, its stack, the name of the waiting thread
 * 	OFF_WAKE  the stack of the waiting thread, "--", the waker's stack reversed, its name
 * 	CHAIN     that of OFF_WAKE, "--", the reversed stack and the name of the thread that woke
 * 	          the waker, and so on; wake-ups from before the wait are left out, as they did
 * 	          not prolong it
 * The waker's name is the name of its thread, or one of wake_labels. For an interrupt, only the
 * frames that handle it are included, not those of the interrupted thread.
 *
 * The same waker may occur in the chains of many waiting threads, each time with its whole stack.
 * To let the stacks grow only linearly with the recording, the parts of all chains after their
 * first wakers are limited to CHAIN_PATHS frames plus four for each stack of the profile. A chain
 * that exceeds this limit ends in LABEL_MORE, and is counted in wake_paths.cut.
 */
enum wait_graph {
	GRAPH_OFF_CPU,
	GRAPH_WAKEUP,
	GRAPH_OFF_WAKE,
	GRAPH_CHAIN,
	/* no wakers; one event shows where threads ran, the other where they were blocked */
	GRAPH_HOT_COLD,
	WAIT_GRAPHS
};

/* "offcpu", "wakeup", "offwake", "chain", "hotcold" */
extern const char *const wait_graph_names[WAIT_GRAPHS];

enum wake_label {
	LABEL_DIVIDER,	 /* "--" */
	LABEL_INTERRUPT, /* "[interrupt]" */
	LABEL_UNKNOWN, /* "[waker not known]": the thread ran again, but its wake-up is missing */
	LABEL_NOBODY, /* "[not woken]": the thread waited until the end of the recording */
	/* "[more wakers]": the chain has more than CHAIN_LONGEST wakers, or was truncated */
	LABEL_MORE,
	WAKE_LABELS
};
extern const char *const wake_labels[WAKE_LABELS];

#define CHAIN_LONGEST 8
#define CHAIN_PATHS   (UINT64_C(1) << 20)

struct wake_paths {
	const struct profile *p; /* borrowed */
	enum wait_graph graph;
	uint32_t label_string; /* the string of the first label; the others follow */
	struct stack *stacks;  /* owned: stacks of the profile, then the new ones */
	struct frame *frames;  /* owned: frames of the profile, then names of wakers */
	size_t stack_count, stack_room, frame_count, frame_room;
	uint32_t labels[WAKE_LABELS]; /* frames */
	/* owned: by frame of the profile, the flags of waits_classify_frames() */
	uint8_t *known;
	/* owned: by stack of the profile: does it handle an interrupt? */
	uint8_t *interrupts;
	uint64_t left; /* frames that chains may still use */
	uint64_t cut;  /* the number of truncated chains */
	struct idmap by_parent, by_name, by_tail, by_path;
	struct wake_tail *tails; /* owned: stacks of wakers with their names */
	size_t tail_count, tail_room;
	struct wake_rows *rows; /* owned: by thread, its wakers; for GRAPH_CHAIN */
	size_t row_count, row_room;
	struct idmap by_tid;
	uint32_t *buffer; /* owned: frames of one stack, innermost first */
	size_t buffer_room;
};

/*
 * The profile that gets the new stacks must have wake_labels as its strings from `label_string` on.
 * Release with wake_paths_release(), even after a failure.
 */
bool wake_paths_build(struct wake_paths *w, const struct profile *p,
		      enum wait_graph graph, uint32_t label_string, struct error *err);
void wake_paths_release(struct wake_paths *w);

/*
 * Call wake_paths_note() for each absence that sched_replay() passes and then, if the thread was
 * blocked, wake_paths_put(), which sets `*stack` to the stack for the graph. Chains include only
 * wakers of absences that have already been noted. False and an error when memory runs out.
 */
bool wake_paths_note(struct wake_paths *w, const struct absence *a, struct error *err);
bool wake_paths_put(struct wake_paths *w, const struct absence *a, uint32_t *stack,
		    struct error *err);

#endif
