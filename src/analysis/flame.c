#include "analysis/flame.h"

#include <assert.h>

#include "base/bisect.h"
#include "base/mem.h"
#include "base/number.h"

/*
 * A step on the path to the root touches memory far away; adding up the next node costs an eighth
 * of that.
 */
#define CLIMBS_PART 8

#define BLOCK_BITS 6 /* the bits of a row number that give its place in a block of 64 */

/* ---- spans in progress at a moment ---- */

static uint64_t blocks_of(uint64_t count)
{
	return (count + (1u << BLOCK_BITS) - 1) >> BLOCK_BITS;
}

bool span_index_build(struct span_index *x, const struct profile *p, struct error *err)
{
	uint64_t count = p->samples.count;

	*x = (struct span_index){.profile = p};
	if (!p->samples.duration)
		return true;
	do {
		uint64_t *latest =
		    mem_array(blocks_of(count), sizeof *latest, "ends of spans", err);

		if (!latest) {
			span_index_release(x);
			return false;
		}
		for (uint64_t i = 0; i < count; i++) {
			uint64_t end = x->levels ? x->latest[x->levels - 1][i]
						 : profile_row_end(p, i);
			uint64_t *block = &latest[i >> BLOCK_BITS];

			*block = end > *block ? end : *block;
		}
		x->latest[x->levels++] = latest; /* room: see the loop's end */
		count = blocks_of(count);
	} while (count > 1 && x->levels < SPAN_INDEX_LEVELS);
	return true;
}

void span_index_release(struct span_index *x)
{
	for (int i = 0; i < x->levels; i++)
		mem_free(x->latest[i]);
	*x = (struct span_index){0};
}

/*
 * The number of samples from `row` on that have ended by `at`, if they fill whole blocks; else 0.
 */
static uint64_t rows_over(const struct span_index *x, uint64_t row, uint64_t at)
{
	uint64_t rows = 0;

	for (int i = 0; i < x->levels; i++) {
		int bits = BLOCK_BITS * (i + 1);

		if (row & ((UINT64_C(1) << bits) - 1) || x->latest[i][row >> bits] > at)
			break;
		rows = UINT64_C(1) << bits;
	}
	return rows;
}

uint64_t span_index_next(const struct span_index *x, uint64_t row, uint64_t before,
			 uint64_t at)
{
	if (x->levels == 0)
		return before;
	while (row < before) {
		uint64_t rows = rows_over(x, row, at);

		if (!rows && profile_row_end(x->profile, row) > at)
			return row;
		row += rows ? rows : 1;
	}
	return before;
}

/* ---- building ---- */

bool flame_build(struct flame *f, const struct tree *tree, const struct bits *which,
		 const struct span_index *spans, enum weigh weigh, struct error *err)
{
	*f = (struct flame){.tree = tree, .which = which, .spans = spans, .weigh = weigh};
	if ((f->self =
		 mem_array(tree->count, sizeof *f->self, "flame graph nodes", err)) &&
	    (f->total =
		 mem_array(tree->count, sizeof *f->total, "flame graph nodes", err)) &&
	    (f->ranges = mem_array(SELECTION_ROOM, sizeof *f->ranges, "ranges", err)) &&
	    (f->stretches = mem_array((size_t)2 * SELECTION_ROOM, sizeof *f->stretches,
				      "ranges", err)))
		return true;
	flame_release(f);
	return false;
}

void flame_release(struct flame *f)
{
	mem_free(f->self);
	mem_free(f->total);
	mem_free(f->ranges);
	mem_free(f->stretches);
	*f = (struct flame){0};
}

/* ---- moments ---- */

/*
 * Rows being added or subtracted. While there are few, the totals are updated along the path from
 * each leaf to the root; `climbs` is the number of steps left for that. Once it is 0, the totals
 * are wrong and have to be added up again.
 */
struct flame_change {
	struct flame *flame;
	uint64_t sign; /* 1, or -1 in unsigned arithmetic */
	uint64_t climbs;
};

static void add_to_callers(struct flame_change *c, uint32_t node, uint64_t value)
{
	const uint32_t *parent = c->flame->tree->parent;
	uint64_t *total = c->flame->total;

	for (; node && c->climbs; c->climbs--) {
		total[node] += value;
		node = parent[node];
	}
	total[0] += value;
}

/* The value of a moment. */
static uint64_t row_value(const struct flame *f, uint64_t row)
{
	const struct profile *p = f->tree->profile;

	return f->weigh == WEIGH_PERIOD ? p->samples.weight[row]
					: profile_row_count(p, row);
}

/* Count the rows of one word of the set of samples; `from` is its first row. */
static void count_word(struct flame_change *c, uint64_t from, uint64_t word)
{
	struct flame *f = c->flame;
	const struct profile *p = f->tree->profile;
	const uint32_t *leaf = f->tree->leaf + from;
	const uint64_t *weight = p->samples.weight + from;
	const uint64_t *many = p->samples.many ? p->samples.many + from : NULL;
	const uint64_t *value = f->weigh == WEIGH_PERIOD ? weight : many;
	uint64_t sum = 0, count = many ? 0 : (unsigned)__builtin_popcountll(word);

	for (uint64_t left = word; left; left &= left - 1) {
		unsigned i = (unsigned)__builtin_ctzll(left);

		f->self[leaf[i]] += (value ? value[i] : 1) * c->sign;
		sum += weight[i];
		count += many ? many[i] : 0;
	}
	f->weight += sum * c->sign;
	f->samples += count * c->sign;
	for (; word && c->climbs; word &= word - 1) {
		unsigned i = (unsigned)__builtin_ctzll(word);

		add_to_callers(c, leaf[i], row_value(f, from + i) * c->sign);
	}
}

static void count_rows(struct flame_change *c, uint64_t first, uint64_t last, bool add)
{
	const struct bits *which = c->flame->which;

	c->sign = add ? 1 : UINT64_MAX;
	for (uint64_t from = first & ~UINT64_C(63); from < last; from += 64) {
		uint64_t word = which->words[from / 64];

		if (from < first)
			word &= UINT64_MAX << (first & 63);
		if (last - from < 64)
			word &= (UINT64_C(1) << (last & 63)) - 1;
		count_word(c, from, word);
	}
}

static uint64_t choose_larger(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

static uint64_t choose_smaller(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/* ---- spans of time ---- */

/* The part before `at` of an amount that is spread evenly over a span. */
static uint64_t amount_before(const struct profile *p, uint64_t row, uint64_t amount,
			      uint64_t at)
{
	uint64_t time = p->samples.time[row];
	uint64_t duration = profile_row_end(p, row) - time;

	if (at <= time)
		return 0;
	if (at - time >= duration)
		return amount;
	return amount == duration ? at - time : number_share(at - time, duration, amount);
}

/* Add or subtract the part of a sample in [from, to). */
static void count_part(struct flame_change *c, uint64_t row, uint64_t from, uint64_t to)
{
	struct flame *f = c->flame;
	const struct profile *p = f->tree->profile;
	uint64_t time = p->samples.time[row], weight = p->samples.weight[row];
	uint64_t duration = profile_row_end(p, row) - time, value;

	if (!bits_has(f->which, row))
		return;
	weight = amount_before(p, row, weight, to) - amount_before(p, row, weight, from);
	value = f->weigh == WEIGH_PERIOD ? weight
					 : amount_before(p, row, duration, to) -
					       amount_before(p, row, duration, from);
	f->self[f->tree->leaf[row]] += value * c->sign;
	f->weight += weight * c->sign;
	f->samples += (time >= from && time < to) * c->sign;
	add_to_callers(c, f->tree->leaf[row], value * c->sign);
}

/* The first row that begins at or after `at`. */
static uint64_t row_at_time(const struct flame *f, uint64_t at)
{
	const struct profile *p = f->tree->profile;
	uint64_t first, last, origin = profile_origin(p);

	range_samples(p, (struct range){at > origin ? at - origin : 0, 0}, &first, &last);
	return first;
}

/* Count the parts of all samples in [from, to), where rows [first, last) begin. */
static void count_parts(struct flame_change *c, uint64_t from, uint64_t to,
			uint64_t first, uint64_t last)
{
	const struct span_index *spans = c->flame->spans;
	uint64_t row = 0;

	if (from >= to)
		return;
	while ((row = span_index_next(spans, row, first, from)) < first)
		count_part(c, row++, from, to);
	for (row = first; row < last; row++)
		count_part(c, row, from, to);
}

/* ---- changing the range ---- */

/* The stretches of one or of several ranges. */
struct stretch_list {
	const struct flame_stretch *list; /* borrowed */
	uint32_t count;
	bool of_time; /* compare times, not rows */
};

/*
 * The i-th boundary: the beginning of the first stretch, its end, the beginning of the second ...
 */
static uint64_t end_at(const struct stretch_list *s, uint32_t i)
{
	const struct flame_stretch *at = &s->list[i / 2];

	if (i >= 2 * s->count)
		return UINT64_MAX;
	if (s->of_time)
		return i % 2 ? at->to : at->from;
	return i % 2 ? at->last : at->first;
}

/* Rows, or time, that only the old or only the new stretches have. */
struct moved_part {
	uint64_t from, to;
	bool add;
};

struct moved_parts {
	struct stretch_list old, new;
	uint32_t of_old, of_new; /* the next boundaries */
};

static bool next_part(struct moved_parts *p, struct moved_part *part)
{
	for (;;) {
		uint64_t old = end_at(&p->old, p->of_old);
		uint64_t new = end_at(&p->new, p->of_new);
		uint64_t at = choose_smaller(old, new);

		if (p->of_old >= 2 * p->old.count && p->of_new >= 2 * p->new.count)
			return false;
		if (old == at && p->of_old < 2 * p->old.count)
			p->of_old++;
		else
			p->of_new++;
		if (p->of_old % 2 == p->of_new % 2)
			continue; /* in both, or in neither */
		*part = (struct moved_part){at,
					    choose_smaller(end_at(&p->old, p->of_old),
							   end_at(&p->new, p->of_new)),
					    p->of_new % 2};
		if (part->from < part->to)
			return true;
	}
}

/* Count these stretches instead of the current ones. */
static void change_to(struct flame *f, const struct stretch_list *new)
{
	const struct flame_stretch *last = &new->list[new->count - 1];
	const struct tree *t = f->tree;
	struct flame_change c = {.flame = f, .climbs = t->count / CLIMBS_PART + 1};
	const struct flame_stretch one = flame_stretch_at(f, 0);
	const struct stretch_list old = {f->several ? f->stretches : &one,
					 flame_stretches(f), new->of_time};
	struct moved_parts moved = {old, *new, 0, 0};
	struct moved_part part;
	uint64_t steps = 0, rows = 0;
	bool anew;

	while (next_part(&moved, &part))
		steps += f->spans ? row_at_time(f, part.to) - row_at_time(f, part.from)
				  : part.to - part.from;
	for (uint32_t i = 0; i < new->count; i++)
		rows += new->list[i].last - new->list[i].first;
	anew = (f->spans && f->from == f->to) || steps > rows + t->count / CLIMBS_PART;
	/* otherwise everything is 0 */
	if (anew && (f->first != f->last || f->from != f->to)) {
		memset(f->self, 0, t->count * sizeof *f->self);
		memset(f->total, 0, t->count * sizeof *f->total);
		f->samples = 0;
		f->weight = 0;
	}
	c.sign = 1;
	for (uint32_t i = 0; anew && i < new->count; i++) {
		const struct flame_stretch *s = &new->list[i];

		if (f->spans)
			count_parts(&c, s->from, s->to, s->first, s->last);
		else
			count_rows(&c, s->first, s->last, true);
	}
	moved.of_old = moved.of_new = 0;
	while (!anew && next_part(&moved, &part)) {
		c.sign = part.add ? 1 : UINT64_MAX;
		if (f->spans)
			count_parts(&c, part.from, part.to, row_at_time(f, part.from),
				    row_at_time(f, part.to));
		else
			count_rows(&c, part.from, part.to, part.add);
	}
	f->first = new->list[0].first; /* the range around all stretches */
	f->last = last->last;
	f->from = new->list[0].from;
	f->to = last->to;
	if (c.climbs)
		return;
	/*
	 * parents have lower numbers than their children, so one backward pass adds everything up
	 */
	memcpy(f->total, f->self, t->count * sizeof *f->total);
	for (uint32_t i = t->count - 1; i > 0; i--)
		f->total[t->parent[i]] += f->total[i];
}

void flame_move(struct flame *f, uint64_t first, uint64_t last)
{
	const struct flame_stretch one = {first, last, 0, 0};
	const struct stretch_list new = {&one, 1, false};

	change_to(f, &new);
	f->several = 0;
}

static struct flame_stretch stretch_of(const struct flame *f, struct range range)
{
	const struct profile *p = f->tree->profile;
	uint64_t end = range_whole(p).to; /* of all samples */
	struct flame_stretch s = {0};

	range_samples(p, range, &s.first, &s.last);
	if (!f->spans)
		return s;
	s.from = profile_origin(p) + choose_smaller(range.from, end);
	s.to = profile_origin(p) + choose_smaller(range.to, end);
	s.to = choose_larger(s.to, s.from);
	return s;
}

void flame_show(struct flame *f, struct range range)
{
	const struct flame_stretch one = stretch_of(f, range);
	const struct stretch_list new = {&one, 1, f->spans != NULL};

	change_to(f, &new);
	f->several = 0;
}

void flame_select(struct flame *f, struct selection ranges)
{
	struct flame_stretch *list = f->stretches + SELECTION_ROOM;
	const struct stretch_list new = {list, ranges.count, f->spans != NULL};

	if (ranges.count == 1) {
		flame_show(f, ranges.list[0]);
		return;
	}
	assert(ranges.count <= SELECTION_ROOM);
	for (uint32_t i = 0; i < ranges.count; i++)
		list[i] = stretch_of(f, ranges.list[i]); /* room: checked above */
	change_to(f, &new);
	memcpy(f->ranges, ranges.list, ranges.count * sizeof *f->ranges);
	memcpy(f->stretches, list, ranges.count * sizeof *list);
	f->several = ranges.count;
}

void flame_show_as(struct flame *f, const struct flame *other)
{
	f->first = other->first;
	f->last = other->last;
	f->from = other->from;
	f->to = other->to;
	f->several = other->several;
	if (!f->several)
		return;
	memcpy(f->ranges, other->ranges, f->several * sizeof *f->ranges);
	memcpy(f->stretches, other->stretches, f->several * sizeof *f->stretches);
}

uint64_t flame_length(const struct flame *f, struct range range, struct range within)
{
	const struct selection ranges = {f->ranges, f->several};

	return selection_length(f->several ? ranges : selection_of(&range), within);
}

uint32_t flame_stretches(const struct flame *f)
{
	return f->several ? f->several : 1;
}

struct flame_stretch flame_stretch_at(const struct flame *f, uint32_t i)
{
	return f->several ? f->stretches[i]
			  : (struct flame_stretch){f->first, f->last, f->from, f->to};
}

/* ---- counted samples ---- */

struct stretch_key {
	const struct flame_stretch *list; /* borrowed */
	uint64_t at;
};

static bool ends_before_row(const void *arg, size_t i)
{
	const struct stretch_key *s = arg;

	return s->list[i].last <= s->at;
}

static bool ends_before_time(const void *arg, size_t i)
{
	const struct stretch_key *s = arg;

	return s->list[i].to <= s->at;
}

/* The first stretch whose rows end after `row`, or the number of stretches. */
static uint32_t stretch_after(const struct flame *f, uint64_t row)
{
	const struct stretch_key search = {f->stretches, row};

	if (!f->several)
		return f->last <= row;
	return (uint32_t)bisect_first(f->several, ends_before_row, &search);
}

/* The first stretch that ends after a moment; 0 if there is only one stretch. */
static uint32_t stretch_at(const struct flame *f, uint64_t time)
{
	const struct stretch_key search = {f->stretches, time};

	return (uint32_t)bisect_first(f->several, ends_before_time, &search);
}

uint64_t flame_next(const struct flame *f, uint64_t row)
{
	if (f->spans && f->from == f->to)
		return f->last;
	for (uint32_t i = stretch_after(f, row); i < flame_stretches(f); i++) {
		const struct flame_stretch s = flame_stretch_at(f, i);

		while (row < s.last) {
			if (row < s.first)
				row = f->spans ? span_index_next(f->spans, row, s.first,
								 s.from)
					       : s.first;
			if (row < s.last && bits_has(f->which, row))
				return row;
			row += row < s.last;
		}
	}
	return f->last;
}

bool flame_has(const struct flame *f, uint64_t row)
{
	const struct profile *p = f->tree->profile;
	uint32_t i;

	if (!bits_has(f->which, row))
		return false;
	if (!f->spans) {
		i = stretch_after(f, row);
		return i < flame_stretches(f) && row >= flame_stretch_at(f, i).first;
	}
	i = stretch_at(f, p->samples.time[row]);
	return i < flame_stretches(f) &&
	       p->samples.time[row] < flame_stretch_at(f, i).to &&
	       profile_row_end(p, row) > flame_stretch_at(f, i).from;
}

uint64_t flame_end_of(const struct flame *f, uint64_t row)
{
	return flame_stretch_at(f, stretch_after(f, row)).last;
}

void flame_tally(const struct flame *f, const uint32_t *keys, uint64_t *values)
{
	for (uint32_t i = 0; i < flame_stretches(f); i++) {
		const struct flame_stretch s = flame_stretch_at(f, i);

		bits_tally(f->which, s.first, s.last, keys, values);
	}
}

void flame_tally_rest(const struct flame *f, uint64_t first, uint64_t last,
		      const uint32_t *keys, uint64_t *values)
{
	for (uint32_t i = 0; i < flame_stretches(f); i++) {
		const struct flame_stretch s = flame_stretch_at(f, i);

		bits_tally(f->which, first, s.first, keys, values);
		first = s.last;
	}
	bits_tally(f->which, first, last, keys, values);
}

struct flame_part flame_part_of(const struct flame *f, uint64_t row)
{
	const struct profile *p = f->tree->profile;
	uint64_t time = p->samples.time[row], end = profile_row_end(p, row);
	struct flame_part part = {.time = time, .weight = p->samples.weight[row]};
	uint64_t weight = part.weight;
	uint32_t first = stretch_at(f, time);

	if (!f->spans)
		return part;
	part.weight = 0;
	for (uint32_t i = first; i < flame_stretches(f); i++) {
		const struct flame_stretch s = flame_stretch_at(f, i);

		if (i > first && s.from >= end)
			break;
		if (i == first)
			part.time = choose_larger(time, s.from);
		part.weight += amount_before(p, row, weight, s.to) -
			       amount_before(p, row, weight, s.from);
		part.duration += choose_smaller(end, s.to) - choose_larger(time, s.from);
	}
	return part;
}

uint64_t flame_value(const struct flame *f, uint64_t row)
{
	struct flame_part part;

	if (!f->spans)
		return row_value(f, row);
	part = flame_part_of(f, row);
	return f->weigh == WEIGH_PERIOD ? part.weight : part.duration;
}

void flame_add_up(const struct flame *f, const uint32_t *keys, uint64_t *values)
{
	const struct profile *p = f->tree->profile;
	/* nearly all spans of a single range begin in it, and their durations need no search */
	bool by_duration = f->spans && f->weigh == WEIGH_SAMPLES && !f->several;
	uint64_t end = by_duration ? f->first : f->last;

	for (uint64_t i = flame_next(f, 0); i < end; i = flame_next(f, i + 1))
		values[keys[i]] += flame_value(f, i);
	for (uint64_t i = f->first; by_duration && f->from < f->to && i < f->last; i++)
		if (bits_has(f->which, i))
			values[keys[i]] += choose_smaller(profile_row_end(p, i), f->to) -
					   choose_larger(p->samples.time[i], f->from);
}

bool flame_counts_ones(const struct flame *f)
{
	return !f->spans && f->weigh == WEIGH_SAMPLES && !f->tree->profile->samples.many;
}

uint64_t *flame_first_rows(const struct flame *f, struct error *err)
{
	const struct tree *t = f->tree;
	uint64_t *first = mem_array(t->count, sizeof *first, "flame graph nodes", err);

	if (!first)
		return NULL;
	for (uint32_t n = 0; n < t->count; n++)
		first[n] = FLAME_NO_ROW;
	if (!t->leaf) /* the samples of two files have no common order in time */
		return first;
	for (uint64_t row = flame_next(f, 0); row < f->last; row = flame_next(f, row + 1))
		if (first[t->leaf[row]] > row)
			first[t->leaf[row]] = row;
	for (uint32_t n = t->count - 1; n > 0; n--)
		if (first[n] < first[t->parent[n]])
			first[t->parent[n]] = first[n];
	return first;
}

/* ---- the kind of the values ---- */

static bool event_is_time(const struct profile *p, uint32_t event, enum weigh weigh)
{
	return p->events[event].spans ||
	       (weigh == WEIGH_PERIOD &&
		text_equal(profile_string(p, p->events[event].unit), TEXT("ns")));
}

bool flame_is_time(const struct profile *p, uint32_t event, enum weigh weigh)
{
	if (event != ALL_EVENTS)
		return event < p->event_count && event_is_time(p, event, weigh);
	for (uint32_t e = 0; e < p->event_count; e++)
		if (!event_is_time(p, e, weigh))
			return false;
	return p->event_count > 0;
}

struct text flame_measure(const struct flame *f)
{
	if (f->weigh == WEIGH_PERIOD)
		return TEXT("period");
	return f->spans ? TEXT("time") : TEXT("samples");
}

struct text flame_unit(const struct flame *f)
{
	const struct profile *p = f->tree->profile;

	if (f->spans)
		return TEXT("ns");
	if (f->weigh != WEIGH_PERIOD || p->event_count == 0)
		return TEXT("");
	for (uint32_t i = 1; i < p->event_count; i++)
		if (!text_equal(profile_string(p, p->events[i].unit),
				profile_string(p, p->events[0].unit)))
			return TEXT("");
	return profile_string(p, p->events[0].unit);
}

#define FEW 30

unsigned flame_margin(const struct flame *f)
{
	unsigned margin = 1;

	if (f->spans || f->samples == 0 || f->samples >= FEW)
		return 0;
	while (margin * margin * f->samples < 98 * 98)
		margin++;
	return margin;
}
