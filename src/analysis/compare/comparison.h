/* comparison.h - two sides over one call tree, and how much each frame differs between them. */

#ifndef ANALYSIS_COMPARE_COMPARISON_H
#define ANALYSIS_COMPARE_COMPARISON_H

#include "analysis/compare/joint_tree.h"

/*
 * The subject is the side of interest. It is compared with the baseline: another range, everything
 * outside the range ("the rest"), or another file. Both sides have values for the nodes of one
 * tree. So when a range has moved, comparison_refresh() makes no pass over the nodes for two
 * ranges, and one for the rest.
 *
 * The baseline is usually longer than the subject, so its values are multiplied by a factor: the
 * ratio of the lengths of the sides, or of their values, or 1. The difference is
 *
 * 	delta = subject - factor * baseline
 *
 * It is 0 for a side compared with itself. The deltas of all self values add up to the delta of the
 * total. With shares, this is FlameScope's formula: its factor T1/T2 is the subject's total divided
 * by the baseline's. difffolded.pl -n scales by T2/T1, because its second file is the subject.
 */
enum normalised {
	NORMALISED_BY_TIME, /* values per second: more work is a difference */
	/* shares of the value of the side: only a changed mix is a difference */
	NORMALISED_BY_SHARE,
	NOT_NORMALISED, /* values as counted */
	NORMALISED_WAYS
};

/* "time", "share", "none". */
extern const char *const normalised_names[NORMALISED_WAYS];

struct side {
	/* borrowed: the side has its samples, without those of `less` */
	const struct flame *flame;
	/* borrowed; NULL: the side has all samples of `flame` */
	const struct flame *less;
	/*
	 * The range of `less` if it is not NULL, else of `flame`. If the flame shows several
	 * ranges, this is the range from the first to the last.
	 */
	struct range range;
	const uint64_t *self, *total; /* borrowed, by node of comparison.tree */
	uint64_t value;		      /* total[0] */
	uint64_t samples;
	uint64_t length; /* ns: how long this side lasts; 0 without times */
	/* side_time.ranges, if set by comparison_measure(); else 0 */
	uint32_t told;
	bool rest; /* set by comparison_measure(): everything except the ranges */
	/* owned: the values of `flame` in comparison.tree, if its own tree is another one */
	struct joint_counts joint;
};

struct comparison {
	const struct tree *tree; /* borrowed */
	struct side subject, baseline;
	enum normalised wanted;	    /* the requested way */
	enum normalised normalised; /* the way in use: see comparison_normalise() */
	/*
	 * borrowed: if the sides are two parts of a whole, the names of subject and baseline; else
	 * empty
	 */
	struct text parts[2];
	/*
	 * Threads with the same name are treated as one, and so are processes, because the sides
	 * are different hosts, or recordings made in turn.
	 */
	bool by_names;
	bool swapped;
	/* multiplies baseline values to make them comparable with the subject */
	double factor;
	/* owned, by node: the values of the rest; NULL: neither side is the rest */
	uint64_t *self, *total;
};

/*
 * Compare two flames of one tree that show these ranges and weigh samples in the same way. The
 * flames are borrowed. Call comparison_refresh() whenever one of them has changed. Values are
 * normalised by time if both sides have a length, else by share. Nothing needs to be released.
 */
void comparison_of_ranges(struct comparison *c, const struct flame *subject,
			  struct range range, const struct flame *baseline,
			  struct range against);

/*
 * Compare a flame with the rest: everything in `all` that is not in `subject`. `all` shows
 * RANGE_ALL. The part of a span outside the range belongs to the rest. Release with
 * comparison_release().
 */
bool comparison_with_rest(struct comparison *c, const struct flame *subject,
			  struct range range, const struct flame *all, struct error *err);

/*
 * Compare two flames of the trees joined in `j` that weigh samples in the same way. The subject may
 * belong to either file. Values are normalised by time if both sides have a length, else by share.
 * Release with comparison_release().
 */
bool comparison_of_files(struct comparison *c, const struct joint_tree *j,
			 const struct flame *subject, struct range range,
			 const struct flame *baseline, struct range against,
			 struct error *err);
void comparison_release(struct comparison *c);

/*
 * Replace the pointers to both flames, after they have moved in memory. Do not call it after a
 * swap.
 */
void comparison_follow(struct comparison *c, const struct flame *subject,
		       const struct flame *baseline);

/* Set the range that a flame shows now. Call comparison_refresh() afterwards. */
void comparison_move(struct comparison *c, const struct flame *flame, struct range range);

/*
 * Compute all values again from the flames. For two files, joint_counts_refresh() counts the values
 * of each side.
 */
void comparison_refresh(struct comparison *c);

/*
 * The time of a side whose flame does not know its ranges. For comparison_measure(), subject and
 * baseline are those before a swap.
 */
struct side_time {
	uint64_t length; /* ns */
	struct range range;
	uint32_t ranges; /* the number of ranges if there are several; else 0 */
	bool rest;	 /* the side is everything except the ranges */
};

/* Set the times of the sides that were subject and baseline before any swap. */
void comparison_measure(struct comparison *c, struct side_time subject,
			struct side_time baseline);

void comparison_swap(struct comparison *c);

/*
 * Set c->wanted and c->normalised to `how`. If `how` is NORMALISED_BY_TIME and a side has no
 * length, c->normalised is NORMALISED_BY_SHARE.
 */
void comparison_normalise(struct comparison *c, enum normalised how);

/* Do both sides have a length? */
bool comparison_has_times(const struct comparison *c);

/* ---- the change of a value ---- */

struct change {
	uint64_t value, baseline;     /* as counted */
	double share, baseline_share; /* of the value of the side: 0 ... 1 */
	/* value - factor * baseline, in the subject's unit */
	double delta;
	double per_second; /* the change in values per second; 0 without times */

	/*
	 * The delta divided by the larger of `value` and factor * `baseline`: -1 if the value
	 * vanished, 1 if it is new, 0.5 if it has doubled.
	 */
	double relative;
	bool is_new, vanished;
};

/* The change from a value of the baseline to one of the subject, counted in the same way. */
struct change comparison_change(const struct comparison *c, uint64_t value,
				uint64_t baseline);

/* The change in the total of a node, and in its self value (see flame_own()). */
struct change comparison_total(const struct comparison *c, uint32_t node);
struct change comparison_self(const struct comparison *c, uint32_t node);

/* The number of recordings in the profile if they were made in turn (profile/hosts.h), else 1. */
uint32_t side_recordings(const struct side *s);

/* ---- the samples of a side, one by one ---- */

/*
 * The first row of the side at or after `row`, or UINT64_MAX. As with flame_next(), call it with
 * ascending rows, beginning with 0.
 */
uint64_t side_next(const struct side *s, uint64_t row);

/* The value that this row adds to the side; 0 for a span that is subtracted entirely. */
uint64_t side_value(const struct side *s, uint64_t row);

/* ---- the graphs of a comparison ---- */

/*
 * The widths of boxes. SHOWN_DIFFERENTIAL: the values of the subject. SHOWN_BOTH: the sums of both
 * sides, with the baseline multiplied by the factor. SHOWN_ELIDED: the frames that only the
 * baseline has, with its values multiplied by the factor; callers that the subject also has are
 * shown without self values. With SHOWN_BOTH and SHOWN_ELIDED, all widths are halved until their
 * total is below 2^62.
 */
enum shown_widths { SHOWN_DIFFERENTIAL, SHOWN_BOTH, SHOWN_ELIDED, SHOWN_WIDTHS };

/* A flame graph of a comparison, for layouts, tables and output formats. */
struct diff_flame {
	/* its values are `self` and `total`, or those of the subject */
	struct flame flame;
	/* owned, by node; NULL: the values of the subject are used */
	uint64_t *self, *total;
	/* owned, by node: at least one of its callees is not hidden; NULL: nothing is hidden */
	bool *stays;
	enum shown_widths widths;
	/* frames whose value changed by less are hidden: see shown_build(); 0: none */
	double threshold;
};

/*
 * A frame is shown if its value, or the value of a callee, has changed by at least `threshold` (0
 * ... 1) times the value of the larger side. Release with shown_release().
 */
bool shown_build(struct diff_flame *s, const struct comparison *c,
		 enum shown_widths widths, double threshold, struct error *err);
void shown_release(struct diff_flame *s);

/* Is this node hidden, or (SHOWN_ELIDED) at most shown as a caller, because the subject has it? */
bool shown_leaves_out(const struct diff_flame *s, const struct comparison *c,
		      uint32_t node);

/* Call this after a refresh of `c`. Makes at most three passes over the nodes. */
void shown_refresh(struct diff_flame *s, const struct comparison *c);

/* ---- the size of a change and its colour (blue for less, red for more, yellow for new) ---- */

/*
 * The delta as a percentage of the value of the larger side. So the points of a frame are the sum
 * of the points of its callees and of its self value, and a narrow box that has doubled is not more
 * striking than a wide one that grew by a fifth. If sides are compared by share, the result is the
 * change in the share.
 */
double change_points(const struct comparison *c, struct change change);

/*
 * For sides that are two parts of a whole, the difference between the values as a percentage of
 * their sum: 100 if only the subject has the frame, -100 if only the baseline has it.
 */
double change_mixture(struct change change);
int change_mixture_step(double percent);

/*
 * The number of colour steps in each direction. The steps are the same for every comparison, so two
 * similar sides have pale colours.
 */
#define CHANGE_STEPS 4
/* the lowest absolute value of change_points() for each step */
extern const double change_step_from[CHANGE_STEPS + 1];

/* A step from -CHANGE_STEPS to CHANGE_STEPS; 0: hardly any change. */
int change_step(double points);

/* Colours 0xrrggbb, from the 256 colours of terminals. Text on them is black. */
#define CHANGE_HUE_NEW	0xffd700u
#define CHANGE_HUE_GONE 0x5f87ffu
uint32_t change_hue_of_step(int step);
uint32_t change_hue(const struct comparison *c, struct change change);

#endif
