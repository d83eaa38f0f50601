#include "session/query/query_profile.h"

#include <inttypes.h>

#include "base/append.h"
#include "base/idmap.h"
#include "base/mem.h"
#include "base/memory_stream.h"
#include "base/number.h"
#include "profile/builder.h"
#include "profile/frame_mode.h"
#include "profile/hosts.h"
#include "session/query/query_rows.h"
#include "session/query/query_words.h"

/* ---- the baseline ---- */

/* Add the parts of `whole` that are in none of the ranges. */
static bool add_complement(struct ranges *rest, struct selection of, struct range whole,
			   struct error *err)
{
	uint64_t from = whole.from;

	for (uint32_t i = 0; i < of.count; i++) {
		struct range r = of.list[i];

		if (r.from > from && !ranges_add(rest, (struct range){from, r.from}, err))
			return false;
		from = r.to > from ? r.to : from;
	}
	return from >= whole.to || ranges_add(rest, (struct range){from, whole.to}, err);
}

static bool add_ranges(struct ranges *to, const struct ranges *also, struct range range,
		       struct error *err)
{
	for (uint32_t i = 0; i < also->count; i++)
		if (!ranges_add(to, also->list[i], err))
			return false;
	return range_is_all(range) || ranges_add(to, range, err);
}

/*
 * The baseline of a choice as a separate choice, in a profile of the time `whole`. `c` borrows the
 * subject's texts and owns its ranges: release c->also with ranges_release(). False without an
 * error if there is no baseline, or no rest.
 */
static bool baseline_choice(const struct choice *subject, struct range whole,
			    struct choice *c, struct error *err)
{
	const struct baseline *b = &subject->baseline;
	struct ranges selected = {NULL, 0};
	bool ok;

	*c = (struct choice){.event = subject->event,
			     .idle = subject->idle,
			     .root = subject->root,
			     .weigh = subject->weigh,
			     .filter = subject->filter,
			     .range = RANGE_ALL};
	if (b->against == BASELINE_RANGE) {
		c->filter = b->filter;
		c->range = b->range;
		return add_ranges(&c->also, &b->also, RANGE_ALL, err);
	}
	if (b->against != BASELINE_REST || choice_is_all(subject))
		return false;
	ok = add_ranges(&selected, &subject->also, subject->range, err) &&
	     add_complement(&c->also, (struct selection){selected.list, selected.count},
			    whole, err);
	ranges_release(&selected);
	return ok && c->also.count > 0;
}

/* ---- rows ---- */

/* Numbers of the profile for the tasks or CPUs of all hosts, as for several recordings together. */
struct host_numbering {
	struct host_number *list; /* owned */
	size_t room;
	uint32_t count;
	struct idmap ids; /* by (host, number) */
};

struct counts_reader {
	const struct query_facts *facts;
	const struct query_source *of;
	struct builder *builder; /* owned */
	struct columns rows;	 /* owned, until the builder takes them */
	size_t room[5];
	struct intern *host_names; /* owned */
	struct host_numbering tasks, cpus;
	struct text_buffer texts[4]; /* owned */
	struct bits found;	     /* owned: by row of the map, while it is searched */
	size_t found_room;
	uint64_t period; /* ns of the map: ... */
	uint32_t slices; /* ... it has this many slices */
	enum idle_mode mode;
	uint64_t passed, idle;	   /* samples */
	uint64_t sum;		   /* sum over all rows */
	uint64_t cpus_lost;	   /* samples of CPUs without a number */
	bool apart;		   /* rows of call paths have a host */
	struct memory_stream said; /* owned: the statements */
	uint32_t lanes;		   /* see struct server_side */
	bool hosted;		   /* lanes or root frames are hosts */
};

static void release_counts_reader(struct counts_reader *m)
{
	struct error ignored = ERROR_INIT;

	if (m->said.out)
		mem_free(memory_stream_take(&m->said, NULL, &ignored));
	builder_free(m->builder);
	mem_free(m->rows.time);
	mem_free(m->rows.weight);
	mem_free(m->rows.many);
	mem_free(m->rows.stack);
	mem_free(m->rows.context);
	intern_free(m->host_names);
	mem_free(m->tasks.list);
	mem_free(m->cpus.list);
	idmap_release(&m->tasks.ids);
	idmap_release(&m->cpus.ids);
	for (size_t i = 0; i < sizeof m->texts / sizeof *m->texts; i++)
		mem_free(m->texts[i].at);
	bits_release(&m->found);
}

static bool add_row(struct counts_reader *m, uint64_t time, uint32_t stack,
		    uint32_t context, uint64_t many, uint64_t weight, struct error *err)
{
	struct columns *c = &m->rows;
	uint32_t n = c->count;
	size_t at[5] = {n, n, n, n, n};

	if (n == UINT32_MAX)
		return error_set(err, ERROR_LIMIT, "the answer has too many rows");
	if (many > UINT64_MAX / 2 - m->sum)
		return error_set(err, ERROR_FORMAT, "the answer has too many samples");
	m->sum += many;
	if (!APPEND(c->time, at[0], m->room[0], "rows", err, time) ||
	    !APPEND(c->weight, at[1], m->room[1], "rows", err, weight) ||
	    !APPEND(c->many, at[2], m->room[2], "rows", err, many) ||
	    !APPEND(c->stack, at[3], m->room[3], "rows", err, stack) ||
	    !APPEND(c->context, at[4], m->room[4], "rows", err, context))
		return false;
	c->count++;
	return true;
}

/* The profile's number for a process, a thread or a CPU of a host; 0 is unused. */
static bool number_of_host(struct counts_reader *m, struct host_numbering *of,
			   struct text host, int32_t number_there, int32_t *own,
			   struct error *err)
{
	struct host_number fresh = {.number = number_there};
	uint32_t at;

	if (!of->count && !APPEND(of->list, of->count, of->room, "hosts", err,
				  (struct host_number){HOST_NONE, PROFILE_NO_ID}))
		return false;
	if (!intern_put(m->host_names, host, &fresh.host, err) ||
	    !idmap_put(&of->ids, idmap_pair(fresh.host, (uint32_t)number_there),
		       of->count, &at, err))
		return false;
	if (at == of->count &&
	    !APPEND(of->list, of->count, of->room, "hosts", err, fresh))
		return false;
	*own = (int32_t)at;
	return true;
}

/* The event of a row; facts->count for an event that is newer than the facts. */
static bool event_of(struct counts_reader *m, struct text field, uint32_t *event,
		     struct error *err)
{
	struct text name;

	if (!query_text(field, &m->texts[0], &name, err))
		return false;
	for (*event = 0; *event < m->facts->count; ++*event)
		if (text_equal(text_of(m->facts->events[*event].name), name))
			break;
	return true;
}

/* With several hosts, even one without a name, tasks and CPUs get numbers of the profile. */
static bool number_tasks(struct counts_reader *m, struct text host, int32_t *pid,
			 int32_t *tid, int32_t *cpu, struct error *err)
{
	if (!m->apart)
		return true;
	m->hosted = true;
	return number_of_host(m, &m->tasks, host, *pid, pid, err) &&
	       number_of_host(m, &m->tasks, host, *tid, tid, err) &&
	       (*cpu < 0 || number_of_host(m, &m->cpus, host, *cpu, cpu, err));
}

/* The context of a row, by its host, comm, process, pid, tid and cpu. */
static bool context_of(struct counts_reader *m, const struct query_row *r, uint16_t event,
		       uint64_t many, uint32_t *context, struct error *err)
{
	int32_t pid, tid, cpu;
	struct text host, comm, process;
	struct thread thread;

	if (!number_i32(r->fields[6], &pid) || !number_i32(r->fields[7], &tid) ||
	    !number_i32(r->fields[8], &cpu))
		return query_row_is_odd(r->fields[6], err);
	if (!query_text(r->fields[3], &m->texts[1], &host, err) ||
	    !query_text(r->fields[4], &m->texts[2], &comm, err) ||
	    !query_text(r->fields[5], &m->texts[3], &process, err) ||
	    !number_tasks(m, host, &pid, &tid, &cpu, err))
		return false;
	if (cpu >= PROFILE_NO_CPU) {
		m->cpus_lost = number_add(m->cpus_lost, many);
		cpu = -1;
	}
	thread = (struct thread){
	    .pid = pid,
	    .tid = tid,
	    .comm = builder_string(m->builder, comm),
	    .process = pid < 0 ? 0 : builder_string(m->builder, process),
	};
	*context = builder_context_id(m->builder, builder_thread_in(m->builder, &thread),
				      cpu >= 0 ? (uint16_t)cpu : PROFILE_NO_CPU, event);
	return true;
}

/* Arrays of names, modules and kinds; the latter two may be shorter. */
static bool stack_of(struct counts_reader *m, const struct text *arrays, uint32_t *stack,
		     struct error *err)
{
	struct text names = arrays[0], modules = arrays[1], kinds = arrays[2], element,
		    is;
	uint32_t depth = 0;

	*stack = 0;
	while (query_array_next(&names, &element)) {
		uint32_t name, module = 0;
		struct frame like = {.kind = FRAME_USER};

		if (++depth > STACK_DEEPEST)
			return error_set(err, ERROR_LIMIT, "a stack is too deep");
		if (!query_text(element, &m->texts[3], &is, err))
			return false;
		name = builder_string(m->builder, is);
		if (query_array_next(&modules, &element)) {
			if (!query_text(element, &m->texts[3], &is, err))
				return false;
			module = builder_string(m->builder, is);
		}
		if (query_array_next(&kinds, &element))
			like = frame_mode_of_words(element);
		*stack =
		    builder_stack(m->builder, *stack,
				  builder_frame_like(m->builder, name, module, &like));
	}
	return text_equal(names, TEXT("]")) || text_equal(names, TEXT("[]")) ||
	       query_row_is_odd(arrays[0], err);
}

static bool take_path(void *arg, struct text line, struct error *err)
{
	struct counts_reader *m = arg;
	uint64_t many, weight;
	uint32_t context = 0, stack = 0, event = 0;
	struct query_row r;

	if (!query_row_split(&r, line, 12) || !number_u64(r.fields[0], &many) ||
	    !number_u64(r.fields[1], &weight))
		return query_row_is_odd(line, err);
	if (!event_of(m, r.fields[2], &event, err))
		return false;
	return event == m->facts->count ||
	       (context_of(m, &r, (uint16_t)event, many, &context, err) &&
		stack_of(m, &r.fields[9], &stack, err) &&
		add_row(m, m->facts->first, stack, context, many, weight, err));
}

/* A lane becomes a thread with that name, or on that host. */
static bool lane_context(struct counts_reader *m, struct text lane, bool is_host,
			 uint16_t event, uint32_t *context, struct error *err)
{
	int32_t tid = PROFILE_NO_ID;
	uint32_t thread;

	if (is_host && lane.len) {
		m->hosted = true;
		if (!number_of_host(m, &m->tasks, lane, PROFILE_NO_ID, &tid, err))
			return false;
	}
	thread =
	    builder_thread(m->builder, is_host ? TEXT("") : lane, PROFILE_NO_ID, tid);
	*context = builder_context_id(m->builder, thread, PROFILE_NO_CPU, event);
	return true;
}

struct map_reader {
	struct counts_reader *m;
	bool is_host;
};

/* Note whether a row matches the search; the set grows with the rows. */
static bool note_found(struct counts_reader *m, uint32_t row, bool found,
		       struct error *err)
{
	size_t words = (size_t)row / 64 + 1;

	if (m->found_room < words) {
		size_t was = m->found_room;

		if (!mem_reserve(&m->found.words, &m->found_room, words,
				 sizeof *m->found.words, "rows", err))
			return false;
		memset(m->found.words + was, 0,
		       (m->found_room - was) * sizeof *m->found.words);
	}
	if (found)
		m->found.words[row / 64] |= UINT64_C(1) << (row % 64);
	return true;
}

static bool take_slice(void *arg, struct text line, struct error *err)
{
	const struct map_reader *of = arg;
	struct counts_reader *m = of->m;
	const struct query_facts *f = m->facts;
	uint64_t slice, many, weight, column, row, time, found, idle;
	uint32_t context, event = 0;
	struct text lane;
	struct query_row r;

	if (!query_row_split(&r, line, 7) || !number_u64(r.fields[0], &slice) ||
	    !number_u64(r.fields[2], &idle) || !number_u64(r.fields[3], &found) ||
	    !number_u64(r.fields[5], &many) || !number_u64(r.fields[6], &weight))
		return query_row_is_odd(line, err);
	if (!event_of(m, r.fields[1], &event, err))
		return false;
	if (event == f->count)
		return true;
	m->passed = number_add(m->passed, many);
	m->idle = number_add(m->idle, idle ? many : 0);
	if (m->mode != IDLE_SHOW && (m->mode == IDLE_ONLY) != (idle != 0))
		return true;
	column = slice / m->slices;
	row = slice % m->slices;
	if (column > (f->to - f->origin) / m->period)
		return query_row_is_odd(line, err);
	time = f->origin + column * m->period +
	       (row * m->period + m->slices - 1) / m->slices;
	if (time < f->first)
		time = f->first;
	if (m->rows.count && time < m->rows.time[m->rows.count - 1])
		return query_row_is_odd(line, err);
	return query_text(r.fields[4], &m->texts[1], &lane, err) &&
	       lane_context(m, lane, of->is_host, (uint16_t)event, &context, err) &&
	       note_found(m, m->rows.count, found, err) &&
	       add_row(m, time, 0, context, many, weight, err);
}

/* ---- the profile ---- */

/* Notes for titles and info. */
static void add_notes(struct counts_reader *m)
{
	char words[NUMBER_THINGS_MAX];

	builder_note(m->builder, TEXT("clickhouse"), query_place(m->of->address));
	if (m->of->where)
		builder_note(m->builder, TEXT("where"), text_of(m->of->where));
	if (!m->facts->aside)
		return;
	number_things(m->facts->aside, "samples are of other times: see --since", words);
	builder_note(m->builder, TEXT(QUERY_ASIDE), text_of(words));
}

static bool begin_counts_reader(struct counts_reader *m, const struct query_facts *f,
				const struct query_source *of, struct error *err)
{
	*m = (struct counts_reader){.facts = f, .of = of};
	if (!memory_stream_open(&m->said, err))
		return false;
	m->builder = builder_new(err);
	m->host_names = m->builder ? intern_new(err) : NULL;
	for (uint32_t i = 0; m->host_names && i < f->count; i++)
		builder_event(m->builder, text_of(f->events[i].name),
			      text_of(f->events[i].unit));
	if (m->host_names)
		add_notes(m);
	return m->host_names != NULL;
}

/* Give the builder the tables of hosts. */
static bool add_hosts(struct counts_reader *m, struct error *err)
{
	uint32_t count = intern_count(m->host_names) - 1;
	struct host *list = mem_array((size_t)count + 1, sizeof *list, "hosts", err);
	struct hosts hosts = {.list = list, .count = count};

	if (!list)
		return false;
	for (uint32_t i = 0; i < count; i++)
		list[i] = (struct host){
		    .name = builder_string(m->builder, intern_get(m->host_names, i + 1)),
		    .clock = HOST_CLOCK_RECORDED,
		    .from = m->facts->first,
		    .to = m->facts->last + 1};
	for (uint32_t i = 1; i < m->tasks.count; i++)
		m->tasks.list[i].host--; /* name 0 is the empty text */
	for (uint32_t i = 1; i < m->cpus.count; i++)
		m->cpus.list[i].host--;
	hosts.tasks = m->tasks.list;
	hosts.task_count = m->tasks.count;
	hosts.cpus = m->cpus.list;
	hosts.cpu_count = m->cpus.count;
	m->tasks.list = m->cpus.list = NULL;
	builder_hosts(m->builder, &hosts);
	return true;
}

/* The owner of the profile: the builder's owner, and the parts that are added here. */
struct counted_owner {
	void *owner;
	void (*release)(void *owner);
	struct server_side server;
	struct tally *tallies;
};

static void release_owner(void *arg)
{
	struct counted_owner *b = arg;

	if (b->release)
		b->release(b->owner);
	bits_release(&b->server.found);
	mem_free(b->tallies);
	mem_free((void *)b->server.statements);
	mem_free(b);
}

/* Tallies of the events; idle samples are separate, but weights cover all samples. */
static bool add_tallies(struct profile *p, struct counted_owner *b,
			const struct query_facts *f, const uint32_t *contexts,
			uint32_t idle, struct error *err)
{
	b->tallies =
	    mem_array((size_t)f->count * 2 + 1, sizeof *b->tallies, "events", err);
	if (!b->tallies)
		return false;
	for (uint32_t i = 0; i < f->count; i++) {
		const struct query_event *e = &f->events[i];

		/* room: two per event */
		b->tallies[p->tally_count++] =
		    (struct tally){.context = contexts[i],
				   .count = e->samples - e->idle,
				   .weight = e->weight};
		if (e->idle)
			b->tallies[p->tally_count++] = (struct tally){
			    .context = contexts[i], .stack = idle, .count = e->idle};
	}
	p->tallies = b->tallies;
	return true;
}

/* Add `server`, the times and the tallies to a profile. */
static bool complete_profile(struct profile *p, struct counts_reader *m, uint32_t asked,
			     uint32_t against, const uint32_t *contexts, uint32_t idle,
			     bool searched, struct error *err)
{
	const struct query_facts *f = m->facts;
	struct counted_owner *b = mem_array(1, sizeof *b, "profile", err);

	if (!b)
		return false;
	*b = (struct counted_owner){.owner = p->owner, .release = p->release};
	p->owner = b;
	p->release = release_owner;
	b->server = (struct server_side){.asked = asked,
					 .against = against,
					 .searched = searched,
					 .found = m->found,
					 .passed = m->passed,
					 .idle = m->idle,
					 .slice = m->slices == 1 ? m->period : 0};
	b->server.found.count = searched ? p->samples.count : 0;
	m->found = (struct bits){NULL, 0};
	b->server.from = f->from;
	b->server.lanes = m->lanes;
	b->server.to = f->to;
	b->server.statements = memory_stream_take(&m->said, NULL, err);
	m->said.out = NULL;
	p->server = &b->server;
	if (!b->server.statements)
		return false;
	p->origin = f->origin;
	p->samples.end = f->last + 1;
	p->has_weights = false;
	for (uint32_t i = 0; i < f->count; i++)
		p->has_weights |= f->events[i].weight != f->events[i].samples;
	return add_tallies(p, b, f, contexts, idle, err);
}

static void add_loss(struct counts_reader *m, struct text reason, enum loss_kind kind,
		     uint64_t count)
{
	if (count)
		builder_loss(m->builder,
			     &(struct loss){.reason = builder_string(m->builder, reason),
					    .kind = kind,
					    .count = count});
}

/* Make the profile from the rows, which it takes over. */
static struct profile *finish_counts_profile(struct counts_reader *m, uint32_t asked,
					     uint32_t against, bool searched,
					     struct error *err)
{
	uint32_t *contexts =
	    mem_array((size_t)m->facts->count + 1, sizeof *contexts, "events", err);
	uint32_t frame = builder_frame(
	    m->builder, builder_string(m->builder, TEXT("[idle]")), 0, FRAME_IDLE);
	uint32_t idle = builder_stack(m->builder, 0, frame), n;
	struct profile *p = NULL;
	uint64_t spans = 0;

	for (uint32_t i = 0; contexts && i < m->facts->count; i++)
		contexts[i] = builder_context_id(
		    m->builder,
		    builder_thread(m->builder, TEXT(""), PROFILE_NO_ID, PROFILE_NO_ID),
		    PROFILE_NO_CPU,
		    builder_event(m->builder, text_of(m->facts->events[i].name),
				  TEXT("")));
	for (uint32_t i = 0; i < m->facts->count; i++)
		spans = number_add(spans, m->facts->events[i].spans);
	add_loss(m, TEXT("stretches of time, which are not counted in ClickHouse"),
		 LOST_ASIDE, spans);
	add_loss(m, TEXT("samples of too many CPUs to distinguish"), LOST_SHAPE,
		 m->cpus_lost);
	/* a row without samples marks the time of the last sample, which lies within a slice */
	n = m->rows.count;
	if (n && add_row(m, m->facts->last, 0, m->rows.context[n - 1], 0, 0, err) &&
	    searched)
		note_found(m, n, false, err);
	if (!err->kind && contexts && (!m->hosted || add_hosts(m, err)) &&
	    (!searched || note_found(m, m->rows.count, false, err))) {
		builder_columns(m->builder, &m->rows);
		m->rows = (struct columns){.count = 0};
		p = builder_finish(m->builder, err);
	}
	if (p && !complete_profile(p, m, asked, against, contexts, idle, searched, err)) {
		profile_free(p);
		p = NULL;
	}
	mem_free(contexts);
	return p;
}

struct profile *query_outline(const struct query_facts *f, const struct query_source *of,
			      struct error *err)
{
	struct profile *p = NULL;
	struct counts_reader m;
	bool ok = begin_counts_reader(&m, f, of, err);

	for (uint32_t i = 0; ok && i < f->count; i++) {
		uint32_t context;

		m.passed += f->events[i].samples;
		m.idle += f->events[i].idle;
		ok = lane_context(&m, TEXT(""), false, (uint16_t)i, &context, err) &&
		     add_row(&m, f->first, 0, context, f->events[i].samples,
			     f->events[i].weight, err);
	}
	if (ok)
		p = finish_counts_profile(&m, 0, 0, false, err);
	release_counts_reader(&m);
	return p;
}

static bool ask_map(struct counts_reader *m, struct statement *s, const struct choice *c,
		    const struct query_map *map, struct query_status *how,
		    struct error *err)
{
	struct map_reader of = {m, map->lanes && map->lanes_by == LANES_HOST};
	uint64_t slice = query_slice(m->facts, map);

	m->period = slice ? slice : map->period;
	m->slices = slice ? 1 : map->rows;
	m->mode = c->idle;
	m->lanes = map->lanes ? 1 + (uint32_t)map->lanes_by : 0;
	statement_clear(s);
	if (!query_words_map(s, m->of, m->facts, c, map, err))
		return false;
	statement_write(s, m->said.out);
	return query_process_run(m->of->query_process, s, how, take_slice, &of, err);
}

static bool ask_paths(struct counts_reader *m, struct statement *s,
		      const struct choice *c, struct query_status *how, struct error *err)
{
	if (!query_words_paths(s, m->of, m->facts, c, err))
		return false;
	statement_write(s, m->said.out);
	m->apart = query_words_apart(m->facts, c);
	return query_process_run(m->of->query_process, s, how, take_path, m, err);
}

struct profile *query_ask(const struct query_facts *f, const struct query_source *of,
			  const struct choice *c, const struct query_map *map,
			  struct query_status *how, struct error *err)
{
	const struct range whole = {f->first - f->origin, f->last + 1 - f->origin};
	struct statement s = {.count = 0};
	struct profile *p = NULL;
	uint32_t asked = 0, against = 0;
	struct counts_reader m;
	struct choice baseline;
	bool ok = begin_counts_reader(&m, f, of, err) && ask_paths(&m, &s, c, how, err);

	asked = m.rows.count;
	if (ok) {
		statement_clear(&s);
		if (baseline_choice(c, whole, &baseline, err))
			ask_paths(&m, &s, &baseline, how, err);
		ranges_release(&baseline.also);
		ok = !err->kind;
	}
	against = m.rows.count - asked;
	if (ok && c->search.len && m.rows.count)
		ok = note_found(&m, m.rows.count - 1, false, err);
	ok = ok && ask_map(&m, &s, c, map, how, err);
	if (ok && !m.rows.count) /* a profile needs a row for its time */
		ok = lane_context(&m, TEXT(""), false, 0, &(uint32_t){0}, err) &&
		     add_row(&m, f->first, 0, 0, 0, 0, err);
	if (ok)
		p = finish_counts_profile(&m, asked, against, c->search.len > 0, err);
	release_counts_reader(&m);
	statement_release(&s);
	return p;
}

bool query_is_same(const struct choice *a, const struct choice *b)
{
	bool same = a->event == b->event && a->idle == b->idle && a->root == b->root &&
		    text_equal(a->filter, b->filter) &&
		    text_equal(a->search, b->search) && range_equal(a->range, b->range) &&
		    a->also.count == b->also.count;

	for (uint32_t i = 0; same && i < a->also.count; i++)
		same = range_equal(a->also.list[i], b->also.list[i]);
	return same && choice_same_baseline(a, b) &&
	       (a->baseline.against != BASELINE_RANGE ||
		range_equal(a->baseline.range, b->baseline.range));
}

/* ---- in place of reading a file ---- */

struct profile *query_read(const struct settings *s, struct error *err)
{
	struct query_status how = {.read = 0};
	struct choice c = {.event = 0};
	struct profile *outline = NULL, *p = NULL;
	struct query_facts f;

	if (query_ask_facts(&f, s->query, &how, err))
		outline = query_outline(&f, s->query, err);
	if (outline && choice_of_profile(&c, &s->choice, &s->asked,
					 s->baseline_file != NULL, outline, err))
		p = query_ask(&f, s->query, &c, &s->query_map, &how, err);
	ranges_release(&c.also);
	ranges_release(&c.baseline.also);
	profile_free(outline);
	query_facts_release(&f);
	return p;
}

struct profile *query_read_outline(const struct settings *s, struct error *err)
{
	struct query_status how = {.read = 0};
	struct query_facts f;
	struct profile *p = NULL;

	if (query_ask_facts(&f, s->query, &how, err))
		p = query_outline(&f, s->query, err);
	query_facts_release(&f);
	return p;
}
