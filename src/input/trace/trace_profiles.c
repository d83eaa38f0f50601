#include "input/trace/trace_parts.h"

#include <stdlib.h>

#include "base/mem.h"

struct trace_piece {
	uint32_t pid, id; /* texts; equal in all pieces of a profile */
	/* if the profile is complete: a unique number above 0; otherwise 0 */
	uint64_t lone;
	int64_t time;
	uint64_t number;
	uint32_t tid;
	bool begins;
	struct v8_profile profile; /* owned */
};

bool trace_profiles_add(struct trace_profiles *p, struct trace_record *e,
			enum trace_name name, struct error *err)
{
	struct trace_piece piece = {.pid = e->pid,
				    .id = e->id,
				    .lone = name == TRACE_CPU_PROFILE ? p->count + 1 : 0,
				    .time = e->ts.ns,
				    .number = p->count,
				    .tid = e->tid,
				    .begins = name != TRACE_PROFILE_CHUNK,
				    .profile = e->profile};

	piece.profile.at = e->at;
	if (!JSON_APPEND(p->pieces, p->count, p->room, "pieces of CPU profiles", err,
			 piece))
		return false;
	e->profile = (struct v8_profile){.at = 0};
	return true;
}

void trace_profiles_release(struct trace_profiles *p)
{
	for (size_t i = 0; i < p->count; i++)
		v8_profile_release(&p->pieces[i].profile);
	mem_free(p->pieces);
	*p = (struct trace_profiles){0};
}

static int compare_profile_keys(uint64_t x, uint64_t y)
{
	return x < y ? -1 : x > y;
}

static int profile_order(const struct trace_piece *x, const struct trace_piece *y)
{
	int by = compare_profile_keys(x->lone, y->lone);

	by = by ? by : compare_profile_keys(x->pid, y->pid);
	return by ? by : compare_profile_keys(x->id, y->id);
}

/* Sort the beginning of a profile before its other pieces. */
static int compare_pieces(const void *a, const void *b)
{
	const struct trace_piece *x = a, *y = b;
	int by = profile_order(x, y);

	by = by ? by : compare_profile_keys(!x->begins, !y->begins);
	by = by ? by : (x->time > y->time) - (x->time < y->time);
	return by ? by : compare_profile_keys(x->number, y->number);
}

static bool store_one(struct v8_profile *p, const struct trace_piece *first,
		      struct trace_tracks *tracks, struct reading *r, struct error *err)
{
	struct v8_owner owner = {.event = TEXT("cpu-profile")};
	struct trace_who who;
	uint32_t track;

	if (!v8_profile_is_there(p))
		return true;
	if (!trace_tracks_thread(tracks, first->pid, first->tid, &track, err))
		return false;
	trace_tracks_who(tracks, track, &who);
	owner.name = who.comm;
	owner.pid = who.pid;
	owner.tid = who.tid;
	return v8_profile_store(p, r, &owner, false, err);
}

/* Each piece is released once it has been joined. */
static bool join_and_store(struct trace_piece *pieces, size_t count,
			   struct trace_tracks *tracks, struct reading *r,
			   struct error *err)
{
	struct v8_profile p = {.at = 0};
	bool ok = true;

	for (size_t i = 0; ok && i < count; i++) {
		ok = v8_profile_join(&p, &pieces[i].profile, r->losses, err);
		v8_profile_release(&pieces[i].profile);
	}
	ok = ok && store_one(&p, &pieces[0], tracks, r, err);
	v8_profile_release(&p);
	return ok;
}

bool trace_profiles_store(struct trace_profiles *p, struct trace_tracks *tracks,
			  struct reading *r, struct error *err)
{
	if (p->count)
		qsort(p->pieces, p->count, sizeof *p->pieces, compare_pieces);
	for (size_t from = 0, to; from < p->count; from = to) {
		to = from + 1;
		while (to < p->count &&
		       profile_order(&p->pieces[from], &p->pieces[to]) == 0)
			to++;
		if (!join_and_store(p->pieces + from, to - from, tracks, r, err))
			return false;
	}
	return true;
}
