/* comparison.h - two sides over one call tree, and by how much each frame differs between them. */

#ifndef ANALYSIS_COMPARE_COMPARISON_H
#define ANALYSIS_COMPARE_COMPARISON_H

#include "analysis/compare/joint_tree.h"

/*
 * The subject is what is looked at, the baseline what it is held against: another range, all
 * that is not in the range ("the rest"), or another file. Both have counts by node of one tree,
 * so a refresh after the range has moved costs nothing for two ranges, and for the rest one pass
 * over the nodes.
 *
 * A baseline is usually longer than a range, so its values are made comparable by a factor: the
 * ratio of the times that both cover, or of their values. What a difference is of:
 *
 *	delta = subject - factor * baseline
 *
 * which is 0 of a side against itself, and adds up: the deltas of all self values are that of
 * the totals. By share that is FlameScope's formula, whose weight is T1/T2; difffolded.pl -n
 * scales by T2/T1, its second file being the subject.
 */
enum normalised {
	NORMALISED_BY_TIME,  /* per second that each side covers: more work is more */
	NORMALISED_BY_SHARE, /* of the side's own value: only the mixture counts */
	NOT_NORMALISED,	     /* as counted */
	NORMALISED_WAYS
};

/* "time", "share", "none". */
extern const char *const normalised_names[NORMALISED_WAYS];

struct side {
	const struct flame *flame; /* borrowed: the samples that it counts, */
	const struct flame *less;  /* borrowed: but for these; NULL: all of them */
	struct range range;	   /* that of `flame`, or of `less`, if there is one; of
				       * several that they show the one around them */
	const uint64_t *self, *total; /* borrowed: by node of the comparison's tree */
	uint64_t value;		      /* total[0] */
	uint64_t samples;
	uint64_t length; /* ns of the recording in which they lie; 0 without times */
	uint32_t told;	 /* of so many ranges, where the flames do not tell; 0: they do */
	bool rest;	 /* it is all but `range`, or these */
	struct joint_counts
	    joint; /* owned: of a side of another tree than c->tree, those of `flame` */
};

struct comparison {
	const struct tree *tree; /* borrowed */
	struct side subject, baseline;
	enum normalised wanted;	    /* how it is to be normalised, */
	enum normalised normalised; /* and how it is */
	struct text parts[2]; /* borrowed: what of one whole the subject is, and what the
			       * baseline; empty: they are no parts */
	bool
	    by_names; /* of several hosts, of which the sides have others, or recordings in turn:
			* threads of one name are one on all hosts, and so are processes */
	bool swapped;  /* what was the baseline is the subject */
	double factor; /* a baseline's value times this is like a subject's */
	uint64_t *self,
	    *total; /* owned: by node, those of the rest; NULL: there is none */
};

/*
 * Compare two flames of one tree, weighed alike, which show these ranges. Both stay their
 * owner's, who calls comparison_refresh() whenever one of them has changed. By time, if the
 * profile has times; else by share. Nothing to release.
 */
void comparison_of_ranges(struct comparison *c, const struct flame *subject,
			  struct range range, const struct flame *baseline,
			  struct range against);

/*
 * Compare a flame with all that it leaves out of `all`, the flame of everything (RANGE_ALL). Of
 * spans the rest has the parts that lie outside the range. Release with comparison_release().
 */
bool comparison_with_rest(struct comparison *c, const struct flame *subject,
			  struct range range, const struct flame *all, struct error *err);

/*
 * Compare two flames of the trees that `j` has joined, weighed alike; the subject is of either of
 * them. By time, if both profiles have times. Release with comparison_release().
 */
bool comparison_of_files(struct comparison *c, const struct joint_tree *j,
			 const struct flame *subject, struct range range,
			 const struct flame *baseline, struct range against,
			 struct error *err);
void comparison_release(struct comparison *c);

/*
 * The flames that it was made of have come to stand elsewhere in memory. Before any swap.
 */
void comparison_follow(struct comparison *c, const struct flame *subject,
		       const struct flame *baseline);

/* The flame shows another range now. Then refresh. */
void comparison_move(struct comparison *c, const struct flame *flame, struct range range);

/*
 * Work out what follows from the sides. At most one pass over the nodes, of two files over those
 * of a side that has changed; never fails.
 */
void comparison_refresh(struct comparison *c);

/* Let the baseline be the subject. */
/* Where the flames do not tell it: of which time the sides are, be they swapped or not. */
struct side_time {
	uint64_t length; /* ns */
	struct range range;
	uint32_t ranges; /* several */
	bool rest;	 /* all but that */
};
void comparison_measure(struct comparison *c, struct side_time subject,
			struct side_time baseline);

void comparison_swap(struct comparison *c);

/*
 * Normalise otherwise. By time is by share, as c->normalised then says, as long as a side covers
 * no time: see comparison_has_times().
 */
void comparison_normalise(struct comparison *c, enum normalised how);
bool comparison_has_times(const struct comparison *c);

/* ---- how a value differs ---- */

struct change {
	uint64_t value, baseline;     /* as counted on either side */
	double share, baseline_share; /* of the side's value: 0 ... 1 */
	double delta;	   /* value - factor * baseline: in what the subject counts */
	double per_second; /* change of the value a second; 0 without times */

	/*
	 * The delta relative to the larger of the two: -1 of what vanished, 1 of what is new,
	 * 0.5 of what has doubled. What colours go by.
	 */
	double relative;
	bool is_new, vanished;
};

/* Of any two values, counted on both sides alike. */
struct change comparison_change(const struct comparison *c, uint64_t value,
				uint64_t baseline);

/* Of a node with all below it, or of its function as its own, see flame_own(). */
struct change comparison_total(const struct comparison *c, uint32_t node);
struct change comparison_self(const struct comparison *c, uint32_t node);

/* How many recordings it has, made in turn (profile/hosts.h); else 1. */
uint32_t side_recordings(const struct side *s);

/* ---- a side's samples, one by one ---- */

/*
 * The rows of a side, to be walked through from row 0 on: the first that is not before `row`, or
 * UINT64_MAX when there is none. As those of flame_next().
 */
uint64_t side_next(const struct side *s, uint64_t row);

/* What such a row adds to the side; 0 of a span that lies in what is left out. */
uint64_t side_value(const struct side *s, uint64_t row);

/* ---- the graphs of a comparison ---- */

/*
 * DIFFERENTIAL is as wide as the subject, BOTH as the sum of both sides, the baseline's made
 * comparable. ELIDED is what the baseline has and the subject has not, so much of it as is
 * comparable, above its callers, which have no values of their own there. Widths that would not
 * add up to less than 2^63 are halved until they do, all alike.
 */
enum shown_widths { SHOWN_DIFFERENTIAL, SHOWN_BOTH, SHOWN_ELIDED, SHOWN_WIDTHS };

/* A flame to be drawn: what layouts, tables and notations read of one is filled in. */
struct shown {
	struct flame flame;	/* its arrays are the next two, or those of a side */
	uint64_t *self, *total; /* owned: by node */
	bool *
	    stays; /* owned: by node: something that it calls is not hidden; NULL: nothing is */
	enum shown_widths widths;
	double
	    threshold; /* what changed by a smaller share of all is hidden; 0: nothing is */
};

/*
 * Frames are shown if their value, or that of one that they call, changed by at least the
 * threshold (0 ... 1) times the larger side's. Release with shown_release().
 */
bool shown_build(struct shown *s, const struct comparison *c, enum shown_widths widths,
		 double threshold, struct error *err);
void shown_release(struct shown *s);

/* Is this node no part of the graph: it is hidden, or it is not gone where that is what is shown? */
bool shown_leaves_out(const struct shown *s, const struct comparison *c, uint32_t node);

/* After a refresh: one or two passes over the nodes, none if the subject's own widths will do. */
void shown_refresh(struct shown *s, const struct comparison *c);

#endif
