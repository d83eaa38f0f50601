#include <stdlib.h>

#include "analysis/compare/variation_state.h"
#include "base/append.h"
#include "base/mem.h"

struct measured_runs {
	struct measuring *m;
	const struct sampled *side;
	int which; /* SUBJECT or BASELINE */
	/* owned: the rows of a piece, and the same sorted by thread */
	uint64_t *rows, *sorted;
	struct bits met; /* owned: threads of a piece */
	/* owned: by thread, the position in `sorted` of its next row */
	uint32_t *at;
	uint32_t *ends;	  /* owned: the end of each thread of the piece in `sorted` */
	uint32_t threads; /* of the piece */
	uint64_t room;	  /* the most rows in a piece */
	uint64_t usual;	  /* ns between samples of a thread */
};

static void end_run(struct measured *m, uint32_t key, uint64_t at)
{
	double length = (double)(at + 1 - m->since[key]);

	m->since[key] = 0;
	m->length[key] += length;
	m->result->run[key] += length * length;
}

/* List the key of a node, unless a node above it has the same key. */
static bool list_key(const struct measured *m, struct key_list *l, uint32_t node,
		     struct error *err)
{
	uint32_t key = m->keys->of_node[node];

	return !bits_has(m->keys->outermost, node) ||
	       APPEND(l->keys, l->count, l->room, "rows", err, key);
}

/*
 * End and begin runs between two consecutive stacks: only keys below the last common caller can
 * change.
 */
static bool change_stack(struct measured *m, uint32_t from, uint32_t to, uint64_t at,
			 struct error *err)
{
	const uint32_t *parent = m->keys->tree->parent;
	bool ok = true;

	m->closing.count = m->opening.count = 0;
	for (; ok && from != to; m->steps++) {
		ok = list_key(m, from > to ? &m->closing : &m->opening,
			      from > to ? from : to, err);
		if (from > to)
			from = parent[from];
		else
			to = parent[to];
	}
	m->changes++;
	for (size_t i = 0; i < m->opening.count; i++)
		m->mark[m->opening.keys[i]] = m->changes;
	for (size_t i = 0; i < m->closing.count; i++)
		if (m->mark[m->closing.keys[i]] != m->changes)
			end_run(m, m->closing.keys[i], at);
	for (size_t i = 0; i < m->opening.count; i++)
		if (!m->since[m->opening.keys[i]])
			m->since[m->opening.keys[i]] = at + 1;
	return ok;
}

/* The same if a sample has one key. */
static void change_key(struct measured *m, uint32_t from, uint32_t to, uint64_t at)
{
	if (from == to)
		return;
	if (from != KEY_NONE)
		end_run(m, from, at);
	if (to != KEY_NONE)
		m->since[to] = at + 1;
}

static uint32_t key_of_row(const struct measured_runs *r, const struct measured *m,
			   uint64_t row)
{
	if (m->keys->of_node)
		return m->keys->of_node[sampled_node(r->side, row)];
	return m->keys
	    ->of_context[r->which][r->side->tree->profile->samples.context[row]];
}

/* Measure runs in samples of a thread without a pause. Node 0, above all others, has no key. */
static bool run_samples(struct measured_runs *r, struct measured *m, const uint64_t *rows,
			uint64_t count, struct error *err)
{
	bool stacks = m->keys->outermost != NULL;
	uint32_t nothing = stacks ? 0 : KEY_NONE, last = nothing;

	for (uint64_t i = 0; i <= count; i++) {
		uint64_t steps = m->steps;
		uint32_t next;

		if (m->steps++ >= STEPS_MOST)
			count = i; /* deep stacks may cost as much in a single run */
		next = i == count ? nothing
		       : stacks	  ? sampled_node(r->side, rows[i])
				  : key_of_row(r, m, rows[i]);

		if (!stacks)
			change_key(m, last, next, i);
		else if (next != last && !change_stack(m, last, next, i, err))
			return false;
		if (!time_limit_check(r->m->limit, m->steps - steps, err))
			return false;
		last = next;
	}
	return true;
}

static uint64_t gap_before(const struct measured_runs *r, const uint64_t *rows,
			   uint64_t i)
{
	const uint64_t *time = r->side->tree->profile->samples.time;

	return time[rows[i]] - time[rows[i - 1]];
}

static bool run_thread(struct measured_runs *r, const uint64_t *rows, uint64_t count,
		       struct error *err)
{
	uint64_t begin = 0;

	for (uint64_t i = 1; i <= count; i++) {
		uint64_t gap = i < count ? gap_before(r, rows, i) : 0;

		/* a pause is more than twice the usual gap */
		if (i < count && !(gap > r->usual && gap - r->usual > r->usual))
			continue;
		for (size_t k = 0; k < r->m->count; k++) {
			struct measured *m = &r->m->each[k];

			if (!m->keys->no_runs && m->steps < STEPS_MOST &&
			    !run_samples(r, m, rows + begin, i - begin, err))
				return false;
		}
		begin = i;
	}
	return true;
}

static int compare_times(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

/* The usual gap between samples of a thread: the median of some gaps, evenly spread. */
#define GAPS 1024
static uint64_t usual_gap(const struct measured_runs *r, uint64_t count)
{
	uint64_t gaps[GAPS], n = 0, first = 0, each = count / GAPS + 1;
	uint32_t thread = 0;

	for (uint64_t i = 0; i < count; i += each) {
		for (; i >= r->ends[thread]; thread++)
			first = r->ends[thread];
		if (i > first && n < GAPS)
			gaps[n++] = gap_before(r, r->sorted, i); /* room: GAPS */
	}
	qsort(gaps, (size_t)n, sizeof *gaps, compare_times);
	return n ? gaps[n / 2] : 0;
}

/*
 * Sort the rows of a piece by thread. A piece contains few of the possibly thousands of threads;
 * `met` marks them.
 */
static void sort_by_thread(struct measured_runs *r, uint64_t count)
{
	const struct profile *p = r->side->tree->profile;
	uint32_t end = 0;

	for (uint64_t i = 0; i < count; i++) {
		uint32_t thread = profile_context(p, r->rows[i])->thread;

		bits_add(&r->met, thread);
		r->at[thread]++;
	}
	/* turn the number of rows of each thread into the position of its first row */
	r->threads = 0;
	for (uint64_t w = 0; w <= r->met.count / 64; w++) {
		for (uint64_t word = r->met.words[w]; word; word &= word - 1) {
			uint64_t thread = w * 64 + (uint64_t)__builtin_ctzll(word);
			uint32_t rows = r->at[thread];

			r->at[thread] = end;
			end += rows;
			r->ends[r->threads++] = end; /* room: each thread once */
		}
		r->met.words[w] = 0;
	}
	for (uint64_t i = 0; i < count; i++) /* room: as many as were counted */
		r->sorted[r->at[profile_context(p, r->rows[i])->thread]++] = r->rows[i];
	for (uint64_t i = 0; i < count; i++)
		r->at[profile_context(p, r->rows[i])->thread] = 0;
}

/* Measure runs in these rows, limited to the samples that a piece may have. */
static bool run_rows(struct measured_runs *r, struct timed_rows s, struct error *err)
{
	uint64_t count = 0, first = 0;
	bool ok = true;

	for (uint64_t row = s.first; row < s.last && count < r->room; row++)
		if (bits_has(r->side->which, row))
			r->rows[count++] = row; /* room: checked above */
	if (!count)
		return true;
	sort_by_thread(r, count);
	r->usual = usual_gap(r, count);
	for (uint32_t i = 0; ok && i < r->threads; i++) {
		ok = run_thread(r, r->sorted + first, r->ends[i] - first, err);
		first = r->ends[i];
	}
	return ok;
}

/* The i-th of RUN_PIECES equal parts of all stretches, truncated at the end of its stretch. */
static struct timed_rows piece_of(const struct sampled *side, uint64_t i)
{
	const struct timed_rows *s = side->stretches;
	uint64_t all = 0, from, length;

	for (uint32_t n = 0; n < side->count; n++)
		all += s[n].last - s[n].first;
	length = all / RUN_PIECES;
	from = length * i;
	for (; s < side->stretches + side->count - 1; s++) {
		if (from < s->last - s->first)
			break;
		from -= s->last - s->first;
	}
	from += s->first;
	return (struct timed_rows){
	    .first = from, .last = s->last - from < length ? s->last : from + length};
}

static bool run_side(struct measuring *m, const struct sampled *side, int which,
		     struct error *err)
{
	struct measured_runs r = {.m = m, .side = side, .which = which};
	uint32_t threads = side->tree->profile->thread_count;
	uint64_t kept = sampled_count(side);
	bool whole = kept <= RUN_SAMPLES, ok;

	if (!bits_build(&r.met, threads, err))
		return false;
	r.room = whole ? kept : RUN_SAMPLES / RUN_PIECES;
	r.at = mem_array(threads, sizeof *r.at, "threads", err);
	r.ends = r.at ? mem_array(threads, sizeof *r.ends, "threads", err) : NULL;
	r.rows =
	    r.ends ? mem_array((size_t)r.room, sizeof *r.rows, "samples", err) : NULL;
	r.sorted =
	    r.rows ? mem_array((size_t)r.room, sizeof *r.sorted, "samples", err) : NULL;
	ok = r.sorted != NULL;
	for (uint32_t i = 0; whole && ok && i < side->count; i++)
		ok = run_rows(&r, side->stretches[i], err);
	for (uint64_t i = 0; !whole && ok && i < RUN_PIECES; i++)
		ok = run_rows(&r, piece_of(side, i), err);
	bits_release(&r.met);
	mem_free(r.at);
	mem_free(r.ends);
	mem_free(r.rows);
	mem_free(r.sorted);
	return ok;
}

static int compare_factors(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

/*
 * Divide the sums of each key. No factor is less than the (lower) median of the measured ones: a
 * key with few runs may have had short ones by chance.
 */
static void find_run_factors(struct measured *m)
{
	double *run = m->result->run, least = 1;
	double *seen = m->length; /* room: overwrites the ones already read */
	uint32_t keys = m->keys->count, count = 0;

	for (uint32_t i = 0; i < keys; i++) {
		if (m->length[i] <= 0)
			continue;
		run[i] /= m->length[i];
		seen[count++] = run[i]; /* room: count <= i */
	}
	qsort(seen, count, sizeof *seen, compare_factors);
	if (count)
		least = seen[(count - 1) / 2];
	for (uint32_t i = 0; i < keys; i++)
		if (run[i] < least)
			run[i] = least;
}

bool run_factors_find(struct measuring *m, const struct sampled *subject,
		      const struct sampled *baseline, struct error *err)
{
	bool any = false;

	for (size_t i = 0; i < m->count; i++) {
		if (m->each[i].keys->no_runs)
			continue;
		any = true;
		memset(m->each[i].result->run, 0,
		       m->each[i].keys->count * sizeof *m->each[i].result->run);
	}
	if (!any)
		return true;
	if (!run_side(m, subject, SUBJECT, err) || !run_side(m, baseline, BASELINE, err))
		return false;
	for (size_t i = 0; i < m->count; i++)
		if (!m->each[i].keys->no_runs)
			find_run_factors(&m->each[i]);
	return true;
}
