#include "input/trace/trace_parts.h"

#include <stdio.h>

#include "base/append.h"
#include "base/mem.h"
#include "base/number.h"

#define LONGEST_PART 100 /* bytes of a category or name in the name of a track */

enum { STEP_THREADS, STEP_ASYNC, STEP_FIRST_FREE };

struct trace_track {
	uint32_t pid, tid; /* texts, like all numbers here */
	uint32_t name;	   /* of the thread, or of the asynchronous event */
	uint32_t category;
	bool is_thread;
};

bool trace_tracks_begin(struct trace_tracks *t, struct builder *b, struct error *err)
{
	t->builder = b;
	t->texts = intern_new(err);
	return t->texts;
}

void trace_tracks_release(struct trace_tracks *t)
{
	intern_free(t->texts);
	string_ids_release(&t->comms);
	idmap_release(&t->steps);
	idmap_release(&t->ends);
	idmap_release(&t->processes);
	idmap_release(&t->frames);
	mem_free(t->rows);
	mem_free(t->process_names);
	mem_free(t->frame_ids);
	*t = (struct trace_tracks){0};
}

bool trace_tracks_text(struct trace_tracks *t, struct text text, uint32_t *number,
		       struct error *err)
{
	return intern_put(t->texts, text, number, err);
}

/* ---- tracks ---- */

static bool step_to_id(struct trace_tracks *t, uint32_t *at, uint32_t id,
		       struct error *err)
{
	uint32_t fresh = STEP_FIRST_FREE + (uint32_t)t->steps.count;

	if (t->steps.count >= UINT32_MAX - STEP_FIRST_FREE)
		return error_set(err, ERROR_LIMIT, "too many threads and ids");
	return idmap_put(&t->steps, idmap_pair(*at, id), fresh, at, err);
}

/* Find the track at the end of the steps, or make it a copy of `track`. */
static bool arrive(struct trace_tracks *t, uint32_t at, const struct trace_track *track,
		   uint32_t *number, struct error *err)
{
	if (!idmap_put(&t->ends, at, t->count, number, err))
		return false;
	if (*number < t->count)
		return true;
	return APPEND(t->rows, t->count, t->room, "tracks", err, *track);
}

bool trace_tracks_thread(struct trace_tracks *t, uint32_t pid, uint32_t tid,
			 uint32_t *track, struct error *err)
{
	struct trace_track new = {.pid = pid, .tid = tid, .is_thread = true};
	const struct trace_track *last = t->count ? &t->rows[t->last] : NULL;
	uint32_t at = STEP_THREADS;

	if (!last || !last->is_thread || last->pid != pid || last->tid != tid) {
		if (!step_to_id(t, &at, pid, err) || !step_to_id(t, &at, tid, err) ||
		    !arrive(t, at, &new, &t->last, err))
			return false;
	}
	*track = t->last;
	return true;
}

bool trace_tracks_async(struct trace_tracks *t, const struct trace_async *a,
			uint32_t *track, struct error *err)
{
	struct trace_track new = {
	    .pid = a->pid, .name = a->name, .category = a->category};
	uint32_t at = STEP_ASYNC;

	for (size_t i = 0; i < sizeof a->path / sizeof *a->path; i++)
		if (!step_to_id(t, &at, a->path[i], err))
			return false;
	return arrive(t, at, &new, track, err);
}

/* ---- names ---- */

bool trace_tracks_name_process(struct trace_tracks *t, uint32_t pid, uint32_t name,
			       struct error *err)
{
	uint32_t place;

	if (!idmap_put(&t->processes, pid, (uint32_t)t->processes.count, &place, err) ||
	    !mem_reserve(&t->process_names, &t->process_room, t->processes.count,
			 sizeof *t->process_names, "processes", err))
		return false;
	t->process_names[place] = name;
	return true;
}

void trace_tracks_name_thread(struct trace_tracks *t, uint32_t track, uint32_t name)
{
	t->rows[track].name = name;
}

bool trace_tracks_frame(struct trace_tracks *t, uint32_t name, uint32_t category,
			uint32_t *frame, struct error *err)
{
	struct builder *b = t->builder;
	uint32_t fresh = (uint32_t)t->frames.count, place;
	struct text text = name ? intern_get(t->texts, name) : TEXT("(unnamed)");

	if (!idmap_put(&t->frames, idmap_pair(name, category), fresh, &place, err))
		return false;
	if (place == fresh) {
		if (!mem_reserve(&t->frame_ids, &t->frame_room, t->frames.count,
				 sizeof *t->frame_ids, "functions", err))
			return false;
		t->frame_ids[place] = builder_frame(
		    b, builder_string(b, text),
		    builder_string(b, intern_get(t->texts, category)), FRAME_USER);
	}
	*frame = t->frame_ids[place];
	return true;
}

/* ---- names and ids for the builder ---- */

static int32_t id_of(const struct trace_tracks *t, uint32_t id)
{
	struct text text = intern_get(t->texts, id);
	int32_t number;

	if (id == 0)
		return PROFILE_NO_ID;
	if (text.len <= LONGEST_PART && number_i32(text, &number))
		return number;
	return TRACE_MADE_UP + (int32_t)(id % TRACE_MADE_UP);
}

static struct text cut_text(const struct trace_tracks *t, uint32_t text)
{
	return text_upto(intern_get(t->texts, text), LONGEST_PART);
}

static uint32_t comm_of_text(struct trace_tracks *t, uint32_t text)
{
	return string_ids_get(&t->comms, t->builder, text, intern_get(t->texts, text));
}

static uint32_t comm_of_async(struct trace_tracks *t, const struct trace_track *r)
{
	struct text name = cut_text(t, r->name), category = cut_text(t, r->category);
	char buf[2 * LONGEST_PART + 2];
	int len;

	if (category.len == 0)
		return comm_of_text(t, r->name);
	len = snprintf(buf, sizeof buf, "%.*s:%.*s", (int)category.len, category.at,
		       (int)name.len, name.at);
	return builder_string(t->builder, (struct text){buf, (size_t)len});
}

/* The name of a thread without one. */
static uint32_t comm_of_others(struct trace_tracks *t, const struct trace_track *r)
{
	struct text tid = cut_text(t, r->tid);
	char buf[LONGEST_PART + 10];
	uint32_t place, comm = 0;
	int len;

	if (idmap_get(&t->processes, r->pid, &place))
		comm = comm_of_text(t, t->process_names[place]);
	if (comm)
		return comm;
	if (r->tid == 0)
		return builder_string(t->builder, TEXT("no thread"));
	len = snprintf(buf, sizeof buf, "thread %.*s", (int)tid.len, tid.at);
	return builder_string(t->builder, (struct text){buf, (size_t)len});
}

void trace_tracks_who(struct trace_tracks *t, uint32_t track, struct trace_who *who)
{
	const struct trace_track *r = &t->rows[track];

	who->pid = id_of(t, r->pid);
	who->tid = r->is_thread ? id_of(t, r->tid) : PROFILE_NO_ID;
	who->comm = r->is_thread ? comm_of_text(t, r->name) : comm_of_async(t, r);
	if (!who->comm)
		who->comm = comm_of_others(t, r);
}

uint32_t trace_tracks_row(void *tracks, uint32_t track)
{
	struct trace_tracks *t = tracks;
	struct trace_who who;

	trace_tracks_who(t, track, &who);
	return builder_thread_of(t->builder, who.comm, who.pid, who.tid);
}
