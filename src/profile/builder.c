#include "profile/builder.h"

#include <assert.h>

#include "base/mem.h"
#include "base/number.h"
#include "profile/builder_state.h"
#include "profile/frame_mode.h"

#define EVENTS_MAX PROFILE_NO_CPU

static struct builder *new (struct shared *shared, struct error *err)
{
	struct builder *b = mem_array(1, sizeof *b, "profile builder", err);

	if (!b) {
		shared_drop(shared);
		return NULL;
	}
	b->sorted = true;
	b->shared = shared;
	b->strings = shared
			 ? intern_new_in(shared_area(shared, SHARED_STRING_BYTES),
					 shared_area(shared, SHARED_STRING_ENDS), &b->err)
			 : intern_new(&b->err);
	/* the rows 0 */
	if (b->strings && PUT(b, frames, SHARED_FRAMES, "frames", (struct frame){0}) &&
	    PUT(b, stacks, SHARED_STACKS, "stacks", (struct stack){0}) &&
	    PUT_OWN(b, callees, "stacks", 0))
		return b;
	*err = b->err;
	builder_free(b);
	return NULL;
}

struct builder *builder_new(struct error *err)
{
	return new (NULL, err);
}

struct builder *builder_new_shown(struct error *err)
{
	return new (shared_new(), err);
}

void builder_use_threads(struct builder *b, unsigned threads)
{
	b->sorters = threads;
}

bool builder_grow(struct builder *b, enum shared_table which, void *rows, size_t *room,
		  size_t wanted, size_t size, const char *what)
{
	return b->shared ? mem_area_grow(shared_area(b->shared, which), rows, room,
					 wanted, size, what, &b->err)
			 : mem_reserve(rows, room, wanted, size, what, &b->err);
}

void builder_release_lookups(struct builder *b)
{
	idmap_release(&b->frame_ids.pairs);
	idmap_release(&b->frame_ids.rows);
	idmap_release(&b->thread_ids.pairs);
	idmap_release(&b->thread_ids.rows);
	idmap_release(&b->member_ids.pairs);
	idmap_release(&b->member_ids.rows);
	idmap_release(&b->process_ids);
	mem_free(b->named.rows);
	b->named.rows = NULL;
	mem_free(b->callees.rows);
	b->callees.rows = NULL;
	idmap_release(&b->stack_ids);
	idmap_release(&b->event_ids);
	idmap_release(&b->context_ids);
	idmap_release(&b->note_ids);
}

void builder_free(struct builder *b)
{
	if (!b)
		return;
	builder_release_lookups(b);
	intern_free(b->strings);
	mem_free(b->losses.rows);
	mem_free(b->untimed.rows);
	if (!b->shared) {
		mem_free(b->frames.rows);
		mem_free(b->stacks.rows);
		mem_free(b->threads.rows);
		mem_free(b->events.rows);
		mem_free(b->contexts.rows);
		mem_free(b->notes.rows);
	}
	if (builder_owns(b, SHARED_TIME))
		mem_free(b->time);
	if (builder_owns(b, SHARED_WEIGHT))
		mem_free(b->weight);
	if (builder_owns(b, SHARED_STACK))
		mem_free(b->stack);
	if (builder_owns(b, SHARED_CONTEXT))
		mem_free(b->context);
	if (builder_owns(b, SHARED_DURATION))
		mem_free(b->duration);
	mem_free(b->site);
	mem_free(b->sched);
	mem_free(b->many);
	code_free(b->code);
	builder_free_hosts(&b->hosts);
	shared_drop(b->shared);
	mem_free(b);
}

void builder_free_hosts(struct hosts *h)
{
	mem_free((void *)h->list);
	mem_free((void *)h->tasks);
	mem_free((void *)h->cpus);
	*h = (struct hosts){0};
}

bool builder_owns(const struct builder *b, enum shared_table which)
{
	return !b->shared || b->sorted_apart & 1u << which;
}

bool builder_failed(const struct builder *b)
{
	return b->err.kind != ERROR_NONE;
}

uint32_t builder_string(struct builder *b, struct text t)
{
	uint32_t id;

	if (builder_failed(b) || !intern_put(b->strings, t, &id, &b->err))
		return 0;
	return id;
}

/* Is there an id for one more row? The last one is reserved for "none". */
static bool has_id(struct builder *b, size_t count, const char *what)
{
	return count < UINT32_MAX - 1 ||
	       error_set(&b->err, ERROR_LIMIT, "more than %u %s", UINT32_MAX - 1, what);
}

static bool find_triple(struct builder *b, struct triples *t, uint32_t first,
			uint32_t second, uint32_t third, uint32_t fresh, uint32_t *id)
{
	uint32_t pair;

	return has_id(b, t->pairs.count, "pairs of names") &&
	       idmap_put(&t->pairs, idmap_pair(first, second), (uint32_t)t->pairs.count,
			 &pair, &b->err) &&
	       idmap_put(&t->rows, idmap_pair(pair, third), fresh, id, &b->err);
}

/*
 * Most names belong to one frame, which is found by the number of its name; only further frames
 * with the same name are in the hash tables.
 */
static uint32_t put_frame(struct builder *b, const struct frame *f)
{
	uint32_t fresh = (uint32_t)b->frames.count, id, first;
	size_t before = b->named.room;
	const struct frame *known;

	if (!has_id(b, fresh, "functions"))
		return 0;
	if (f->name >= before) {
		if (!mem_reserve(&b->named.rows, &b->named.room, (size_t)f->name + 1,
				 sizeof *b->named.rows, "functions", &b->err))
			return 0;
		memset(b->named.rows + before, 0,
		       (b->named.room - before) * sizeof *b->named.rows);
	}
	first = b->named.rows[f->name];
	known = &b->frames.rows[first];
	id = first ? first : fresh;
	if (first &&
	    (known->module != f->module || known->kind != f->kind ||
	     known->mode != f->mode) &&
	    !find_triple(b, &b->frame_ids, f->name, f->module,
			 f->kind | (uint32_t)f->mode << 16, fresh, &id))
		return 0;
	if (id == fresh && !PUT(b, frames, SHARED_FRAMES, "functions", *f))
		return 0;
	if (!first)
		b->named.rows[f->name] = id;
	return id;
}

uint32_t builder_frame_like(struct builder *b, uint32_t name, uint32_t module,
			    const struct frame *like)
{
	struct frame frame = {name, module, like->kind, like->mode};

	if (builder_failed(b))
		return 0;
	assert(name < intern_count(b->strings) && module < intern_count(b->strings));
	if (frame.kind == FRAME_NAMELESS && !frame.mode && module)
		frame.mode =
		    (uint16_t)frame_mode_of_module(intern_get(b->strings, module));
	return put_frame(b, &frame);
}

uint32_t builder_frame(struct builder *b, uint32_t name, uint32_t module,
		       enum frame_kind kind)
{
	return builder_frame_like(b, name, module,
				  &(struct frame){.kind = (uint16_t)kind});
}

uint32_t builder_nameless(struct builder *b, uint32_t name, uint32_t module,
			  enum frame_mode mode)
{
	return builder_frame_like(
	    b, name, module,
	    &(struct frame){.kind = FRAME_NAMELESS, .mode = (uint16_t)mode});
}

/*
 * Most stacks have at most one callee, which is stored with them; only further callees are in the
 * hash table.
 */
uint32_t builder_stack(struct builder *b, uint32_t parent, uint32_t frame)
{
	uint32_t fresh = (uint32_t)b->stacks.count, id, first;
	uint64_t key = idmap_pair(parent, frame);
	struct recent *recent =
	    &b->recent_stacks[(parent * UINT32_C(0x9e3779b1) + frame) % RECENT_STACKS];

	if (builder_failed(b))
		return 0;
	assert(parent < fresh && frame && frame < b->frames.count);
	if (recent->id && recent->key == key)
		return recent->id - 1;
	if (!has_id(b, fresh, "stacks"))
		return 0;
	first = b->callees.rows[parent];
	id = first ? first : fresh;
	if (first && b->stacks.rows[first].frame != frame &&
	    !idmap_put(&b->stack_ids, key, fresh, &id, &b->err))
		return 0;
	if (id == fresh) {
		if (!PUT(b, stacks, SHARED_STACKS, "stacks",
			 (struct stack){parent, frame}) ||
		    !PUT_OWN(b, callees, "stacks", 0))
			return 0;
		if (!first)
			b->callees.rows[parent] = fresh;
	}
	*recent = (struct recent){key, id + 1};
	return id;
}

uint32_t builder_thread(struct builder *b, struct text comm, int32_t pid, int32_t tid)
{
	return builder_thread_of(b, builder_string(b, comm), pid, tid);
}

uint32_t builder_thread_of(struct builder *b, uint32_t name, int32_t pid, int32_t tid)
{
	return builder_thread_in(b,
				 &(struct thread){.comm = name, .pid = pid, .tid = tid});
}

uint32_t builder_thread_in(struct builder *b, const struct thread *t)
{
	struct triples *ids = t->process ? &b->member_ids : &b->thread_ids;
	uint32_t fresh = (uint32_t)b->threads.count, names = t->comm, id;

	if (builder_failed(b) || !has_id(b, fresh, "threads"))
		return 0;
	/* find a number for the two names together */
	if (t->process && (!has_id(b, b->process_ids.count, "names of threads") ||
			   !idmap_put(&b->process_ids, idmap_pair(t->comm, t->process),
				      (uint32_t)b->process_ids.count, &names, &b->err)))
		return 0;
	if (!find_triple(b, ids, names, (uint32_t)t->pid, (uint32_t)t->tid, fresh, &id))
		return 0;
	if (id == fresh && !PUT(b, threads, SHARED_THREADS, "threads", *t))
		return 0;
	return id;
}

/* If there are too many events, they share the last two: one for moments, one for spans. */
static uint16_t find_event(struct builder *b, struct text name, struct text unit,
			   bool spans)
{
	uint32_t key = builder_string(b, name), counts = builder_string(b, unit);
	uint32_t fresh = (uint32_t)b->events.count, shared = EVENTS_MAX - 2, id;
	size_t known = b->event_ids.count;
	bool full;

	if (fresh > shared)
		fresh = b->events.rows[shared].spans == spans ? shared : shared + 1;
	full = fresh < b->events.count;
	if (builder_failed(b))
		return 0;
	if (!idmap_put(&b->event_ids, idmap_pair(key, spans), fresh, &id, &b->err))
		return 0;
	b->crowded += full && b->event_ids.count > known;
	if (id == b->events.count &&
	    !PUT(b, events, SHARED_EVENTS, "events", (struct event){key, counts, spans}))
		return 0;
	return (uint16_t)id;
}

uint16_t builder_event(struct builder *b, struct text name, struct text unit)
{
	return find_event(b, name, unit, false);
}

uint16_t builder_span_event(struct builder *b, struct text name)
{
	return find_event(b, name, TEXT("ns"), true);
}

/* Remember that the next sample has no time. */
static bool note_untimed(struct builder *b)
{
	if (!b->timed && !b->is_part) {
		b->untimed_head++;
		return true;
	}
	return PUT_OWN(b, untimed, "samples without a time", b->samples);
}

/* The sum of weights must fit 64 bits; a weight with which it would not is dropped and counted. */
static uint64_t count_weight(struct builder *b, uint64_t weight)
{
	if (b->is_part)
		return weight;
	if (weight > UINT64_MAX - b->weight_sum) {
		b->too_heavy++;
		return 0;
	}
	b->weight_sum += weight;
	return weight;
}

/*
 * The sum of durations and the end of every span must fit 64 bits; other durations are dropped and
 * counted.
 */
static uint64_t bound(struct builder *b, uint64_t time, uint64_t duration)
{
	if (b->is_part)
		return duration;
	if (duration > UINT64_MAX - b->duration_sum ||
	    duration >= UINT64_MAX - (time ^ b->flip)) {
		b->too_long++;
		return 0;
	}
	b->duration_sum += duration;
	return duration;
}

static bool grow_column(struct builder *b, enum shared_table which, void *column,
			size_t size, size_t wanted, size_t *least)
{
	size_t room = b->sample_room;

	if (!builder_grow(b, which, column, &room, wanted, size, "samples"))
		return false;
	*least = room < *least ? room : *least;
	return true;
}

/* Grow the columns to `wanted` samples, which exceeds the current room. */
static bool grow_samples(struct builder *b, size_t wanted)
{
	size_t room = SIZE_MAX;

	if (!grow_column(b, SHARED_TIME, &b->time, sizeof *b->time, wanted, &room) ||
	    !grow_column(b, SHARED_WEIGHT, &b->weight, sizeof *b->weight, wanted,
			 &room) ||
	    !grow_column(b, SHARED_STACK, &b->stack, sizeof *b->stack, wanted, &room) ||
	    !grow_column(b, SHARED_CONTEXT, &b->context, sizeof *b->context, wanted,
			 &room))
		return false;
	b->sample_room = room;
	return true;
}

/*
 * Make room for this row in a column that is created by its first nonzero value: earlier rows are
 * 0.
 */
static bool reach_row(struct builder *b, void *column, size_t *room, size_t row,
		      size_t size)
{
	bool first = *room == 0;
	void *at;

	if (!mem_reserve(column, room, row + 1, size, "samples", &b->err))
		return false;
	memcpy(&at, column, sizeof at);
	if (first)
		memset(at, 0, row * size);
	return true;
}

/* The column of durations is created in the same way, but previews share it. */
static bool put_duration(struct builder *b, size_t row, uint64_t duration)
{
	bool first = !b->duration;

	if (first && duration == 0)
		return true;
	if (!builder_grow(b, SHARED_DURATION, &b->duration, &b->duration_room, row + 1,
			  sizeof *b->duration, "samples"))
		return false;
	if (first)
		memset(b->duration, 0, row * sizeof *b->duration);
	b->duration[row] = duration;
	return true;
}

/* Columns that few recordings have. */
static bool put_rare(struct builder *b, size_t row, uint32_t site, uint64_t sched)
{
	if ((b->site || site) &&
	    !reach_row(b, &b->site, &b->site_room, row, sizeof *b->site))
		return false;
	if ((b->sched || sched) &&
	    !reach_row(b, &b->sched, &b->sched_room, row, sizeof *b->sched))
		return false;
	if (b->site)
		b->site[row] = site;
	if (b->sched)
		b->sched[row] = sched;
	return true;
}

/* Does the weight differ from the plain one: the duration of a span, 1 for a moment? */
static bool is_weighted(const struct builder *b, size_t row, uint64_t duration)
{
	bool spans = b->events.rows[b->contexts.rows[b->context[row]].event].spans;

	return b->weight[row] != (spans ? duration : 1);
}

/* The three members of a context fit one key. */
uint32_t builder_context_id(struct builder *b, uint32_t thread, uint16_t cpu,
			    uint16_t event)
{
	uint32_t fresh = (uint32_t)b->contexts.count, id;
	uint64_t key = idmap_pair(thread, (uint32_t)cpu << 16 | event);

	if (builder_failed(b))
		return 0;
	if (b->recent_context.id && b->recent_context.key == key)
		return b->recent_context.id - 1;
	if (!has_id(b, fresh, "threads on CPUs") ||
	    !idmap_put(&b->context_ids, key, fresh, &id, &b->err))
		return 0;
	assert(thread < b->threads.count && event < b->events.count);
	if (id == fresh && !PUT(b, contexts, SHARED_CONTEXTS, "threads on CPUs",
				(struct context){thread, cpu, event}))
		return 0;
	b->recent_context = (struct recent){key, id + 1};
	return id;
}

#define LET_GO_EACH 65536 /* rows */

/*
 * A map has a column for each second after the origin, so the origin must follow the kept samples.
 */
static void move_origin(struct builder *b, uint64_t now)
{
	uint64_t step = b->keep > NS_PER_SECOND ? b->keep / NS_PER_SECOND * NS_PER_SECOND
						: NS_PER_SECOND;

	if (now - b->origin > 3 * step)
		b->origin += step * ((now - b->origin) / step - 2);
}

/* Drop samples that are too old at the time `now`, if samples are in order of time. */
static void let_go(struct builder *b, uint64_t now)
{
	uint64_t first = (now ^ b->flip) - b->keep;
	uint32_t rest;

	if (!b->keep || !b->sorted || (now ^ b->flip) < b->keep)
		return;
	while (b->gone + 1 < b->samples && (b->time[b->gone] ^ b->flip) < first)
		b->gone++;
	move_origin(b, now);
	rest = b->gone - b->let_go;
	if (!b->shared || rest < LET_GO_EACH || rest < (b->samples - b->gone) / 8)
		return;
	b->let_go = b->gone; /* the last row stays: the next one is compared with it */
	shared_let_go(b->shared, b->let_go);
}

void builder_keep(struct builder *b, uint64_t ns)
{
	b->keep = ns;
}

void builder_until(struct builder *b, uint64_t time)
{
	if (!b->samples || !b->timed)
		return;
	b->until = time;
	let_go(b, time);
}

uint64_t builder_gone(const struct builder *b)
{
	return b->gone_before + b->gone;
}

static void note_end(struct builder *b, uint64_t time, uint64_t duration)
{
	uint64_t end;

	b->negative |= (time & b->flip) != 0;
	time ^= b->flip;
	end = duration ? time + duration : time + (time < UINT64_MAX);
	b->end = end > b->end ? end : b->end;
}

void builder_row(struct builder *b, const struct row *r)
{
	size_t row = b->samples;
	uint64_t time = r->timed ? r->time : 0, duration;

	if (builder_failed(b) || !has_id(b, row, "samples") ||
	    (row == b->sample_room && !grow_samples(b, row + 1)) ||
	    (!r->timed && !note_untimed(b)))
		return;
	assert(r->stack < b->stacks.count && r->context < b->contexts.count);
	duration = r->duration && r->timed ? bound(b, time, r->duration) : 0;
	if (!put_duration(b, row, duration) || !put_rare(b, row, r->site, r->sched))
		return;
	b->timed |= r->timed;
	b->backwards +=
	    row && r->timed && (b->time[row - 1] ^ b->flip) > (time ^ b->flip);
	b->sorted &= row == 0 || (b->time[row - 1] ^ b->flip) <= (time ^ b->flip);
	b->time[row] = time;
	b->weight[row] = count_weight(b, r->weight);
	b->stack[row] = r->stack;
	b->context[row] = r->context;
	b->weighted = b->weighted || is_weighted(b, row, duration);
	if (r->timed)
		note_end(b, time, duration);
	if (b->keep && row == 0)
		b->origin = time - ((time ^ b->flip) % NS_PER_SECOND + NS_PER_SECOND -
				    b->flip % NS_PER_SECOND) %
				       NS_PER_SECOND;
	b->samples++;
	let_go(b, time);
}

void builder_add_sample(struct builder *b, const struct sample *s)
{
	struct row r = {.time = s->time,
			.weight = s->weight,
			.duration = s->duration,
			.stack = s->stack,
			.site = s->site,
			.sched = s->sched,
			.timed = s->timed};

	r.context = builder_context_id(b, s->thread, s->cpu, s->event);
	builder_row(b, &r);
}

/* ---- many samples at once ---- */

static bool make_room(struct builder *b, const struct builder_rows *r)
{
	size_t wanted = (size_t)b->samples + r->count;

	if (wanted > b->sample_room && !grow_samples(b, wanted))
		return false;
	return !b->duration ||
	       builder_grow(b, SHARED_DURATION, &b->duration, &b->duration_room, wanted,
			    sizeof *b->duration, "samples");
}

/* Add times, and count those that are earlier than the previous one. */
static void put_times(struct builder *b, const struct builder_rows *r)
{
	uint64_t before = b->samples ? b->time[b->samples - 1] ^ b->flip : 0,
		 backwards = 0;
	uint64_t *time = b->time + b->samples;

	for (uint32_t i = 0; i < r->count; i++) {
		time[i] = r->time[i]; /* room: make_room() */
		backwards += before > (time[i] ^ b->flip);
		before = time[i] ^ b->flip;
	}
	b->backwards += backwards;
	b->sorted &= backwards == 0;
}

static void put_weights(struct builder *b, const struct builder_rows *r)
{
	bool spans = b->events.rows[b->contexts.rows[r->context].event].spans;
	bool weighted = b->weighted;

	for (uint32_t i = 0; i < r->count; i++) {
		size_t row = (size_t)b->samples + i; /* room: make_room() */
		uint64_t duration = 0;

		if (b->duration)
			duration = b->duration[row] =
			    r->duration && r->duration[i]
				? bound(b, r->time[i], r->duration[i])
				: 0;
		b->weight[row] = count_weight(b, r->weight[i]);
		weighted |= b->weight[row] != (spans ? duration : 1);
		note_end(b, r->time[i], duration);
	}
	b->weighted = weighted;
}

void builder_add_rows(struct builder *b, const struct builder_rows *r)
{
	struct builder_rows rest;
	uint32_t i = 0;

	/*
	 * unless there are only the columns that nearly all recordings have, and all samples are
	 * kept; the first duration creates its column
	 */
	for (; i < r->count &&
	       (b->keep || b->site || b->sched || (!b->duration && r->duration) ||
		r->count >= UINT32_MAX - 1 - b->samples);
	     i++)
		builder_row(b, &(struct row){.time = r->time[i],
					     .weight = r->weight[i],
					     .duration = r->duration ? r->duration[i] : 0,
					     .stack = r->stack[i],
					     .context = r->context,
					     .timed = true});
	rest = (struct builder_rows){.time = r->time + i,
				     .weight = r->weight + i,
				     .duration = r->duration ? r->duration + i : NULL,
				     .stack = r->stack + i,
				     .count = r->count - i,
				     .context = r->context};
	if (rest.count == 0 || builder_failed(b) || !make_room(b, &rest))
		return;
	assert(r->context < b->contexts.count);
	b->timed = true;
	for (i = 0; i < rest.count; i++) {
		size_t row = (size_t)b->samples + i; /* room: make_room() */

		assert(rest.stack[i] < b->stacks.count);
		b->stack[row] = rest.stack[i];
		b->context[row] = rest.context;
	}
	put_weights(b, &rest);
	put_times(b, &rest);
	b->samples += rest.count;
}

void builder_columns(struct builder *b, const struct columns *c)
{
	assert(!b->shared && !b->samples && !b->time);
	b->time = c->time;
	b->weight = c->weight;
	b->stack = c->stack;
	b->context = c->context;
	b->duration = c->duration;
	b->sched = c->sched;
	b->many = c->many;
	if (builder_failed(b))
		return; /* their ids may be invalid */
	b->sample_room = b->samples = c->count;
	b->timed = c->count > 0 && !c->untimed;
	for (uint32_t i = 0; i < c->count; i++) {
		uint64_t duration = 0;

		assert(c->stack[i] < b->stacks.count &&
		       c->context[i] < b->contexts.count);
		assert(i == 0 || c->time[i - 1] <= c->time[i]);
		b->weight[i] = count_weight(b, b->weight[i]);
		if (b->duration && b->duration[i])
			duration = b->duration[i] = bound(b, c->time[i], b->duration[i]);
		b->weighted |= is_weighted(b, i, duration);
		if (b->timed)
			note_end(b, c->time[i], duration);
	}
}

void builder_signed_times(struct builder *b)
{
	assert(!b->samples && !b->is_part);
	b->flip = UINT64_C(1) << 63;
}

void builder_hosts(struct builder *b, const struct hosts *h)
{
	builder_free_hosts(&b->hosts);
	b->hosts = *h;
}

void builder_code(struct builder *b, struct code *code)
{
	code_free(b->code);
	b->code = code;
}

void builder_weights_are_counts(struct builder *b)
{
	b->counts = true;
}

uint64_t builder_backwards(const struct builder *b)
{
	return b->backwards;
}

uint64_t builder_sample_count(const struct builder *b)
{
	return b->gone_before + b->samples;
}

uint64_t *builder_frame_uses(const struct builder *b, struct error *err)
{
	uint64_t *uses = mem_array(b->frames.count, sizeof *uses, "functions", err);
	uint64_t *below =
	    uses ? mem_array(b->stacks.count, sizeof *below, "stacks", err) : NULL;

	if (!below) {
		mem_free(uses);
		return NULL;
	}
	for (uint32_t i = b->gone; i < b->samples; i++)
		below[b->stack[i]]++;
	for (size_t i = b->stacks.count; i-- > 1;) {
		const struct stack *s = &b->stacks.rows[i];

		uses[s->frame] += below[i];
		below[s->parent] += below[i];
	}
	mem_free(below);
	return uses;
}

void builder_note(struct builder *b, struct text key, struct text value)
{
	uint32_t k = builder_string(b, key);

	builder_note_of(b, k, builder_string(b, value));
}

void builder_note_of(struct builder *b, uint32_t k, uint32_t v)
{
	uint32_t fresh = (uint32_t)b->notes.count, id;

	if (builder_failed(b) || !has_id(b, fresh, "notes") ||
	    !idmap_put(&b->note_ids, idmap_pair(k, v), fresh, &id, &b->err) ||
	    id != fresh)
		return;
	(void)PUT(b, notes, SHARED_NOTES, "notes", (struct note){k, v});
}

void builder_loss(struct builder *b, const struct loss *l)
{
	if (builder_failed(b))
		return;
	for (size_t i = 0; i < b->losses.count; i++) {
		struct loss *same = &b->losses.rows[i];

		if (same->reason != l->reason || same->kind != l->kind)
			continue;
		same->count = number_add(same->count, l->count);
		if (!same->first_line ||
		    (l->first_line && l->first_line < same->first_line))
			same->first_line = l->first_line;
		return;
	}
	(void)PUT_OWN(b, losses, "losses", *l);
}
