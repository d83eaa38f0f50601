#include "export/export.h"

#include <inttypes.h>
#include <stdlib.h>

#include "analysis/flame.h"
#include "base/append.h"
#include "base/fill.h"
#include "base/idmap.h"
#include "base/mem.h"
#include "export/json_writer.h"
#include "export/extent.h"
#include "profile/hosts.h"

/*
 * A track becomes one profile of the file. It has one event, since durations of different events
 * cannot be added. A thread whose spans overlap, such as requests, has several tracks.
 */
struct track {
	uint32_t thread, event; /* rows of the profile */
	uint32_t nth;		/* number of the track within the thread, from 0 */
	/*
	 * Only for the idle tasks of the kernel, which run on all CPUs simultaneously; else
	 * PROFILE_NO_CPU.
	 */
	uint16_t cpu;
	uint64_t first, last; /* rows [first, last) of tracks.rows, never empty */
};

struct tracks {
	const struct flame *flame; /* borrowed */
	struct track *list;	   /* owned: in order of first samples */
	uint32_t count;
	size_t room;
	uint64_t *rows;	  /* owned: sample rows, track by track, in order of time */
	uint64_t samples; /* length of `rows` */
	uint64_t usual;	  /* ns: the median distance of samples within a track, or 1 */
};

/* The maximal number of tracks of a thread. */
#define TRACKS_MOST 1000

/* Assigns samples to tracks. */
struct track_sorting {
	struct idmap ids; /* (thread, event and CPU): the first track */
	uint32_t *first; /* owned: by context, its first track + 1; 0: not assigned yet */
	uint32_t *of;	 /* owned: the track of each sample, in the order of visits */
	size_t of_room;
	struct tail {	       /* the current end of a track */
		uint64_t end;  /* ns: the track is free from here on */
		uint32_t next; /* the next track of the thread + 1; 0: none */
	} * tails;	       /* owned: by track */
	size_t tails_room;
};

static const struct profile *profile_of(const struct tracks *l)
{
	return l->flame->tree->profile;
}

/* The time of tracks.rows[i]. */
static uint64_t tracks_time(const struct tracks *l, uint64_t i)
{
	return flame_part_of(l->flame, l->rows[i]).time;
}

static bool add_track(struct tracks *l, struct track_sorting *s,
		      const struct track *track, struct error *err)
{
	if (!mem_reserve(&s->tails, &s->tails_room, (size_t)l->count + 1,
			 sizeof *s->tails, "threads", err))
		return false;
	s->tails[l->count] = (struct tail){0, 0};
	return APPEND(l->list, l->count, l->room, "threads", err, *track);
}

/* Find or add the first track of a context. */
static bool find_first(struct tracks *l, struct track_sorting *s, uint32_t context,
		       struct error *err)
{
	const struct profile *p = profile_of(l);
	const struct context *c = &p->contexts[context];
	bool idles = profile_is_idle_task(p, &p->threads[c->thread]);
	struct track track = {.thread = c->thread,
			      .event = c->event,
			      .cpu = idles ? c->cpu : PROFILE_NO_CPU};
	uint32_t id;

	if (!idmap_put(&s->ids, idmap_pair(track.thread, track.event << 16 | track.cpu),
		       l->count, &id, err) ||
	    (id == l->count && !add_track(l, s, &track, err)))
		return false;
	s->first[context] = id + 1;
	return true;
}

/* Find or add a track from `*id` on that is free at `time`. */
static bool find_free(struct tracks *l, struct track_sorting *s, uint32_t *id,
		      uint64_t time, struct error *err)
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

static bool take_rows(struct tracks *l, struct track_sorting *s, struct error *err)
{
	const struct flame *f = l->flame;

	for (uint64_t row = flame_next(f, 0); row < f->last;
	     row = flame_next(f, row + 1)) {
		uint32_t context = profile_of(l)->samples.context[row], id;

		if (!s->first[context] && !find_first(l, s, context, err))
			return false;
		id = s->first[context] - 1;
		if (f->spans) {
			struct flame_part part = flame_part_of(f, row);

			if (!find_free(l, s, &id, part.time, err))
				return false;
			s->tails[id].end = part.time + part.duration;
		}
		if (!APPEND(s->of, l->samples, s->of_room, "samples", err, id))
			return false;
		l->list[id].last++; /* for now, counts the samples of the track */
	}
	return true;
}

static bool sort_rows(struct tracks *l, struct track_sorting *s, struct error *err)
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
	/* room: the same walk counted the rows of each track */
	for (uint64_t row = flame_next(f, 0); row < f->last; row = flame_next(f, row + 1))
		l->rows[l->list[s->of[i++]].last++] = row;
	return true;
}

/* ---- durations ---- */

/* Do the samples of the track have durations? */
static bool tells_time(const struct tracks *l, const struct track *track)
{
	const struct profile *p = profile_of(l);
	const struct event *e = &p->events[track->event];

	return e->spans || text_equal(profile_string(p, e->unit), TEXT("ns"));
}

static int by_size(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

/* The median distance between samples of a track. Samples at the same time are skipped. */
static bool measure_sample_distance(struct tracks *l, struct error *err)
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

/*
 * The duration in ns of the sample in tracks.rows[i]: that of a span, the weight of a sample when
 * it is a time, else the usual distance; cut at the next sample of the track.
 */
static uint64_t tracks_lasted(const struct tracks *l, const struct track *track,
			      uint64_t i)
{
	struct flame_part part = flame_part_of(l->flame, l->rows[i]);
	uint64_t lasted = profile_of(l)->events[track->event].spans ? part.duration
			  : tells_time(l, track)		    ? part.weight
								    : l->usual;
	uint64_t next = i + 1 < track->last ? tracks_time(l, i + 1) : UINT64_MAX;
	uint64_t most = next - tracks_time(l, i);

	return lasted < most ? lasted : most;
}

/* ---- all tracks ---- */

static void tracks_release(struct tracks *l)
{
	mem_free(l->list);
	mem_free(l->rows);
	*l = (struct tracks){0};
}

/*
 * Assign the samples that `f` counts to tracks, with spans cut to its range. The profile has times.
 * Returns ERROR_LIMIT when more than TRACKS_MOST spans of a thread overlap. Release with
 * tracks_release().
 */
static bool tracks_build(struct tracks *l, const struct flame *f, struct error *err)
{
	struct track_sorting s = {.first = NULL};
	bool ok;

	*l = (struct tracks){.flame = f, .usual = 1};
	s.first =
	    mem_array(profile_of(l)->context_count, sizeof *s.first, "contexts", err);
	ok = s.first && take_rows(l, &s, err) && sort_rows(l, &s, err);
	for (uint32_t i = 0; ok && i < l->count; i++) {
		if (tells_time(l, &l->list[i]))
			continue;
		ok = measure_sample_distance(l, err);
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

/* JavaScript numbers are doubles, exact up to here. */
#define EXACT_MAX (UINT64_C(1) << 53)

/*
 * The frame of a sample without frames. speedscope and our reader ignore samples with empty
 * stacks.
 */
#define NO_STACK TEXT("(no stack)")

#define EVENT_MAX 80 /* bytes: the fixed words and two numbers */

struct speedscope_writer {
	const struct flame *flame; /* borrowed */
	struct json_writer e;
	uint32_t *frames;  /* owned: by frame, its index in the file */
	uint32_t *groups;  /* owned: by node, the index of a group; NULL with times */
	bool stackless;	   /* some samples have no frames */
	uint32_t no_stack; /* index of the frame NO_STACK */
	/* Owned: the current stack, leaf first; holds frames, or stacks for spans. */
	uint32_t *path;
	size_t path_room;
	uint32_t *depths; /* owned: by stack, its number of frames */
	struct open_frame {
		uint32_t frame, stack;
	} * open; /* owned: the open frames, root first */
	size_t open_depth, open_room;
	bool one_event;		 /* all tracks have the same event */
	struct text_buffer name; /* owned: the name of the current profile */
	struct tracks tracks;
	uint64_t base;	     /* subtracted from all times */
	uint64_t start, end; /* of all tracks */
};

/* ---- frames ---- */

static void put_frame(struct speedscope_writer *w, struct text name, struct text file)
{
	emit_open(&w->e, '{');
	emit_text(emit_key(&w->e, "name"), name);
	if (file.len)
		emit_text(emit_key(&w->e, "file"), file);
	emit_close(&w->e, '}');
}

/* Write the frames of the chosen samples, in the order of the profile. */
static bool put_frames(struct speedscope_writer *w, uint32_t *count, struct error *err)
{
	const struct flame *f = w->flame;
	const struct profile *p = f->tree->profile;
	struct bits stacks, used;

	if (!bits_build(&stacks, p->stack_count, err))
		return false;
	if (!bits_build(&used, p->frame_count, err)) {
		bits_release(&stacks);
		return false;
	}
	for (uint64_t row = flame_next(f, 0); row < f->last; row = flame_next(f, row + 1))
		bits_add(&stacks, p->samples.stack[row]);
	for (uint32_t i = p->stack_count; i-- > 1;) /* parents first */
		if (bits_has(&stacks, i) && p->stacks[i].parent)
			bits_add(&stacks, p->stacks[i].parent);
	w->stackless = p->has_times ? bits_has(&stacks, 0) : f->self[0] > 0;
	for (uint32_t i = 1; i < p->stack_count; i++)
		if (bits_has(&stacks, i))
			bits_add(&used, p->stacks[i].frame);
	for (uint32_t i = 1; i < p->frame_count; i++) {
		if (!bits_has(&used, i))
			continue;
		w->frames[i] = (*count)++;
		put_frame(w, profile_frame_name(p, i), profile_frame_module(p, i));
	}
	bits_release(&used);
	bits_release(&stacks);
	return true;
}

static bool put_shared(struct speedscope_writer *w, struct error *err)
{
	const struct tree *t = w->flame->tree;
	uint32_t count = 0;

	emit_open(emit_key(&w->e, "shared"), '{');
	emit_open(emit_key(&w->e, "frames"), '[');
	w->frames = mem_array(t->profile->frame_count, sizeof *w->frames, "frames", err);
	if (!w->frames || !put_frames(w, &count, err))
		return false;
	if (!t->profile->has_times &&
	    !(w->groups = mem_array(t->count, sizeof *w->groups, "groups", err)))
		return false;
	for (uint32_t node = 1; w->groups && node < t->count; node++) {
		if (t->frame[node] || !w->flame->total[node])
			continue;
		w->groups[node] = count++;
		put_frame(w, tree_label(t, node), TEXT(""));
	}
	w->no_stack = count;
	if (w->stackless)
		put_frame(w, NO_STACK, TEXT(""));
	emit_close(&w->e, ']');
	emit_close(&w->e, '}');
	return true;
}

/* ---- one profile ---- */

/* With `events` the profile lists frames that open and close, else samples. */
static void open_profile(struct speedscope_writer *w, struct text name, bool events,
			 const char *unit, uint64_t start, uint64_t end)
{
	emit_open(&w->e, '{');
	emit_text(emit_key(&w->e, "type"), events ? TEXT("evented") : TEXT("sampled"));
	emit_text(emit_key(&w->e, "name"), name);
	emit_text(emit_key(&w->e, "unit"), text_of(unit));
	emit_number(emit_key(&w->e, "startValue"), start);
	emit_number(emit_key(&w->e, "endValue"), end);
	emit_open(emit_key(&w->e, events ? "events" : "samples"), '[');
}

static bool push_frame(struct speedscope_writer *w, size_t depth, uint32_t frame,
		       struct error *err)
{
	if (!mem_reserve(&w->path, &w->path_room, depth + 1, sizeof *w->path,
			 "frames of a stack", err))
		return false;
	w->path[depth] = frame;
	return true;
}

static void put_path(struct speedscope_writer *w, size_t depth)
{
	emit_open(&w->e, '[');
	if (depth == 0)
		emit_number(&w->e, w->no_stack);
	while (depth-- > 0)
		emit_number(&w->e, w->path[depth]);
	emit_close(&w->e, ']');
}

/* ---- with times ---- */

static bool put_stack(struct speedscope_writer *w, uint32_t stack, struct error *err)
{
	const struct profile *p = w->flame->tree->profile;
	size_t depth = 0;

	for (; stack; stack = p->stacks[stack].parent)
		if (!push_frame(w, depth++, w->frames[p->stacks[stack].frame], err))
			return false;
	put_path(w, depth);
	return true;
}

static void put_nothing(struct speedscope_writer *w, bool weights, uint64_t lasted)
{
	if (weights) {
		emit_number(&w->e, lasted);
		return;
	}
	emit_open(&w->e, '[');
	emit_close(&w->e, ']');
}

/* Write the samples of a track, or their weights, with empty samples in the gaps. */
static bool put_track(struct speedscope_writer *w, const struct track *track,
		      bool weights, struct error *err)
{
	const uint32_t *stack = w->flame->tree->profile->samples.stack;
	uint64_t now = w->start;

	for (uint64_t i = track->first; i < track->last; i++) {
		uint64_t time = tracks_time(&w->tracks, i);
		uint64_t lasted = tracks_lasted(&w->tracks, track, i);

		if (time > now)
			put_nothing(w, weights, time - now);
		if (weights)
			emit_number(&w->e, lasted);
		else if (!put_stack(w, stack[w->tracks.rows[i]], err))
			return false;
		now = time + lasted;
	}
	if (w->end > now)
		put_nothing(w, weights, w->end - now);
	return true;
}

/* ---- spans ---- */

/* Written in one piece: deep stacks with gaps between them make gigabytes of events. */
static void put_event(struct speedscope_writer *w, struct text type, uint32_t frame,
		      uint64_t at)
{
	char event[EVENT_MAX];
	struct fill to = fill_of(event, sizeof event);

	fill_text(&to, TEXT("{\"type\":\""));
	fill_text(&to, type);
	fill_text(&to, TEXT("\",\"frame\":"));
	fill_number(&to, frame);
	fill_text(&to, TEXT(",\"at\":"));
	fill_number(&to, at - w->base);
	fill_char(&to, '}');
	emit_value(&w->e, fill_written(&to));
}

static void close_down_to(struct speedscope_writer *w, size_t depth, uint64_t at)
{
	while (w->open_depth > depth)
		put_event(w, TEXT("C"), w->open[--w->open_depth].frame, at);
}

/*
 * Find how many of the open frames `stack` shares (at most `*kept`), and store its other frames
 * in `path`. Only these are followed, because stacks can be very deep.
 */
static bool find_fresh(struct speedscope_writer *w, uint32_t stack, size_t *kept,
		       size_t *depth, struct error *err)
{
	const struct stack *stacks = w->flame->tree->profile->stacks;
	size_t below = w->depths[stack];

	for (*depth = 0; below > 0; below--) {
		if (below <= *kept && w->open[below - 1].stack == stack)
			break;
		if (!push_frame(w, (*depth)++, stack, err))
			return false;
		stack = stacks[stack].parent;
	}
	*kept = below;
	return true;
}

static bool open_path(struct speedscope_writer *w, size_t depth, uint64_t at,
		      struct error *err)
{
	const struct stack *stacks = w->flame->tree->profile->stacks;

	while (depth-- > 0) {
		uint32_t stack = w->path[depth];
		uint32_t frame = stack ? w->frames[stacks[stack].frame] : w->no_stack;

		if (!APPEND(w->open, w->open_depth, w->open_room, "open frames", err,
			    (struct open_frame){frame, stack}))
			return false;
		put_event(w, TEXT("O"), frame, at);
	}
	return true;
}

/* Frames that adjacent spans share stay open. */
static bool put_events(struct speedscope_writer *w, const struct track *track,
		       struct error *err)
{
	const uint32_t *stack = w->flame->tree->profile->samples.stack;
	uint64_t now = w->start;

	for (uint64_t i = track->first; i < track->last; i++) {
		uint64_t time = tracks_time(&w->tracks, i);
		size_t kept = time == now ? w->open_depth : 0, depth;

		if (!find_fresh(w, stack[w->tracks.rows[i]], &kept, &depth, err))
			return false;
		close_down_to(w, kept, now);
		if (!open_path(w, depth, time, err))
			return false;
		now = time + tracks_lasted(&w->tracks, track, i);
	}
	close_down_to(w, 0, now);
	return true;
}

static bool append_id(struct speedscope_writer *w, const char *before, int64_t id,
		      struct error *err)
{
	char number[32];

	snprintf(number, sizeof number, "%s%" PRId64, before, id);
	return id == PROFILE_NO_ID || text_buffer_add(&w->name, text_of(number), err);
}

/* "nginx-12/13 #2", "swapper-0/0 CPU 3", and the event if there are several. */
static bool name_track(struct speedscope_writer *w, const struct track *track,
		       struct error *err)
{
	const struct profile *p = w->flame->tree->profile;
	const struct thread *t = &p->threads[track->thread];
	char host[HOST_TAIL_MAX];

	w->name.len = 0;
	return text_buffer_add(&w->name, profile_string(p, t->comm), err) &&
	       append_id(w, "-", host_pid(p, t), err) &&
	       append_id(w, "/", host_tid(p, t), err) &&
	       text_buffer_add(&w->name,
			       text_of(host_tail(p, host_of_thread(p, t), host)), err) &&
	       append_id(w, " CPU ",
			 track->cpu == PROFILE_NO_CPU ? PROFILE_NO_ID
						      : host_cpu(p, track->cpu),
			 err) &&
	       append_id(w, " #", track->nth ? (int64_t)track->nth + 1 : PROFILE_NO_ID,
			 err) &&
	       (w->one_event ||
		(text_buffer_add(&w->name, TEXT(" "), err) &&
		 text_buffer_add(&w->name,
				 profile_string(p, p->events[track->event].name), err)));
}

static bool put_tracks(struct speedscope_writer *w, struct error *err)
{
	for (uint32_t i = 0; i < w->tracks.count; i++) {
		const struct track *track = &w->tracks.list[i];

		if (!name_track(w, track, err))
			return false;
		open_profile(w, text_buffer_text(&w->name), w->flame->spans,
			     "nanoseconds", w->start - w->base, w->end - w->base);
		if (w->flame->spans) {
			if (!put_events(w, track, err))
				return false;
		} else {
			if (!put_track(w, track, false, err))
				return false;
			emit_close(&w->e, ']');
			emit_open(emit_key(&w->e, "weights"), '[');
			if (!put_track(w, track, true, err))
				return false;
		}
		emit_close(&w->e, ']');
		emit_close(&w->e, '}');
	}
	return true;
}

/*
 * Find the first start and the last end of all tracks, and whether names need the event. Times are
 * relative to `base` if they would not be exact otherwise.
 */
static void find_ends(struct speedscope_writer *w)
{
	w->start = UINT64_MAX;
	w->one_event = true;
	for (uint32_t i = 0; i < w->tracks.count; i++) {
		const struct track *track = &w->tracks.list[i];
		uint64_t first = tracks_time(&w->tracks, track->first);
		uint64_t end = tracks_time(&w->tracks, track->last - 1) +
			       tracks_lasted(&w->tracks, track, track->last - 1);

		w->one_event = w->one_event && track->event == w->tracks.list[0].event;
		w->start = first < w->start ? first : w->start;
		w->end = end > w->end ? end : w->end;
	}
	if (w->end > EXACT_MAX)
		w->base = profile_origin(w->flame->tree->profile);
}

/* ---- without times ---- */

static bool put_nodes(struct speedscope_writer *w, struct text name, struct error *err)
{
	const struct flame *f = w->flame;
	const struct tree *t = f->tree;
	bool is_size = text_equal(flame_unit(f), TEXT("bytes"));

	open_profile(w, name, false, is_size ? "bytes" : "none", 0, f->total[0]);
	for (uint32_t node = 0; node < t->count; node++) {
		size_t depth = 0;

		if (!f->self[node])
			continue;
		for (uint32_t n = node; n; n = t->parent[n])
			if (!push_frame(
				w, depth++,
				t->frame[n] ? w->frames[t->frame[n]] : w->groups[n], err))
				return false;
		put_path(w, depth);
	}
	emit_close(&w->e, ']');
	emit_open(emit_key(&w->e, "weights"), '[');
	for (uint32_t node = 0; node < t->count; node++)
		if (f->self[node])
			emit_number(&w->e, f->self[node]);
	emit_close(&w->e, ']');
	emit_close(&w->e, '}');
	return true;
}

/* ---- the file ---- */

static bool put_profiles(struct speedscope_writer *w, struct text name, struct error *err)
{
	const struct profile *p = w->flame->tree->profile;

	if (!p->has_times)
		return put_nodes(w, name, err);
	if (!tracks_build(&w->tracks, w->flame, err))
		return false;
	if (w->tracks.count == 0) /* speedscope rejects a file without profiles */
		return put_nodes(w, name, err);
	find_ends(w);
	if (w->flame->spans) { /* an empty stack gets the frame NO_STACK */
		w->depths = mem_array(p->stack_count, sizeof *w->depths, "stacks", err);
		if (!w->depths)
			return false;
		w->depths[0] = 1;
		for (uint32_t i = 1; i < p->stack_count; i++) /* parents first */
			w->depths[i] =
			    1 +
			    (p->stacks[i].parent ? w->depths[p->stacks[i].parent] : 0);
	}
	return put_tracks(w, err);
}

static bool put_file(struct speedscope_writer *w, struct text name, struct error *err)
{
	emit_open(&w->e, '{');
	emit_text(emit_key(&w->e, "$schema"),
		  TEXT("https://www.speedscope.app/file-format-schema.json"));
	emit_text(emit_key(&w->e, "exporter"), TEXT("flarescope"));
	emit_text(emit_key(&w->e, "name"), name);
	if (!put_shared(w, err))
		return false;
	emit_open(emit_key(&w->e, "profiles"), '[');
	if (!put_profiles(w, name, err))
		return false;
	emit_close(&w->e, ']');
	emit_close(&w->e, '}');
	return emit_end(&w->e, err);
}

/*
 * With times, write a "sampled" profile for each thread (and event), all from the first chosen
 * sample to the end of the last. doc/formats/speedscope.md describes how long a sample lasts, and
 * which parts flarescope reads back. Without times, write one profile with the stacks of the flame
 * graph and their values.
 */
static bool speedscope_write(const struct export_job *job, FILE *out, struct error *err)
{
	struct speedscope_writer w = {.flame = job->flame, .e = {.out = out}};
	bool ok = put_file(&w, job->title, err);

	tracks_release(&w.tracks);
	mem_free(w.name.at);
	mem_free(w.path);
	mem_free(w.open);
	mem_free(w.depths);
	mem_free(w.groups);
	mem_free(w.frames);
	return ok;
}

static bool speedscope_measure(const struct export_job *job, uint64_t *bytes,
			       struct error *err)
{
	if (!job->flame->tree->profile->has_times)
		return extent_of_paths(job->flame, EXTENT_NUMBERS, bytes, err);
	return extent_of_samples(job->flame, EXTENT_NUMBERS, bytes, err);
}

const struct notation speedscope_notation = {
    .name = "speedscope",
    .extension = "speedscope.json",
    .begins = "{\"$schema\":\"https://www.speedscope.app/",
    .has = "\"exporter\":\"",
    .what = "a speedscope file",
    .help = "threads over time, for https://www.speedscope.app; flarescope can read the "
	    "file",
    .of_samples = true,
    .sums = SUMS_UNTIMED,
    .write = speedscope_write,
    .measure = speedscope_measure,
};
