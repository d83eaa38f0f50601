#include "input/perf_data/perf_events.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/append.h"
#include "base/mem.h"
#include "input/sched_events.h"

void perf_events_release(struct perf_events *e)
{
	for (size_t i = 0; i < e->count; i++)
		mem_free(e->rows[i].name);
	mem_free(e->rows);
	mem_free(e->counters);
	mem_free(e->nameless);
	mem_free(e->numbers);
	idmap_release(&e->number_of);
	idmap_release(&e->by_id);
	idmap_release(&e->by_number);
	*e = (struct perf_events){0};
}

bool perf_events_add(struct perf_events *e, const struct perf_attr *attr,
		     struct error *err)
{
	struct perf_event *row;
	uint32_t fresh = (uint32_t)e->nameless_count, at;

	if (e->count == PERF_EVENTS_MOST)
		return error_set(err, ERROR_LIMIT, "more than %u events",
				 PERF_EVENTS_MOST);
	if (!APPEND(e->rows, e->count, e->room, "events", err,
		    (struct perf_event){.attr = *attr}))
		return false;
	e->by_place |= e->count > 1;
	if (attr->type != PERF_TYPE_TRACEPOINT)
		return true;
	/* the first event with this number that will be named */
	if (!idmap_put(&e->by_number, attr->config, fresh, &at, err) ||
	    (at == fresh &&
	     !APPEND(e->nameless, e->nameless_count, e->nameless_room, "events", err, 0)))
		return false;
	row = &e->rows[e->count - 1];
	row->same = e->nameless[at];
	e->nameless[at] = (uint32_t)e->count;
	return true;
}

bool perf_events_add_ids(struct perf_events *e, struct text ids, struct error *err)
{
	struct bytes b = bytes_of(ids);

	while (bytes_left(&b) >= 8) {
		uint64_t id = bytes_u64(&b);
		uint32_t fresh = (uint32_t)e->counter_count, at;

		if (fresh == UINT32_MAX - 1)
			return error_set(err, ERROR_LIMIT, "too many counters");
		if (!idmap_put(&e->by_id, id, fresh, &at, err))
			return false;
		if (at != fresh) { /* the last one wins, as in perf */
			e->counters[at] = (struct perf_counter){
			    .id = id, .event = (uint32_t)e->count - 1};
			continue;
		}
		if (!APPEND(
			e->counters, e->counter_count, e->counter_room, "counters", err,
			(struct perf_counter){.id = id, .event = (uint32_t)e->count - 1}))
			return false;
	}
	return true;
}

#define FEW 8 /* counters: a loop finds them faster than the map */

struct perf_counter *perf_events_counter(const struct perf_events *e, uint64_t id)
{
	uint32_t at;

	if (e->counter_count <= FEW) {
		for (at = 0; at < e->counter_count; at++)
			if (e->counters[at].id == id)
				return &e->counters[at];
		return NULL;
	}
	return idmap_get(&e->by_id, id, &at) ? &e->counters[at] : NULL;
}

uint32_t perf_events_of(const struct perf_events *e, struct text body, bool is_sample)
{
	const struct perf_counter *c;
	uint64_t id;

	if (e->count == 0)
		return UINT32_MAX;
	if (!e->by_place || !(is_sample ? perf_sample_id(body, &e->rows[0].attr, &id)
					: perf_trailer_id(body, &e->rows[0].attr, &id)))
		return 0;
	c = perf_events_counter(e, id);
	return c ? c->event : 0;
}

static bool name_row(struct perf_event *row, struct text name, struct error *err)
{
	char *copy;

	if (name.len == 0 || (row->name && text_equal(name, text_of(row->name))))
		return true;
	copy = mem_text(name.at, name.len, err);
	if (!copy)
		return false;
	mem_free(row->name);
	row->name = copy;
	row->is_renamed = row->is_stored;
	return true;
}

uint64_t perf_events_renamed(const struct perf_events *e)
{
	uint64_t n = 0;

	for (size_t i = 0; i < e->count; i++)
		n += e->rows[i].is_renamed;
	return n;
}

bool perf_events_name_at(struct perf_events *e, size_t at, const struct perf_attr *attr,
			 struct text name, struct error *err)
{
	if (at >= e->count || e->rows[at].attr.type != attr->type ||
	    e->rows[at].attr.config != attr->config)
		return true;
	return name_row(&e->rows[at], name, err);
}

bool perf_events_name(struct perf_events *e, uint64_t id, struct text name,
		      struct error *err)
{
	const struct perf_counter *c = perf_events_counter(e, id);

	return !c || name_row(&e->rows[c->event], name, err);
}

/* Named events leave the list, as a file may have many events and many names. */
bool perf_events_name_tracepoint(struct perf_events *e, uint64_t number, struct text name,
				 struct error *err)
{
	uint32_t at;

	if (!name.len || !idmap_get(&e->by_number, number, &at))
		return true;
	while (e->nameless[at]) {
		struct perf_event *row = &e->rows[e->nameless[at] - 1];

		if (!row->name && !name_row(row, name, err))
			return false;
		e->nameless[at] = row->same;
	}
	return true;
}

bool perf_events_format(struct perf_events *e, uint64_t number, struct text name,
			struct text format, struct error *err)
{
	const struct trace_sched sched = trace_sched_of_event(name, format);
	uint32_t fresh = (uint32_t)e->number_count, at;
	if (sched.kind != SCHED_NONE)
		(void)APPEND_FIXED(e->formats, e->format_count,
				   (struct perf_trace_format){number, sched});
	if (!e->fields)
		return true;
	if (fresh == UINT32_MAX - 1)
		return error_set(err, ERROR_LIMIT, "too many tracepoints");
	trace_number_names(format, e->fields);
	if (!idmap_put(&e->number_of, number, fresh, &at, err))
		return false;
	return at != fresh || /* the first format of a number counts */
	       APPEND(e->numbers, e->number_count, e->number_room, "trace points", err,
		      trace_number_of(format, e->fields->wanted));
}

static bool has_raw(const struct perf_event *row)
{
	return row->attr.type == PERF_TYPE_TRACEPOINT &&
	       row->attr.sample_type & PERF_SAMPLE_RAW;
}

const struct trace_number *perf_events_field(struct perf_events *e, uint32_t event,
					     bool all_read)
{
	struct perf_event *row = &e->rows[event];
	uint32_t at;

	if (row->is_field_known)
		return &row->field;
	if (has_raw(row) && idmap_get(&e->number_of, row->attr.config, &at))
		row->field = e->numbers[at];
	else if (has_raw(row) && !all_read)
		return NULL;
	row->is_field_known = true;
	return &row->field;
}

const struct trace_sched *perf_events_sched(struct perf_events *e, uint32_t event,
					    bool all_read)
{
	struct perf_event *row = &e->rows[event];

	if (row->is_sched_known)
		return &row->sched;
	row->is_sched_known = row->name || all_read || !has_raw(row);
	if (!row->is_sched_known)
		return NULL;
	if (!has_raw(row))
		return &row->sched;
	for (size_t i = 0; i < e->format_count; i++) {
		if (e->formats[i].number != row->attr.config)
			continue;
		row->sched = e->formats[i].sched;
		return &row->sched;
	}
	if (row->name)
		row->sched = trace_sched_of_event(text_of(row->name), TEXT(""));
	return &row->sched;
}

struct text perf_event_name(const struct perf_event *e, char made[PERF_ATTR_NAME_MAX])
{
	if (e->name)
		return text_of(e->name);
	perf_attr_name(&e->attr, made, PERF_ATTR_NAME_MAX);
	return text_of(made);
}

struct text perf_event_unit(const struct perf_event *e)
{
	return e->attr.type == PERF_TYPE_SOFTWARE && e->attr.config < 2 ? TEXT("ns")
									: TEXT("");
}

static bool is_off_cpu(const struct perf_event *e)
{
	return perf_attr_is_bpf_output(&e->attr) && e->name &&
	       sched_event_is_off_cpu(text_of(e->name));
}

static void note_event(const struct perf_event *row, struct builder *b)
{
	const struct perf_attr *a = &row->attr;
	char made[PERF_ATTR_NAME_MAX], rate[24];

	builder_note(b, TEXT("event"), perf_event_name(row, made));
	snprintf(rate, sizeof rate, "%" PRIu64, a->period);
	if (a->period)
		builder_note(
		    b, a->flags & PERF_ATTR_FREQ ? TEXT("frequency") : TEXT("period"),
		    text_of(rate));
}

static void store_row(struct perf_event *row, const struct field_names *fields,
		      struct builder *b)
{
	char made[PERF_ATTR_NAME_MAX];
	struct text name;

	if (!row->used || row->is_stored)
		return;
	name = perf_event_name(row, made);
	if (is_off_cpu(row)) /* its samples are spans */
		row->row = builder_span_event(b, name);
	else
		row->row = builder_event(b, name,
					 fields ? fields->wanted : perf_event_unit(row));
	row->is_stored = true;
}

void perf_events_store(struct perf_events *e, struct builder *b)
{
	for (size_t i = 0; i < e->count; i++)
		store_row(&e->rows[i], e->fields, b);
	perf_events_note(e, b);
}

void perf_events_store_from(struct perf_events *e, size_t from, struct builder *b)
{
	for (size_t i = from; i < e->count; i++) {
		store_row(&e->rows[i], e->fields, b);
		note_event(&e->rows[i], b);
	}
}

void perf_events_note(const struct perf_events *e, struct builder *b)
{
	bool callers = e->count == 0; /* in live recordings, events come later */

	for (size_t i = 0; i < e->count; i++) {
		const struct perf_event *row = &e->rows[i];

		callers |=
		    row->used && (perf_attr_has_callers(&row->attr) || is_off_cpu(row));
		note_event(row, b);
	}
	if (!callers)
		builder_note(b, TEXT("call graphs"),
			     TEXT("none in this recording; record with: perf record -g"));
}
