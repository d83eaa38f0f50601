/* wake_paths.h - call paths of who waited and of who ended it, as stacks beside those of a profile. */

#ifndef ANALYSIS_WAKE_PATHS_H
#define ANALYSIS_WAKE_PATHS_H

#include "analysis/waiting/sched_replay.h"
#include "base/idmap.h"

/*
 * What a graph of waits is of. Frames are written from the root:
 *	OFF_CPU   where the thread stopped
 *	WAKEUP    who woke it: the waker's name, its stack, and the name of who waited
 *	OFF_WAKE  where the thread stopped, "--", the waker's stack upside down, its name
 *	CHAIN	  the same, and so on: "--", the stack and the name of who had woken the waker, as
 *		  long as that was after the wait began, for what was before has delayed nothing
 * The waker's name is that of its thread, or one of wake_labels. Of an interrupt only that is there
 * which handles it: what it came upon has to do with nothing.
 *
 * One waker may be in the chains of all that waited meanwhile, each time with all of its stack. So that a
 * chain's paths grow as the recording does and not as its square, what is behind the first waker has
 * CHAIN_PATHS frames of paths and four for each of the profile's: chains that would need more end in
 * LABEL_MORE, and are counted.
 */
enum wait_graph {
	GRAPH_OFF_CPU,
	GRAPH_WAKEUP,
	GRAPH_OFF_WAKE,
	GRAPH_CHAIN,
	GRAPH_HOT_COLD, /* no wakers: where threads ran, and where they stopped, two events */
	WAIT_GRAPHS
};

/* "offcpu", "wakeup", "offwake", "chain", "hotcold" */
extern const char *const wait_graph_names[WAIT_GRAPHS];

enum wake_label {
	LABEL_DIVIDER,	 /* "--" */
	LABEL_INTERRUPT, /* "[interrupt]" */
	LABEL_UNKNOWN,	 /* "[waker not known]": it ran again */
	LABEL_NOBODY,	 /* "[not woken]": not before the recording ended */
	LABEL_MORE,	 /* "[more wakers]": a chain of more than CHAIN_LONGEST, or cut */
	WAKE_LABELS
};
extern const char *const wake_labels[WAKE_LABELS];

#define CHAIN_LONGEST 8
#define CHAIN_PATHS   (UINT64_C(1) << 20)

struct wake_paths {
	const struct profile *p; /* borrowed */
	enum wait_graph graph;
	uint32_t label_string; /* the string of the first label; others follow */
	struct stack *stacks; /* owned: those of the profile, and behind them the paths */
	struct frame *frames; /* owned: those of the profile, and names of wakers */
	size_t stack_count, stack_room, frame_count, frame_room;
	uint32_t labels[WAKE_LABELS]; /* frames */
	uint8_t *known;		      /* owned: by frame of the profile, see waits.h */
	uint8_t *interrupts;	      /* owned: by stack of the profile, is it of one? */
	uint64_t left;		      /* frames of paths that chains may still take */
	uint64_t cut;		      /* chains that would have needed more */
	struct idmap by_parent, by_name, by_tail, by_path;
	struct wake_tail *tails; /* owned: stacks of wakers with their names */
	size_t tail_count, tail_room;
	struct wake_rows *rows; /* owned: by thread, of a chain */
	size_t row_count, row_room;
	struct idmap by_tid;
	uint32_t *buffer; /* owned: frames of one stack, innermost first */
	size_t buffer_room;
};

/* The labels will be strings of the profile from `label_string` on. Release it also after a failure. */
bool wake_paths_build(struct wake_paths *w, const struct profile *p,
		      enum wait_graph graph, uint32_t label_string, struct error *err);
void wake_paths_release(struct wake_paths *w);

/*
 * A chain is made of what was noted before: of all absences, as sched_replay() tells them. Then the path
 * of one that was blocked. False and an error when memory runs out.
 */
bool wake_paths_note(struct wake_paths *w, const struct absence *a, struct error *err);
bool wake_paths_put(struct wake_paths *w, const struct absence *a, uint32_t *stack,
		    struct error *err);

#endif
