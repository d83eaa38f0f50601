/* wake_paths.h - stacks that join a waiting thread with the threads that woke it. */

#ifndef ANALYSIS_WAKE_PATHS_H
#define ANALYSIS_WAKE_PATHS_H

#include "analysis/waiting/sched_replay.h"
#include "base/idmap.h"

/*
 * The stacks of a graph of waits, from the root:
 * 	OFF_CPU   the stack of the waiting thread
 * 	WAKEUP    the waker's name, its stack, the name of the waiting thread
 * 	OFF_WAKE  the stack of the waiting thread, "--", the waker's stack reversed, its name
 * 	CHAIN     the same, continued with "--", the stack and the name of the waker's waker, if
 * 	          that was after the wait began: earlier wake-ups delayed nothing
 * The waker's name is that of its thread, or one of wake_labels. For an interrupt only the frames
 * that handle it are included, not those of the interrupted thread.
 *
 * A waker may be in the chains of all threads that waited in the meantime, each time with its whole
 * stack. To let the stacks grow only linearly with the recording, the part after the first waker is
 * limited to CHAIN_PATHS frames plus four per stack of the profile. Longer chains end in LABEL_MORE
 * and are counted.
 */
enum wait_graph {
	GRAPH_OFF_CPU,
	GRAPH_WAKEUP,
	GRAPH_OFF_WAKE,
	GRAPH_CHAIN,
	/* no wakers: two events, where threads ran and where they stopped */
	GRAPH_HOT_COLD,
	WAIT_GRAPHS
};

/* "offcpu", "wakeup", "offwake", "chain", "hotcold" */
extern const char *const wait_graph_names[WAIT_GRAPHS];

enum wake_label {
	LABEL_DIVIDER,	 /* "--" */
	LABEL_INTERRUPT, /* "[interrupt]" */
	LABEL_UNKNOWN,	 /* "[waker not known]": it ran again without a known wake-up */
	LABEL_NOBODY,	 /* "[not woken]": it waited to the end of the recording */
	LABEL_MORE, /* "[more wakers]": a chain longer than CHAIN_LONGEST, or truncated */
	WAKE_LABELS
};
extern const char *const wake_labels[WAKE_LABELS];

#define CHAIN_LONGEST 8
#define CHAIN_PATHS   (UINT64_C(1) << 20)

struct wake_paths {
	const struct profile *p; /* borrowed */
	enum wait_graph graph;
	uint32_t label_string; /* the string of the first label; others follow */
	struct stack *stacks;  /* owned: stacks of the profile, then the new ones */
	struct frame *frames;  /* owned: frames of the profile, then names of wakers */
	size_t stack_count, stack_room, frame_count, frame_room;
	uint32_t labels[WAKE_LABELS]; /* frames */
	uint8_t *known;		      /* owned: by frame of the profile, see waits.h */
	/* owned: by stack of the profile: does it handle an interrupt? */
	uint8_t *interrupts;
	uint64_t left; /* frames that chains may still use */
	uint64_t cut;  /* truncated chains */
	struct idmap by_parent, by_name, by_tail, by_path;
	struct wake_tail *tails; /* owned: stacks of wakers with their names */
	size_t tail_count, tail_room;
	struct wake_rows *rows; /* owned: by thread, its wake-ups; for GRAPH_CHAIN */
	size_t row_count, row_room;
	struct idmap by_tid;
	uint32_t *buffer; /* owned: frames of one stack, innermost first */
	size_t buffer_room;
};

/*
 * The labels are strings of the new profile from `label_string` on. Release it also after a
 * failure.
 */
bool wake_paths_build(struct wake_paths *w, const struct profile *p,
		      enum wait_graph graph, uint32_t label_string, struct error *err);
void wake_paths_release(struct wake_paths *w);

/*
 * Note each absence that sched_replay() passes, then put it if the thread was blocked: `*stack` is
 * its new stack. Chains consist of absences that were noted. False and an error when memory runs
 * out.
 */
bool wake_paths_note(struct wake_paths *w, const struct absence *a, struct error *err);
bool wake_paths_put(struct wake_paths *w, const struct absence *a, uint32_t *stack,
		    struct error *err);

#endif
