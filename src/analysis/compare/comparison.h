/* comparison.h - two sides over one call tree, and how much each frame differs between them. */

#ifndef ANALYSIS_COMPARE_COMPARISON_H
#define ANALYSIS_COMPARE_COMPARISON_H

#include "analysis/compare/joint_tree.h"

/*
 * The subject is the side of interest, and the baseline the side it is compared with: another
 * range, everything outside the range ("the rest"), or another file. Both have counts by node of
 * one tree, so a refresh after the range has moved costs nothing for two ranges, and one pass over
 * the nodes for the rest.
 *
 * A baseline is usually longer than a range, so its values are scaled by a factor: the ratio of the
 * times that the sides cover, or of their values. The difference is
 *
 * 	delta = subject - factor * baseline
 *
 * which is 0 for a side compared with itself, and additive: the deltas of all self values sum up to
 * the delta of the total. By share this is FlameScope's formula, whose weight is T1/T2;
 * difffolded.pl -n scales by T2/T1, as its second file is the subject.
 */
enum normalised {
	NORMALISED_BY_TIME,  /* per second that each side covers: more work is more */
	NORMALISED_BY_SHARE, /* of the side's own value: only the mix counts */
	NOT_NORMALISED,	     /* as counted */
	NORMALISED_WAYS
};

/* "time", "share", "none". */
extern const char *const normalised_names[NORMALISED_WAYS];

struct side {
	const struct flame *flame; /* borrowed: its samples count, */
	const struct flame *less;  /* borrowed: except these; NULL: all count */
	/*
	 * The range of `less` if it is set, else of `flame`; if they show several ranges, the range
	 * around them.
	 */
	struct range range;
	const uint64_t *self, *total; /* borrowed: by node of the comparison's tree */
	uint64_t value;		      /* total[0] */
	uint64_t samples;
	uint64_t length; /* ns of the recording that it covers; 0 without times */
	/* the number of ranges, if the flames do not have them; else 0 */
	uint32_t told;
	bool rest; /* it is everything except `range`, or except several ranges */
	/* owned: the counts of `flame`, if it has another tree than the comparison */
	struct joint_counts joint;
};

struct comparison {
	const struct tree *tree; /* borrowed */
	struct side subject, baseline;
	enum normalised wanted;	    /* the requested way, */
	enum normalised normalised; /* and the possible way */
	/*
	 * borrowed: names of the parts of a whole that subject and baseline are; empty: they are
	 * not parts
	 */
	struct text parts[2];
	/*
	 * Threads or processes with the same name are treated as one, because the sides are
	 * different hosts, or recordings made in turn.
	 */
	bool by_names;
	bool swapped; /* subject and baseline have been swapped */
	/* multiplies baseline values to make them comparable with the subject */
	double factor;
	/* owned: by node, the values of the rest; NULL: the baseline is not the rest */
	uint64_t *self, *total;
};

/*
 * Compare two flames of one tree, weighed alike, which show these ranges. Their owner keeps them,
 * and calls comparison_refresh() whenever one of them has changed. By time, if the profile has
 * times; else by share. Nothing needs to be released.
 */
void comparison_of_ranges(struct comparison *c, const struct flame *subject,
			  struct range range, const struct flame *baseline,
			  struct range against);

/*
 * Compare a flame with everything in `all` that is not in it; `all` shows RANGE_ALL. The rest of a
 * span is the part that lies outside the range. Release with comparison_release().
 */
bool comparison_with_rest(struct comparison *c, const struct flame *subject,
			  struct range range, const struct flame *all, struct error *err);

/*
 * Compare two flames of the trees that `j` has joined, weighed alike; the subject may belong to
 * either. By time, if both profiles have times. Release with comparison_release().
 */
bool comparison_of_files(struct comparison *c, const struct joint_tree *j,
			 const struct flame *subject, struct range range,
			 const struct flame *baseline, struct range against,
			 struct error *err);
void comparison_release(struct comparison *c);

/* The flames have moved to these addresses. Not after a swap. */
void comparison_follow(struct comparison *c, const struct flame *subject,
		       const struct flame *baseline);

/* The flame shows another range now. Call comparison_refresh() afterwards. */
void comparison_move(struct comparison *c, const struct flame *flame, struct range range);

/*
 * Compute everything that follows from the sides. At most one pass over the nodes; for two
 * files, over the nodes of a side that has changed. Never fails.
 */
void comparison_refresh(struct comparison *c);

/* The time that a side covers, for flames that do not have it, whether swapped or not. */
struct side_time {
	uint64_t length; /* ns */
	struct range range;
	uint32_t ranges; /* if there are several */
	bool rest;	 /* everything except the ranges */
};
void comparison_measure(struct comparison *c, struct side_time subject,
			struct side_time baseline);

/* Exchange subject and baseline. */
void comparison_swap(struct comparison *c);

/*
 * Change the way to normalise. If a side covers no time (see comparison_has_times()), "by time"
 * becomes "by share", and c->normalised reflects this.
 */
void comparison_normalise(struct comparison *c, enum normalised how);
bool comparison_has_times(const struct comparison *c);

/* ---- the change of a value ---- */

struct change {
	uint64_t value, baseline;     /* as counted on either side */
	double share, baseline_share; /* of the side's value: 0 ... 1 */
	/* value - factor * baseline, in the subject's unit */
	double delta;
	double per_second; /* change of the value a second; 0 without times */

	/*
	 * The delta relative to the larger of the two: -1 if it vanished, 1 if it is new, 0.5 if it
	 * has doubled. Determines colours.
	 */
	double relative;
	bool is_new, vanished;
};

/* The change between any two values, counted in the same way on both sides. */
struct change comparison_change(const struct comparison *c, uint64_t value,
				uint64_t baseline);

/* The change of a node including its callees, or of its self value: see flame_own(). */
struct change comparison_total(const struct comparison *c, uint32_t node);
struct change comparison_self(const struct comparison *c, uint32_t node);

/* The number of recordings made in turn (profile/hosts.h); else 1. */
uint32_t side_recordings(const struct side *s);

/* ---- the samples of a side, one by one ---- */

/*
 * The first row of the side that is not before `row`, or UINT64_MAX if there is none: see
 * flame_next(). Call it with ascending rows, from 0 on.
 */
uint64_t side_next(const struct side *s, uint64_t row);

/* The value that this row adds to the side; 0 for a span inside the part that is left out. */
uint64_t side_value(const struct side *s, uint64_t row);

/* ---- the graphs of a comparison ---- */

/*
 * DIFFERENTIAL is as wide as the subject; BOTH as the sum of both sides, with the baseline scaled.
 * ELIDED shows frames that only the baseline has, scaled, above their callers, which have no values
 * of their own there. If the sum of all widths would reach 2^63, all are halved until it does not.
 */
enum shown_widths { SHOWN_DIFFERENTIAL, SHOWN_BOTH, SHOWN_ELIDED, SHOWN_WIDTHS };

/* A flame to be drawn, complete for layouts, tables and notations. */
struct diff_flame {
	/* its arrays are `self` and `total`, or those of a side */
	struct flame flame;
	uint64_t *self, *total; /* owned: by node */
	/* owned: by node: one of its callees is not hidden; NULL: nothing is hidden */
	bool *stays;
	enum shown_widths widths;
	/* frames that changed by a smaller share of all samples are hidden; 0: none */
	double threshold;
};

/*
 * Frames are shown if their value, or that of a callee, changed by at least the threshold (0
 * ... 1) of the larger side. Release with shown_release().
 */
bool shown_build(struct diff_flame *s, const struct comparison *c,
		 enum shown_widths widths, double threshold, struct error *err);
void shown_release(struct diff_flame *s);

/* Is this node absent from the graph: hidden, or (SHOWN_ELIDED) not gone? */
bool shown_leaves_out(const struct diff_flame *s, const struct comparison *c,
		      uint32_t node);

/* After a refresh of `c`: at most two passes over the nodes, none for the subject's own widths. */
void shown_refresh(struct diff_flame *s, const struct comparison *c);

/* ---- the size of a change and its colour: blue less, red more, yellow new ---- */

/*
 * The change in percent of the whole of the larger side. So the points of a frame's callees and its
 * self value add up to those of the frame, and a narrow box that happens to have doubled is not
 * louder than a wide one that grew by a fifth. If sides are compared by share, it is the change of
 * the share.
 */
double change_points(const struct comparison *c, struct change change);

/*
 * For sides that are two parts of a whole: how much more of the frame belongs to the subject than
 * to the baseline, in percent of both: 100 if only the subject has it, -100 if only the baseline
 * has it.
 */
double change_mixture(struct change change);
int change_mixture_step(double percent);

/* The steps are the same for every comparison, so two similar sides are pale. */
#define CHANGE_STEPS 4
extern const double change_step_from[CHANGE_STEPS + 1]; /* points */

/* From -CHANGE_STEPS to CHANGE_STEPS; 0: hardly any change. */
int change_step(double points);

/* 0xrrggbb, each one of the 256 colours of terminals; text on it is black. */
#define CHANGE_HUE_NEW	0xffd700u
#define CHANGE_HUE_GONE 0x5f87ffu
uint32_t change_hue_of_step(int step);
uint32_t change_hue(const struct comparison *c, struct change change);

#endif
