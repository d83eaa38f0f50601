#include "export/lanes.h"

#include <stdlib.h>

#include "base/idmap.h"
#include "base/mem.h"

/* Which lane each context is in. */
struct sorting {
	struct idmap ids; /* (thread, event and CPU): lane */
	uint32_t *lane;	  /* owned: by context: its number + 1; 0: not met */
};

static const struct profile *profile_of(const struct lanes *l)
{
	return l->flame->tree->profile;
}

uint64_t lanes_time(const struct lanes *l, uint64_t i)
{
	return flame_part_of(l->flame, l->rows[i]).time;
}

/* A key for what tells lanes apart. */
static uint64_t key_of(const struct lane *lane)
{
	return idmap_pair(lane->thread, lane->event << 16 | lane->cpu);
}

static bool find_lane(struct lanes *l, struct sorting *s, uint32_t context,
		      struct error *err)
{
	const struct profile *p = profile_of(l);
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
	const struct flame *f = l->flame;

	for (uint64_t row = flame_next(f, 0); row < f->last;
	     row = flame_next(f, row + 1)) {
		uint32_t context = profile_of(l)->samples.context[row];

		if (!s->lane[context] && !find_lane(l, s, context, err))
			return false;
		l->list[s->lane[context] - 1].last++;
		l->samples++;
	}
	return true;
}

static bool sort_rows(struct lanes *l, struct sorting *s, struct error *err)
{
	const struct flame *f = l->flame;
	const uint32_t *context = profile_of(l)->samples.context;
	uint64_t first = 0;

	l->rows = mem_array(l->samples, sizeof *l->rows, "samples", err);
	if (!l->rows)
		return false;
	for (uint32_t i = 0; i < l->count; i++) {
		uint64_t count = l->list[i].last;

		l->list[i].first = l->list[i].last = first;
		first += count;
	}
	for (uint64_t row = flame_next(f, 0); row < f->last; row = flame_next(f, row + 1))
		l->rows[l->list[s->lane[context[row]] - 1].last++] = row;
	return true;
}

/* ---- how long ---- */

/* Does each of its samples say how long it lasted? */
static bool tells_time(const struct lanes *l, const struct lane *lane)
{
	const struct profile *p = profile_of(l);
	const struct event *e = &p->events[lane->event];

	return e->spans || text_equal(profile_string(p, e->unit), TEXT("ns"));
}

/* What it says, or the usual. */
static uint64_t said(const struct lanes *l, const struct lane *lane, uint64_t row)
{
	struct flame_part part = flame_part_of(l->flame, row);

	if (profile_of(l)->events[lane->event].spans)
		return part.duration;
	return tells_time(l, lane) ? part.weight : l->usual;
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
			if (lanes_time(l, i) > lanes_time(l, i - 1))
				distances[n++] = lanes_time(l, i) - lanes_time(l, i - 1);
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
	uint64_t next = i + 1 < lane->last ? lanes_time(l, i + 1) : UINT64_MAX;
	uint64_t most = next - lanes_time(l, i);

	return lasted < most ? lasted : most;
}

/* ---- all of it ---- */

bool lanes_build(struct lanes *l, const struct flame *f, struct error *err)
{
	struct sorting s = {.lane = NULL};
	bool ok;

	*l = (struct lanes){.flame = f, .usual = 1};
	s.lane = mem_array(profile_of(l)->context_count, sizeof *s.lane, "contexts", err);
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
