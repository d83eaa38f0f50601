#include "export/tracks.h"

#include <stdlib.h>

#include "base/append.h"
#include "base/idmap.h"
#include "base/mem.h"

/* Which track each sample is in. */
struct sorting {
	struct idmap ids; /* (thread, event and CPU): the first track */
	uint32_t *first;  /* owned: by context: the same + 1; 0: not met */
	uint32_t *of;	  /* owned: by sample, in the order in which they are met */
	size_t of_room;
	struct tail {	       /* of a track, so far */
		uint64_t end;  /* ns: when it is free again */
		uint32_t next; /* track of the same thread + 1; 0: this is the last */
	} * tails;	       /* owned: by track */
	size_t tails_room;
};

static const struct profile *profile_of(const struct tracks *l)
{
	return l->flame->tree->profile;
}

uint64_t tracks_time(const struct tracks *l, uint64_t i)
{
	return flame_part_of(l->flame, l->rows[i]).time;
}

/* A key for what tells tracks apart. */
static uint64_t key_of(const struct track *track)
{
	return idmap_pair(track->thread, track->event << 16 | track->cpu);
}

static bool add_track(struct tracks *l, struct sorting *s, const struct track *track,
		      struct error *err)
{
	if (!mem_reserve(&s->tails, &s->tails_room, (size_t)l->count + 1,
			 sizeof *s->tails, "threads", err))
		return false;
	s->tails[l->count] = (struct tail){0, 0};
	return APPEND(l->list, l->count, l->room, "threads", err, *track);
}

/* The first track of a context. */
static bool find_first(struct tracks *l, struct sorting *s, uint32_t context,
		       struct error *err)
{
	const struct profile *p = profile_of(l);
	const struct context *c = &p->contexts[context];
	bool idles = profile_is_idle_task(p, &p->threads[c->thread]);
	struct track track = {.thread = c->thread,
			      .event = c->event,
			      .cpu = idles ? c->cpu : PROFILE_NO_CPU};
	uint32_t id;

	if (!idmap_put(&s->ids, key_of(&track), l->count, &id, err) ||
	    (id == l->count && !add_track(l, s, &track, err)))
		return false;
	s->first[context] = id + 1;
	return true;
}

/* The first track from `*id` on that is free at this time. */
static bool find_free(struct tracks *l, struct sorting *s, uint32_t *id, uint64_t time,
		      struct error *err)
{
	while (s->tails[*id].end > time) {
		struct track track = l->list[*id];

		if (!s->tails[*id].next) {
			track.nth++;
			track.last = 0;
			if (track.nth == TRACKS_MOST)
				return error_set(
				    err, ERROR_LIMIT,
				    "more than %d spans of one thread overlap",
				    TRACKS_MOST);
			if (!add_track(l, s, &track, err))
				return false;
			s->tails[*id].next = l->count;
		}
		*id = s->tails[*id].next - 1;
	}
	return true;
}

static bool take_row(struct tracks *l, struct sorting *s, uint64_t row, struct error *err)
{
	uint32_t context = profile_of(l)->samples.context[row], id;

	if (!s->first[context] && !find_first(l, s, context, err))
		return false;
	id = s->first[context] - 1;
	if (l->flame->spans) {
		struct flame_part part = flame_part_of(l->flame, row);

		if (!find_free(l, s, &id, part.time, err))
			return false;
		s->tails[id].end = part.time + part.duration;
	}
	if (!APPEND(s->of, l->samples, s->of_room, "samples", err, id))
		return false;
	l->list[id].last++; /* how many there are in each track, for now */
	return true;
}

static bool take_rows(struct tracks *l, struct sorting *s, struct error *err)
{
	const struct flame *f = l->flame;

	for (uint64_t row = flame_next(f, 0); row < f->last; row = flame_next(f, row + 1))
		if (!take_row(l, s, row, err))
			return false;
	return true;
}

static bool sort_rows(struct tracks *l, struct sorting *s, struct error *err)
{
	const struct flame *f = l->flame;
	uint64_t first = 0, i = 0;

	l->rows = mem_array(l->samples, sizeof *l->rows, "samples", err);
	if (!l->rows)
		return false;
	for (uint32_t track = 0; track < l->count; track++) {
		uint64_t count = l->list[track].last;

		l->list[track].first = l->list[track].last = first;
		first += count;
	}
	/* room: each row was counted for its track, in the same walk */
	for (uint64_t row = flame_next(f, 0); row < f->last; row = flame_next(f, row + 1))
		l->rows[l->list[s->of[i++]].last++] = row;
	return true;
}

/* ---- how long ---- */

/* Does each of its samples say how long it lasted? */
static bool tells_time(const struct tracks *l, const struct track *track)
{
	const struct profile *p = profile_of(l);
	const struct event *e = &p->events[track->event];

	return e->spans || text_equal(profile_string(p, e->unit), TEXT("ns"));
}

/* What it says, or the usual. */
static uint64_t said(const struct tracks *l, const struct track *track, uint64_t row)
{
	struct flame_part part = flame_part_of(l->flame, row);

	if (profile_of(l)->events[track->event].spans)
		return part.duration;
	return tells_time(l, track) ? part.weight : l->usual;
}

static int by_size(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

/* The median of all distances; two samples of one moment have none. */
static bool measure(struct tracks *l, struct error *err)
{
	uint64_t *distances = mem_array(l->samples, sizeof *distances, "samples", err);
	size_t n = 0;

	if (!distances)
		return false;
	for (uint32_t track = 0; track < l->count; track++)
		for (uint64_t i = l->list[track].first + 1; i < l->list[track].last; i++)
			if (tracks_time(l, i) > tracks_time(l, i - 1))
				distances[n++] =
				    tracks_time(l, i) -
				    tracks_time(l, i - 1); /* room: fewer than samples */
	if (n > 0) {
		qsort(distances, n, sizeof *distances, by_size);
		l->usual = distances[(n - 1) / 2];
	}
	mem_free(distances);
	return true;
}

uint64_t tracks_lasted(const struct tracks *l, const struct track *track, uint64_t i)
{
	uint64_t lasted = said(l, track, l->rows[i]);
	uint64_t next = i + 1 < track->last ? tracks_time(l, i + 1) : UINT64_MAX;
	uint64_t most = next - tracks_time(l, i);

	return lasted < most ? lasted : most;
}

/* ---- all of it ---- */

bool tracks_build(struct tracks *l, const struct flame *f, struct error *err)
{
	struct sorting s = {.first = NULL};
	bool ok;

	*l = (struct tracks){.flame = f, .usual = 1};
	s.first =
	    mem_array(profile_of(l)->context_count, sizeof *s.first, "contexts", err);
	ok = s.first && take_rows(l, &s, err) && sort_rows(l, &s, err);
	for (uint32_t i = 0; ok && i < l->count; i++) {
		if (tells_time(l, &l->list[i]))
			continue;
		ok = measure(l, err);
		break;
	}
	idmap_release(&s.ids);
	mem_free(s.first);
	mem_free(s.of);
	mem_free(s.tails);
	if (!ok)
		tracks_release(l);
	return ok;
}

void tracks_release(struct tracks *l)
{
	mem_free(l->list);
	mem_free(l->rows);
	*l = (struct tracks){0};
}
