#include "analysis/compare/comparison.h"

#include <math.h>

#include "base/mem.h"
#include "base/number.h"
#include "profile/hosts.h"

const char *const normalised_names[NORMALISED_WAYS] = {
    [NORMALISED_BY_TIME] = "time",
    [NORMALISED_BY_SHARE] = "share",
    [NOT_NORMALISED] = "none",
};

/* The length of the ranges of a flame, within the time of the samples. */
static uint64_t length_of(const struct flame *f, struct range range)
{
	const struct profile *p = f->tree->profile;

	return p->has_times ? flame_length(f, range, range_whole(p)) : 0;
}

/* ---- sides ---- */

static struct side side_of(const struct flame *f, struct range range)
{
	return (struct side){
	    .flame = f, .range = range, .self = f->self, .total = f->total};
}

static void refresh_side(const struct comparison *c, struct side *s)
{
	const struct flame *all = s->flame, *less = s->less;

	/* the rest: everything except the range */
	for (uint32_t i = 0; less && i < c->tree->count; i++) {
		c->self[i] = all->self[i] - less->self[i];
		c->total[i] = all->total[i] - less->total[i];
	}
	if (s->joint.joint && !less)
		joint_counts_refresh(&s->joint, all);
	s->samples = all->samples - (less ? less->samples : 0);
	s->length = less ? length_of(all, RANGE_ALL) - length_of(less, s->range)
			 : length_of(all, s->range);
	s->value = s->total[0];
}

static double ratio(uint64_t part, uint64_t whole)
{
	return whole ? (double)part / (double)whole : 0;
}

bool comparison_has_times(const struct comparison *c)
{
	return c->subject.length && c->baseline.length;
}

/* A side compared with itself has a factor of exactly 1, even if it is empty. */
static double factor_of(uint64_t subject, uint64_t baseline)
{
	return subject == baseline ? 1 : ratio(subject, baseline);
}

static void find_factor(struct comparison *c)
{
	c->normalised = c->wanted;
	if (c->wanted == NORMALISED_BY_TIME && !comparison_has_times(c))
		c->normalised = NORMALISED_BY_SHARE;
	if (c->normalised == NORMALISED_BY_TIME)
		c->factor = factor_of(c->subject.length, c->baseline.length);
	else if (c->normalised == NORMALISED_BY_SHARE)
		c->factor = factor_of(c->subject.value, c->baseline.value);
	else
		c->factor = 1;
}

void comparison_refresh(struct comparison *c)
{
	refresh_side(c, &c->subject);
	refresh_side(c, &c->baseline);
	find_factor(c);
}

void comparison_of_ranges(struct comparison *c, const struct flame *subject,
			  struct range range, const struct flame *baseline,
			  struct range against)
{
	*c = (struct comparison){.tree = subject->tree,
				 .subject = side_of(subject, range),
				 .baseline = side_of(baseline, against)};
	comparison_refresh(c);
}

bool comparison_with_rest(struct comparison *c, const struct flame *subject,
			  struct range range, const struct flame *all, struct error *err)
{
	uint32_t count = subject->tree->count;

	*c = (struct comparison){.tree = subject->tree,
				 .subject = side_of(subject, range),
				 .baseline = side_of(all, range)};
	if (!(c->self = mem_array(count, sizeof *c->self, "flame graph nodes", err)) ||
	    !(c->total = mem_array(count, sizeof *c->total, "flame graph nodes", err))) {
		comparison_release(c);
		return false;
	}
	c->baseline.less = subject;
	c->baseline.self = c->self;
	c->baseline.total = c->total;
	comparison_refresh(c);
	return true;
}

static bool join_side(struct side *s, const struct joint_tree *j, struct error *err)
{
	if (!joint_counts_build(&s->joint, j, s->flame, err))
		return false;
	s->self = s->joint.self;
	s->total = s->joint.total;
	return true;
}

bool comparison_of_files(struct comparison *c, const struct joint_tree *j,
			 const struct flame *subject, struct range range,
			 const struct flame *baseline, struct range against,
			 struct error *err)
{
	*c = (struct comparison){.tree = j->tree,
				 .subject = side_of(subject, range),
				 .baseline = side_of(baseline, against)};
	if (!join_side(&c->subject, j, err) || !join_side(&c->baseline, j, err)) {
		comparison_release(c);
		return false;
	}
	comparison_refresh(c);
	return true;
}

void comparison_release(struct comparison *c)
{
	joint_counts_release(&c->subject.joint);
	joint_counts_release(&c->baseline.joint);
	mem_free(c->self);
	mem_free(c->total);
	*c = (struct comparison){0};
}

static void follow_flame(struct side *s, const struct flame *flame)
{
	s->flame = flame;
	if (!s->less && !s->joint.joint) {
		s->self = flame->self;
		s->total = flame->total;
	}
}

void comparison_follow(struct comparison *c, const struct flame *subject,
		       const struct flame *baseline)
{
	follow_flame(&c->subject, subject);
	follow_flame(&c->baseline, baseline);
	if (c->baseline.less)
		c->baseline.less = subject;
}

static void move_side(struct side *s, const struct flame *flame, struct range range)
{
	if (s->less ? s->less == flame : s->flame == flame)
		s->range = range;
}

void comparison_move(struct comparison *c, const struct flame *flame, struct range range)
{
	move_side(&c->subject, flame, range);
	move_side(&c->baseline, flame, range);
}

static void set_side_time(struct side *s, struct side_time t)
{
	s->length = t.length;
	s->range = t.range;
	s->told = t.ranges;
	s->rest = t.rest;
}

void comparison_measure(struct comparison *c, struct side_time subject,
			struct side_time baseline)
{
	set_side_time(c->swapped ? &c->baseline : &c->subject, subject);
	set_side_time(c->swapped ? &c->subject : &c->baseline, baseline);
	find_factor(c);
}

void comparison_swap(struct comparison *c)
{
	const struct side subject = c->subject;
	const struct text part = c->parts[0];

	c->parts[0] = c->parts[1];
	c->parts[1] = part;
	c->subject = c->baseline;
	c->baseline = subject;
	c->swapped = !c->swapped;
	find_factor(c);
}

void comparison_normalise(struct comparison *c, enum normalised how)
{
	c->wanted = how;
	find_factor(c);
}

/* ---- the change of a value ---- */

struct change comparison_change(const struct comparison *c, uint64_t value,
				uint64_t baseline)
{
	double like = (double)baseline * c->factor, here = (double)value;
	double larger = here > like ? here : like;
	struct change change = {
	    .value = value,
	    .baseline = baseline,
	    .share = ratio(value, c->subject.value),
	    .baseline_share = ratio(baseline, c->baseline.value),
	    .delta = here - like,
	    .is_new = value && !baseline && !c->parts[0].len,
	    .vanished = baseline && !value && !c->parts[0].len,
	};

	if (larger > 0)
		change.relative = change.delta / larger;
	else if (change.vanished) /* compared with a side of no length */
		change.relative = -1;
	if (comparison_has_times(c))
		change.per_second = (here / (double)c->subject.length -
				     (double)baseline / (double)c->baseline.length) *
				    (double)NS_PER_SECOND;
	return change;
}

struct change comparison_total(const struct comparison *c, uint32_t node)
{
	return comparison_change(c, c->subject.total[node], c->baseline.total[node]);
}

struct change comparison_self(const struct comparison *c, uint32_t node)
{
	const struct tree *t = c->tree;

	if (t->leaf_first)
		return t->frame[node] && !t->frame[t->parent[node]]
			   ? comparison_total(c, node)
			   : comparison_change(c, 0, 0);
	return comparison_change(c, c->subject.self[node], c->baseline.self[node]);
}

uint32_t side_recordings(const struct side *s)
{
	const struct profile *p = s->flame->tree->profile;

	return hosts_are_in_turn(p) ? p->hosts.count : 1;
}

/* ---- the samples of a side ---- */

uint64_t side_value(const struct side *s, uint64_t row)
{
	uint64_t value = flame_value(s->flame, row);

	if (s->less && flame_has(s->less, row))
		value -= flame_value(s->less, row);
	return value;
}

uint64_t side_next(const struct side *s, uint64_t row)
{
	for (;; row++) {
		row = flame_next(s->flame, row);
		if (row >= s->flame->last)
			return UINT64_MAX;
		if (!s->less || s->less->spans || !flame_has(s->less, row))
			return row;
		/* moments: skip all that are left out */
		row = flame_end_of(s->less, row) - 1;
	}
}

/* ---- graphs ---- */

static bool is_subjects_own(const struct diff_flame *s)
{
	return s->widths == SHOWN_DIFFERENTIAL && s->threshold <= 0;
}

/* The largest allowed sum of all widths; rounding adds less than one for each node. */
#define WIDEST 0x1p62

/* Round to the nearest integer, half to even, so that callers stay as wide as their self and
 * callees. */

static uint64_t whole_of(double value)
{
	uint64_t whole = (uint64_t)value;
	double rest = value - (double)whole;

	return whole + (rest > 0.5 || (rest == 0.5 && whole % 2));
}

static uint64_t self_width(const struct diff_flame *s, const struct comparison *c,
			   uint32_t n, double scale)
{
	uint64_t here = c->subject.self[n], there = c->baseline.self[n];

	if (s->widths == SHOWN_DIFFERENTIAL)
		return here;
	there = there ? whole_of((double)there * c->factor * scale) : 0;
	if (s->widths == SHOWN_ELIDED)
		return c->subject.total[n] ? 0 : there;
	return (scale < 1 ? whole_of((double)here * scale) : here) + there;
}

static bool has_changed(const struct diff_flame *s, const struct comparison *c,
			uint32_t n)
{
	double here = (double)c->subject.value;
	double there = (double)c->baseline.value * c->factor;

	return fabs(comparison_total(c, n).delta) >=
	       s->threshold * (here > there ? here : there);
}

bool shown_leaves_out(const struct diff_flame *s, const struct comparison *c,
		      uint32_t node)
{
	if (s->widths == SHOWN_ELIDED && c->subject.total[node])
		return true;
	return s->stays && !s->stays[node] && !has_changed(s, c, node);
}

void shown_refresh(struct diff_flame *s, const struct comparison *c)
{
	const struct side *side = s->widths == SHOWN_ELIDED ? &c->baseline : &c->subject;
	const struct tree *t = c->tree;
	double widest = (double)c->baseline.value * c->factor, scale = 1;

	s->flame = *side->flame;
	s->flame.tree = c->tree;
	if (side->flame->tree != c->tree) /* its rows belong to another profile */
		s->flame.first = s->flame.last = s->flame.several = 0;
	s->flame.samples = side->samples;
	if (is_subjects_own(s)) {
		s->flame.self = (uint64_t *)side->self;
		s->flame.total = (uint64_t *)side->total;
		return;
	}
	if (s->widths == SHOWN_BOTH)
		widest += (double)c->subject.value;
	while (s->widths != SHOWN_DIFFERENTIAL && widest * scale >= WIDEST)
		scale /= 2;
	for (uint32_t i = 0; i < t->count; i++)
		s->total[i] = s->self[i] = self_width(s, c, i, scale);
	/*
	 * parents have lower numbers than their children; most nodes of a large tree have no value
	 */
	for (uint32_t i = t->count - 1; i > 0; i--)
		if (s->total[i])
			s->total[t->parent[i]] += s->total[i];
	if (s->stays)
		memset(s->stays, 0, t->count * sizeof *s->stays);
	for (uint32_t i = t->count - 1; s->stays && i > 0; i--) {
		if (s->stays[i] || has_changed(s, c, i))
			s->stays[t->parent[i]] = true;
		else
			s->total[i] = s->self[i] = 0;
	}
	s->flame.self = s->self;
	s->flame.total = s->total;
}

bool shown_build(struct diff_flame *s, const struct comparison *c,
		 enum shown_widths widths, double threshold, struct error *err)
{
	uint32_t count = c->tree->count;

	*s = (struct diff_flame){.widths = widths, .threshold = threshold};
	if (!is_subjects_own(s)) {
		const char *what = "flame graph nodes";

		if (!(s->self = mem_array(count, sizeof *s->self, what, err)) ||
		    !(s->total = mem_array(count, sizeof *s->total, what, err)) ||
		    (threshold > 0 &&
		     !(s->stays = mem_array(count, sizeof *s->stays, what, err)))) {
			shown_release(s);
			return false;
		}
	}
	shown_refresh(s, c);
	return true;
}

void shown_release(struct diff_flame *s)
{
	mem_free(s->self);
	mem_free(s->total);
	mem_free(s->stays);
	*s = (struct diff_flame){0};
}

/* ---- sizes and colours of changes ---- */

const double change_step_from[CHANGE_STEPS + 1] = {0, 0.5, 2, 5, 20};

double change_points(const struct comparison *c, struct change change)
{
	double here = (double)c->subject.value;
	double there = (double)c->baseline.value * c->factor;
	double larger = here > there ? here : there;

	return larger > 0 ? 100 * change.delta / larger : change.vanished ? -100 : 0;
}

int change_step(double points)
{
	int step = 0;

	while (step < CHANGE_STEPS && fabs(points) >= change_step_from[step + 1])
		step++;
	return points < 0 ? -step : step;
}

uint32_t change_hue_of_step(int step)
{
	static const uint32_t less[] = {0xdadada, 0xd7d7ff, 0xafd7ff, 0x87afff, 0x5f87ff};
	static const uint32_t more[] = {0xdadada, 0xffd7d7, 0xffafaf, 0xff8787, 0xff5f5f};

	return step < 0 ? less[-step] : more[step];
}

double change_mixture(struct change change)
{
	double here = (double)change.value, there = (double)change.baseline;

	return here + there > 0 ? 100 * (here - there) / (here + there) : 0;
}

int change_mixture_step(double percent)
{
	return (int)round(percent / 100 * CHANGE_STEPS);
}

uint32_t change_hue(const struct comparison *c, struct change change)
{
	if (c->parts[0].len)
		return change_hue_of_step(change_mixture_step(change_mixture(change)));
	if (change.is_new)
		return CHANGE_HUE_NEW;
	if (change.vanished)
		return CHANGE_HUE_GONE;
	return change_hue_of_step(change_step(change_points(c, change)));
}
