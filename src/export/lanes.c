#include "export/lanes.h"

#include <stdlib.h>

#include "base/idmap.h"
#include "base/mem.h"

/* Which lane each context is in. */
struct sorting {
	const struct flame *flame; /* borrowed */
	struct idmap ids;	   /* (thread, event and CPU): lane */
	uint32_t *lane;		   /* owned: by context: its number + 1; 0: not met */
};

static uint64_t time_of(const struct lanes *l, uint64_t i)
{
	return l->profile->samples.time[l->rows[i]];
}

/* A key for what tells lanes apart. */
static uint64_t key_of(const struct lane *lane)
{
	return idmap_pair(lane->thread, lane->event << 16 | lane->cpu);
}

static bool find_lane(struct lanes *l, struct sorting *s, uint32_t context,
		      struct error *err)
{
	const struct profile *p = l->profile;
	const struct context *c = &p->contexts[context];
	bool idles = profile_is_idle_task(p, &p->threads[c->thread]);
	struct lane lane = {.thread = c->thread,
			    .event = c->event,
			    .cpu = idles ? c->cpu : PROFILE_NO_CPU};
	uint32_t id;

	if (!idmap_put(&s->ids, key_of(&lane), l->count, &id, err) ||
	    !mem_reserve(&l->list, &l->room, (size_t)l->count + 1, sizeof lane, "threads",
			 err))
		return false;
	if (id == l->count)
		l->list[l->count++] = lane;
	s->lane[context] = id + 1;
	return true;
}

/* How many samples there are in each lane: in `last`, for now. */
static bool count_rows(struct lanes *l, struct sorting *s, struct error *err)
{
	const struct flame *f = s->flame;

	for (uint64_t row = f->first; row < f->last; row++) {
		uint32_t context = l->profile->samples.context[row];

		if (!bits_has(f->which, row))
			continue;
		if (!s->lane[context] && !find_lane(l, s, context, err))
			return false;
		l->list[s->lane[context] - 1].last++;
		l->samples++;
	}
	return true;
}

static bool sort_rows(struct lanes *l, struct sorting *s, struct error *err)
{
	const struct flame *f = s->flame;
	uint64_t first = 0;

	l->rows = mem_array(l->samples, sizeof *l->rows, "samples", err);
	if (!l->rows)
		return false;
	for (uint32_t i = 0; i < l->count; i++) {
		uint64_t count = l->list[i].last;

		l->list[i].first = l->list[i].last = first;
		first += count;
	}
	for (uint64_t row = f->first; row < f->last; row++)
		if (bits_has(f->which, row))
			l->rows[l->list[s->lane[l->profile->samples.context[row]] - 1]
				    .last++] = row;
	return true;
}

/* ---- how long ---- */

/* Does each of its samples say how long it lasted? */
static bool tells_time(const struct lanes *l, const struct lane *lane)
{
	const struct event *e = &l->profile->events[lane->event];

	return e->spans || text_equal(profile_string(l->profile, e->unit), TEXT("ns"));
}

/* What it says, or the usual. */
static uint64_t said(const struct lanes *l, const struct lane *lane, uint64_t row)
{
	const struct samples *s = &l->profile->samples;

	if (l->profile->events[lane->event].spans)
		return s->duration ? s->duration[row] : 0;
	return tells_time(l, lane) ? s->weight[row] : l->usual;
}

static int by_size(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

/* The median of all distances; two samples of one moment have none. */
static bool measure(struct lanes *l, struct error *err)
{
	uint64_t *distances = mem_array(l->samples, sizeof *distances, "samples", err);
	size_t n = 0;

	if (!distances)
		return false;
	for (uint32_t lane = 0; lane < l->count; lane++)
		for (uint64_t i = l->list[lane].first + 1; i < l->list[lane].last; i++)
			if (time_of(l, i) > time_of(l, i - 1))
				distances[n++] = time_of(l, i) - time_of(l, i - 1);
	if (n > 0) {
		qsort(distances, n, sizeof *distances, by_size);
		l->usual = distances[(n - 1) / 2];
	}
	free(distances);
	return true;
}

uint64_t lanes_lasted(const struct lanes *l, const struct lane *lane, uint64_t i)
{
	uint64_t lasted = said(l, lane, l->rows[i]);
	uint64_t next = i + 1 < lane->last ? time_of(l, i + 1) : UINT64_MAX;
	uint64_t most = next - time_of(l, i);

	return lasted < most ? lasted : most;
}

/* ---- all of it ---- */

bool lanes_build(struct lanes *l, const struct flame *f, struct error *err)
{
	struct sorting s = {.flame = f};
	bool ok;

	*l = (struct lanes){.profile = f->tree->profile, .usual = 1};
	s.lane = mem_array(l->profile->context_count, sizeof *s.lane, "contexts", err);
	ok = s.lane && count_rows(l, &s, err) && sort_rows(l, &s, err);
	for (uint32_t i = 0; ok && i < l->count; i++) {
		if (tells_time(l, &l->list[i]))
			continue;
		ok = measure(l, err);
		break;
	}
	idmap_release(&s.ids);
	free(s.lane);
	if (!ok)
		lanes_release(l);
	return ok;
}

void lanes_release(struct lanes *l)
{
	free(l->list);
	free(l->rows);
	*l = (struct lanes){0};
}
